import { describe, expect, test } from 'vitest';
import { pointerName, pointerQuery, pointersAt } from '#kernel/fields/relations.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { isWritten, titled } from '../../choose.ts';
import { type Body, describeAnswer, keeper, keyOfRow, listPath, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const other = await keeper(server, '100001');
const CALL = 'blade-core/tab-counts';

describe.each(titled((paper) => isWritten(paper) && Boolean(paper.menu)))('%s', (_title, paper) => {
  test('页签上的数就是页签里的条数 the count of a tab is its number of entries, without another company’s', async () => {
    const row = await saved(server, paper);
    const id = keyOfRow(paper, row);
    const words = { paper: paper.name, id, words: '看一下', mentions: [] };
    expect((await admin.post('blade-core/comments', words)).status).toBe(200);
    const counts = await admin.get(CALL, { paper: paper.name, id });
    expect(counts.status, describeAnswer(counts)).toBe(200);
    const history = (await admin.get(`${paper.path}/history`, { id: row.id })).data as Body[];
    expect(counts.data).toMatchObject({ comments: 1, history: history.length });
    for (const [pointer, count] of Object.entries(counts.data.related as Record<string, number>)) {
      const [name] = pointer.split('.');
      const at = pointersAt(paper, server.app.papers.values()).find((one) => pointerName(one) === pointer)!;
      const list = await admin.get(listPath(paperNamed(server.app, name)), {
        ...pointerQuery(at, String(row.id)),
        size: 1,
      });
      expect(list.data.total, pointer).toBe(count);
    }
    expect((await other.get(CALL, { paper: paper.name, id })).status).not.toBe(paper.owner === 'platform' ? 404 : 200);
  });
});

const form = paperNamed(server.app, 'repairForm');

test('只数看得到的，数到 99+ 为止 only what the reader may see is counted, up to a hundred', async () => {
  // All roles see estates, but repair forms only of their team, and the dispatcher is in the team `east`. The estate is
  // new, because other samples share one.
  const { id } = await saved(server, paperNamed(server.app, 'premises'));
  // Without a service file and equipment, since either would replace the estate by its own.
  const nowhere = { registerMainId: undefined, equipmentId: undefined };
  await saved(server, form, { premisesId: id, customerServiceTeam: 'west', ...nowhere });
  const dispatcher = await server.as('as_dispatcher');
  const seen = async (who: typeof admin): Promise<Body> =>
    (await who.get(CALL, { paper: 'premises', id: String(id) })).data;
  expect((await seen(admin)).related).toHaveProperty(['repairForm.premisesId']);
  expect((await seen(dispatcher)).related).not.toHaveProperty(['repairForm.premisesId']);
  await server.tables(
    `insert into anju_comment (id, tenant_id, paper, row_id, person_id, person_name, at, words, mentions)
    select 900000 + n, '000000', 'premises', $1, 1, '甲', now(), '话', '[]' from generate_series(1, 120) n`,
    [String(id)],
  );
  expect((await seen(admin)).comments).toBe(100);
});
