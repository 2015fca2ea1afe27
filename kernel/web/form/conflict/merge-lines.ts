import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { FormValues } from '../form-state.ts';
import { inputNames } from '../groups.ts';

/**
 * A conflict in the lines of a paper. Both sides changed a value of one line, or one side changed a line that the other
 * removed. `field` is null for a removed line.
 */
export interface LineClash {
  readonly key: string;
  readonly at: number;
  readonly name: string;
  readonly field: Field | null;
  readonly label: Label;
  readonly original: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  readonly names: Readonly<Record<string, string>>;
}

/**
 * The result of a merge. Until the person decides a conflict, `rows` have the stored value, or null for a line that
 * somebody else removed.
 */
export interface MergedLines {
  readonly rows: readonly (FormValues | null)[];
  readonly clashes: readonly LineClash[];
  readonly changed: { readonly mine: number; readonly theirs: number };
}

/** Value of a side that removed the line. */
export const REMOVED = Symbol('removed');

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

const idOf = (row: FormValues): string => String(row.id ?? '');
const byId = (rows: readonly FormValues[]): ReadonlyMap<string, FormValues> =>
  new Map(rows.filter(idOf).map((row) => [idOf(row), row]));

interface Sides {
  readonly original: readonly FormValues[];
  readonly theirs: readonly FormValues[];
  readonly mine: readonly FormValues[];
}

/** Merges lines one by one, and collects rows, conflicts and counts. */
class LineMerge {
  readonly rows: (FormValues | null)[] = [];
  readonly clashes: LineClash[] = [];
  readonly changed = { mine: 0, theirs: 0 };
  readonly #paper: AnyPaper;
  readonly #names: readonly string[];
  constructor(paper: AnyPaper, parent: string) {
    this.#paper = paper;
    this.#names = inputNames(paper).filter((name) => name !== parent);
  }

  #isSame = (one: FormValues, other: FormValues): boolean => this.#names.every((name) => same(one[name], other[name]));

  #clash(row: FormValues, one: Pick<LineClash, 'name' | 'field' | 'original' | 'theirs' | 'mine'>): void {
    const names = (row._names ?? {}) as Readonly<Record<string, string>>;
    const { title, caption } = this.#paper;
    const word = names[caption] ?? row[caption];
    const called = isEmpty(word) ? '' : `“${String(word)}”`;
    const of = one.field?.label;
    this.clashes.push({
      ...one,
      names,
      key: `${this.#paper.name} ${idOf(row)} ${one.name}`,
      at: this.rows.length,
      label: [
        `${title[0]}${called}${of ? `：${of[0]}` : ''}`,
        `${title[1]}${called && ` ${called}`}${of ? `: ${of[1]}` : ''}`,
      ],
    });
  }

  /** Merge a line that exists in the original, in the table and in the form, value by value. */
  #together(was: FormValues, stands: FormValues, typed: FormValues): FormValues {
    const part: Record<string, unknown> = {};
    for (const name of this.#names) {
      if (same(typed[name], was[name]) || same(typed[name], stands[name])) continue;
      if (same(stands[name], was[name])) part[name] = typed[name];
      else
        this.#clash(stands, {
          name,
          field: (this.#paper.fields as Readonly<Record<string, Field>>)[name],
          original: was[name],
          theirs: stands[name],
          mine: typed[name],
        });
    }
    if (Object.keys(part).length) this.changed.mine++;
    return { ...stands, ...part };
  }

  /** Merge a line of the table. `typed` is the line in the form; undefined if the person removed it. */
  stored(stands: FormValues, was: FormValues | undefined, typed: FormValues | undefined): void {
    const known = this.clashes.length;
    const touched = !was || !this.#isSame(was, stands);
    if (was && !typed) {
      if (!touched) {
        this.changed.mine++;
        return;
      }
      this.#clash(stands, { name: '', field: null, original: was, theirs: stands, mine: REMOVED });
    }
    this.rows.push(was && typed ? this.#together(was, stands, typed) : stands);
    // Count the line among those that others changed, unless it has a conflict.
    if (touched && this.clashes.length === known) this.changed.theirs++;
  }

  /** Merge a line of the form that is not in the table: the person added it, or somebody else removed it. */
  typed(typed: FormValues, was: FormValues | undefined): void {
    if (!was) {
      this.changed.mine++;
      this.rows.push(typed);
      return;
    }
    if (this.#isSame(was, typed)) {
      this.changed.theirs++;
      return;
    }
    this.#clash(typed, { name: '', field: null, original: was, theirs: REMOVED, mine: typed });
    this.rows.push(null);
  }
}

/** Merge the lines of a paper from three versions: as read, as stored now, and as typed. */
export function mergeLines(paper: AnyPaper, parent: string, { original, theirs, mine }: Sides): MergedLines {
  const [before, own, stored] = [byId(original), byId(mine), byId(theirs)];
  const merge = new LineMerge(paper, parent);
  for (const stands of theirs) merge.stored(stands, before.get(idOf(stands)), own.get(idOf(stands)));
  for (const typed of mine) if (!stored.has(idOf(typed))) merge.typed(typed, before.get(idOf(typed)));
  return merge;
}

/**
 * Return the lines after the person's choices. `ownKeys`: the person's own value by the key of the conflict, for
 * conflicts that the person decided for it.
 */
export function chosenLines({ rows, clashes }: MergedLines, ownKeys: ReadonlyMap<string, unknown>): FormValues[] {
  const out = [...rows];
  for (const { key, at, name, field } of clashes) {
    if (!ownKeys.has(key)) continue;
    const value = ownKeys.get(key);
    // A line that others removed and the person chooses to retain is saved as a new one, without id and version.
    if (field) out[at] = { ...out[at], [name]: value };
    else out[at] = value === REMOVED ? null : { ...(value as FormValues), id: undefined, version: undefined };
  }
  return out.filter((row): row is FormValues => row !== null);
}
