import { type Comparison, type Condition, isComparison } from '../../rules/rule-shape.rules.ts';

/** A condition as rows that all, or any, must fit. */
export interface FlatCondition {
  readonly join: 'all' | 'any';
  readonly rows: readonly Comparison[];
}

/** A condition as rows; null where it has groups within groups, which rows cannot show. */
export function flatCondition(condition: Condition | null | undefined): FlatCondition | null {
  const { all, any } = condition ?? {};
  if (all?.length && any?.length) return null;
  const parts = any?.length ? any : (all ?? []);
  return parts.every(isComparison) ? { join: any?.length ? 'any' : 'all', rows: parts } : null;
}

/** Rows as a condition; without a row there is none. */
export const conditionOf = ({ join, rows }: FlatCondition): Condition | undefined =>
  rows.length === 0 ? undefined : join === 'any' ? { any: rows } : { all: rows };
