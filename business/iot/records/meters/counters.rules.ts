import type { SchemaAttribute } from '../../models/model-schema.rules.ts';

/** The counters of a model whose history is stored. */
export const countersOf = (properties: readonly SchemaAttribute[]): readonly SchemaAttribute[] =>
  properties.filter((one) => one.aggregation === 'counter' && (one.storage ?? 'history') === 'history');

/** What its meter is read by: the counter shown on wall displays, else one in another unit than time, else the first. */
export function mainCounter(properties: readonly SchemaAttribute[]): SchemaAttribute | null {
  const counters = countersOf(properties);
  const isTime = ({ unit }: SchemaAttribute): boolean => unit === 'min' || unit === 'h';
  return counters.find((one) => one.screen) ?? counters.find((one) => !isTime(one)) ?? counters[0] ?? null;
}
