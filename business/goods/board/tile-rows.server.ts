import { type AnyPaper, menuOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow } from '#kernel/server';
import type { TileRow } from './store-board.calls.ts';
import { SHOWN } from './store-tiles.server.ts';

/** A row of a list, with captions and the actions that the caller may take on it. */
export type Listed = VisibleRow & {
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
};

type Filters = Readonly<Record<string, string>>;

/** Return the first rows of a list, and the number of all. */
export async function listed(
  reading: Reading,
  of: AnyPaper,
  filters: Filters,
  order: string,
): Promise<{ rows: Listed[]; total: number }> {
  const { records, total } = await reading.visible(of).page({ ...filters, ascs: order, size: String(SHOWN) });
  return { rows: records as unknown as Listed[], total };
}

/** Return a value of a row as text; its caption where it has one. */
export const tileText = (row: Listed, field: string): string => String(row._names?.[field] ?? row[field] ?? '');

/** Return the address of a record. */
export const recordAt = (of: AnyPaper, id: string): string => `${menuOf(of).path}?id=${id}`;

/** Return the step of a row: the first of these actions that the caller may take, else its record. */
export function nextAct(of: AnyPaper, row: Listed, verbs: readonly string[]): TileRow['act'] {
  const verb = verbs.find((one) => row._can?.includes(one));
  const action = verb === undefined ? undefined : of.lifecycle?.actions[verb];
  return action
    ? { label: action.label, verb: String(verb), to: '' }
    : { label: ['看单', 'Open'], verb: '', to: recordAt(of, row.id) };
}

/** Return the last time of a field among all rows that the caller sees. */
export async function lastTime(reading: Reading, of: AnyPaper, field: string): Promise<string> {
  const { records } = await reading.visible(of).page({ [`${field}_notnull`]: '1', descs: field, size: '1' });
  return String((records[0] as Record<string, unknown> | undefined)?.[field] ?? '');
}

/** Return a number of lines in English. */
export const linesWords = (n: number): string => (n === 1 ? '1 line' : `${n} lines`);
