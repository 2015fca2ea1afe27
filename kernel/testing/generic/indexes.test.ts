import { columnFor } from '#kernel/fields/columns.server.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, type PartialIndex, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { pageSql } from '#kernel/server/list/list.ts';
import { isReadByPerson, tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import type { IndexPlan } from '#kernel/server/schema/table.ts';
import { titled } from '../choose.ts';
import { sampleValue } from '../sample.ts';
import { nextSampleNumber } from '../sample-numbers.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const owner = new pg.Client({ connectionString: server.ownerUrl });
const workRole = `"${decodeURIComponent(new URL(process.env.ANJU_TEST_APP_URL!).username)}"`;

beforeAll(async () => {
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
});

/** Names of the parts of an index over a divided table. */
const partsOf = new Map<string, string[]>();
beforeAll(async () => {
  const { rows } = await owner.query<{ index: string; part: string }>(
    "select p.relname as index, c.relname as part from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid where p.relkind = 'I'",
  );
  for (const { index, part } of rows) partsOf.set(index, [...(partsOf.get(index) ?? []), part]);
});

interface Plan {
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Parent Relationship'?: string;
  Plans?: Plan[];
}

/** The index itself, or its part over one span of a divided table. */
const isPartOf = (name: string | undefined, index: string): boolean =>
  name === index || (partsOf.get(index)?.includes(name ?? '') ?? false);

const conditionsIn = (plan: Plan, index: string): string =>
  `${isPartOf(plan['Index Name'], index) ? (plan['Index Cond'] ?? '') : ''}${(plan.Plans ?? []).map((one) => conditionsIn(one, index)).join('')}`;

/** How the work role runs a statement, without some of the indexes of its table: in a transaction that is never kept. */
async function planOf(
  paper: AnyPaper,
  { text, values }: { text: string; values: readonly unknown[] },
  without: readonly IndexPlan[] = [],
): Promise<Plan> {
  await owner.query('begin');
  try {
    for (const other of without)
      await owner.query(
        other.exclude ? `alter table ${paper.table} drop constraint "${other.name}"` : `drop index "${other.name}"`,
      );
    await owner.query(`grant ${workRole} to current_user`);
    await owner.query(
      "select set_config('anju.tenant', '000000', true), set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'on', true)",
    );
    await owner.query(`set local role ${workRole}`);
    const { rows } = await owner.query(`explain (format json) ${text}`, [...values]);
    return (rows[0]['QUERY PLAN'] as { Plan: Plan }[])[0].Plan;
  } finally {
    await owner.query('rollback');
  }
}

/** Also of a field that samples leave empty. */
const typed = (field: Field): string =>
  String(sampleValue({ ...field, example: field.example || undefined }, nextSampleNumber()) || '1');

/** The words whose rows alone an index holds, as a list is asked for them. */
function wordsOf(paper: AnyPaper, index: IndexPlan): Record<string, string> {
  const all = (paper.partialIndexes ?? []) as readonly PartialIndex[];
  const few = all.find(({ by }) => index.name === `${paper.table}_few_${columnOf(by)}`);
  return Object.fromEntries(Object.entries(few?.where ?? {}).map(([name, words]) => [`${name}_in`, words!.join(',')]));
}

/** What somebody asks a list for when he needs this index, and the column its condition must name. */
function needOf(
  paper: AnyPaper,
  index: IndexPlan,
): { query: Record<string, string>; where: readonly Term[]; column: string } {
  const all: readonly Term[] = [{ kind: 'all' }];
  if (index.using === 'gin') return { query: { keyword: '漏水' }, where: all, column: 'search_parts(search_text)' };
  const columns = index.on
    .replaceAll(' desc', '')
    .split(', ')
    .filter((column) => column !== 'tenant_id' && column !== 'id');
  const [first] = columns;
  if (first === 'create_dept') return { query: {}, where: [{ kind: 'departments', ids: ['1'] }], column: first };
  if (first === 'create_user')
    return { query: {}, where: [{ kind: 'own', person: '1', tenantId: '000000' }], column: first };
  const tail = storedFields(paper).find(([name]) => `${columnOf(name)}_tail` === first);
  if (tail) return { query: { [tail[0]]: '1234' }, where: all, column: first };
  const named = columns.flatMap((column) => storedFields(paper).filter(([name]) => columnOf(name) === column));
  if (!named.length || (!index.unique && index.name.endsWith('_order')))
    return { query: {}, where: all, column: paper.owner === 'platform' ? '' : 'tenant_id' };
  const query = Object.fromEntries(
    named
      .filter((_, at) => index.unique || at === 0)
      .map(([name, field]): [string, string] => [
        field.filter === 'range' ? `${name}_ge` : `${name}_equal`,
        typed(field),
      ]),
  );
  return { query: { ...query, ...wordsOf(paper, index) }, where: all, column: first };
}

describe.each(titled())('%s', (_title, paper) => {
  test('声明的每个索引都为列表所用 every declared index serves the list it was declared for', async () => {
    const { indexes } = tableOfPaper(paper);
    expect(indexes.length).toBeGreaterThan(0);
    for (const index of indexes) {
      // What keeps times apart serves no list.
      if (index.exclude) continue;
      // Without a superuser nothing may be marked leakproof, and the search goes another way.
      if (index.using === 'gin' && !server.app.can.searchIndex) continue;
      const { query, where, column } = needOf(paper, index);
      const statement = pageSql(
        server.app,
        { paper, tenantId: '000000', where, query, now: '2026-11-23 10:00:00' },
        [],
        10,
        0,
      );
      const plan = await planOf(
        paper,
        statement,
        indexes.filter((one) => one.name !== index.name),
      );
      expect(conditionsIn(plan, index.name), `${index.name} on ${index.on}`).toContain(column);
    }
  });

  test('搜索栏的每个筛选都有自己的索引，至多八个 every filter of the search bar has its index, at most eight', () => {
    // Rows that only their person sees are looked through as far as they are his.
    if (isReadByPerson(paper)) {
      const own = `tenant_id, ${columnOf(String(paper.self))}, `;
      expect(tableOfPaper(paper).indexes.filter((index) => index.on.startsWith(own))).toHaveLength(1);
      return;
    }
    const exact = storedFields(paper).filter(
      ([, field]) => field.filter === 'exact' && !field.many && !columnFor(field).indexesEmpty,
    );
    const indexed = exact.filter(([name]) =>
      tableOfPaper(paper).indexes.some((index) =>
        index.on.split(', ').some((column) => column.split(' ')[0] === columnOf(name)),
      ),
    );
    expect(indexed.length).toBeGreaterThanOrEqual(Math.min(exact.length, 8));
  });
});

const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)];

