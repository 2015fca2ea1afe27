import { addMonths } from '#kernel/language/days.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { mustFind } from '#kernel/language/must.ts';
import { type Fragment, type Reading, joinedSql, raw, shared, sql } from '#kernel/server';
import { OPEN_REPAIR_STATES } from '#business/intake/repair-form/duplicate.rules.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';
import { householdFacts } from '#business/operation/households/household-facts.relation.ts';
import type { Energy } from '../energy/energies.rules.ts';
import { DEFAULT_TARIFF, readTariff } from '../energy/tariff.rules.ts';
import { MIN_DAYS, WORSE } from './month-rank.rules.ts';
import { OF_PRESENT_FAMILY, requestsIn } from './rank-devices.server.ts';
import { RANK_SPECS } from './rank-spec.rules.ts';
import type { RankSort, RankView, RankingAnswer, rankingCall, rankingExport, rankingOptions } from './ranking.calls.ts';

type Asked = CallInputOf<ReturnType<typeof rankingCall>>;
type Selection = Omit<Asked, 'current' | 'size'>;

/** Days in a row after which a device without a request is due for one. */
const DUE_DAYS = 7;
const MAX_EXPORT = 10_000;
const MAX_OPTIONS = 200;
const TREND_DAYS = 20;

const isWorst = `(r.worse > ${WORSE})`;
const VIEWS: Readonly<Record<RankView, string>> = {
  worst: isWorst,
  due: `(${isWorst} and r.run >= ${DUE_DAYS} and r.order_id is null)`,
  turned: `(${isWorst} and r.is_turned)`,
  repaired: '(r.repaired_id is not null)',
  none: '(r.reason is not null)',
  all: 'true',
};
const SORTS: Readonly<Record<RankSort, string>> = {
  worse: 'r.worse',
  figure: 'r.figure',
  peer: 'r.peer',
  own: 'r.own',
  run: 'r.run',
  extra: 'r.extra',
  perDegree: 'r.per_degree',
  coverage: 'r.coverage',
  repaired: 'r.repaired_id',
};

/**
 * Return the month to show. Without a requested one it is the present month, or the last one before there are enough
 * days.
 */
function monthOf(reading: Reading, month: string | null): { month: string; isEarlier: boolean } {
  const today = reading.today();
  if (month) return { month, isEarlier: false };
  const isEarlier = Number(today.slice(8)) <= MIN_DAYS;
  return { month: (isEarlier ? addMonths(`${today.slice(0, 7)}-01`, -1) : today).slice(0, 7), isEarlier };
}

/** Return the SQL of the ranked devices that the caller may see, with their open requests, as `r`. */
async function seenRows(reading: Reading, energy: Energy, month: string, asked: Selection): Promise<Fragment> {
  const { tenantId } = reading;
  const visible = await reading.visible(device).sql();
  const open = sql`select x.device_id, max(x.id) as order_id from (${requestsIn(tenantId, OPEN_REPAIR_STATES)}) x group by 1`;
  const order = shared(asked.order);
  const conditions: Fragment[] = [];
  if (asked.modelId) conditions.push(sql`r.model_id = ${asked.modelId}`);
  if (asked.estate) conditions.push(sql`r.estate = ${asked.estate}`);
  if (asked.team) conditions.push(sql`r.team = ${asked.team}`);
  if (asked.coverage) conditions.push(raw(`r.coverage ${asked.coverage === 'full' ? '>=' : '<'} 0.95`));
  if (asked.search) {
    const part = `%${asked.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(exists (select 1 from ${householdFacts} h where h.tenant_id = t.tenant_id and h.id = t.household_id and h.name like ${part})
      or exists (select 1 from ${roomAddressFacts} a where a.tenant_id = t.tenant_id and a.id = t.room_address_id and a.full_address like ${part}))`);
  }
  const all = conditions.length ? sql` and ${joinedSql(conditions, ' and ')}` : raw('');
  return sql`select r.device_id, r.category, r.model_id, r.estate, r.team, r.figure, r.peer, r.worse, r.own, r.per_degree, r.extra, r.run, r.is_turned, r.coverage, r.reason, r.repaired_id, r.is_back, r.until, o.order_id
    from analysis_rank r join ${deviceFacts} t on t.tenant_id = r.tenant_id and t.id = r.device_id
    left join (${open}) o on o.device_id = r.device_id
    where r.tenant_id = ${tenantId} and r.energy = ${energy} and r.month = ${month} and ${raw(OF_PRESENT_FAMILY)} and ${visible}${all}
      and (${order}::text is null or (o.order_id is not null) = (${order}::text = 'with'))`;
}

