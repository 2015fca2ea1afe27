import type { Label } from './label.ts';

/** Operators that compare a column with a value. */
export const ruleOperators = ['equal', 'notequal', 'like', 'ge', 'gt', 'le', 'lt', 'in', 'null', 'notnull'] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** Names of the operators in both languages. */
export const ruleOperatorWords: Readonly<Record<RuleOperator, Label>> = {
  equal: ['等于', 'is'],
  notequal: ['不等于', 'is not'],
  like: ['包含', 'contains'],
  ge: ['不小于', 'at least'],
  gt: ['大于', 'more than'],
  le: ['不大于', 'at most'],
  lt: ['小于', 'less than'],
  in: ['属于', 'one of'],
  null: ['为空', 'is empty'],
  notnull: ['不为空', 'is not empty'],
};

/**
 * One comparison: a field of the paper, an operator, and a value. `$me`, `$departments`, `$below` and `$teams` are
 * those of the reader.
 */
export interface RuleCondition {
  readonly field: string;
  readonly op: RuleOperator;
  readonly value?: string;
}

/** A scope of rows as data, not SQL: comparisons of fields of the paper, of which all or any must match. */
export interface RowRule {
  readonly match: 'all' | 'any';
  readonly conditions: readonly RuleCondition[];
}

export const MAX_CONDITIONS = 20;

/** Labels of the placeholders that a rule may contain in place of ids of the caller. */
export const ruleWords: Readonly<Record<string, Label>> = {
  $me: ['本人', 'myself'],
  $departments: ['本人部门', 'my departments'],
  $below: ['本人部门及下级', 'my departments and those below'],
  $teams: ['本人团队', 'my teams'],
};

/** Return the rule from an untrusted value, or null if it is not a valid rule. */
export function ruleIn(given: unknown): RowRule | null {
  const { match, conditions } = (given ?? {}) as Partial<RowRule>;
  if (
    (match !== 'all' && match !== 'any') ||
    !Array.isArray(conditions) ||
    conditions.length === 0 ||
    conditions.length > MAX_CONDITIONS
  )
    return null;
  const read = conditions.map((one: Partial<RuleCondition> | null): RuleCondition | null => {
    const { field, op, value } = one ?? {};
    if (typeof field !== 'string' || !ruleOperators.includes(op as RuleOperator)) return null;
    const needsNone = op === 'null' || op === 'notnull';
    if (!needsNone && (typeof value !== 'string' || value === '' || value.length > 500)) return null;
    return { field, op: op as RuleOperator, ...(!needsNone && { value }) };
  });
  return read.every((one) => one !== null) ? { match, conditions: read } : null;
}

/**
 * Return the rule with `$me` and the like replaced by the caller's ids. Where the caller has none, the list is empty
 * and no row matches.
 */
export function ruleFor(
  rule: RowRule,
  person: {
    readonly id: string;
    readonly departments: readonly string[];
    readonly below: readonly string[];
    readonly teams: readonly string[];
  },
): RowRule {
  const words: Readonly<Record<string, readonly string[]>> = {
    $me: [person.id],
    $departments: person.departments,
    $below: person.below,
    $teams: person.teams,
  };
  return {
    ...rule,
    conditions: rule.conditions.map((one) =>
      one.value !== undefined && Object.hasOwn(words, one.value)
        ? { ...one, op: one.op === 'equal' ? 'in' : one.op, value: words[one.value].join(',') }
        : one,
    ),
  };
}
