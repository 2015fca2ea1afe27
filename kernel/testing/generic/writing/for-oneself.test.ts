import { describe, expect, test } from 'vitest';
import { type AnyPaper, columnOf, fieldsOf, lifeOf } from '#kernel/language/paper.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { importable } from '#kernel/fields/importable.ts';
import { templateHeader } from '#kernel/server/import-export/import/template.ts';
import { isWritten, titled } from '../../choose.ts';
import { type Body, describeAnswer, keeper, sample, saved } from '../../sample.ts';
import { settledBatch, uploadSheetFile } from '../../sheets.ts';
import { type Answer, type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

/** Create a role that sees every row and has all buttons but those with codes like `except`. */
async function roleWithout(alias: string, except: string): Promise<void> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', $2, $2, 'all', 1, now(), now())",
    [server.clock.ms(), alias],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.category = 2 and m.code not like $2",
    [alias, except],
  );
}

await roleWithout('for_himself', '%\\_others');
await roleWithout('for_all', 'none');
const own = await server.as('for_himself');

/** Return a new row about a person, without files, because the caller may only use files of their own. */
async function bodyFor(paper: AnyPaper, person: string): Promise<Body> {
  const body = await sample(server, paper, { [String(paper.self)]: person });
  const files = fieldsOf(paper).filter(([, field]) => kindOf(field).pointsTo === 'file');
  return { ...body, ...Object.fromEntries(files.map(([name]) => [name, null])) };
}

let others = 0;
const somebody = (role = 'for_himself'): Promise<TestCaller> => server.as(role, { who: `other${++others}` });

const stored = async (paper: AnyPaper, id: unknown): Promise<Body> =>
  (await server.tables<Body>(`select * from ${paper.table} where id = $1`, [id]))[0];
const rowsOf = async (paper: AnyPaper, person: string): Promise<number> =>
  (
    await server.tables<{ n: number }>(
      `select count(*)::int as n from ${paper.table} where ${columnOf(String(paper.self))} = $1`,
      [person],
    )
  )[0].n;

const refused = (answer: Answer): void => {
  expect([answer.status, answer.reason], describeAnswer(answer)).toEqual([403, 'row.notForOthers']);
};

describe.each(titled((paper) => paper.self !== undefined && isWritten(paper)))('%s', (_title, paper) => {
  const self = String(paper.self);
  const call = (by: TestCaller, path: string, body: unknown): Promise<Answer> => by.post(`${paper.path}/${path}`, body);

  test('a row about the caller is written, one about another person is refused', async () => {
    const other = await somebody();
    for (const path of ['submit', 'save']) refused(await call(own, path, await bodyFor(paper, other.id)));
    expect(await rowsOf(paper, other.id)).toBe(0);
    const mine = await call(own, 'submit', await bodyFor(paper, own.id));
    expect(mine.status, describeAnswer(mine)).toBe(200);
    for (const path of ['update', 'submit']) refused(await call(own, path, { ...mine.data, [self]: other.id }));
    refused(await call(own, 'bulk', { ids: [mine.data.id], set: { [self]: other.id } }));
    expect(await rowsOf(paper, other.id)).toBe(0);
  });

  test('a row about another person is not changed, taken over, removed or restored', async () => {
    const other = await somebody();
    const row = await saved(server, paper, { [self]: other.id });
    const before = await stored(paper, row.id);
    const seen = await own.get(`${paper.path}/detail`, { id: row.id });
    expect(seen.data._can).toEqual([]);
    for (const path of ['update', 'submit'])
      for (const values of [{}, { [self]: own.id }]) refused(await call(own, path, { ...row, ...values }));
    refused(await call(own, 'bulk', { ids: [row.id], set: { [self]: own.id } }));
    refused(await call(own, 'bulk', { rows: { [row.id]: { [self]: own.id } } }));
    refused(await call(own, 'remove', { ids: row.id }));
    const second = await saved(server, paper, { [self]: (await somebody()).id });
    const several = await call(own, 'remove', { ids: `${row.id},${second.id}` });
    expect(several.data, describeAnswer(several)).toMatchObject({ success: [] });
    expect(await stored(paper, row.id)).toEqual(before);
    expect((await call(admin, 'remove', { ids: row.id })).status).toBe(200);
    refused(await call(own, 'restore', { ids: row.id }));
    expect(await stored(paper, row.id)).toMatchObject({ is_deleted: 1 });
  });

  test('a copy of another person’s row is not saved for that person', async () => {
    const other = await somebody();
    const row = await saved(server, paper, { [self]: other.id });
    const copy = await call(own, 'copy', { id: row.id });
    if (paper.copies) refused(copy);
    else
      refused(
        await call(own, 'submit', {
          ...(await bodyFor(paper, other.id)),
          _copyOf: row.id,
          [self]: copy.data[self] ?? other.id,
        }),
      );
    expect(await rowsOf(paper, other.id)).toBe(1);
  });

  test('the button for others allows rows about them', async () => {
    const clerk = await somebody('for_all');
    const other = await somebody();
    const made = await call(clerk, 'submit', await bodyFor(paper, other.id));
    expect(made.status, describeAnswer(made)).toBe(200);
    const changed = await call(clerk, 'update', { ...made.data, [self]: (await somebody()).id });
    expect(changed.status, describeAnswer(changed)).toBe(200);
    expect((await call(clerk, 'remove', { ids: made.data.id })).status).toBe(200);
  });
});

describe.each(titled((paper) => paper.self !== undefined && isWritten(paper) && Boolean(paper.rights.import)))(
  '%s from a sheet',
  (_title, paper) => {
    const self = String(paper.self);
    test('a sheet writes no row about another person', async () => {
      const other = await somebody();
      const body = await bodyFor(paper, other.id);
      const like = await saved(server, paper);
      const { _names: captions } = (await admin.get(`${paper.path}/detail`, { id: like.id })).data as { _names: Body };
      const { account } = (await admin.get('blade-system/user/detail', { id: other.id })).data as Body;
      const cell = (name: string): unknown =>
        name === self ? account : paper.fields[name].paper ? captions[name] : body[name];
      const columns = importable(paper);
      const cells = columns.map(([name]) => (typeof body[name] === 'object' ? '' : String(cell(name) ?? '')));
      const sheet = `${templateHeader(paper, { language: 'zh' })}\n${cells.map((one) => `"${one}"`).join(',')}`;
      const dry = await uploadSheetFile(own, `${paper.path}/import/upload`, sheet, '表.csv');
      const page = await settledBatch(own, paper.path, dry.data.batch);
      expect(JSON.stringify(page.data.records), describeAnswer(page)).toContain('只能为本人');
      await uploadSheetFile(own, `${paper.path}/import/once`, sheet, '表.csv');
      expect(await rowsOf(paper, other.id)).toBe(0);
    });
  },
);

describe.each(titled((paper) => paper.self !== undefined && paper.lifecycle !== undefined))(
  '%s by a verb',
  (_title, paper) => {
    const life = lifeOf(paper);
    const verbs = Object.entries(life.actions).filter(
      ([, one]) => !one.judges && !(one.from as string[]).includes('*'),
    );

    test.each(verbs)('%s is done to the caller’s own rows only', async (name, { from, field = life.field }) => {
      const row = await saved(server, paper, { [String(paper.self)]: (await somebody()).id });
      await server.tables(`update ${paper.table} set ${columnOf(field)} = $2 where id = $1`, [row.id, from[0]]);
      refused(await own.post(`${paper.path}/submit`, { id: row.id, action: name }));
    });
  },
);