interface Counted {
  readonly worst: number;
  readonly due: number;
  readonly turned: number;
  readonly repaired: number;
  readonly none: number;
  readonly all: number;
  readonly median: number | null;
  readonly ownMedian: number | null;
  readonly ordered: number;
  readonly extraSum: number;
  readonly back: number;
  readonly until: string | null;
}

const COUNTS = (Object.keys(VIEWS) as RankView[]).map(
  (view) => `count(*) filter (where ${VIEWS[view]})::int as "${view}"`,
);

/** Return the SQL of the counts of the views and of the answers in the head; medians are those of the main category. */
function countsSql(main: string): Fragment {
  const category = shared(main);
  return sql`select ${raw(COUNTS.join(', '))}, percentile_cont(0.5) within group (order by r.figure) filter (where r.reason is null and r.category = ${category}) as median,
      percentile_cont(0.5) within group (order by r.own) filter (where r.category = ${category}) as "ownMedian",
      count(*) filter (where ${raw(isWorst)} and r.order_id is not null)::int as ordered,
      coalesce(sum(r.extra) filter (where ${raw(isWorst)}), 0)::float8 as "extraSum", count(*) filter (where r.is_back)::int as back,
      to_char(max(r.until), 'YYYY-MM-DD') as until from seen r`;
}

/** Return what the ranking of a month can be filtered by: models, estates and teams of devices that the caller sees. */
export async function readRankingOptions(
  reading: Reading,
  { energy, month }: CallInputOf<typeof rankingOptions>,
): Promise<CallAnswer<typeof rankingOptions>> {
  const { sql: reader, tenantId } = reading;
  const visible = await reading.visible(device).sql();
  const distinct = async (column: string): Promise<string[]> => {
    const rows = await reader.query<{ key: string }>(
      sql`select distinct ${raw(column)}::text as key from analysis_rank r
        join ${deviceFacts} t on t.tenant_id = r.tenant_id and t.id = r.device_id
        where r.tenant_id = ${tenantId} and r.energy = ${energy} and r.month = ${month} and ${raw(OF_PRESENT_FAMILY)} and ${raw(column)}::text <> '' and ${visible} order by 1 limit ${MAX_OPTIONS}`,
    );
    return rows.map(({ key }) => key);
  };
  const models = await reader.query<{ key: string; zh: string; en: string }>(
    `select id::text as key, model_name as zh, coalesce(nullif(model_name_en, ''), model_name) as en from ${thingModelFacts} where tenant_id = $1 and id = any($2::bigint[]) order by model_name`,
    [tenantId, await distinct('r.model_id')],
  );
  return {
    models: models.map(({ key, zh, en }) => ({ key, label: [zh, en] })),
    estates: await distinct('r.estate'),
    teams: await distinct('r.team'),
  };
}

/** SQL of the shown columns of a page `p`, whose rows are `r` of the nightly table. */
const SHOWN = `r.device_id::text as id, t.device_name as name, m.model_name as model, r.category, coalesce(h.name, '') as home, coalesce(a.full_address, '') as address,
  r.figure, r.peer, r.peers, r.worse, r.own, r.per_degree as "perDegree", r.extra, r.run, to_char(r.since, 'YYYY-MM-DD') as since, r.days, r.coverage, r.guess, r.signs, r.reason,
  r.trend, f.id::text as "formId", f.repair_no as "formNo", f.repair_status as "formStatus"`;

type Line = Omit<RankingAnswer['records'][number], 'order'> & {
  readonly formId: string | null;
  readonly formNo: string | null;
  readonly formStatus: string | null;
};

/**
 * Return the counts, and a page of rows, in one statement: the devices that the caller may see are read once. The page
 * is cut before names and orders are joined.
 */
