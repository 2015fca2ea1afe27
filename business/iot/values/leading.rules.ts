import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { isNumericProperty, unitOf } from './value-words.rules.ts';

/** Number of values shown for a device in a list. */
const MOST = 2;

/** Return how important a property is in a list: those for wall display, curves and alarms are first, settings last. */
const weightOf = (one: SchemaAttribute): number =>
  (one.screen ? 8 : 0) +
  (one.alarmable ? 2 : 0) +
  (one.chart ? 4 : 0) +
  (isNumericProperty(one) ? 1 : 0) -
  (one.setting ? 6 : 0) -
  (one.aggregation === 'counter' ? 2 : 0);

const POWER = new Set(['W', 'kW']);

/**
 * Return the one or two most important properties of a device. The second is preferably its power, which shows whether
 * the machine runs.
 */
export function leadingOf(attributes: readonly SchemaAttribute[]): SchemaAttribute[] {
  const ranked = attributes
    .map((one, at) => ({ one, at, weight: weightOf(one) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ one }) => one);
  const [first, ...others] = ranked;
  if (!first) return [];
  const second =
    others.find((one) => one.screen && POWER.has(unitOf(one))) ??
    others.find((one) => unitOf(one) !== unitOf(first)) ??
    others[0];
  return [first, ...(second ? [second] : [])].slice(0, MOST);
}
