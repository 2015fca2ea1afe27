import { kindOf } from '#kernel/fields/kinds.ts';
import { expect, test } from 'vitest';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { titled } from '../../choose.ts';
import { keeper, sample, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const fileFields = (paper: AnyPaper): string[] =>
  storedFields(paper)
    .filter(([, field]) => kindOf(field).pointsTo === 'file')
    .map(([name]) => name);
const withFiles = titled((paper) => paper !== server.app.ownPapers.attachment && fileFields(paper).length > 0);

/** Upload a file as another person, and with `isBound` attach it to a row of that person. Return its id. */
async function theirs(isBound: boolean): Promise<string> {
  const by = await server.as('as_cs', { who: 'owner' });
  const table = server.app.ownPapers.attachment!.table;
  const [{ id }] = await server.tables<{ id: string }>(
    `insert into ${table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, bound, paper_name, row_id, create_user, create_time, update_time)
    values (next_id($1), '000000', 'a.png', 'a.png', 'png', 'image/png', 1, 'x', $2, $3, $4, $5, now(), now()) returning id::text as id`,
    [server.clock.ms(), isBound, isBound ? 'user' : null, isBound ? by.id : null, by.id],
  );
  return id;
}

const boundTo = async (id: string): Promise<unknown> =>
  (
    await server.tables(
      `select bound, paper_name, row_id::text as row from ${server.app.ownPapers.attachment!.table} where id = $1`,
      [id],
    )
  )[0];

test.each(withFiles)(
  '%s：别人的文件绑不上，不论谁来写 a file of somebody else is refused from every writer',
  async (_title, paper) => {
    const by = await keeper(server);
    const row = await saved(server, paper);
    for (const name of fileFields(paper))
      for (const isBound of [true, false]) {
        const id = await theirs(isBound);
        const before = await boundTo(id);
        const value = paper.fields[name].many ? [id] : id;
        const made = await by.post(`${paper.path}/submit`, { ...(await sample(server, paper)), [name]: value });
        expect(made.status, `${name} ${JSON.stringify(made.body)}`).not.toBe(200);
        const changed = await by.post(`${paper.path}/update`, { id: row.id, version: row.version, [name]: value });
        expect(changed.status, `${name} ${JSON.stringify(changed.body)}`).not.toBe(200);
        // The product itself writes a row with a person's input. The files in it are checked too.
        await expect(
          server.work('administrator', (context) => context.change(paper, String(row.id), { [name]: value })),
          name,
        ).rejects.toThrow();
        expect(await boundTo(id)).toEqual(before);
      }
  },
);

test('本人头像也一样：别人的文件与不是图片的都不收 a portrait must be an own file and a picture', async () => {
  const person = await server.as('as_cs', { who: 'portrait' });
  for (const isBound of [true, false]) {
    const id = await theirs(isBound);
    for (const path of ['blade-system/user/update-info', 'blade-user/update-info'])
      expect((await person.post(path, { avatar: id })).status, path).toBe(400);
    expect(JSON.stringify((await person.get('blade-system/user/info')).data)).not.toContain(`/${id}?`);
  }
  const table = server.app.ownPapers.attachment!.table;
  const [{ id }] = await server.tables<{ id: string }>(
    `insert into ${table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, bound, create_user, create_time, update_time)
    values (next_id($1), '000000', 'a.pdf', 'a.pdf', 'pdf', 'application/pdf', 1, 'x', false, $2, now(), now()) returning id::text as id`,
    [server.clock.ms(), person.id],
  );
  expect((await person.post('blade-system/user/update-info', { avatar: id })).status).toBe(400);
  await server.tables(`update ${table} set extension = 'png', content_type = 'image/png' where id = $1`, [id]);
  expect((await person.post('blade-system/user/update-info', { avatar: id })).status).toBe(200);
  expect(await boundTo(id)).toMatchObject({ bound: true, paper_name: 'user', row: person.id });
});
