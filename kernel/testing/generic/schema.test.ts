import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '#kernel/fields/text/text.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { paperRoutes } from '#kernel/server/http/paper/paper-routes.ts';
import { createHttpServer } from '#kernel/server/http/server.ts';
import { openApi } from '#kernel/server/http/openapi/openapi.ts';
import { type Patch, migrate, present } from '#kernel/server/schema/migrate.ts';
import { tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import { allTables, papers } from '../../../server/assemble.ts';
import { titled } from '../choose.ts';
import { keeper, sample, describeAnswer } from '../sample.ts';
import { type Table, expressionOver, maintainerOf } from '#kernel/server/schema/table.ts';
import { TestCaller, openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const keeping = await keeper(server);
const owner = new pg.Client({ connectionString: server.ownerUrl });
const workRole = `"${decodeURIComponent(new URL(process.env.ANJU_TEST_APP_URL!).username)}"`;
const migrated = (tables = allTables(), patches: readonly Patch[] = []): Promise<number> =>
  migrate({ ownerUrl: server.ownerUrl, superUrl: superUrl(), workRole, tables, patches, nowMs: server.clock.ms() });

function superUrl(): string | undefined {
  if (!process.env.ANJU_TEST_SUPER_URL) return undefined;
  const address = new URL(process.env.ANJU_TEST_SUPER_URL);
  address.pathname = new URL(server.ownerUrl).pathname;
  return address.href;
}

beforeAll(async () => {
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
});

/** Return a paper with one more text field, as a later version of the product may have. */
const grown = (paper: AnyPaper): AnyPaper =>
  ({
    ...paper,
    fields: {
      ...(paper.fields as object),
      plantedWord: text(['新加的字段', 'Planted word'], { list: true, filter: 'like', max: 50 }),
    },
  }) as AnyPaper;

describe('表结构从定义来 Tables follow from the definitions', () => {
  test('两次同时迁移只做一次，再迁移无事可做 two migrations at once migrate once', async () => {
    const tables = allTables().map((table) =>
      table.name === 'anju_view' ? { ...table, columns: [...table.columns, { name: 'planted', type: 'text' }] } : table,
    );
    const counts = await Promise.all([migrated(tables), migrated(tables), migrated(tables)]);
    expect(counts.filter((count) => count > 0)).toEqual([1]);
    expect(await migrated(tables)).toBe(0);
  });

  test('会丢数据的差异没有补丁就按名字拒绝 a change that loses data is refused by name', async () => {
    await owner.query('alter table anju_view alter column planted set not null');
    await expect(migrated()).rejects.toMatchObject({
      reason: 'schema.needsPatch',
      words: [
        expect.stringContaining('anju_view.planted: dropped'),
        expect.stringContaining('anju_view.planted: dropped'),
      ],
    });
    await owner.query('alter table anju_view drop column planted');
    expect(await migrated()).toBe(0);
    const tables = allTables().map((table) =>
      table.name === 'anju_view'
        ? {
            ...table,
            columns: table.columns.map((column) => (column.name === 'name' ? { ...column, type: 'bigint' } : column)),
          }
        : table,
    );
    await expect(migrated(tables)).rejects.toMatchObject({
      reason: 'schema.needsPatch',
      message: expect.stringContaining('anju_view.name: text → bigint'),
    });
  });

  test('补丁把数据搬走一次 a patch moves existing data once', async () => {
    const moves: string[] = [];
    const patch: Patch = {
      name: 'garden/0001-rename-planted',
      covers: ['anju_view.planted: dropped'],
      apply: async (query) => {
        moves.push('moved');
        await query('update anju_view set planted_anew = planted');
        await query('alter table anju_view drop column planted');
      },
    };
    const withColumn = (name: string) =>
      allTables().map((table) =>
        table.name === 'anju_view' ? { ...table, columns: [...table.columns, { name, type: 'text' }] } : table,
      );
    await migrated(withColumn('planted'));
    await owner.query(
      "insert into anju_view (id, tenant_id, person_id, paper, name, settings, updated, planted) select 1, '000000', 1, 'story', '', '{}', now(), '旧值'",
    );
    await Promise.all([migrated(withColumn('planted_anew'), [patch]), migrated(withColumn('planted_anew'), [patch])]);
    expect(await migrated(withColumn('planted_anew'), [patch])).toBe(0);
    expect(moves).toEqual(['moved']);
    expect((await owner.query("select planted_anew from anju_view where paper = 'story'")).rows).toEqual([
      { planted_anew: '旧值' },
    ]);
    await owner.query("delete from anju_view where paper = 'story'");
    await owner.query('alter table anju_view drop column planted_anew');
    expect(await migrated()).toBe(0);
  });

  const searchedOf = async (paper: AnyPaper): Promise<string[]> =>
    (await owner.query<{ text: string }>(`select search_text as text from ${paper.table} order by id`)).rows.map(
      (row) => row.text,
    );
  const [, searched] = titled(
    (paper) =>
      Boolean(paper.menu) && !paper.readOnly && paper.owner !== 'platform' && !paper.tree && paper.search?.length === 5,
  )[0];
  /** Return the same table with one more field in its search column. */
  const wider = (of = searched.table, more = 'remark'): Table[] =>
    allTables().map((table) =>
      table.name !== of
        ? table
        : {
            ...table,
            columns: table.columns.map((column) =>
              column.maintained
                ? {
                    ...column,
                    maintained: {
                      expression: `${column.maintained.expression} || ' ' || coalesce({${more}}::text, '')`,
                      from: [...column.maintained.from, more],
                    },
                  }
                : column,
            ),
          },
    );

  test('检索列改变时在旁边建好再换上，期间照常读写 a changed search column is built beside the old one, while others write', async () => {
    for (let n = 0; n < 5; n++)
      await keeping.post(`${searched.path}/submit`, { ...(await sample(server, searched)), remark: `备注${n}旁边` });
    const bodies = await Promise.all(
      [...Array(12)].map(async () => ({ ...(await sample(server, searched)), remark: '途中的旁边' })),
    );
    let [isBuilding, written] = [true, 0];
    const writing = (async () => {
      for (const body of bodies) {
        const answer = await keeping.post(`${searched.path}/submit`, body);
        expect(answer.status, describeAnswer(answer)).toBe(200);
        if (isBuilding) written += 1;
      }
    })();
    // A transaction uses every other table. A start that changes nothing there must not wait for it.
    const busy = new pg.Client({ connectionString: server.ownerUrl });
    await busy.connect();
    await busy.query('begin');
    for (const { name } of allTables().filter(
      (table) => table.name !== searched.table && !table.name.startsWith('anju_'),
    ))
      await busy.query(`lock table "${name}" in row exclusive mode`);
    expect(await migrated(wider())).toBe(1);
    await busy.query('commit');
    await busy.end();
    isBuilding = false;
    await writing;
    expect(written).toBeGreaterThan(0);
    const all = await searchedOf(searched);
    expect(all.filter((text) => text.includes('旁边'))).toHaveLength(17);
    const { columns, indexes } = await present(owner);
    expect([...columns.get(searched.table)!.keys()].filter((name) => name.endsWith('_next'))).toEqual([]);
    expect([...indexes.keys()].filter((name) => name.endsWith('_next'))).toEqual([]);
    expect((await keeping.get(`${searched.path}/page`, { keyword: '途中的旁边', size: 50 })).data.total).toBe(12);
    expect(await migrated(wider())).toBe(0);
  });

  test('建到一半断了就重新来；从前由数据库算的列保留原值 an interrupted migration restarts, and a formerly generated column retains its values', async () => {
    await owner.query(`alter table ${searched.table} add column search_text_next text`);
    expect(await migrated()).toBe(1);
    const before = await searchedOf(searched);
    expect(before.some((text) => text.includes('旁边'))).toBe(false);
    // Bring the column into the form that the previous version of the product made.
    const plan = tableOfPaper(searched, papers).columns.find((column) => column.maintained)!;
    const name = maintainerOf(searched.table, plan.name);
    await owner.query(`drop trigger ${name} on ${searched.table}`);
    await owner.query(`drop function ${name}()`);
    await owner.query(`alter table ${searched.table} drop column ${plan.name}`);
    await owner.query(
      `alter table ${searched.table} add column ${plan.name} text generated always as (${expressionOver(plan.maintained!)}) stored`,
    );
    await owner.query("update anju_meta set value = '' where id = 'plan'");
    await migrated();
    expect(await searchedOf(searched)).toEqual(before);
    const saved = await keeping.post(`${searched.path}/submit`, await sample(server, searched));
    expect(saved.status, describeAnswer(saved)).toBe(200);
    expect((await searchedOf(searched)).at(-1)!.length).toBeGreaterThan(5);
  });

  test('按时间分段的表换了检索列，每段都跟着换 a search column of a table divided by time changes in every part', async () => {
    const divided = allTables().find((table) => table.spans && table.columns.some((column) => column.maintained))!;
    expect(await migrated(wider(divided.name, 'tenant_id'))).toBe(1);
    const valid = await owner.query<{ valid: boolean }>(
      'select bool_and(i.indisvalid) as valid from pg_index i where i.indrelid = any(select relid from pg_partition_tree($1::regclass))',
      [divided.name],
    );
    expect(valid.rows[0].valid).toBe(true);
    expect(await migrated(wider(divided.name, 'tenant_id'))).toBe(0);
    expect(await migrated()).toBe(1);
  });

  test('补丁可把数据搬进新表，哪怕新表有算出来的列 a patch moves rows into a table that is new, even with generated columns', async () => {
    const garden: Table = {
      name: 'anju_garden',
      tenants: false,
      primaryKey: ['id'],
      indexes: [],
      columns: [
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'word', type: 'text' },
        { name: 'small', type: 'text', generated: 'lower(word)' },
      ],
    };
    const patch: Patch = {
      name: 'garden/0002-seeds',
      covers: [],
      apply: async (query) => {
        await query("insert into anju_garden (id, word) values (1, 'Rose')");
      },
    };
    await migrated([...allTables(), garden], [patch]);
    expect((await owner.query('select small from anju_garden')).rows).toEqual([{ small: 'rose' }]);
    await owner.query('drop table anju_garden');
    await migrated();
  });

  test('索引的内容变了就重建，没变的不动 an index with another definition is rebuilt, the others stay', async () => {
    const index = allTables()
      .flatMap(({ indexes }) => indexes)
      .find((one) => one.where?.includes('not null'))!;
    const [{ table }] = (
      await owner.query<{ table: string }>('select tablename as table from pg_indexes where indexname = $1', [
        index.name,
      ])
    ).rows;
    await owner.query(`drop index "${index.name}"`);
    await owner.query(`create index "${index.name}" on "${table}" (id)`);
    await owner.query("delete from anju_meta where id = 'plan'");
    expect(await migrated()).toBe(1);
    expect(
      (await owner.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [index.name]))
        .rows[0].indexdef,
    ).toContain('IS NOT NULL');
    await owner.query("delete from anju_meta where id = 'plan'");
    expect(await migrated()).toBe(0);
  });

  test('加一个文本字段：表、列表、筛选、详情、接口文档都有它 an added text field appears in table, list, filter, detail and document', async () => {
    const [, plain] = titled(
      (paper) => Boolean(paper.menu) && !paper.readOnly && paper.owner !== 'platform' && !paper.tree,
    )[0];
    const paper = grown(plain);
    await migrated(allTables().map((table) => (table.name === paper.table ? tableOfPaper(paper, papers) : table)));
    expect((await present(owner)).columns.get(paper.table)!.has('planted_word')).toBe(true);
    expect(
      JSON.stringify(openApi({ papers: new Map([...papers, [paper.name, paper]]) }, server.assembly.routes, 'en')),
    ).toContain('Planted word');
    // A server with the extended definition.
    const app = { ...server.app, papers: new Map([...papers, [paper.name, paper]]) };
    const door = await createHttpServer(app, server.assembly.sessions, paperRoutes(app, paper), new Metrics(), {
      webRoot: null,
      logLevel: 'silent',
      rateLimit: 1_000_000,
    });
    const admin = new TestCaller(
      await door.listen({ host: '127.0.0.1', port: 0 }),
      keeping.token,
      keeping.id,
      keeping.tenantId,
    );
    try {
      const body = { ...(await sample(server, plain)), plantedWord: '种下的词' };
      const saved = await admin.post(`${plain.path}/submit`, body);
      expect(saved.status, describeAnswer(saved)).toBe(200);
      const list = await admin.get(`${plain.path}/page`, { plantedWord: '种下' });
      expect(list.data.records.map((row: { id: string; plantedWord: string }) => [row.id, row.plantedWord])).toEqual([
        [saved.data.id, '种下的词'],
      ]);
      expect((await admin.get(`${plain.path}/page`, { plantedWord_equal: '别的词' })).data.records).toEqual([]);
      expect((await admin.get(`${plain.path}/detail`, { id: saved.data.id })).data.plantedWord).toBe('种下的词');
      const history = await admin.inEnglish().get(`${plain.path}/history`, { id: saved.data.id });
      expect(JSON.stringify(history.data)).toContain('Planted word');
      const refused = await admin.post(`${plain.path}/update`, { id: saved.data.id, plantedWord: 'x'.repeat(51) });
      expect(refused.msg).toBe('新加的字段不能超过50个字符');
    } finally {
      await door.close();
    }
  });
});
