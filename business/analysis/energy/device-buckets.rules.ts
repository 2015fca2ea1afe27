import { type DayFigures, type Figure, joinFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { DOUBT } from '#business/iot/history/figures/growth.rules.ts';
import type { BucketFigures, HourFigures, EnergyMetric, MetricValues } from './metrics.rules.ts';
import type { PeriodBucket } from './periods.rules.ts';

/** Figures of a device's day: one per hour, or one for the whole day. */
export interface DayOf {
  readonly day: string;
  readonly figures: DayFigures;
}

/** Data with which figures of a device are computed: unit factors by property, and report interval in seconds. */
export interface BucketDevice {
  readonly scales: ReadonlyMap<string, number>;
  readonly intervalSec: number;
}

/** Metric values of one bucket, of one device or joined over several. */
export interface ToldBucket {
  readonly values: MetricValues;
  /** Share of the passed time with data, 0 to 1. */ readonly coverage: number;
  readonly isEstimated: boolean;
  /** Reasons why a counter is doubtful, as bits of `DOUBT`. */ readonly doubt: number;
}

const DUE_PER_HOUR = 4;
const HOURS_PER_DAY = 24;

/**
 * Return the hours with data. A quarter of an hour without a message counts as missing, or the reporting interval if
 * that is longer.
 */
function coveredHours(days: readonly DayOf[], intervalSec: number, hour: number | undefined): number {
  const due = Math.min(DUE_PER_HOUR, 3600 / intervalSec);
  let covered = 0;
  for (const { figures } of days) {
    const isWhole = figures.counts.length === 1;
    const counts = hour === undefined ? figures.counts : [figures.counts[hour] ?? 0];
    for (const count of counts) covered += Math.min(isWhole ? HOURS_PER_DAY : 1, count / due);
  }
  return covered;
}

function figureIn(days: readonly DayOf[], identifier: string, hour: number | undefined): Figure | null {
  return joinFigures(
    days.flatMap(({ figures }): (Figure | null)[] => {
      const column = figures.columns.get(identifier);
      if (!column) return [];
      return hour === undefined ? [...column.figures] : [column.figures[hour] ?? null];
    }),
  );
}

const hoursIn = (days: readonly DayOf[], hour: number | undefined): HourFigures[] | null =>
  days.some(({ figures }) => figures.counts.length === 1)
    ? null
    : days.flatMap(({ figures }) =>
        figures.counts.flatMap((count, at) =>
          count > 0 && (hour === undefined || hour === at)
            ? [{ hour: at, of: (identifier: string) => figures.columns.get(identifier)?.figures[at] ?? null }]
            : [],
        ),
      );

/**
 * Return the metric values of a device in each bucket; null without data. `hoursOf` returns the hours of a bucket that
 * have passed.
 */
export function tellBuckets(
  { scales, intervalSec }: BucketDevice,
  metrics: readonly EnergyMetric[],
  buckets: readonly PeriodBucket[],
  { days, hoursOf }: { readonly days: readonly DayOf[]; readonly hoursOf: (bucket: PeriodBucket) => number },
): (ToldBucket | null)[] {
  return buckets.map((bucket) => {
    const mine = days.filter(({ day }) => day >= bucket.first && day <= bucket.last);
    const covered = coveredHours(mine, intervalSec, bucket.hour);
    if (covered === 0) return null;
    let doubt = 0;
    const figures: BucketFigures = {
      of: (identifier) => {
        const figure = figureIn(mine, identifier, bucket.hour);
        doubt |= figure?.doubt ?? 0;
        return figure;
      },
      scaleOf: (identifier) => scales.get(identifier) ?? 1,
      coveredHours: covered,
      hours: hoursIn(mine, bucket.hour),
    };
    const values = Object.fromEntries(metrics.flatMap(({ name, of }) => (of ? [[name, of(figures)] as const] : [])));
    return {
      values,
      coverage: Math.min(1, covered / Math.max(1, hoursOf(bucket))),
      isEstimated: (doubt & (DOUBT.estimated | DOUBT.refused)) !== 0,
      doubt,
    };
  });
}

/** Return the properties that metrics read, found by running each metric on figures that record the names. */
export function propertiesRead(metrics: readonly EnergyMetric[]): ReadonlySet<string> {
  const names = new Set<string>();
  const of = (identifier: string): null => {
    names.add(identifier);
    return null;
  };
  const hours = [{ hour: 0, of }];
  for (const metric of metrics) metric.of?.({ of, scaleOf: () => 1, coveredHours: 0, hours });
  return names;
}
