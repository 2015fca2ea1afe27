import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { isNumericProperty, unitOf } from './value-words.rules.ts';

/** So many values of a device stand in a line of a list. */
const MOST = 2;

/** How much a property tells at first sight: what stands on the wall, is drawn as a curve and may alarm comes first; settings come after. */
const weightOf = (one: SchemaAttribute): number =>
  (one.screen ? 8 : 0) +
  (one.alarmable ? 2 : 0) +
  (one.chart ? 4 : 0) +
  (isNumericProperty(one) ? 1 : 0) -
  (one.setting ? 6 : 0) -
  (one.aggregation === 'counter' ? 2 : 0);

const POWER = new Set(['W', 'kW']);

/** The one or two properties that say most of a device. Beside the first stands its power, where it has one: whether a machine works shows there. */
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
