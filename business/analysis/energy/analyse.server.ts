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

/** The kind of an energy: of water by the plate of its device, of the others as the address says. */
export async function energyKindOf(
  { sql, tenantId }: Reading,
  energy: Energy,
  asked: string,
  devices: readonly EnergyDevice[],
): Promise<string> {
  if (energy !== 'water') return asked;
  const relations = await sql.query<KindRelation>(
    `select model_text as "modelText", match_type as "matchType", analysis_kind as "analysisKind" from ${modelRelationFacts}
     where tenant_id = $1 and is_deleted = 0 and status = 1 order by sort, id`,
    [tenantId],
  );
  return waterKindOf(asked, devices[0]?.modelText ?? '', relations);
}

/** Prices of electricity, which costs are derived from. */
async function pricesOf(reading: Reading): Promise<MetricValues> {
  const tariff = readTariff(await reading.parameter('iot.tariff')) ?? readTariff(DEFAULT_TARIFF)!;
  return { peakPrice: tariff.peak, flatPrice: tariff.flat, valleyPrice: tariff.valley };
}

function compareOf(text: string | null): 'prev' | 'yoy' | null {
  if (text === null || text === 'none') return null;
  if (text !== 'prev' && text !== 'yoy') throw refuse.unknownCompare();
  return text;
}

/** The day of another period that stands where this one stands in its own; the last of a shorter month. */
function sameDayIn(date: string, day: string): string {
  const other = `${date}${day.slice(date.length)}`;
  return isDateOf('day', other) ? other : `${other.slice(0, 8)}28`;
}

/** The same part of the period that is compared with. Null: nothing was told then. */
async function compared(
  reading: Reading,
  devices: readonly EnergyDevice[],
  asked: AskedEnergy & { readonly compare: 'prev' | 'yoy' | null; readonly main: string },
  mine: ToldPeriod,
): Promise<EnergyAnswer['compare']> {
  const date = asked.compare && comparedDate(asked.period, asked.date, asked.compare);
  if (!date) return null;
  const isRunning = asked.lastDay.startsWith(asked.date);
  const lastDay = isRunning && asked.period !== 'day' ? sameDayIn(date, asked.lastDay) : asked.lastDay;
  const other = await readEnergy(reading, devices, { ...asked, date, lastDay });
  const metric = mustFind(asked.metrics, ({ name }) => name === asked.main);
  const before = other.summary[asked.main] ?? null;
  const now = mine.summary[asked.main] ?? null;
  if (other.told.every((one) => one === null)) return null;
  return {
    label: date,
    [asked.main]: toldValue(metric, before),
    ratio: before && now !== null ? Math.round((now / before - 1) * 1000) / 1000 : null,
    summary: summaryOf(asked.metrics, other.summary),
    coverage: Math.round(other.coverage * 1000) / 1000,
    buckets: other.told.map((one) => one && Math.round(one.coverage * 1000) / 1000),
    series: seriesOf(asked.metrics, other),
    ...marksOf(other),
  };
}

/** Why figures of a period are marked: of the whole, and bucket by bucket. */
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

/** What the counters of the devices show by now. */
async function lifeOf(
  reading: Reading,
  devices: readonly EnergyDevice[],
  asked: AskedEnergy,
): Promise<Record<string, number | null>> {
  const life: Record<string, number> = {};
  for (const device of devices) {
    const first = `${Number(asked.today.slice(0, 4)) - 1}${asked.today.slice(4)}`;
    const days = await readDays(reading.sql, device, {
      first: isDateOf('day', first) ? first : `${first.slice(0, 8)}28`,
      last: asked.lastDay,
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

/** What devices used of an energy over a period. */
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
  const asked = {
    energy,
    period,
    date,
    metrics,
    given: await pricesOf(reading),
    lastDay: lastDayOf(period, today),
    today,
  };
  const mine = await readEnergy(reading, devices, asked);
  const indoor = energy === 'air' && input.deviceId2 ? await readIndoor(reading, input.deviceId2, asked) : null;
  const all = [...metrics, ...(indoor ? indoorMetrics : [])];
  const told = indoor ? mergeTold(mine, indoor) : mine;
  const peak = indexOfGreatest(told.told.map((one) => one?.values.maxPower ?? null));
  return {
    deviceId: input.deviceId ? devices[0].deviceId : '',
    energy,
    kind,
    period,
    date,
    main,
    unit: Object.fromEntries(all.map(({ name, unit }) => [name, unit])),
    x: told.buckets.map(({ label }) => label),
    series: seriesOf(all, told),
    summary: summaryOf(all, told.summary),
    life: period === 'total' ? await lifeOf(reading, devices, asked) : {},
    peakAt: peak === null ? null : told.buckets[peak].label,
    compare: await compared(reading, devices, { ...asked, compare, main }, mine),
    quality: {
      coverage: Math.round(told.coverage * 1000) / 1000,
      estimated: told.estimated,
      buckets: told.told.map((one) => one && Math.round(one.coverage * 1000) / 1000),
      ...marksOf(told),
    },
  };
}

async function readIndoor(reading: Reading, name: string, asked: AskedEnergy): Promise<ToldPeriod> {
  const device = await energyDevice(reading, await deviceNamed(reading, name));
  return readEnergy(reading, [device], { ...asked, metrics: indoorMetrics });
}

/** The outdoor unit with what its indoor unit tells beside. */
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
