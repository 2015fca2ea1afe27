import type { PaperScope } from '#kernel/language/permission.ts';
import { ruleIn } from '#kernel/language/row-rule.ts';

/** A data scope as stored: the table that it limits, and which of its rows it shows. */
export interface ScopeRow {
  readonly code: string;
  /** 1 all rows, 2 own, 3 own department, 4 own department and those below, 5 a rule. */ readonly type: number;
  readonly column: string | null;
  readonly value: unknown;
  /** `all` or `any`: must all conditions of a rule hold, or one? Null means all. */ readonly match: string | null;
  /** The fields it shows, comma-joined; null, empty or `*`: all. */ readonly fields: string | null;
}

const kinds: Readonly<Record<number, 'own' | 'department' | 'departmentBelow'>> = {
  2: 'own',
  3: 'department',
  4: 'departmentBelow',
};

/** A rule that matches no row, in place of a stored one that cannot be parsed. */
const CLOSED = { match: 'all', conditions: [{ field: 'id', op: 'null' }] } as const;

function scopeIn({ type, column, value, match }: ScopeRow): PaperScope {
  if (type === 1) return { kind: 'all' };
  return type === 5
    ? { kind: 'rule', rule: ruleIn({ match: match || 'all', conditions: value }) ?? CLOSED }
    : { kind: kinds[type] ?? 'own', ...(column && { column }) };
}

/** Return the data scopes of a role by the table that they limit. */
export const paperScopes = (rows: readonly ScopeRow[]): Readonly<Record<string, readonly PaperScope[]>> =>
  Object.fromEntries([...Map.groupBy(rows, (row) => row.code)].map(([code, scopes]) => [code, scopes.map(scopeIn)]));

/** Return the names in a list of visible fields; null means all fields. */
export function scopeFields(text: string | null | undefined): readonly string[] | null {
  const names = [
    ...new Set(
      (text ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  return names.length === 0 || names.includes('*') ? null : names;
}

/**
 * Return the fields that the scopes of a role show, by table. Several scopes of a table add up; without an entry all
 * fields show.
 */
export const fieldsShownBy = (rows: readonly ScopeRow[]): Readonly<Record<string, ReadonlySet<string>>> =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.code)].flatMap(([code, scopes]) => {
      const lists = scopes.map((scope) => scopeFields(scope.fields));
      return lists.every((list) => list !== null) ? [[code, new Set(lists.flat())] as const] : [];
    }),
  );
