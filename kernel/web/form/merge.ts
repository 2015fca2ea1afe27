import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Refused } from '../http/refused.ts';
import type { WireRow } from '../papers/rows.ts';
import type { Values } from './form-state.ts';
import { inputNames } from './groups.ts';

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

/** Both changed it, and not to the same. */
const clash = (original: unknown, theirs: unknown, mine: unknown): boolean => !same(mine, original) && !same(theirs, original) && !same(mine, theirs);

function together(name: string, original: unknown, theirs: unknown, mine: unknown): Merged {
  if (same(mine, theirs)) return { name, who: 'same', from: original, to: mine };
  return same(mine, original) ? { name, who: 'theirs', from: original, to: theirs } : { name, who: 'mine', from: original, to: mine };
}

/** Lays the original, the stored and the typed values side by side. */
export function conflictOf(of: AnyPaper, original: Values, mine: Values, row: WireRow, refused: Refused): Conflict {
  const changes = (refused.data.changes ?? []) as { field: string; by: string; at: string }[];
  const names = inputNames(of);
  const theirs = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const changed = names.filter((name) => !same(mine[name], original[name]) || !same(theirs[name], original[name]));
  const rows = changed.filter((name) => clash(original[name], theirs[name], mine[name])).map((name): ConflictRow => ({ name, original: original[name], theirs: theirs[name], mine: mine[name] }));
  const merged = changed.filter((name) => !clash(original[name], theirs[name], mine[name])).map((name) => together(name, original[name], theirs[name], mine[name]));
  const [first] = changes;
  return { version: Number(row.version ?? refused.data.version), by: first?.by ?? '', at: first?.at ?? '', rows, merged, theirs, names: row._names ?? {}, chosen: {} };
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
