import { addDays, addMonths, daysFrom } from '#kernel/language/days.ts';
import { lastOf, mustGet } from '#kernel/language/must.ts';
import type { Context, WorkSteps } from '#kernel/server';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { degreeBase } from '../compare/degree-days.server.ts';
import { daysOver, yearBefore } from '../compare/month-days.rules.ts';
import { degreesBelow } from '../compare/quartiles.rules.ts';
import { type Symptoms, guessOf, rankSigns } from './guess.rules.ts';
import {
  type ComparedDay,
  type RankDay,
  type RankedDevice,
  WORSE,
  againstOwn,
  compareDays,
  monthRank,
  similarTo,
  worseBy,
} from './month-rank.rules.ts';
import {
  type PlacedDevice,
  type ReadDevice,
  type Repaired,
  devicesToRank,
  readRankDays,
  repairedDevices,
} from './rank-devices.server.ts';
import { RANK_SPECS, type RankSpec } from './rank-spec.rules.ts';

const READ_AT_ONCE = 200;
const WRITE_AT_ONCE = 50;
/** Days of last year around the same days, for a comparison at the same temperature. */
const AROUND_DAYS = 30;
/** Until this day of a month, late messages may still change the month before. */
const LATE_DAY = 7;

interface Night {
  readonly month: string;
  readonly days: readonly string[];
  readonly earlier: readonly string[];
  readonly base: number;
  readonly repaired: ReadonlyMap<string, Repaired>;
}

/** A device with the days that others are compared with. */
type Known = RankedDevice & { readonly of: PlacedDevice; readonly read: ReadDevice };

const batches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const rounded = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 10_000) / 10_000;

/** Return the mean outdoor temperature of each day, over the devices of a city that measure it. */
const outdoorByDay = (group: readonly Known[], days: readonly string[]): (number | null)[] =>
  days.map((_, at) => {
    const values = group.flatMap((one) => one.days[at]?.outdoor ?? []);
    return values.length ? values.reduce((all, value) => all + value, 0) / values.length : null;
  });

function perDegreeOf(
  { used }: RankSpec,
  days: readonly (RankDay | null)[],
  outdoor: readonly (number | null)[],
  base: number,
): number | null {
  let [amount, degrees] = [0, 0];
  days.forEach((day, at) => {
    const cold = day?.outdoor ?? outdoor[at];
    if (!day || cold === null) return;
    amount += day[used.of] * used.factor;
    degrees += degreesBelow(cold, base);
  });
  return degrees >= 1 ? amount / degrees : null;
}

/** Did a repair bring the device back to similar homes? Null: no comparable day since. */
function isBack(spec: RankSpec, days: readonly string[], compared: readonly (ComparedDay | null)[], since: string) {
  const after = compared.flatMap((one, at) =>
    one?.middle && days[at] > since ? worseBy(spec.good, one.value, one.middle) : [],
  );
  return after.length ? after.reduce((all, one) => all + one, 0) / after.length <= WORSE : null;
}

/** Evidence on a device that is worse than similar ones: its bad days beside those before, or beside similar ones. */
function evidenceOf(one: Known, peers: readonly Known[], since: number | null) {
  const at = since ?? 0;
  const some = (list: readonly (Symptoms | null)[]): Symptoms[] => list.filter((day) => day !== null);
  const { symptoms } = one.read;
  return rankSigns(
    some(symptoms.slice(at)),
    some(symptoms.slice(0, at)),
    peers.flatMap(({ read }) => some(read.symptoms.slice(-1))),
  );
}

interface Group {
  readonly spec: RankSpec;
  readonly sorted: readonly Known[];
  readonly outdoor: readonly (number | null)[];
}

/** Compute the stored row of a device. */
function rowOf(one: Known, before: readonly (RankDay | null)[], { spec, sorted, outdoor }: Group, night: Night) {
  const peers = similarTo(one, sorted) as Known[];
  const compared = compareDays(one, peers);
  const rank = monthRank(one, compared, { good: spec.good, used: spec.used.of });
  const earlier = before.filter((day) => day !== null);
  const own = againstOwn(one.days, earlier, spec);
  const isBad = rank.worse !== null && rank.worse > WORSE;
  const signs = isBad && spec.energy === 'heat' ? evidenceOf(one, peers, rank.since) : [];
  const repaired = night.repaired.get(one.id);
  return {
    device_id: one.id,
    category: one.of.category,
    model_id: one.of.modelId,
    estate: one.of.estate,
    team: one.of.team,
    figure: rounded(rank.figure),
    peer: rounded(rank.peer),
    peers: peers.length,
    worse: rounded(rank.worse),
    own: rounded(own),
    per_degree: spec.energy === 'heat' ? rounded(perDegreeOf(spec, one.days, outdoor, night.base)) : null,
    extra: rank.extra === null ? null : rounded(rank.extra * spec.used.factor),
    run: rank.run,
    since: rank.since === null ? null : night.days[rank.since],
    is_turned: rank.isTurned,
    days: rank.days,
    coverage: Math.round(one.read.coverage * 1000) / 1000,
    guess: guessOf(signs, rank.worse, own),
    signs,
    reason: rank.reason,
    trend: compared.map(
      (day) => day && [day.value, day.middle, day.lower, day.upper, day.outdoor].map((value) => rounded(value)),
    ),
    repaired_id: repaired?.id ?? null,
    is_back: repaired ? isBack(spec, night.days, compared, repaired.day) : null,
  };
}

