import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { isNumericProperty } from '../../values/value-words.rules.ts';
import type { StoredRule } from '../engine/compile-rule.rules.ts';
import { compileRule } from '../engine/compile-rule.rules.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

const MOST_DRAWN = 4;

const isDrawn = (one: SchemaAttribute): boolean => isNumericProperty(one) || one.dataType === 'bool';

/** Values in which a fault shows first, as its trouble code names them; then the charted ones that came with the alarm. */
export function valuesOfFault(
  lookAt: string | null | undefined,
  values: unknown,
  properties: readonly SchemaAttribute[],
): SchemaAttribute[] {
  const named = (lookAt ?? '')
    .split(/[,，\s]+/)
    .flatMap((name) => properties.find((one) => one.identifier === name) ?? []);
  const came = (values ?? {}) as Readonly<Record<string, unknown>>;
  const beside = properties.filter((one) => one.chart === true && isNumericProperty(one) && one.identifier in came);
  return [...new Set([...named, ...beside])];
}

/** What is drawn of an alarm: what its rule asks about; where that is a word of bits or nothing, the values of its fault. */
export function drawnProperties(
  rule: StoredRule | undefined,
  values: unknown,
  properties: readonly SchemaAttribute[],
): SchemaAttribute[] {
  const asked = rule ? compileRule(rule, NO_CONSTANTS).properties : [];
  const own = properties.filter((one) => asked.includes(one.identifier) && isDrawn(one));
  const shown = own.length > 0 ? own : valuesOfFault(rule?.code?.lookAt, values, properties).filter(isDrawn);
  return [...new Set(shown)].slice(0, MOST_DRAWN);
}
