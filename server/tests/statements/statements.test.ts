import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { relation } from '#kernel/server/schema/relation.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables } from '../../assemble.ts';
import { projectDir } from '../../../tools/command/project-dir.ts';
import { copyPublished, overCopies, relationsIn } from './published-columns.ts';
import { SourceFiles } from './source-files.ts';
import { StatementCheck, type StatementFindings, type StatementProblem } from './statements.ts';

const server = await openTestServer(import.meta.url);
const client = new pg.Client({ connectionString: server.ownerUrl });
const modules = new Map<string, Record<string, unknown>>();

const filesLike = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: projectDir })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'));

const ROOMS = filesLike('business/**/*.{server,rules,seed}.ts');
const KERNEL = filesLike('kernel/server/**/*.ts');

beforeAll(async () => {
  await client.connect();
  for (const path of filesLike(
    'business/**/*.{paper,rules,relation}.ts',
    'kernel/language/paper.ts',
    'kernel/**/*.relation.ts',
  ))
    modules.set(path, (await import(join(projectDir, path))) as Record<string, unknown>);
  modules.set('business/soil/skill.relation.ts', { plantedFacts });
  await copyPublished(client, relationsIn(modules));
});
afterAll(async () => {
  await client.end();
});

const tables = new Map(allTables().map(({ name, columns }) => [name, columns.map((column) => column.name)]));

/** A relation that only the planted files use. */
const plantedFacts = relation(skill, ['skillName']);

const look = (paths: readonly string[], planted: Readonly<Record<string, string>> = {}): Promise<StatementFindings> =>
  new StatementCheck(new SourceFiles(projectDir, planted), overCopies(modules), client, tables).look(paths);

/** Statements that are put together while they run, so that nobody can know their names before; each needs its reason. */
const KNOWN: readonly { readonly path: string; readonly text: string; readonly why: string }[] = [
  {
    path: 'business/iot/devices/device-key.server.ts',
    text: 'create or replace function iot_take_keys',
    why: 'defines a function that writes; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/system/quality/check-invariants.server.ts',
    text: 'left(b.words, 200)',
    why: 'reads from the statement of any invariant; each of those is looked at where it is written',
  },
  {
    path: 'business/masterdata/people/technician/technician.server.ts',
    text: 'tie where technician_id',
    why: 'reads from the statement of any tie; each of those is looked at where it is written',
  },
  {
    path: 'business/customers/equipment/equipment.server.ts',
    text: 'select no from (null) tie',
    why: 'reads from the statement of any tie of a machine; each of those is looked at where it is written',
  },
  {
    path: 'business/masterdata/invariants.server.ts',
    text: ' as words from ',
    why: 'reads from the statements of all ties; each of those is looked at where it is written',
  },
  {
    path: 'business/system/tenants/export/tenant-export.server.ts',
    text: 'as key from anju_idempotency',
    why: 'reads any large table by its own key; the archive of a company is read back by the test of tenants',
  },
  {
    path: 'business/workflow/store/stored-table.rules.ts',
    text: ' ',
    why: 'writes the rows of any table of processes by its own columns; each is written and read back by the stories',
  },
  {
    path: 'business/workflow/store/flush-delta.server.ts',
    text: 't.id = ',
    why: 'sends what the tables of processes say of their rows',
  },
  {
    path: 'business/workflow/store/invariants.server.ts',
    text: 'p.1',
    why: 'reads the state of any governed paper; the invariants run in every seed and story',
  },
  {
    path: 'business/workflow/deploy/shipped.server.ts',
    text: 'create or replace function wf_common_definitions',
    why: 'defines a function; PostgreSQL reads its body when the database is prepared',
  },
  { path: 'business/platform/reports/run-groups.server.ts', text: 'with s as (select', why: 'groups any paper' },
  {
    path: 'business/masterdata/people/technician/technician.server.ts',
    text: 'order by no limit',
    why: 'asks for open work by the statements of other rooms, which stand in their files',
  },
  { path: 'business/platform/reports/run-list.server.ts', text: 'sum(c.s', why: 'adds up any columns of any paper' },
];

