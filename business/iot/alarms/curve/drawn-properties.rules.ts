import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { isNumericProperty } from '../../values/value-words.rules.ts';
import type { StoredRule } from '../engine/compile-rule.rules.ts';
import { compileRule } from '../engine/compile-rule.rules.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

const MAX_DRAWN = 4;

const isDrawn = (one: SchemaAttribute): boolean => isNumericProperty(one) || one.dataType === 'bool';

/**
 * Return the properties that the trouble code names as showing the fault, then the charted ones among the values of the
 * alarm.
 */
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

/**
 * Return the properties to draw for an alarm, at most four: the drawable ones of its rule. If there are none, return
 * those that show its fault.
 */
export function drawnProperties(
  rule: StoredRule | undefined,
  values: unknown,
  properties: readonly SchemaAttribute[],
): SchemaAttribute[] {
  const wanted = rule ? compileRule(rule, NO_CONSTANTS).properties : [];
  const own = properties.filter((one) => wanted.includes(one.identifier) && isDrawn(one));
  const shown = own.length > 0 ? own : valuesOfFault(rule?.code?.lookAt, values, properties).filter(isDrawn);
  return [...new Set(shown)].slice(0, MAX_DRAWN);
}