const WRITE = `insert into analysis_rank (tenant_id, energy, month, until, device_id, category, model_id, estate, team, figure, peer, peers, worse, own, per_degree, extra, run, since, is_turned, days, coverage, guess, signs, reason, trend, repaired_id, is_back)
  select $1, $2, $3, $4::date, r.device_id, r.category, r.model_id, r.estate, r.team, r.figure, r.peer, r.peers, r.worse, r.own, r.per_degree, r.extra, r.run, r.since, r.is_turned, r.days, r.coverage, r.guess, r.signs, r.reason, r.trend, r.repaired_id, r.is_back
  from jsonb_to_recordset($5::jsonb) as r(device_id bigint, category text, model_id bigint, estate text, team text, figure float8, peer float8, peers int, worse float8, own float8,
    per_degree float8, extra float8, run int, since date, is_turned boolean, days int, coverage float8, guess text, signs jsonb, reason text, trend jsonb, repaired_id bigint, is_back boolean)
  on conflict (tenant_id, energy, month, device_id) do update set until = excluded.until, category = excluded.category, model_id = excluded.model_id, estate = excluded.estate, team = excluded.team, figure = excluded.figure, peer = excluded.peer, peers = excluded.peers, worse = excluded.worse, own = excluded.own, per_degree = excluded.per_degree, extra = excluded.extra, run = excluded.run, since = excluded.since, is_turned = excluded.is_turned, days = excluded.days, coverage = excluded.coverage, guess = excluded.guess, signs = excluded.signs, reason = excluded.reason, trend = excluded.trend, repaired_id = excluded.repaired_id, is_back = excluded.is_back`;

async function writeRows(
  { sql, tenantId }: Context,
  { energy }: RankSpec,
  { month, days }: Night,
  rows: readonly unknown[],
): Promise<void> {
  await sql.query(WRITE, [tenantId, energy, month, lastOf(days), JSON.stringify(rows)]);
}

/** Rank the devices of a category in a city. */
async function rankGroup({ step }: WorkSteps, spec: RankSpec, devices: readonly PlacedDevice[], night: Night) {
  const group: Known[] = [];
  const isSymptoms = spec.energy === 'heat';
  for (const some of batches(devices, READ_AT_ONCE)) {
    const read = await step((context) => readRankDays(context, some, { spec, days: night.days, isSymptoms }));
    for (const of of some) {
      const mine = mustGet(read, of.id);
      group.push({ id: of.id, area: of.city ? of.area : null, days: mine.days, of, read: mine });
    }
  }
  const placed = group.filter(({ area }) => area !== null && area > 0);
  const sorted = placed.toSorted((one, other) => (one.area ?? 0) - (other.area ?? 0));
  const all: Group = { spec, sorted, outdoor: outdoorByDay(group, night.days) };
  for (const some of batches(group, WRITE_AT_ONCE))
    await step(async (context) => {
      const of = some.map((one) => one.of);
      const before = await readRankDays(context, of, { spec, days: night.earlier, isSymptoms: false });
      const rows = some.map((one) => rowOf(one, before.get(one.id)?.days ?? [], all, night));
      await writeRows(context, spec, night, rows);
    });
}

async function rankMonth(steps: WorkSteps, month: string): Promise<void> {
  const night = await steps.step(async (context): Promise<Night> => {
    const days = daysOver(month, context.today());
    const earlier = yearBefore(days);
    return {
      month,
      days,
      earlier: earlier.length ? daysFrom(addDays(earlier[0], -AROUND_DAYS), addDays(lastOf(earlier), AROUND_DAYS)) : [],
      base: await degreeBase(context),
      repaired: await repairedDevices(context),
    };
  });
  if (night.days.length === 0) return;
  const ranked: string[] = [];
  for (const spec of RANK_SPECS) {
    const devices = await steps.step((context) => devicesToRank(context, spec));
    ranked.push(...devices.map(({ id }) => id));
    const groups = Map.groupBy(devices, ({ category, city }) => `${category} ${city}`);
    for (const group of groups.values()) await rankGroup(steps, spec, group, night);
  }
  // Devices that left their home are no longer ranked.
  await steps.step((context) =>
    context.sql.query(
      'delete from analysis_rank where tenant_id = $1 and month = $2 and device_id <> all($3::bigint[])',
      [context.tenantId, month, ranked],
    ),
  );
}

/** Nightly: rank the devices of this month, and of the last one while late messages may change it. */
export async function rankNight(steps: WorkSteps): Promise<void> {
  const today = await steps.step(async (context) => context.today());
  const month = today.slice(0, 7);
  const before = addMonths(`${month}-01`, -1).slice(0, 7);
  const hasBefore = await steps.step(async ({ sql, tenantId }) => {
    const rows = await sql.query('select 1 from analysis_rank where tenant_id = $1 and month = $2 limit 1', [
      tenantId,
      before,
    ]);
    return rows.length > 0;
  });
  if (!hasBefore || Number(today.slice(8)) <= LATE_DAY) await rankMonth(steps, before);
  await rankMonth(steps, month);
}

/** Rank devices soon after a start, if no night has done so and there are some. */
export async function rankFirst(steps: WorkSteps): Promise<void> {
  const isDue = await steps.step(async ({ sql, tenantId }) => {
    const rows = await sql.query(
      `select 1 from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
       where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null and m.category = any($2::text[])
         and not exists (select 1 from analysis_rank r where r.tenant_id = $1) limit 1`,
      [tenantId, RANK_SPECS.flatMap(({ categories }) => categories)],
    );
    return rows.length > 0;
  });
  if (isDue) await rankNight(steps);
}
