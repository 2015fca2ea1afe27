import { partsFrom } from '#kernel/fields/structured/structured.ts';
import type { RuleCondition } from '#kernel/language/row-rule.ts';

/** The conditions of a rule as they came over the wire; none where it has none. */
export function conditionsFrom(value: unknown): RuleCondition[] {
  const read = partsFrom(value);
  return Array.isArray(read) ? (read as RuleCondition[]) : [];
}
