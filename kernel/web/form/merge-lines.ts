import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Values } from './form-state.ts';
import { inputNames } from './groups.ts';

/** What both changed differently: one value of one line, or the line itself (`field` null), which one changed and the other removed. */
export interface LineClash { readonly key: string; readonly at: number; readonly name: string; readonly field: Field | null; readonly label: Label; readonly original: unknown; readonly theirs: unknown; readonly mine: unknown; readonly names: Readonly<Record<string, string>> }

/** The lines of a paper put together from two changes of the same ones; what clashes stands as the others have it until somebody chooses. */
export interface MergedLines { readonly rows: readonly (Values | null)[]; readonly clashes: readonly LineClash[]; readonly changed: { readonly mine: number; readonly theirs: number } }

/** A line that is not there. */
export const REMOVED = Symbol('removed');

const same = (one: unknown, other: unknown): boolean => JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

const idOf = (row: Values): string => String(row.id ?? '');
const byId = (rows: readonly Values[]): ReadonlyMap<string, Values> => new Map(rows.filter(idOf).map((row) => [idOf(row), row]));

interface Sides { readonly original: readonly Values[]; readonly theirs: readonly Values[]; readonly mine: readonly Values[] }

/** Lays three states of the lines of a paper over each other, line by line and value by value. */
export function mergeLines(paper: AnyPaper, parent: string, { original, theirs, mine }: Sides): MergedLines {
  const names = inputNames(paper).filter((name) => name !== parent);
  const isSame = (one: Values, other: Values): boolean => names.every((name) => same(one[name], other[name]));
  const [before, own, stored] = [byId(original), byId(mine), byId(theirs)];
  const rows: (Values | null)[] = [];
  const clashes: LineClash[] = [];
  const changed = { mine: 0, theirs: 0 };
  const fields = paper.fields as Readonly<Record<string, Field>>;
  const calledOf = (row: Values): string => { const word = (row._names as Record<string, string> | undefined)?.[paper.caption] ?? row[paper.caption]; return isEmpty(word) ? '' : ` “${String(word)}”`; };
  const clash = (row: Values, at: number, one: Pick<LineClash, 'name' | 'field' | 'original' | 'theirs' | 'mine'>): void => {
    const of = one.field ? one.field.label : (['', ''] as const);
    clashes.push({ ...one, key: `${paper.name} ${idOf(row)} ${one.name}`, at, label: [`${paper.title[0]}${calledOf(row)}${of[0] && `：${of[0]}`}`, `${paper.title[1]}${calledOf(row)}${of[1] && `: ${of[1]}`}`], names: (row._names ?? {}) as Readonly<Record<string, string>> });
  };
  const together = (was: Values, stands: Values, typed: Values): Values => {
    const at = rows.length;
    const part: Record<string, unknown> = {};
    for (const name of names) {
      if (same(typed[name], was[name]) || same(typed[name], stands[name])) continue;
      if (same(stands[name], was[name])) part[name] = typed[name];
      else clash(stands, at, { name, field: fields[name], original: was[name], theirs: stands[name], mine: typed[name] });
    }
    if (Object.keys(part).length) changed.mine++;
    return { ...stands, ...part };
  };
  for (const stands of theirs) {
    const [was, typed] = [before.get(idOf(stands)), own.get(idOf(stands))];
    if (!was || !isSame(was, stands)) changed.theirs++;
    if (was && !typed) {
      changed.mine++;
      if (isSame(was, stands)) continue;
      clash(stands, rows.length, { name: '', field: null, original: was, theirs: stands, mine: REMOVED });
    }
    rows.push(was && typed ? together(was, stands, typed) : stands);
  }
  for (const typed of mine) {
    const was = before.get(idOf(typed));
    if (stored.has(idOf(typed))) continue;
    if (!was) { changed.mine++; rows.push(typed); continue; }
    changed.theirs++;
    if (isSame(was, typed)) continue;
    clash(typed, rows.length, { name: '', field: null, original: was, theirs: REMOVED, mine: typed });
    rows.push(null);
  }
  return { rows, clashes, changed };
}

/** The lines as somebody chose them: the keys of the clashes where his own side holds. */
export function chosenLines({ rows, clashes }: MergedLines, ownKeys: ReadonlyMap<string, unknown>): Values[] {
  const out = [...rows];
  for (const { key, at, name, field } of clashes) {
    if (!ownKeys.has(key)) continue;
    const value = ownKeys.get(key);
    // A line that somebody removed comes back as a new one.
    if (field) out[at] = { ...out[at], [name]: value };
    else out[at] = value === REMOVED ? null : { ...(value as Values), id: undefined, version: undefined };
  }
  return out.filter((row): row is Values => row !== null);
}
