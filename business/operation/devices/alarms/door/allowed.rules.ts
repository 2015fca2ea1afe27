import type { Label } from '#kernel/language/label.ts';
import type { StoredRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { type Comparison, comparisonsOf } from '#business/iot/alarms/rules/rule-shape.rules.ts';

const SIGNS: Readonly<Record<string, string>> = { gt: '>', ge: '≥', lt: '<', le: '≤' };
const OPPOSITE: Readonly<Record<string, string>> = { gt: '≤', ge: '<', lt: '≥', le: '>' };

const same = (words: string): Label => [words, words];

/** What a comparison that raises the alarm leaves allowed, in words; null: it cannot be said in one. */
function leftAllowed({ op, value }: Comparison): Label | null {
  if (OPPOSITE[op] && typeof value === 'number') return same(`${OPPOSITE[op]} ${value}`);
  if (op === 'outside' && Array.isArray(value)) return same(`${String(value[0])} – ${String(value[1])}`);
  return op === 'bit' ? ['已清零', 'Cleared'] : null;
}

const wanted = ({ op, value }: Comparison): Label | null =>
  SIGNS[op] && typeof value === 'number' ? same(`${SIGNS[op]} ${value}`) : null;

/** What a rule allows a property to be: by its clear condition, else by the opposite of what raises it. */
export function allowedBy(
  { createRules, clearRule }: Pick<StoredRule, 'createRules' | 'clearRule'>,
  property: string,
): Label | null {
  const [over] = comparisonsOf(clearRule?.condition).filter((one) => one.prop === property);
  const raising = createRules.flatMap((one) => comparisonsOf(one.condition)).filter((one) => one.prop === property);
  return (over && wanted(over)) ?? (raising.length > 0 ? leftAllowed(raising[raising.length - 1]) : null);
}

/** The rule without its patience and its hours: the fault is back with the first message that shows it, and gone with the first that does not. */
export const withoutHold = (rule: StoredRule): StoredRule => ({
  ...rule,
  schedule: null,
  createRules: rule.createRules.map((one) =>
    one.mode === 'duration' ? { ...one, mode: 'simple' as const, holdSec: 0 } : one,
  ),
  clearRule: rule.clearRule && { ...rule.clearRule, holdSec: 0 },
});
