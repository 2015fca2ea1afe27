import { describe, expect, test } from 'vitest';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type AnyPaper, buttonOf, columnOf, storedFields } from '#kernel/language/paper.ts';
import { must, mustGet } from '#kernel/language/must.ts';
import { paperNamed, sql } from '#kernel/server';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import {
  type AnyFigure,
  type StoredFigure,
  type FigureCondition,
  cockpitFigures,
  figure,
} from '#business/system/quality/figures/figure.server.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { type Catalogue, catalogueIn, lacksOf, storedPartsOf } from './kpi/catalogue.server.ts';
import { flowSql, stateNowSql } from './kpi/count/figure-sql.server.ts';
import { kpiBreakdown, kpiMine, kpiSeries, kpiTiles } from './kpi/kpi.calls.ts';

const server = await openTestServer(import.meta.url);
const all: Catalogue = catalogueIn(server.app);
const manager = await server.as('as_manager');
const tiles = all.all.filter((one) => one.shown.includes('tile'));
const drilled = tiles.filter((one): one is StoredFigure => one.kind === 'figure' && one.of !== undefined);
const ROWS = 3;
const [TEAM, SYSTEM] = ['east', 'heatPump'];

type Tiles = CallAnswer<typeof kpiTiles>;

const [{ day: today, now }] = await server.tables<{ day: string; now: string }>(
  `select to_char(m, 'YYYY-MM-DD') as day, to_char(m, 'YYYY-MM-DD HH24:MI:SS') || '+08' as now
  from (select to_timestamp($1::bigint / 1000.0) at time zone 'Asia/Shanghai' - interval '1 minute' as m) x`,
  [server.clock.ms()],
);
const span = { from: today, to: today };
const tilesOf = async (more: object = {}): Promise<Tiles> =>
  (await manager.get(kpiTiles.path, { ...span, ...more })).data as Tiles;
const count = (): Promise<unknown> => server.app.jobs.run('kpiDay.hour');
const isNumber = (figureOf: AnyFigure, of: 'count' | 'percent'): boolean => figureOf.unit === of;

const paperOf = (table: string): AnyPaper =>
  must(
    [...server.app.papers.values()].find((one) => one.table === table),
    table,
  );

/** Return a value of the field that meets a condition. */
const fulfilling = (paper: AnyPaper, field: string, asked: FigureCondition): unknown => {
  if (typeof asked !== 'object') return asked;
  if ('above' in asked) return asked.above + 30;
  const words = Object.keys(paper.fields[field].dictionary?.items ?? {});
  return 'not' in asked
    ? must(
        words.find((word) => !asked.not.includes(word)),
        'word',
      )
    : asked[0];
};

/** Insert a row with these columns; other required columns get empty values. */
async function insert(table: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const columns = await server.tables<{ name: string; type: string }>(
    "select column_name as name, data_type as type from information_schema.columns where table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'",
    [table],
  );
  const empty: Readonly<Record<string, unknown>> = {
    text: '',
    boolean: false,
    jsonb: '{}',
    'timestamp with time zone': now,
    date: today,
  };
  const row: Record<string, unknown> = {
    ...Object.fromEntries(columns.map(({ name, type }) => [name, empty[type] ?? 0])),
    tenant_id: '000000',
    create_time: now,
    update_time: now,
    ...values,
  };
  delete row.id;
  const names = Object.keys(row);
  const [{ id }] = await server.tables<{ id: string }>(
    `insert into ${table} (id, ${names.join(', ')}) values (next_id($1), ${names.map((_, at) => `$${at + 2}`).join(', ')}) returning id::text as id`,
    [server.clock.ms(), ...Object.values(row)],
  );
  return id;
}

/** Create the linked rows that give a figure's row its team and system. Return the columns that refer to them. */
async function linked(one: StoredFigure): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const rows = new Map<string, string>();
  for (const [group, key] of [
    [one.team, TEAM],
    [one.system, SYSTEM],
  ] as const) {
    if (typeof group === 'string') values[columnOf(group)] = key;
    if (typeof group !== 'object') continue;
    const [{ table: of, on, field }] = group.links;
    if (!rows.has(of.table)) rows.set(of.table, (await saved(server, paperOf(of.table))).id);
    const id = mustGet(rows, of.table);
    await server.tables(`update ${of.table} set ${columnOf(field)} = $2 where id = $1`, [id, key]);
    values[must(/\w\.id = t\.(\w+)/.exec(on), 'reference')[1]] = id;
    const word = /t\.(\w+) = '(\w+)'/.exec(on);
    if (word) values[word[1]] = word[2];
  }
  return values;
}

