import { type Comparison, type Condition, isComparison } from '../../rules/rule-shape.rules.ts';

/** A condition without nested groups, as rows of which all, or any, must hold. */
export interface FlatCondition {
  readonly join: 'all' | 'any';
  readonly rows: readonly Comparison[];
}

/** Return a condition as rows; null if it has nested groups, which rows cannot show. */
export function flatCondition(condition: Condition | null | undefined): FlatCondition | null {
  const { all, any } = condition ?? {};
  if (all?.length && any?.length) return null;
  const parts = any?.length ? any : (all ?? []);
  return parts.every(isComparison) ? { join: any?.length ? 'any' : 'all', rows: parts } : null;
}

/** Return the condition of some rows; undefined without a row. */
export const conditionOf = ({ join, rows }: FlatCondition): Condition | undefined =>
  rows.length === 0 ? undefined : join === 'any' ? { any: rows } : { all: rows };
