import { lastOf } from '#kernel/language/must.ts';
import type { EnergyMetric, MetricValues } from './metrics.rules.ts';

const joiners: Readonly<Record<EnergyMetric['join'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((all, value) => all + value, 0),
  mean: (values) => values.reduce((all, value) => all + value, 0) / values.length,
  max: (values) => Math.max(...values),
  last: (values) => lastOf(values),
};

/** Several buckets or devices as one; null where none of them told it. `given`: what metrics may be derived from besides. */
export function joinValues(
  metrics: readonly EnergyMetric[],
  all: readonly MetricValues[],
  given: MetricValues = {},
): MetricValues {
  const joined: Record<string, number | null> = { ...given };
  for (const { name, join, derive } of metrics) {
    if (derive) continue;
    const known = all.flatMap((one) => one[name] ?? []);
    joined[name] = known.length > 0 ? joiners[join](known) : null;
  }
  for (const { name, derive } of metrics) if (derive) joined[name] = derive(joined);
  return joined;
}

/** A number as it is told: with the decimals of its metric. */
export const toldValue = (
  { decimals }: Pick<EnergyMetric, 'decimals'>,
  value: number | null | undefined,
): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.round(value * 10 ** Math.max(decimals, 2)) / 10 ** Math.max(decimals, 2);