/**
 * Create the rows to which the SQL of a figure refers, such as the store of a stock balance. Return the columns that
 * refer to them.
 */
async function referred(one: StoredFigure, paper: AnyPaper, known: Readonly<Record<string, unknown>>) {
  const span = { tenantId: '000000', from: today, to: today };
  const { text } = (one.state ? stateNowSql(one, '000000', today, now) : flowSql(one, span)).build();
  const values: Record<string, unknown> = {};
  for (const [name, field] of storedFields(paper)) {
    const column = columnOf(name);
    if (column in known || kindOf(field).pointsTo !== 'row' || !new RegExp(`\\bt\\.${column}\\b`).test(text)) continue;
    if (field.paper) values[column] = (await saved(server, paperNamed(server.app, field.paper))).id;
  }
  return values;
}

/** Return column values with which a figure counts a row today. */
function counted(one: StoredFigure, paper: AnyPaper): Record<string, unknown> {
  const { day, split } = one;
  const values: Record<string, unknown> = {};
  for (const [field, asked] of Object.entries(one.state?.now ?? one.where ?? {}))
    values[columnOf(field)] = fulfilling(paper, field, asked as FigureCondition);
  if (day) values[columnOf(day)] = day in paper.fields && kindOf(paper.fields[day]).time === 'day' ? today : now;
  if (split) values[columnOf(split)] = Object.keys(paper.fields[split].dictionary?.items ?? {})[0];
  for (const [name, field] of storedFields(paper)) if (kindOf(field).number) values[columnOf(name)] ??= 7;
  return values;
}

/** Return a value with which the figure counts a row in its denominator, but not in its numerator. */
const uncounted = ({ where = {} }: StoredFigure, field: string, asked: FigureCondition): unknown =>
  typeof asked === 'boolean' ? !asked : (where[field] as readonly string[]).find((word) => word !== asked);

/** Insert several rows that a figure counts, the last one in its denominator alone. */
async function plant(one: StoredFigure): Promise<void> {
  const paper = must(one.of, 'paper');
  const links = await linked(one);
  const values = { ...counted(one, paper), ...links, ...(await referred(one, paper, links)) };
  const narrower = typeof one.num === 'object' && 'count' in one.num ? Object.entries(one.num.count) : [];
  for (let at = 0; at < ROWS; at++) {
    const row: Record<string, unknown> = { ...values };
    for (const [field, asked] of narrower as [string, FigureCondition][])
      row[columnOf(field)] = at < ROWS - 1 ? asked : must(uncounted(one, field, asked), 'other word');
    await insert(paper.table, row);
  }
}

/** Read the list behind a tile. Return its number of rows, and a function that sums a field over them. */
async function listOf(drill: Tiles['tiles'][number]['drill'], more: object = {}) {
  const paths = new Map([...server.app.papers.values()].map((one) => [one.menu?.path, one.path]));
  const { path, query } = must(drill, 'drill');
  const answer = await manager.get(`${mustGet(paths, path)}/list`, { ...query, ...more, size: 100, exactTotal: '1' });
  expect(answer.status, `${path} ${answer.msg}`).toBe(200);
  const { total, records } = answer.data as { total: number; records: Record<string, string>[] };
  return {
    total,
    sum: (field: string) => Math.round(records.reduce((sum, row) => sum + Number(row[field]), 0) * 100) / 100,
  };
}

const named = (answer: Tiles): string[] => answer.tiles.map((one) => one.metric);

