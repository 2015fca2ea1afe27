import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { mustFind } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { doubtWords } from '#business/iot/history/figures/doubt-words.rules.ts';
import { readDays } from '#business/iot/history/figures/read-days.server.ts';
import { refuse } from '../refusals.ts';
import { type Energy, type EnergyPeriod } from './energies.rules.ts';
import type { EnergyAnswer, analysisCall } from './energy.calls.ts';
import { type EnergyDevice, deviceNamed, energyDevice, energyDevices } from './energy-devices.server.ts';
import { toldValue } from './joined-values.rules.ts';
import {
  type EnergyMetric,
  type MetricValues,
  indexOfGreatest,
  indoorMetrics,
  mainMetricOf,
  metricsOf,
} from './metrics.rules.ts';
import { comparedDate, dateOf, isDateOf } from './periods.rules.ts';
import { type AskedEnergy, type ToldPeriod, lastDayOf, readEnergy } from './read-energy.server.ts';
import { DEFAULT_TARIFF, readTariff } from './tariff.rules.ts';
import { type KindRelation, waterKindOf } from './water-kind.rules.ts';
import { modelRelationFacts } from '#business/platform/basics/model-relation-facts.relation.ts';

type Asked = CallInputOf<ReturnType<typeof analysisCall>>;

/**
 * Return the requested kind of an energy. The kind of water depends on the model of the first device if none is
 * requested.
 */
export async function energyKindOf(
  { sql, tenantId }: Reading,
  energy: Energy,
  wanted: string,
  devices: readonly EnergyDevice[],
): Promise<string> {
  if (energy !== 'water') return wanted;
  const relations = await sql.query<KindRelation>(
    `select model_text as "modelText", match_type as "matchType", analysis_kind as "analysisKind" from ${modelRelationFacts}
     where tenant_id = $1 and is_deleted = 0 and status = 1 order by sort, id`,
    [tenantId],
  );
  return waterKindOf(wanted, devices[0]?.modelText ?? '', relations);
}

/** Return the electricity prices from the company's parameters, or the default ones if these are invalid. */
async function pricesOf(reading: Reading): Promise<MetricValues> {
  const tariff = readTariff(await reading.parameter('iot.tariff')) ?? readTariff(DEFAULT_TARIFF)!;
  return { peakPrice: tariff.peak, flatPrice: tariff.flat, valleyPrice: tariff.valley };
}

function compareOf(text: string | null): 'prev' | 'yoy' | null {
  if (text === null || text === 'none') return null;
  if (text !== 'prev' && text !== 'yoy') throw refuse.unknownCompare();
  return text;
}

/** Return the same day in another month or year; the 28th if that month is too short. */
function sameDayIn(date: string, day: string): string {
  const other = `${date}${day.slice(date.length)}`;
  return isDateOf('day', other) ? other : `${other.slice(0, 8)}28`;
}

/**
 * Return the figures of the period to compare with. If the analysed month or year is still running, both periods end on
 * the same day. Null: no data.
 */
async function compared(
  reading: Reading,
  devices: readonly EnergyDevice[],
  query: AskedEnergy & { readonly compare: 'prev' | 'yoy' | null; readonly main: string },
  mine: ToldPeriod,
): Promise<EnergyAnswer['compare']> {
  const date = query.compare && comparedDate(query.period, query.date, query.compare);
  if (!date) return null;
  const isRunning = query.lastDay.startsWith(query.date);
  const lastDay = isRunning && query.period !== 'day' ? sameDayIn(date, query.lastDay) : query.lastDay;
  const other = await readEnergy(reading, devices, { ...query, date, lastDay });
  const metric = mustFind(query.metrics, ({ name }) => name === query.main);
  const before = other.summary[query.main] ?? null;
  const now = mine.summary[query.main] ?? null;
  if (other.told.every((one) => one === null)) return null;
  return {
    label: date,
    [query.main]: toldValue(metric, before),
    ratio: before && now !== null ? Math.round((now / before - 1) * 1000) / 1000 : null,
    summary: summaryOf(query.metrics, other.summary),
    coverage: Math.round(other.coverage * 1000) / 1000,
    buckets: other.told.map((one) => one && Math.round(one.coverage * 1000) / 1000),
    series: seriesOf(query.metrics, other),
    ...marksOf(other),
  };
}

/** Return the reasons why figures of a period are doubtful, in all and by bucket. */
const marksOf = ({ doubt, told }: ToldPeriod): Pick<EnergyAnswer['quality'], 'mark' | 'marks'> => ({
  mark: doubtWords(doubt),
  marks: told.map((one) => one && doubtWords(one.doubt)),
});

