import { lastOf } from '#kernel/language/must.ts';
import type { EnergyMetric, MetricValues } from './metrics.rules.ts';

const joiners: Readonly<Record<EnergyMetric['join'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((all, value) => all + value, 0),
  mean: (values) => values.reduce((all, value) => all + value, 0) / values.length,
  max: (values) => Math.max(...values),
  last: (values) => lastOf(values),
};

/**
 * Join the metric values of several buckets or devices; null where none has data. `given` are further inputs of derived
 * metrics, e.g. prices.
 */
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

/** Round a value to the decimals of its metric, but to at least two; null: unknown. */
export const toldValue = (
  { decimals }: Pick<EnergyMetric, 'decimals'>,
  value: number | null | undefined,
): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.round(value * 10 ** Math.max(decimals, 2)) / 10 ** Math.max(decimals, 2);
