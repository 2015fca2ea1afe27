import type { Condition } from '../rules/rule-shape.rules.ts';
import { comparisonsOf } from '../rules/rule-shape.rules.ts';
import type { StoredRule } from '../engine/compile-rule.rules.ts';
import { type Constants, namedConstant } from '../engine/condition.rules.ts';

/** A constant with which a rule compares a property. */
export interface RuleLimit {
  readonly identifier: string;
  readonly kind: 'raise' | 'clear';
  readonly level: string;
  readonly op: string;
  readonly value: number;
}

const WITH_LIMIT = new Set(['gt', 'ge', 'lt', 'le']);

const limitsIn = (condition: Condition | undefined, kind: RuleLimit['kind'], level: string, constants: Constants) =>
  comparisonsOf(condition).flatMap(({ prop, op, value }): RuleLimit[] => {
    const one = { identifier: prop, kind, level };
    if (Array.isArray(value) && (op === 'between' || op === 'outside'))
      return value.map((end, at) => ({ ...one, op: at === 0 ? 'ge' : 'le', value: Number(end) }));
    if (!WITH_LIMIT.has(op)) return [];
    const bound = namedConstant({ prop, op, value }, constants);
    return typeof bound === 'number' && !Number.isNaN(bound) ? [{ ...one, op, value: bound }] : [];
  });

/** Return the limits that a chart draws as lines for a rule: the constants of its comparisons. */
export function limitsOfRule(
  { createRules, clearRule }: Pick<StoredRule, 'createRules' | 'clearRule'>,
  constants: Constants,
): RuleLimit[] {
  return [
    ...createRules.flatMap((one) => limitsIn(one.condition, 'raise', one.level, constants)),
    ...limitsIn(clearRule?.condition, 'clear', '', constants),
  ];
}
