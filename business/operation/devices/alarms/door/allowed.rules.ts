import type { Label } from '#kernel/language/label.ts';
import type { StoredRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { type Comparison, comparisonsOf } from '#business/iot/alarms/rules/rule-shape.rules.ts';

const SIGNS: Readonly<Record<string, string>> = { gt: '>', ge: '≥', lt: '<', le: '≤' };
const OPPOSITE: Readonly<Record<string, string>> = { gt: '≤', ge: '<', lt: '≥', le: '>' };

const same = (words: string): Label => [words, words];

/**
 * Return the values for which a raising comparison does not hold, in words; null: they cannot be written in a few
 * words.
 */
function leftAllowed({ op, value }: Comparison): Label | null {
  if (OPPOSITE[op] && typeof value === 'number') return same(`${OPPOSITE[op]} ${value}`);
  if (op === 'outside' && Array.isArray(value)) return same(`${String(value[0])} – ${String(value[1])}`);
  return op === 'bit' ? ['已清零', 'Cleared'] : null;
}

const wanted = ({ op, value }: Comparison): Label | null =>
  SIGNS[op] && typeof value === 'number' ? same(`${SIGNS[op]} ${value}`) : null;

/**
 * Return the normal values of a property in words: those of the clear condition, otherwise those for which the rule
 * does not raise. Null: unknown.
 */
export function allowedBy(
  { createRules, clearRule }: Pick<StoredRule, 'createRules' | 'clearRule'>,
  property: string,
): Label | null {
  const [over] = comparisonsOf(clearRule?.condition).filter((one) => one.prop === property);
  const raising = createRules.flatMap((one) => comparisonsOf(one.condition)).filter((one) => one.prop === property);
  return (over && wanted(over)) ?? (raising.length > 0 ? leftAllowed(raising[raising.length - 1]) : null);
}

/** Return a rule without hold times and schedule, so that a single message decides whether the fault holds. */
export const withoutHold = (rule: StoredRule): StoredRule => ({
  ...rule,
  schedule: null,
  createRules: rule.createRules.map((one) =>
    one.mode === 'duration' ? { ...one, mode: 'simple' as const, holdSec: 0 } : one,
  ),
  clearRule: rule.clearRule && { ...rule.clearRule, holdSec: 0 },
});
