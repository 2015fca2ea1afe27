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

const ROOMS = filesLike('business/**/*.{server,figure,rules,seed}.ts');
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

/** A relation without statements in the rooms; only the planted files below use it. */
const plantedFacts = relation(skill, ['skillName']);

const look = (paths: readonly string[], planted: Readonly<Record<string, string>> = {}): Promise<StatementFindings> =>
  new StatementCheck(new SourceFiles(projectDir, planted), overCopies(modules), client, tables).look(paths);

/** Statements that are assembled at run time and therefore not checkable; each needs a reason. */
const KNOWN: readonly { readonly path: string; readonly text: string; readonly why: string }[] = [
  {
    path: 'business/contracts/scheme/change-state.server.ts',
    text: 'hold where scheme_id',
    why: 'asks for open papers by the statements of other rooms, which stand in their files',
  },
  {
    path: 'business/contracts/scheme/counters.server.ts',
    text: 'coalesce(s.opening_used, 0) + coalesce(x.used, 0) as used',
    why: 'counts visits by the statements of other rooms too; the tests of contracts run it',
  },
  {
    path: 'business/contracts/scheme/counters.server.ts',
    text: 'select scheme_id, sum(used)',
    why: 'counts visits by the statements of other rooms too; the tests of contracts run it',
  },
  {
    path: 'business/contracts/scheme/counters.server.ts',
    text: 'planned where scheme_id',
    why: 'asks for planned visits by the statements of other rooms, which stand in their files',
  },
  {
    path: 'business/contracts/invariants.server.ts',
    text: 'select s.id::text as id, s.scheme_no as no, format',
    why: 'counts visits by the statements of other rooms too; the invariants run in every seed and story',
  },
  ...['select x.* from (null) x', 'x.due_date <= 1::date'].map((text) => ({
    path: 'business/plans/push/judge/targets.server.ts',
    text,
    why: 'reads targets of pushes by the statements of their sources, which stand in their files',
  })),
  {
    path: 'business/completion/completion/after-pass.server.ts',
    text: 'select 1 from (1) history limit 1',
    why: 'asks for the history of a machine by the statements of other rooms, which stand in their files',
  },
  {
    path: 'business/iot/gateway/connect/channel/channel-tables.server.ts',
    text: 'create or replace function iot_own_channels',
    why: 'defines a function that writes; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/iot/gateway/connect/channel/channel-tables.server.ts',
    text: 'create or replace function iot_claim_channels',
    why: 'defines a function that writes; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/iot/devices/device-key.server.ts',
    text: 'create or replace function iot_take_keys',
    why: 'defines a function that writes; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/iot/commands/dispatch/due-commands.server.ts',
    text: 'create or replace function iot_companies_with_due_commands',
    why: 'defines a function; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/iot/commands/dispatch/due-commands.server.ts',
    text: 't.due_time <= to_timestamp(ms / 1000.0)',
    why: 'a part of that function, which reads its parameter',
  },
  {
    path: 'business/iot/commands/dispatch/due-commands.server.ts',
    text: '> c.tenant_id',
    why: 'a part of that function: the company before',
  },
  {
    path: 'business/iot/firmware/engine/upgrade-engine.server.ts',
    text: 'create or replace function iot_upgrade_companies',
    why: 'defines a function; PostgreSQL reads its body when the database is prepared',
  },
  {
    path: 'business/system/quality/equal-codes-invariant.server.ts',
    text: 'string_agg(x.typed',
    why: 'is made for each unique code of the definitions; its test runs the whole statement',
  },
  {
    path: 'business/system/quality/equal-codes-invariant.server.ts',
    text: 'select 0::bigint as id, y.words',
    why: 'joins those statements',
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
    path: 'business/billing/collection/close-roll.server.ts',
    text: 'from (null) hold where registration_form_id',
    why: 'reads from the statement of any hold of an order; each of those is looked at where it is written',
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
  {
    path: 'business/cockpit/kpi/count/reckon-figures.server.ts',
    text: 'insert into as_kpi_day',
    why: 'sums up the figures of all rooms; figures.test.ts of the cockpit runs each',
  },
  {
    path: 'business/cockpit/kpi/count/reckon-figures.server.ts',
    text: 'select min(t.',
    why: 'sums up the figures of all rooms; figures.test.ts of the cockpit runs each',
  },
  {
    path: 'business/cockpit/kpi/count/figure-sql.server.ts',
    text: 'as metric',
    why: 'sums up the figures of all rooms; figures.test.ts of the cockpit runs each',
  },
  {
    path: 'business/cockpit/kpi/count/figure-sql.server.ts',
    text: 'join unnest',
    why: 'sums up the figures of all rooms; figures.test.ts of the cockpit runs each',
  },
  {
    path: 'business/intake/figures/of-order.server.ts',
    text: 'r.id = t.registration_form_id',
    why: 'sums up the figures of all rooms; figures.test.ts of the cockpit runs each',
  },
  { path: 'business/platform/reports/run-list.server.ts', text: 'sum(c.s', why: 'adds up any columns of any paper' },
];

const isKnown = ({ path, words }: StatementProblem): boolean =>
  KNOWN.some((one) => one.path === path && words.includes(one.text));

const listed = (problems: readonly StatementProblem[]): string[] =>
  problems.map(({ path, line, words }) => `${path}:${line}: ${words}`);

/** Time limit for a test that parses thousands of statements one after the other. */
const PATIENCE = { timeout: 180_000 };

describe('SQL 里的名字 Names in SQL', () => {
  test('业务语句里的表和列都在 statements of rooms name existing tables and columns', PATIENCE, async () => {
    const { statements, conditions, problems } = await look(ROOMS);
    expect(listed(problems.filter((one) => !isKnown(one)))).toEqual([]);
    expect(
      KNOWN.filter(({ path, text }) => !problems.some((one) => one.path === path && one.words.includes(text))),
    ).toEqual([]);
    // A lower limit: a check that found no statements would always pass.
    expect(statements).toBeGreaterThan(400);
    expect(conditions).toBeGreaterThan(60);
  });

  test('内核语句里的表和列都在 literal statements of the kernel do so too', PATIENCE, async () => {
    const { statements, problems } = await new StatementCheck(
      new SourceFiles(projectDir),
      modules,
      client,
      tables,
    ).lookAtWhole(KERNEL);
    expect(listed(problems)).toEqual([]);
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
      // Run without a transaction, which the first refused statement would abort.
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

  test('植入的错误都看得见 planted faults are reported, and nothing else', async () => {
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
    expect(listed(problems.filter(({ path }) => path.endsWith('lawful.server.ts')))).toEqual([]);
  });

  test('a statement reads only published columns of a table of another room', async () => {
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

  test('each published column exists, and a statement of another room reads it', () => {
    const texts = new Map(ROOMS.map((path) => [path, readFileSync(join(projectDir, path), 'utf8')]));
    /** Return a file's text and those of the rooms' files that it imports, as these may contain conditions too. */
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
