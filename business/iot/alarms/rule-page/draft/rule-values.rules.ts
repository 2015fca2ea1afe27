import { partsFrom } from '#kernel/fields/structured/structured.ts';
import type { ClearRule, CreateRule, RuleNotify, RuleSchedule, RuleSuppression } from '../../rules/rule-shape.rules.ts';

/** The parts of a rule that are more than a word, as a form holds them. */
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

/** What of a form or a row is a list of levels; something else is none. */
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

/** Are two values the same, however they are kept? */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
