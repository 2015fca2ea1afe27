import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Refused } from '../../http/refused.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { FormValues } from '../form-state.ts';
import { inputNames } from '../groups.ts';
import { linesIn } from '../lines-in.ts';
import { type MergedLines, chosenLines, mergeLines } from './merge-lines.ts';

export type MergeChoice = 'theirs' | 'mine' | 'both';
/**
 * A conflict between the person's change and one that was stored in the meantime. It concerns a field of the paper, a
 * value of a line, or a whole line (`field` null).
 */
export interface ConflictRow {
  readonly name: string;
  readonly label: Label;
  readonly field: Field | null;
  readonly original: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Text of the stored value, such as a caption; undefined if it has none. */ readonly words: string | undefined;
}
export interface Merged {
  readonly name: string;
  readonly label: Label;
  readonly field: Field | null;
  readonly who: 'mine' | 'theirs' | 'same';
  readonly from: unknown;
  readonly to: unknown;
}

/** The conflicts of a form with a change that somebody saved in the meantime, and the values that could be merged. */
export interface MergeConflict {
  readonly version: number;
  readonly by: string;
  readonly at: string;
  readonly rows: readonly ConflictRow[];
  readonly merged: readonly Merged[];
  /** The values of the row as they are stored now, and their texts. */
  readonly theirs: FormValues;
  readonly names: Readonly<Record<string, string>>;
  /** The person's changed lines merged with the stored ones. */
  readonly lines: Readonly<Record<string, MergedLines>>;
  readonly chosen: Readonly<Record<string, { readonly pick: MergeChoice; readonly text?: string }>>;
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

/** Return whether both sides changed a value, and to different values. */
const clash = (original: unknown, theirs: unknown, mine: unknown): boolean =>
  !same(mine, original) && !same(theirs, original) && !same(mine, theirs);

function whose(original: unknown, theirs: unknown, mine: unknown): Whose {
  if (same(mine, theirs)) return { who: 'same', from: original, to: mine };
  return same(mine, original)
    ? { who: 'theirs', from: original, to: theirs }
    : { who: 'mine', from: original, to: mine };
}
type Whose = Omit<Merged, 'name' | 'label' | 'field'>;

const listOf = (value: unknown): readonly FormValues[] => (Array.isArray(value) ? (value as FormValues[]) : []);

/**
 * Merge those kinds of lines that the person changed with the stored lines. Return the results by the name of the
 * lines.
 */
function linesOf(of: AnyPaper, original: FormValues, mine: FormValues, row: WireRow): Record<string, MergedLines> {
  const changed = linesIn(of).filter(({ name }) => Array.isArray(mine[name]) && !same(mine[name], original[name]));
  return Object.fromEntries(
    changed.map(({ name, paper, parent }) => [
      name,
      mergeLines(paper, parent, {
        original: listOf(original[name]),
        theirs: listOf(row[name]),
        mine: listOf(mine[name]),
      }),
    ]),
  );
}

/** Compare three versions of a row (as read, as stored now, as typed). Return the conflicts and the merged values. */
export function conflictOf(
  of: AnyPaper,
  original: FormValues,
  mine: FormValues,
  row: WireRow,
  refused: Refused,
): MergeConflict {
  const changes = (refused.data.changes ?? []) as { field: string; by: string; at: string }[];
  const names = inputNames(of);
  const field = (name: string): Field => of.fields[name];
  const theirs = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const changed = names.filter((name) => !same(mine[name], original[name]) || !same(theirs[name], original[name]));
  const clashing = changed.filter((name) => clash(original[name], theirs[name], mine[name]));
  const lines = linesOf(of, original, mine, row);
  const ofLines = Object.values(lines)
    .flatMap((one) => one.clashes)
    .map((one): ConflictRow => ({
      name: one.key,
      label: one.label,
      field: one.field,
      original: one.original,
      theirs: one.theirs,
      mine: one.mine,
      words: one.names[one.name],
    }));
  const rows = clashing.map((name): ConflictRow => ({
    name,
    label: field(name).label,
    field: field(name),
    original: original[name],
    theirs: theirs[name],
    mine: mine[name],
    words: row._names?.[name],
  }));
  const merged = changed
    .filter((name) => !clashing.includes(name))
    .map((name): Merged => ({
      name,
      label: field(name).label,
      field: field(name),
      ...whose(original[name], theirs[name], mine[name]),
    }));
  const [first] = changes;
  return {
    version: Number(row.version ?? refused.data.version),
    by: first?.by ?? String(refused.data.by ?? ''),
    at: first?.at ?? String(refused.data.at ?? ''),
    rows: [...rows, ...ofLines],
    merged: [...merged, ...mergedLines(of, lines)],
    theirs,
    names: row._names ?? {},
    lines,
    chosen: {},
  };
}

/** Return how many lines were merged without a conflict, by kind of line and by side. */
const mergedLines = (of: AnyPaper, lines: Readonly<Record<string, MergedLines>>): Merged[] =>
  linesIn(of).flatMap(({ name, paper }) => {
    const { mine = 0, theirs = 0 } = lines[name]?.changed ?? {};
    return [['mine', mine] as const, ['theirs', theirs] as const]
      .filter(([, count]) => count > 0)
      .map(([who, count]): Merged => ({
        name: `${name} ${who}`,
        label: paper.title,
        field: null,
        who,
        from: null,
        to: count,
      }));
  });

/** Return the values to save: the merged ones, and the chosen one of each conflict. */
export function resolved(conflict: MergeConflict, mine: FormValues): FormValues {
  const picked = conflict.rows.map(({ name, theirs, mine: own }) => {
    const choice = conflict.chosen[name];
    return [
      name,
      choice?.pick === 'mine' ? own : choice?.pick === 'both' ? (choice.text ?? '') : theirs,
      choice?.pick,
    ] as const;
  });
  const isField = (name: string): boolean => name in conflict.theirs;
  const own = new Map(
    picked
      .filter(([name, , pick]) => !isField(name) && pick !== undefined && pick !== 'theirs')
      .map(([name, value]) => [name, value]),
  );
  const merged = conflict.merged.filter((one) => one.field).map((one) => [one.name, one.to] as const);
  const lines = Object.entries(conflict.lines).map(([name, one]) => [name, chosenLines(one, own)] as const);
  return {
    ...mine,
    ...Object.fromEntries(merged),
    ...Object.fromEntries(picked.filter(([name]) => isField(name)).map(([name, value]) => [name, value])),
    ...Object.fromEntries(lines),
  };
}
