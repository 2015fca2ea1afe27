import type { SchemaAttribute } from '../../models/model-schema.rules.ts';

/** Return the counters among properties whose values are stored in history. */
export const countersOf = (properties: readonly SchemaAttribute[]): readonly SchemaAttribute[] =>
  properties.filter((one) => one.aggregation === 'counter' && (one.storage ?? 'history') === 'history');

/**
 * Return the main counter of a meter: the one on wall displays, else one that does not count time, else the first.
 * Null: none.
 */
export function mainCounter(properties: readonly SchemaAttribute[]): SchemaAttribute | null {
  const counters = countersOf(properties);
  const isTime = ({ unit }: SchemaAttribute): boolean => unit === 'min' || unit === 'h';
  return counters.find((one) => one.screen) ?? counters.find((one) => !isTime(one)) ?? counters[0] ?? null;
}