const seriesOf = (metrics: readonly EnergyMetric[], { told }: ToldPeriod): EnergyAnswer['series'] =>
  metrics.map((metric) => ({
    name: metric.name,
    zh: metric.label[0],
    en: metric.label[1],
    data: told.map((one) => toldValue(metric, one?.values[metric.name])),
  }));

const summaryOf = (metrics: readonly EnergyMetric[], values: MetricValues): Record<string, number | null> =>
  Object.fromEntries(metrics.map((metric) => [metric.name, toldValue(metric, values[metric.name])]));

/** Return the last reading of each counter within the past year, summed over the devices. */
async function lifeOf(
  reading: Reading,
  devices: readonly EnergyDevice[],
  query: AskedEnergy,
): Promise<Record<string, number | null>> {
  const life: Record<string, number> = {};
  for (const device of devices) {
    const first = `${Number(query.today.slice(0, 4)) - 1}${query.today.slice(4)}`;
    const days = await readDays(reading.sql, device, {
      first: isDateOf('day', first) ? first : `${first.slice(0, 8)}28`,
      last: query.lastDay,
      ownedSince: device.ownedSince,
    });
    for (const { identifier, kind } of device.properties) {
      if (kind !== 'counter') continue;
      const figure = days
        .map(({ figures }) => figures.columns.get(identifier)?.figures[0])
        .findLast((one) => one && one.n > 0);
      if (figure) life[identifier] = (life[identifier] ?? 0) + figure.last * (device.scales.get(identifier) ?? 1);
    }
  }
  return life;
}

/** Return the use of an energy by devices over a period, compared with another period if requested. */
export async function analyse(
  reading: Reading,
  { energy, period }: { readonly energy: Energy; readonly period: EnergyPeriod },
  input: Asked,
): Promise<EnergyAnswer> {
  const devices = await energyDevices(reading, input, energy);
  const today = reading.today();
  const date = input.date && period !== 'total' ? input.date : dateOf(period, today);
  if (!isDateOf(period, date)) throw refuse.dateMalformed();
  const compare = compareOf(input.compare);
  const kind = await energyKindOf(reading, energy, input.kind, devices);
  const metrics = metricsOf(energy, kind);
  const main = mainMetricOf(energy, kind);
  const query = {
    energy,
    period,
    date,
    metrics,
    given: await pricesOf(reading),
    lastDay: lastDayOf(period, today),
    today,
  };
  const mine = await readEnergy(reading, devices, query);
  const indoor = energy === 'air' && input.deviceId2 ? await readIndoor(reading, input.deviceId2, query) : null;
  const all = [...metrics, ...(indoor ? indoorMetrics : [])];
  const merged = indoor ? mergeTold(mine, indoor) : mine;
  const peak = indexOfGreatest(merged.told.map((one) => one?.values.maxPower ?? null));
  return {
    deviceId: input.deviceId ? devices[0].deviceId : '',
    energy,
    kind,
    period,
    date,
    main,
    unit: Object.fromEntries(all.map(({ name, unit }) => [name, unit])),
    x: merged.buckets.map(({ label }) => label),
    series: seriesOf(all, merged),
    summary: summaryOf(all, merged.summary),
    life: period === 'total' ? await lifeOf(reading, devices, query) : {},
    peakAt: peak === null ? null : merged.buckets[peak].label,
    compare: await compared(reading, devices, { ...query, compare, main }, mine),
    quality: {
      coverage: Math.round(merged.coverage * 1000) / 1000,
      estimated: merged.estimated,
      buckets: merged.told.map((one) => one && Math.round(one.coverage * 1000) / 1000),
      ...marksOf(merged),
    },
  };
}

async function readIndoor(reading: Reading, name: string, query: AskedEnergy): Promise<ToldPeriod> {
  const device = await energyDevice(reading, await deviceNamed(reading, name));
  return readEnergy(reading, [device], { ...query, metrics: indoorMetrics });
}

/** Merge the values and doubts of an indoor unit into the buckets of its outdoor unit. */
const mergeTold = (outdoor: ToldPeriod, indoor: ToldPeriod): ToldPeriod => ({
  ...outdoor,
  told: outdoor.told.map((one, at) => {
    const other = indoor.told[at];
    if (!one || !other) return one ?? other;
    return { ...one, values: { ...one.values, ...other.values }, doubt: one.doubt | other.doubt };
  }),
  doubt: outdoor.doubt | indoor.doubt,
  summary: { ...outdoor.summary, ...indoor.summary },
});
