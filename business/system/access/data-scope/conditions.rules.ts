import { partsFrom } from '#kernel/fields/structured/structured.ts';
import type { RuleCondition } from '#kernel/language/row-rule.ts';

/** Return the conditions of a rule from their wire value, which is text or a list; empty for anything else. */
export function conditionsFrom(value: unknown): RuleCondition[] {
  const read = partsFrom(value);
  return Array.isArray(read) ? (read as RuleCondition[]) : [];
}
