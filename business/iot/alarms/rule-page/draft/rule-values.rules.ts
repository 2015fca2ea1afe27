import { partsFrom } from '#kernel/fields/structured/structured.ts';
import type { ClearRule, CreateRule, RuleNotify, RuleSchedule, RuleSuppression } from '../../rules/rule-shape.rules.ts';

/** The fields of a rule that are JSON, parsed. */
export interface RuleParts {
  readonly createRules: readonly CreateRule[];
  readonly clearRule: ClearRule | null;
  readonly schedule: RuleSchedule | null;
  readonly suppression: RuleSuppression | null;
  readonly notify: RuleNotify | null;
}

const objectFrom = <T>(value: unknown): T | null => {
  const read = partsFrom(value);
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as T) : null;
};

/** Return the levels from a form value or a row, as list or as JSON text; an empty list if they are malformed. */
export const levelsFrom = (value: unknown): readonly CreateRule[] => {
  const read = partsFrom(value);
  return Array.isArray(read) ? (read as CreateRule[]) : [];
};

export const rulePartsOf = (values: Readonly<Record<string, unknown>>): RuleParts => ({
  createRules: levelsFrom(values.createRules),
  clearRule: objectFrom(values.clearRule),
  schedule: objectFrom(values.schedule),
  suppression: objectFrom(values.suppression),
  notify: objectFrom(values.notify),
});

/** Are two values equal as JSON? Null equals undefined. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
