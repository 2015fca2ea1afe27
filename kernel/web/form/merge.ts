import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Refused } from '../http/refused.ts';
import type { WireRow } from '../papers/rows.ts';
import type { Values } from './form-state.ts';
import { inputNames } from './field-groups.tsx';

export type Pick = 'theirs' | 'mine' | 'both';
export interface ConflictRow { readonly name: string; readonly original: unknown; readonly theirs: unknown; readonly mine: unknown }
export interface Merged { readonly name: string; readonly who: 'mine' | 'theirs' | 'same'; readonly from: unknown; readonly to: unknown }

/** Two people changed the same row: what both changed differently, and what could be put together by itself. */
export interface Conflict {
  readonly version: number; readonly by: string; readonly at: string;
  readonly rows: readonly ConflictRow[]; readonly merged: readonly Merged[];
  /** Values and words of the row as it is stored now. */
  readonly theirs: Values; readonly names: Readonly<Record<string, string>>;
  readonly chosen: Readonly<Record<string, { readonly pick: Pick; readonly text?: string }>>;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

/** Lays the original, the stored and the typed values side by side. */
export function conflictOf(of: AnyPaper, original: Values, mine: Values, refused: Refused): Conflict {
  const row = (refused.data.row ?? {}) as WireRow;
  const changes = (refused.data.changes ?? []) as { field: string; by: string; at: string }[];
  const names = inputNames(of);
  const theirs = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const rows: ConflictRow[] = [];
  const merged: Merged[] = [];
  for (const name of names) {
    const [iChanged, theyChanged] = [!same(mine[name], original[name]), !same(theirs[name], original[name])];
    if (iChanged && theyChanged && !same(mine[name], theirs[name])) rows.push({ name, original: original[name], theirs: theirs[name], mine: mine[name] });
    else if (iChanged || theyChanged) merged.push({ name, who: iChanged && theyChanged ? 'same' : iChanged ? 'mine' : 'theirs', from: original[name], to: iChanged ? mine[name] : theirs[name] });
  }
  return { version: Number(refused.data.version ?? row.version ?? 0), by: changes[0]?.by ?? '', at: changes[0]?.at ?? '', rows, merged, theirs, names: row._names ?? {}, chosen: {} };
}

/** What will be saved: what was merged by itself, and each choice. */
export function resolved(conflict: Conflict, mine: Values): Values {
  const picked = conflict.rows.map(({ name, theirs, mine: own }) => {
    const choice = conflict.chosen[name];
    return [name, choice?.pick === 'mine' ? own : choice?.pick === 'both' ? choice.text ?? '' : theirs] as const;
  });
  const kept = conflict.merged.map((one) => [one.name, one.to] as const);
  return { ...mine, ...Object.fromEntries(kept), ...Object.fromEntries(picked) };
}