describe.each(titled((paper) => (paper.mine ?? []).length > 0))('%s', (_title, paper) => {
  const own: readonly Term[] = [{ kind: 'own', person: '1', tenantId: '000000' }];
  const statement = pageSql(
    server.app,
    { paper, tenantId: '000000', where: own, query: {}, now: '2026-11-23 10:00:00' },
    [],
    10,
    0,
  );

  test('按路径属于本人的数据不逐行询问，从本人一端有索引可循 what belongs to a person by a way is never asked of row after row: an index leads there from his end', async () => {
    // What the list asks of everybody, such as a computed value, is no matter of the way.
    const asked = async (where: readonly Term[]): Promise<unknown[]> =>
      nodesIn(
        await planOf(
          paper,
          pageSql(server.app, { paper, tenantId: '000000', where, query: {}, now: '2026-11-23 10:00:00' }, [], 10, 0),
        ),
      )
        .filter((node) => node['Parent Relationship'] === 'SubPlan')
        .map((node) => node.Alias);
    const ofAll = await asked([{ kind: 'all' }]);
    expect((await asked(own)).filter((alias) => !ofAll.includes(alias))).toEqual([]);
    for (const { steps, person } of paper.mine!) {
      const last = paperNamed(server.app, steps.at(-1)?.paper ?? paper.name);
      const { indexes } = tableOfPaper(last);
      const index = indexes.find((one) => one.on.split(', ').includes(columnOf(person)))!;
      expect(
        conditionsIn(
          await planOf(
            last,
            statement,
            indexes.filter((one) => one !== index),
          ),
          index.name,
        ),
        index.name,
      ).toContain(columnOf(person));
    }
  });
});