describe('every figure', () => {
  test('of a company without rows is zero, and no share', async () => {
    await count();
    const answer = await tilesOf();
    expect(named(answer)).toEqual(tiles.map((one) => one.name));
    for (const one of answer.tiles)
      expect([one.metric, one.value]).toEqual([one.metric, one.unit === 'percent' ? null : 0]);
  });

  test('has its words in both languages', () => {
    for (const { name, label, short = label } of all.all)
      for (const words of [label, short])
        expect([name, /\p{Script=Han}/u.test(words[0]), /\p{Script=Han}/u.test(words[1])]).toEqual([name, true, false]);
  });

  test('is absent for a team or a system that it lacks', async () => {
    for (const [group, key] of [
      ['team', TEAM],
      ['system', SYSTEM],
    ] as const) {
      const answer = await tilesOf({ [group]: key });
      const expected = tiles.filter((one) => !lacksOf(all, one).includes(group)).map((one) => one.name);
      expect([group, named(answer), answer.withheld]).toEqual([group, expected, []]);
      const parts = (await manager.get(kpiBreakdown.path, { ...span, by: group })).data as CallAnswer<
        typeof kpiBreakdown
      >;
      for (const { figures } of parts) expect(figures.map((one) => one.metric)).toEqual(expected);
    }
  });

  test('equals the sum of its list: in total, of a team and of a system', async () => {
    expect(drilled.length).toBeGreaterThan(8);
    for (const one of drilled) await plant(one);
    await count();
    for (const more of [{}, { team: TEAM }, { system: SYSTEM }]) {
      const answer = await tilesOf(more);
      for (const one of drilled) {
        const tile = answer.tiles.find(({ metric }) => metric === one.name);
        if (!tile) continue;
        const list = await listOf(tile.drill);
        const where = [one.name, more];
        expect([...where, list.total >= ROWS]).toEqual([...where, true]);
        if (tile.facts.rows !== undefined) expect([...where, tile.facts.rows]).toEqual([...where, list.total]);
        if (one.den === 'count') expect([...where, tile.den]).toEqual([...where, list.total]);
        if (one.num === 'count') expect([...where, tile.num]).toEqual([...where, list.total]);
        if (isNumber(one, 'percent') || isNumber(one, 'count')) expect(tile.num).toBeGreaterThan(0);
        if (typeof one.num === 'object' && 'count' in one.num) {
          const counted = Object.fromEntries(
            Object.entries(one.num.count).map(([field, word]) => [field, word === true ? '1' : word]),
          );
          expect([...where, tile.num]).toEqual([...where, (await listOf(tile.drill, counted)).total]);
          expect(tile.num).toBeLessThan(tile.den);
        }
        if (one.unit === 'money')
          expect([...where, tile.num]).toEqual([...where, list.sum(must(one.reads?.[0], 'field'))]);
      }
    }
  });

  test('of several figures is their sum, with their signs', async () => {
    const answer = await tilesOf();
    for (const one of tiles) {
      if (one.kind !== 'derived') continue;
      let sum = 0;
      for (const [name, sign] of Object.entries(one.of)) {
        const [row] = await server.tables<{ n: number }>(
          "select coalesce(sum(num), 0)::float8 as n from as_kpi_day where metric = $1 and day = $2 and tenant_id = '000000'",
          [name, today],
        );
        sum += sign * row.n;
      }
      expect([one.name, answer.tiles.find(({ metric }) => metric === one.name)?.num]).toEqual([one.name, sum]);
    }
  });

  test('is withheld from people who may not read its list, or lack a button that it needs', async () => {
    const buttons = [...all.stored.values()].flatMap((one) => [
      ...(one.of ? [buttonOf(one.of, 'view')] : []),
      ...(one.needs ?? []),
    ]);
    for (const button of new Set(buttons)) {
      const grants = await server.tables<{ role_id: string; menu_id: string }>(
        'delete from blade_role_menu where menu_id in (select id from blade_menu where code = $1) returning role_id::text, menu_id::text',
        [button],
      );
      expect([button, grants.length > 0]).toEqual([button, true]);
      server.app.ports.forget('000000');
      const hidden = tiles.filter((one) =>
        storedPartsOf(all, one).some(
          (part) => (part.of && buttonOf(part.of, 'view') === button) || part.needs?.includes(button),
        ),
      );
      await expectWithheld(
        button,
        hidden.map((one) => one.name),
      );
      await server.tables(
        "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r, m from unnest($1::bigint[], $2::bigint[]) as x(r, m)",
        [grants.map((one) => one.role_id), grants.map((one) => one.menu_id)],
      );
    }
    server.app.ports.forget('000000');
    expect((await tilesOf()).withheld).toEqual([]);
  });

  test('is withheld from people who cannot read a field of its rows that it is counted from', async () => {
    const fields = new Map(
      [...all.stored.values()].flatMap(({ of, reads = [] }) =>
        of ? reads.map((field) => [`${of.name}.${field}`, { of, field }] as const) : [],
      ),
    );
    expect(fields.size).toBeGreaterThan(4);
    for (const [name, { of, field }] of fields) {
      const others = Object.keys(of.fields).filter((one) => one !== field);
      const [{ id }] = await server.tables<{ id: string }>(
        `with made as (insert into blade_data_scope (id, tenant_id, menu_id, resource_code, scope_name, scope_type, scope_field, create_time, update_time) values (next_id($1), '000000', (select parent_id from blade_menu where code = $2), $3, 'without', 1, $4, now(), now()) returning id)
        insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', r.id, 1, made.id from made, blade_role r where r.tenant_id = '000000' returning scope_id::text as id`,
        [server.clock.ms(), buttonOf(of, 'view'), of.table, others.join(',')],
      );
      server.app.ports.forget('000000');
      const hidden = tiles.filter((one) =>
        storedPartsOf(all, one).some((part) => part.of === of && part.reads?.includes(field)),
      );
      await expectWithheld(
        name,
        hidden.map((one) => one.name),
      );
      await expectOwnWithout(of, field);
      await server.tables('delete from blade_role_scope where scope_id = $1', [id]);
    }
    server.app.ports.forget('000000');
  });

  test('counts the hours of the company for a technician without working hours', async () => {
    const id = await insert('astechnician', { customer_service_team: TEAM, status: 1, hire_date: '2020-01-01' });
    await server.tables('update astechnician set work_days = null, work_start = null, work_end = null where id = $1', [
      id,
    ]);
    await count();
    const rows = await server.tables<{ minutes: number }>(
      "select den::int as minutes from as_kpi_day where metric = 'available' and technician_id = $1 and den > 0",
      [id],
    );
    expect(new Set(rows.map(({ minutes }) => minutes))).toEqual(new Set([480]));
  });

  test('of a room has a tile, a list and its parts without further code', async () => {
    const planted = figure({
      name: 'planted',
      label: ['催单', 'Follow-up calls'],
      unit: 'count',
      good: -1,
      least: 0.05,
      sort: 999,
      shown: ['tile', 'trend', 'team'],
      of: urge,
      day: 'createTime',
      num: 'count',
      only: sql`t.id > ${0}`,
    });
    await server.contributing(cockpitFigures, [planted], async () => {
      await plant(planted);
      await count();
      const answer = await tilesOf();
      const tile = must(
        answer.tiles.find((one) => one.metric === 'planted'),
        'tile',
      );
      expect([tile.num, (await listOf(tile.drill)).total]).toEqual([ROWS, ROWS]);
      expect(answer.figures.at(-1)).toMatchObject({
        metric: 'planted',
        label: ['催单', 'Follow-up calls'],
        shown: ['tile', 'trend', 'team'],
      });
      const series = (await manager.get(kpiSeries.path, { to: today })).data as CallAnswer<typeof kpiSeries>;
      expect(series.find((one) => one.metric === 'planted')?.points.at(-1)?.value).toBe(ROWS);
    });
  });
});

