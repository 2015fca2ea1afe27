import { NIGHT_HOURS } from '../night/night-run.rules.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Figure } from '#business/iot/history/figures/day-figures.rules.ts';
import type { Energy, WaterKind } from './energies.rules.ts';

/** Figures of a device in a bucket, by property. */
export interface BucketFigures {
  of(identifier: string): Figure | null;
  /** Return the factor from the unit of a property to that of answers: m³ to L, kW to W. */
  scaleOf(identifier: string): number;
  /** Number of hours with data. */ readonly coveredHours: number;
  /** Figures of each hour with data; null: only whole days were read. */ readonly hours: readonly HourFigures[] | null;
}

/** Figures of one hour, by property. */
export interface HourFigures {
  /** 0 to 23, in the time zone of the company. */ readonly hour: number;
  of(identifier: string): Figure | null;
}

export type MetricValues = Readonly<Record<string, number | null>>;

/** A metric of an energy. It is computed by `of` from a device's figures, or by `derive` from other metrics. */
export interface EnergyMetric {
  readonly name: string;
  readonly label: Label;
  readonly unit: string;
  readonly decimals: number;
  /** How the values of several buckets or devices become one. */
  readonly join: 'sum' | 'mean' | 'max' | 'last';
  readonly of?: (bucket: BucketFigures) => number | null;
  /** Computes the metric from joined metrics, since a ratio of sums differs from a mean of ratios. */
  readonly derive?: (values: MetricValues) => number | null;
}

type Spec = Pick<EnergyMetric, 'name' | 'label' | 'unit'> & { readonly decimals?: number };

const grown = (spec: Spec, identifier: string): EnergyMetric => ({
  decimals: 1,
  ...spec,
  join: 'sum',
  of: (bucket) => scaled(bucket, identifier, (figure) => figure.delta),
});

const mean = (spec: Spec, identifier: string): EnergyMetric => ({
  decimals: 1,
  ...spec,
  join: 'mean',
  of: (bucket) => scaled(bucket, identifier, (figure) => (figure.n > 0 ? figure.sum / figure.n : null)),
});

const used = (spec: Spec, identifier: string): EnergyMetric => ({
  decimals: 0,
  ...spec,
  join: 'last',
  of: (bucket) => {
    const figure = bucket.of(identifier);
    return figure && figure.n > 0 ? 100 - figure.last : null;
  },
});

const started = (spec: Spec, identifier: string): EnergyMetric => ({
  decimals: 0,
  ...spec,
  join: 'sum',
  of: (bucket) => bucket.of(identifier)?.starts ?? null,
});

const derived = (spec: Spec, derive: NonNullable<EnergyMetric['derive']>): EnergyMetric => ({
  decimals: 2,
  ...spec,
  join: 'last',
  derive,
});

function scaled(bucket: BucketFigures, identifier: string, read: (figure: Figure) => number | null): number | null {
  const figure = bucket.of(identifier);
  const value = figure && read(figure);
  return value === null ? null : value * bucket.scaleOf(identifier);
}

const ratio = (above: number | null | undefined, below: number | null | undefined): number | null =>
  above === null || above === undefined || !below ? null : above / below;

/** Kilogrammes of salt per regeneration of a softener with 25 L of resin (data sheet of the maker). */
const SALT_PER_REGENERATION = 2.5;
/** Largest difference between room and target temperature that counts as comfortable (℃). */
const COMFORT = 1;

const power = grown({ name: 'power', label: ['用电', 'Electricity'], unit: 'kWh' }, 'totalEnergy');
const runMin = grown({ name: 'runMin', label: ['运行', 'Running'], unit: 'min', decimals: 0 }, 'runMinutes');

const nightSum = ({ hours }: BucketFigures, identifier: string): number | null => {
  const night = hours?.filter(({ hour }) => NIGHT_HOURS.includes(hour)) ?? [];
  const known = night.flatMap((one) => one.of(identifier)?.delta ?? []);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
};

const heat: readonly EnergyMetric[] = [
  grown({ name: 'heat', label: ['供热', 'Heat'], unit: 'kWh' }, 'totalHeat'),
  power,
  derived({ name: 'cop', label: ['能效', 'COP'], unit: '' }, (values) => ratio(values.heat, values.power)),
  mean({ name: 'avgOutlet', label: ['平均出水', 'Mean outlet'], unit: '℃' }, 'outletTemp'),
  mean({ name: 'avgInlet', label: ['平均回水', 'Mean inlet'], unit: '℃' }, 'inletTemp'),
  mean({ name: 'avgAmbient', label: ['平均室外', 'Mean outdoors'], unit: '℃' }, 'ambientTemp'),
  runMin,
  started({ name: 'defrostCount', label: ['除霜', 'Defrosts'], unit: '' }, 'defrosting'),
];

