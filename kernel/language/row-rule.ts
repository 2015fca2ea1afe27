import type { Label } from './label.ts';

/** How a column is compared. */
export const ruleOperators = ['equal', 'notequal', 'like', 'ge', 'gt', 'le', 'lt', 'in', 'null', 'notnull'] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** The same in words. */
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

/** One comparison: a field of the paper, how, and with what. `$me`, `$departments`, `$below` and `$teams` stand for who asks. */
export interface RuleCondition {
  readonly field: string;
  readonly op: RuleOperator;
  readonly value?: string;
}

/** Which rows somebody sees, in a language of its own: comparisons of known columns, of which all or any must hold. Never SQL. */
export interface RowRule {
  readonly match: 'all' | 'any';
  readonly conditions: readonly RuleCondition[];
}

export const MOST_CONDITIONS = 20;

/** What stands for who asks, with its words. */
export const ruleWords: Readonly<Record<string, Label>> = {
  $me: ['本人', 'myself'],
  $departments: ['本人部门', 'my departments'],
  $below: ['本人部门及下级', 'my departments and those below'],
  $teams: ['本人团队', 'my teams'],
};

/** The rule in something that was sent; null when it is none. */
export function ruleIn(given: unknown): RowRule | null {
  const { match, conditions } = (given ?? {}) as Partial<RowRule>;
  if (
    (match !== 'all' && match !== 'any') ||
    !Array.isArray(conditions) ||
    conditions.length === 0 ||
    conditions.length > MOST_CONDITIONS
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

/** The rule with the asking person put in the place of its words; a word that stands for nobody leaves an empty list, which no row fits. */
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