/** Check that no call returns values of these figures, and that `withheld` names them. */
async function expectWithheld(why: string, names: readonly string[]): Promise<void> {
  const answer = await tilesOf();
  expect([why, answer.withheld]).toEqual([why, names]);
  for (const one of names) expect([why, named(answer)]).not.toContain(one);
  const series = (await manager.get(kpiSeries.path, { to: today })).data as CallAnswer<typeof kpiSeries>;
  const parts = (await manager.get(kpiBreakdown.path, { ...span, by: 'team' })).data as CallAnswer<typeof kpiBreakdown>;
  const shown = [...series, ...parts.flatMap((one) => one.figures)].map((one) => one.metric);
  expect([why, names.filter((one) => shown.includes(one))]).toEqual([why, []]);
}

/** Check that a technician's own figures leave out those that are counted from this field. */
async function expectOwnWithout(of: AnyPaper, field: string): Promise<void> {
  const own = (await (await server.as('as_technician')).get(kpiMine.path)).data as CallAnswer<typeof kpiMine>;
  const expected = all.all.filter(
    (one) =>
      one.shown.includes('own') &&
      !storedPartsOf(all, one).some((part) => part.of === of && part.reads?.includes(field)),
  );
  expect([of.name, field, own.figures.map((one) => one.metric)]).toEqual([
    of.name,
    field,
    expected.map((one) => one.name),
  ]);
}