const fresh: readonly EnergyMetric[] = [
  {
    name: 'airVolume',
    label: ['送风量', 'Air supplied'],
    unit: 'm³',
    decimals: 0,
    join: 'sum',
    of: (bucket) => {
      const figure = bucket.of('airVolume');
      return figure && figure.n > 0 ? (figure.sum / figure.n) * bucket.coveredHours : null;
    },
  },
  power,
  runMin,
  mean({ name: 'avgCo2', label: ['平均 CO₂', 'Mean CO₂'], unit: 'ppm', decimals: 0 }, 'co2'),
  mean({ name: 'avgPm25In', label: ['室内 PM2.5', 'PM2.5 indoors'], unit: 'μg/m³' }, 'indoorPm25'),
  mean({ name: 'avgPm25Out', label: ['室外 PM2.5', 'PM2.5 outdoors'], unit: 'μg/m³' }, 'outdoorPm25'),
  derived(
    { name: 'purifyRate', label: ['净化率', 'Dust captured'], unit: '%', decimals: 1 },
    ({ avgPm25In, avgPm25Out }) => {
      const left = ratio(avgPm25In, avgPm25Out);
      return left === null ? null : (1 - left) * 100;
    },
  ),
  used({ name: 'filterUsed', label: ['滤网已用', 'Filter used'], unit: '%' }, 'filterPercent'),
];

const soft: readonly EnergyMetric[] = [
  grown({ name: 'water', label: ['用水', 'Water'], unit: 'L', decimals: 0 }, 'totalWater'),
  grown({ name: 'regenCount', label: ['再生', 'Regenerations'], unit: '', decimals: 0 }, 'regenCount'),
  derived({ name: 'saltUse', label: ['用盐', 'Salt'], unit: 'kg', decimals: 1 }, ({ regenCount }) =>
    regenCount === null ? null : regenCount * SALT_PER_REGENERATION,
  ),
  mean({ name: 'avgHardness', label: ['平均硬度', 'Mean hardness'], unit: 'mg/L' }, 'hardnessOut'),
  {
    name: 'nightUse',
    label: ['夜间用水', 'Water at night'],
    unit: 'L',
    decimals: 0,
    join: 'sum',
    of: (bucket) => {
      const sum = nightSum(bucket, 'totalWater');
      return sum === null ? null : sum * bucket.scaleOf('totalWater');
    },
  },
];

const purified: readonly EnergyMetric[] = [
  grown({ name: 'pure', label: ['净水', 'Pure water'], unit: 'L' }, 'pureWater'),
  grown({ name: 'waste', label: ['废水', 'Waste water'], unit: 'L' }, 'wasteWater'),
  derived({ name: 'recovery', label: ['回收率', 'Recovery'], unit: '%', decimals: 1 }, ({ pure, waste }) => {
    const share = pure === null || waste === null ? null : ratio(pure, pure + waste);
    return share === null ? null : share * 100;
  }),
  mean({ name: 'avgTdsIn', label: ['进水 TDS', 'TDS before'], unit: 'mg/L' }, 'tdsIn'),
  mean({ name: 'avgTdsOut', label: ['出水 TDS', 'TDS after'], unit: 'mg/L' }, 'tdsOut'),
  derived({ name: 'rejection', label: ['脱盐率', 'Rejection'], unit: '%', decimals: 1 }, ({ avgTdsIn, avgTdsOut }) => {
    const left = ratio(avgTdsOut, avgTdsIn);
    return left === null ? null : (1 - left) * 100;
  }),
  ...[1, 2, 3, 4].map((n) =>
    used({ name: `filter${n}Used`, label: [`滤芯${n} 已用`, `Filter ${n} used`], unit: '%' }, `filter${n}Percent`),
  ),
  started({ name: 'flushCount', label: ['冲洗', 'Flushes'], unit: '' }, 'flushState'),
];

