import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { must } from '#kernel/language/must.ts';
import { type AnyPaper, type PartialIndex, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { pageSql } from '#kernel/server/list/list.ts';
import { tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import { uniqueIndexOf } from '#kernel/server/schema/indexes/paper-indexes.ts';
import { fieldUsersOf } from '#kernel/server/schema/indexes/index-users.ts';
import { type IndexPlan, type Table, shortName } from '#kernel/server/schema/table.ts';
import { allTables, papers } from '../../../server/assemble.ts';
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

/** By the name of an index on a partitioned table: the names of its indexes on the single partitions. */
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

/** Return whether a name is that of the index, or of its index on one partition. */
const isPartOf = (name: string | undefined, index: string): boolean =>
  name === index || (partsOf.get(index)?.includes(name ?? '') ?? false);

const conditionsIn = (plan: Plan, index: string): string =>
  `${isPartOf(plan['Index Name'], index) ? (plan['Index Cond'] ?? '') : ''}${(plan.Plans ?? []).map((one) => conditionsIn(one, index)).join('')}`;

/**
 * Return the plan of a statement for the work role, without some indexes of its table: in a transaction that is rolled
 * back.
 */
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

/** Return a valid filter value for a field, also for one that samples leave empty. */
const typed = (field: Field): string =>
  String(sampleValue({ ...field, example: field.example || undefined }, nextSampleNumber()) || '1');

/** Return the list query whose rows are those of a partial index; null for an index over all rows. */
function queryOfFew(paper: AnyPaper, index: IndexPlan): Record<string, string> | null {
  const all = (paper.partialIndexes ?? []) as readonly PartialIndex[];
  const few = all.find(({ by }) => index.name === shortName(`${paper.table}_few_${columnOf(by)}`));
  if (few)
    return Object.fromEntries(Object.entries(few.where).map(([name, words]) => [`${name}_in`, words!.join(',')]));
  const view = /^view (\w+)/.exec(index.user)?.[1];
  return view && index.name.startsWith(`${paper.table}_view_`) ? { ...paper.views![view].filter } : null;
}

/** Return a query that needs this index, and the column that the plan's index condition must contain. */
function needOf(
  paper: AnyPaper,
  index: IndexPlan,
): { query: Record<string, string>; where: readonly Term[]; column: string } {
  const all: readonly Term[] = [{ kind: 'all' }];
  const few = queryOfFew(paper, index);
  const [ofFew] = index.on.replace('tenant_id, ', '').split(/[ ,]/);
  if (few && index.name.includes('_view_'))
    return { query: few, where: all, column: paper.owner === 'platform' ? ofFew : 'tenant_id' };
  if (index.using === 'brin') {
    const name = String(paper.rising![0]);
    const bound = typed(paper.fields[name]);
    return { query: { [`${name}_ge`]: bound, [`${name}_le`]: bound }, where: all, column: columnOf(name) };
  }
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
  return { query: { ...query, ...few }, where: all, column: first };
}

describe('每个索引都有用处 Each index has a user', () => {
  /**
   * Return the names of indexes in the database for which no definition names a user (the statement that needs it).
   * Primary keys and indexes of partitions are left out.
   */
  const withoutUser = async (tables: readonly Table[] = allTables()): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where t.relname = any($1) and not i.indisprimary and not c.relispartition order by 1`,
      [tables.map(({ name }) => name)],
    );
    const users = new Map(tables.flatMap(({ indexes }) => indexes.map(({ name, user }) => [name, user])));
    return rows.map(({ name }) => name).filter((name) => !users.get(name)?.trim());
  };

  test('each index of the database names its user', async () => {
    expect(await withoutUser()).toEqual([]);
  });

  test('an index without a user is reported', async () => {
    await owner.query('create index planted_index on anju_view (updated)');
    const unnamed = allTables().map((table) => ({
      ...table,
      indexes: table.indexes.map((index) => (index.name === 'anju_view_one' ? { ...index, user: ' ' } : index)),
    }));
    try {
      expect(await withoutUser(unnamed)).toEqual(['anju_view_one', 'planted_index']);
    } finally {
      await owner.query('drop index planted_index');
    }
  });

  test('an index has a reason of its own only where no rule requires it', () => {
    const needless = [...papers.values()].flatMap((paper) =>
      Object.keys(paper.indexed ?? {})
        .filter((name) => (fieldUsersOf(paper, papers).get(name) ?? []).length !== 1 || paper.fields[name].unique)
        .map((name) => `${paper.name}.${name}`),
    );
    expect(needless).toEqual([]);
  });
});

describe.each(titled())('%s', (_title, paper) => {
  test('声明的每个索引都为列表所用 every declared index serves the list it was declared for', async () => {
    const { indexes } = tableOfPaper(paper, papers);
    expect(indexes.length).toBeGreaterThan(0);
    for (const index of indexes) {
      // An exclusion constraint prevents overlaps and is used by no list.
      if (index.exclude) continue;
      // Without a superuser, functions cannot be marked leakproof, so PostgreSQL does not use this index for searches.
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
});

test.each(titled((paper) => paper.fewPer !== undefined))(
  '%s: 按所属的行查找，用其内编号的唯一索引 rows of one reference are found by the unique index of their numbers',
  async (_title, paper) => {
    const name = paper.fewPer!;
    const keys = must(
      (paper.uniques as readonly (readonly string[])[] | undefined)?.find(([first]) => first === name),
      'uniques',
    );
    const statement = pageSql(
      server.app,
      {
        paper,
        tenantId: '000000',
        where: [{ kind: 'all' }],
        query: { [`${name}_equal`]: typed(paper.fields[name]) },
        now: '2026-11-23 10:00:00',
      },
      [],
      10,
      0,
    );
    const index = uniqueIndexOf(paper, keys);
    const others = tableOfPaper(paper, papers).indexes.filter((one) => one.name !== index.name);
    expect(conditionsIn(await planOf(paper, statement, others), index.name)).toContain(columnOf(name));
  },
);

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

  test('按路径属于本人的数据不逐行询问，从本人一端有索引可循 ownership by a path is never checked row by row: an index starts from the person', async () => {
    // Return the tables that a plan reads again for each row (`SubPlan`). The comparison below ignores tables that a
    // list of all rows reads in this way too, such as for a computed value.
    const aliasesOf = async (where: readonly Term[]): Promise<unknown[]> =>
      nodesIn(
        await planOf(
          paper,
          pageSql(server.app, { paper, tenantId: '000000', where, query: {}, now: '2026-11-23 10:00:00' }, [], 10, 0),
        ),
      )
        .filter((node) => node['Parent Relationship'] === 'SubPlan')
        .map((node) => node.Alias);
    const ofAll = await aliasesOf([{ kind: 'all' }]);
    expect((await aliasesOf(own)).filter((alias) => !ofAll.includes(alias))).toEqual([]);
    for (const { steps, person } of paper.mine!) {
      const last = paperNamed(server.app, steps.at(-1)?.paper ?? paper.name);
      const { indexes } = tableOfPaper(last, papers);
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