async function linesOf(
  reading: Reading,
  { energy, month }: { readonly energy: Energy; readonly month: string },
  choice: Selection,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<{ counts: Counted; lines: Line[] }> {
  const devices = reading.visible(device);
  const main = mustFind(RANK_SPECS, (spec) => spec.energy === energy).categories[0];
  const order = raw(`order by ${SORTS[choice.sort]} ${choice.direction} nulls last, r.device_id`);
  const rows = await reading.sql.query<Line & Counted>(
    sql`with seen as materialized (${await seenRows(reading, energy, month, choice)}), counts as (${countsSql(main)}),
      page as (select r.device_id, coalesce(r.order_id, r.repaired_id) as form_id, row_number() over (${order}) as place
        from seen r where ${raw(VIEWS[choice.view])} ${order} limit ${size} offset ${offset})
      select counts.*, ${raw(SHOWN)} from counts left join page p on true
      left join analysis_rank r on r.tenant_id = ${reading.tenantId} and r.energy = ${energy} and r.month = ${month} and r.device_id = p.device_id
      left join ${deviceFacts} t on t.tenant_id = r.tenant_id and t.id = r.device_id
      left join ${thingModelFacts} m on m.tenant_id = r.tenant_id and m.id = r.model_id
      left join ${householdFacts} h on h.tenant_id = t.tenant_id and h.id = t.household_id
      left join ${roomAddressFacts} a on a.tenant_id = t.tenant_id and a.id = t.room_address_id
      left join ${repairFormFacts} f on f.tenant_id = r.tenant_id and f.id = p.form_id order by p.place`,
  );
  return { counts: rows[0], lines: rows.filter(({ id }) => id !== null).map((row) => devices.present(row)) };
}

/** Return the columns of a row that are answered, without its request and without the counts. */
function shownLine({
  id,
  name,
  model,
  category,
  home,
  address,
  figure,
  peer,
  peers,
  worse,
  own,
  perDegree,
  extra,
  run,
  since,
  days,
  coverage,
  guess,
  signs,
  reason,
}: Line) {
  return {
    ...{ id, name, model, category, home, address, figure, peer, peers, worse, own, perDegree, extra, run },
    ...{ since, days, coverage, guess, signs, reason },
  };
}

const OPEN: readonly string[] = OPEN_REPAIR_STATES;

const orderOf = ({ formId, formNo, formStatus }: Line): RankingAnswer['records'][number]['order'] =>
  formId ? { id: formId, no: formNo ?? '', status: formStatus ?? '', isOpen: OPEN.includes(formStatus ?? '') } : null;

/** Return a page of the ranking of an energy, sorted and cut on the server, with the counts of its views. */
export async function readRanking(reading: Reading, energy: Energy, asked: Asked): Promise<RankingAnswer> {
  const { month, isEarlier } = monthOf(reading, asked.month);
  const { size } = asked;
  const place = { size, offset: (asked.current - 1) * size };
  const { counts, lines } = await linesOf(reading, { energy, month }, asked, place);
  const { worst, due, turned, repaired, none, all, until, median, ownMedian, ordered, extraSum, back } = counts;
  const tariff = readTariff(await reading.parameter('iot.tariff')) ?? readTariff(DEFAULT_TARIFF);
  const isElectric = mustFind(RANK_SPECS, (spec) => spec.energy === energy).used.unit === 'kWh';
  return {
    month,
    until,
    isEarlier,
    total: counts[asked.view],
    counts: { worst, due, turned, repaired, none, all },
    facts: {
      ...{ median, own: ownMedian, ordered, extra: extraSum, back },
      cost: isElectric && tariff ? extraSum * tariff.flat : null,
    },
    records: lines.map((line) => ({
      ...shownLine(line),
      trend: line.trend.slice(-TREND_DAYS).map((day) => day && day.slice(0, 2)),
      order: orderOf(line),
    })),
  };
}

/** Return the rows of the ranking as filtered and sorted, for an export. */
export async function readRankingRows(
  reading: Reading,
  asked: CallInputOf<typeof rankingExport>,
): Promise<CallAnswer<typeof rankingExport>> {
  const { month } = monthOf(reading, asked.month);
  const place = { size: MAX_EXPORT, offset: 0 };
  const { lines } = await linesOf(reading, { energy: asked.energy, month }, asked, place);
  return lines.map((line) => ({ ...shownLine(line), orderNo: line.formNo ?? '' }));
}