const ammeter: readonly EnergyMetric[] = [
  grown({ name: 'energy', label: ['用电', 'Electricity'], unit: 'kWh' }, 'totalEnergy'),
  grown({ name: 'peak', label: ['峰', 'Peak'], unit: 'kWh' }, 'peakEnergy'),
  grown({ name: 'flat', label: ['平', 'Flat'], unit: 'kWh' }, 'flatEnergy'),
  grown({ name: 'valley', label: ['谷', 'Valley'], unit: 'kWh' }, 'valleyEnergy'),
  derived(
    { name: 'cost', label: ['电费', 'Cost'], unit: '元' },
    ({ peak, flat, valley, peakPrice, flatPrice, valleyPrice }) =>
      [peak, flat, valley, peakPrice, flatPrice, valleyPrice].some((one) => one === null || one === undefined)
        ? null
        : peak! * peakPrice! + flat! * flatPrice! + valley! * valleyPrice!,
  ),
  {
    name: 'maxPower',
    label: ['最大功率', 'Peak power'],
    unit: 'W',
    decimals: 0,
    join: 'max',
    of: (bucket) => scaled(bucket, 'power', (figure) => (figure.n > 0 ? figure.max : null)),
  },
  mean({ name: 'avgPowerFactor', label: ['平均功率因数', 'Mean power factor'], unit: '', decimals: 2 }, 'powerFactor'),
  {
    name: 'standby',
    label: ['夜间待机', 'Standby at night'],
    unit: 'W',
    decimals: 0,
    join: 'mean',
    // The lowest hourly mean of a night. Short loads such as a kettle drop out, while a fridge that starts every hour
    // counts as standby.
    of: ({ hours, scaleOf }) => {
      const means = (hours ?? []).flatMap((one) => {
        const figure = NIGHT_HOURS.includes(one.hour) ? one.of('power') : null;
        return figure && figure.n > 0 ? (figure.sum / figure.n) * scaleOf('power') : [];
      });
      return means.length > 0 ? Math.min(...means) : null;
    },
  },
];

/** Metrics of the outdoor unit. */
const air: readonly EnergyMetric[] = [
  power,
  runMin,
  mean({ name: 'avgOutdoor', label: ['平均室外', 'Mean outdoors'], unit: '℃' }, 'outTemp'),
];

/** Metrics of the indoor unit, added to those of its outdoor unit. */
export const indoorMetrics: readonly EnergyMetric[] = [
  {
    name: 'indoorRunMin',
    label: ['内机运行', 'Indoor unit running'],
    unit: 'min',
    decimals: 0,
    join: 'sum',
    of: (bucket) => {
      const figure = bucket.of('powerSwitch');
      return figure && figure.onSec / 60;
    },
  },
  mean({ name: 'avgRoomTemp', label: ['平均室温', 'Mean room temperature'], unit: '℃' }, 'roomTemp'),
  mean({ name: 'avgSetTemp', label: ['平均设定', 'Mean set point'], unit: '℃' }, 'setTemp'),
  {
    name: 'comfort',
    label: ['舒适', 'Comfortable'],
    unit: '%',
    decimals: 0,
    join: 'mean',
    of: ({ hours }) => {
      const gaps = (hours ?? []).flatMap((one) => {
        const [room, wanted] = [one.of('roomTemp'), one.of('setTemp')];
        return room?.n && wanted?.n ? Math.abs(room.sum / room.n - wanted.sum / wanted.n) : [];
      });
      return gaps.length > 0 ? (gaps.filter((gap) => gap <= COMFORT).length / gaps.length) * 100 : null;
    },
  },
];

/** Return the metrics of an energy, for water by its kind. */
export function metricsOf(energy: Energy, kind: WaterKind | string): readonly EnergyMetric[] {
  if (energy === 'water') return kind === 'soft' ? soft : purified;
  return { heat, fresh, ammeter, air }[energy];
}

/** Return the name of the metric that the chart, the comparison and the findings use. */
export const mainMetricOf = (energy: Energy, kind: WaterKind | string): string =>
  energy === 'heat' || energy === 'air' || energy === 'fresh'
    ? 'power'
    : energy === 'ammeter'
      ? 'energy'
      : kind === 'soft'
        ? 'water'
        : 'pure';

/** Return the index of the greatest value; null if all are null. */
export function indexOfGreatest(values: readonly (number | null)[]): number | null {
  let found: number | null = null;
  values.forEach((value, at) => {
    if (value !== null && (found === null || value > values[found]!)) found = at;
  });
  return found;
}
