import type { PaperScope } from '#kernel/language/permission.ts';
import { ruleIn } from '#kernel/language/row-rule.ts';

/** A data scope as the tables keep it: whose rows, of which table. */
export interface ScopeRow {
  readonly code: string;
  /** 1 all, 2 own, 3 own department, 4 that and below, 5 a rule. */ readonly type: number;
  readonly column: string | null;
  readonly value: unknown;
  /** Must all conditions of a rule hold, or any? */ readonly match: string | null;
  /** The fields it shows, comma-joined; empty or `*`: all. */ readonly fields: string | null;
}

const kinds: Readonly<Record<number, 'own' | 'department' | 'departmentBelow'>> = {
  2: 'own',
  3: 'department',
  4: 'departmentBelow',
};

/** A rule that cannot be read closes everything. */
const CLOSED = { match: 'all', conditions: [{ field: 'id', op: 'null' }] } as const;

function scopeIn({ type, column, value, match }: ScopeRow): PaperScope {
  if (type === 1) return { kind: 'all' };
  return type === 5
    ? { kind: 'rule', rule: ruleIn({ match: match || 'all', conditions: value }) ?? CLOSED }
    : { kind: kinds[type] ?? 'own', ...(column && { column }) };
}

/** The scopes of a role by the table they speak of. */
export const paperScopes = (rows: readonly ScopeRow[]): Readonly<Record<string, readonly PaperScope[]>> =>
  Object.fromEntries([...Map.groupBy(rows, (row) => row.code)].map(([code, scopes]) => [code, scopes.map(scopeIn)]));

/** The names in a list of visible fields; null where it shows all. */
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

/** The fields that the scopes of a role show, by the table they speak of: together. A scope that shows all shows all. */
export const fieldsShownBy = (rows: readonly ScopeRow[]): Readonly<Record<string, ReadonlySet<string>>> =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.code)].flatMap(([code, scopes]) => {
      const lists = scopes.map((scope) => scopeFields(scope.fields));
      return lists.every((list) => list !== null) ? [[code, new Set(lists.flat())] as const] : [];
    }),
  );