const isKnown = ({ path, words }: StatementProblem): boolean =>
  KNOWN.some((one) => one.path === path && words.includes(one.text));

const said = (problems: readonly StatementProblem[]): string[] =>
  problems.map(({ path, line, words }) => `${path}:${line}: ${words}`);

/** Some thousand statements are parsed, one after the other. */
const PATIENCE = { timeout: 180_000 };

describe('SQL 里的名字 Names in SQL', () => {
  test('业务语句里的表和列都在 statements of rooms name tables and columns that are there', PATIENCE, async () => {
    const { statements, conditions, problems } = await look(ROOMS);
    expect(said(problems.filter((one) => !isKnown(one)))).toEqual([]);
    expect(
      KNOWN.filter(({ path, text }) => !problems.some((one) => one.path === path && one.words.includes(text))),
    ).toEqual([]);
    // A check that sees nothing is always green.
    expect(statements).toBeGreaterThan(400);
    expect(conditions).toBeGreaterThan(60);
  });

  test('内核语句里的表和列都在 so do statements of the kernel that are written out', PATIENCE, async () => {
    const { statements, problems } = await new StatementCheck(
      new SourceFiles(projectDir),
      modules,
      client,
      tables,
    ).lookAtWhole(KERNEL);
    expect(said(problems)).toEqual([]);
    expect(statements).toBeGreaterThan(100);
  });

  test(
    '改了名的列，用到它的文件都报出来 a renamed column is reported in every file that names it, and in no other',
    PATIENCE,
    async () => {
      const isNaming = (path: string): boolean => /\bon_hand\b/.test(readFileSync(join(projectDir, path), 'utf8'));
      const naming = ROOMS.filter(isNaming);
      expect(naming.length).toBeGreaterThan(4);
      const others = ROOMS.filter(
        (path) => path.startsWith('business/masterdata/') && path.endsWith('.server.ts') && !isNaming(path),
      );
      // Outside a transaction: the first statement that PostgreSQL refuses would abort it, and every later one would be refused as well.
      await client.query('alter table asstock rename column on_hand to in_store');
      await copyPublished(client, relationsIn(modules));
      try {
        const { problems } = await look([...naming, ...others]);
        const found = new Set(problems.filter((one) => !isKnown(one)).map(({ path }) => path));
        expect(naming.filter((path) => !found.has(path))).toEqual([]);
        expect(others.filter((path) => found.has(path))).toEqual([]);
      } finally {
        await client.query('alter table asstock rename column in_store to on_hand');
        await copyPublished(client, relationsIn(modules));
      }
    },
  );

  test('植入的错误都看得见 planted faults are seen, and nothing else', async () => {
    const lawful = `
      import { skill } from '#business/masterdata/people/skill.paper.ts';
      const NAMED = \`select skill_name as name from \${skill.table} where tenant_id = $1\`;
      export const names = (sql) => sql.query<{ name: string }>(NAMED);
      export const some = (sql, values, ids) =>
        sql.query<{ id: string }>(\`select t.id::text as id from \${skill.table} t where t.is_deleted = 0\${ids ? \` and t.id = any(\${values.add(ids)}::bigint[])\` : ''} order by t.id limit \${ids.length}\`);
      const ofIds = (ids) => (ids ? sql\` and t.id = any(\${ids}::bigint[])\` : raw(''));
      export const tagged = async (reading, ids, day) => {
        const visible = await reading.visible(skill).sql();
        return reading.sql.query<{ id: string }>(sql\`select t.id::text as id from \${raw(skill.table)} t where \${visible}\${ofIds(ids)} and t.create_time > \${day}\`);
      };
      export const own = { also: () => 't.skill_name is not null and t.status = 1' };
      export const words = 'ChooseWay a skill, then press t.b.c.';`;
    const faulty = `
      import { skill } from '#business/masterdata/people/skill.paper.ts';
      export const first = (sql) => sql.query(\`select skill_title from \${skill.table}\`);
      export const second = (sql, asked) => sql.query(\`select id from \${skill.table} t where is_deleted = 0\${asked ? ' and t.skill_rank = 1' : ''}\`);
      export const third = { also: () => 't.skill_sort is not null' };
      export const fourth = (sql) => sql.query('insert into anju_attempt (id, failures, last) values ($1, 1, $2) on conflict (name) do nothing');
      export const fifth = (ask) => ask('update asskills set status = 1');
      export const sixth = (sql) => sql.query<{ title: string }>(\`select skill_name as name from \${skill.table}\`);
      export const seventh = (sql) => sql.query<{ n: number }>(\`select count(*) as n from \${skill.table}\`);
      export const tagged = (reading, name) => reading.sql.query(sql\`select t.id from \${raw(skill.table)} t where t.skill_level = \${name}\`);
      const since = (of, field) => \`select id from \${of.table} where \${field} > now()\`;
      export const eighth = (sql) => sql.query(since(skill, 'made_time'));`;
    const planted = { 'business/garden/lawful.server.ts': lawful, 'business/garden/faulty.server.ts': faulty };
    const { problems } = await look(Object.keys(planted), planted);
    const lines = problems.filter(({ path }) => path.endsWith('faulty.server.ts')).map(({ line }) => line);
    expect(new Set(lines)).toEqual(new Set([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    expect(said(problems.filter(({ path }) => path.endsWith('lawful.server.ts')))).toEqual([]);
  });

  test('a statement reads of a table of another room the columns of its relation alone', async () => {
    const text = `
      import { plantedFacts } from '#business/soil/skill.relation.ts';
      export const lawful = (sql) => sql.query<{ name: string }>(\`select t.skill_name as name from \${plantedFacts} t where t.tenant_id = $1 and t.is_deleted = 0 order by t.create_time for update of t\`);
      export const other = (sql) => sql.query(\`select t.skill_code from \${plantedFacts} t\`);
      export const bare = (sql) => sql.query(\`select 1 from \${plantedFacts} where skill_code = $1\`);
      export const tagged = (sql) => sql.query(sql\`select t.skill_name from \${plantedFacts} t where t.id = \${1}\`);
      export const otherTagged = (sql) => sql.query(sql\`select t.skill_name from \${plantedFacts} t where t.skill_code = \${1}\`);
      export const condition = { also: () => \`exists (select 1 from \${plantedFacts} s where s.skill_code = t.no)\` };
      export const grouped = (sql) => sql.query(\`select t.id, t.skill_name from \${plantedFacts} t group by t.id\`);`;
    const path = 'business/garden/reading.server.ts';
    const { problems } = await look([path], { [path]: text });
    expect(new Set(problems.map(({ line }) => line))).toEqual(new Set([4, 5, 7, 8]));
  });

  test('each published column is there, and a statement of another room reads it', () => {
    const texts = new Map(ROOMS.map((path) => [path, readFileSync(join(projectDir, path), 'utf8')]));
    /** A file with those of other rooms that it imports: conditions stand there too. */
    const withImports = (text: string): string[] => [
      text,
      ...[...text.matchAll(/from '#(business\/[^']+)'/g)].map(([, path]) => texts.get(path) ?? ''),
    ];
    const unread = [...relationsIn(modules)].flatMap(([name, { table, published }]) => {
      const readers = [...texts.values()].filter((text) => new RegExp(`\\b${name}\\b`).test(text)).flatMap(withImports);
      const isRead = (column: string): boolean => readers.some((text) => new RegExp(`\\b${column}\\b`).test(text));
      return published
        .filter((column) => !tables.get(table)!.includes(column) || !isRead(column))
        .map((column) => `${name}: ${column}`);
    });
    expect(unread).toEqual(['plantedFacts: skill_name']);
  });
});
