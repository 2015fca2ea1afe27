import { beforeAll, expect, test } from 'vitest';
import { must } from '#kernel/language/must.ts';
import { type AnyPaper, columnOf, isAboutSomebody } from '#kernel/language/paper.ts';
import { papers } from '../../../../server/assemble.ts';
import { titled } from '../../choose.ts';
import { listPath, saved } from '../../sample.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const following = titled((paper) => paper.department !== undefined && !isAboutSomebody(paper));

/** A caller with all buttons, whose roles show only own rows. */
let caller: TestCaller;

beforeAll(async () => {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', 'owns', 'owns', 'own', 1, now(), now())",
    [server.clock.ms()],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = 'owns' and r.tenant_id = '000000' and m.category = 2",
  );
  caller = await server.as('owns', { who: 'owner' });
});

interface Place {
  readonly paper: AnyPaper;
  readonly id: string;
}

/**
 * Return the row whose department a row has: the row itself, or the end of its references. Samples of rows that the
 * product writes get the reference that they lack.
 */
async function sourceOf({ paper, id }: Place): Promise<Place> {
  const way = paper.department;
  if (!way) return { paper, id };
  const [column, next] = [columnOf(String(way.through)), must(papers.get(way.paper), way.paper)];
  const [{ stored }] = await server.tables<{ stored: string | null }>(
    `select ${column}::text as stored from ${paper.table} where id = $1`,
    [id],
  );
  if (stored !== null) return sourceOf({ paper: next, id: stored });
  if (way.orOwn) return { paper, id };
  const fresh = String((await saved(server, next, {})).id);
  await server.tables(`update ${paper.table} set ${column} = $2 where id = $1`, [id, fresh]);
  return sourceOf({ paper: next, id: fresh });
}

const createdBy = ({ paper, id }: Place, person: string): Promise<unknown> =>
  server.tables(`update ${paper.table} set create_user = $2 where id = $1`, [id, person]);

test('there are papers whose rows follow another row', () => {
  expect(following.length).toBeGreaterThan(10);
});

test.each(following)('%s: a row belongs to the creator of the row that it follows', async (_title, paper) => {
  const row = { paper, id: String((await saved(server, paper, {})).id) };
  const source = await sourceOf(row);
  const sees = async (): Promise<boolean> => {
    const { data } = await caller.get(listPath(paper), { size: 200, descs: 'createTime' });
    return data.records.some((one: { id: string }) => one.id === row.id);
  };
  await createdBy(row, caller.id);
  await createdBy(source, '1');
  expect(await sees()).toBe(false);
  await createdBy(row, '1');
  await createdBy(source, caller.id);
  expect(await sees()).toBe(true);
});
