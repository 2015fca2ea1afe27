import { isId } from '#kernel/fields/ref/ref.ts';
import { isEditable } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { row as refuse } from '../refusals.ts';
import { writeLog } from './log.ts';
import { type Stored, readStored, updateColumns } from './stored.ts';
import type { Transaction } from './transaction.ts';

/** A paper that is saved with its lines: under which name it holds them, and the field of a line that points at it. */
export interface Header { readonly paper: AnyPaper; readonly name: string; readonly parent: string }

const known = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, Header[]>>();

/** The papers whose lines the rows of this paper are. */
export function headersOf(papers: ReadonlyMap<string, AnyPaper>, child: AnyPaper): readonly Header[] {
  let all = known.get(papers);
  if (!all) {
    const lines = [...papers.values()].flatMap((paper) => (Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][]).map(([name, line]) => ({ child: line.paper, header: { paper, name, parent: line.parent } })));
    all = new Map([...Map.groupBy(lines, (one) => one.child)].map(([name, found]) => [name, found.map((one) => one.header)]));
    known.set(papers, all);
  }
  return all.get(child.name) ?? [];
}

/** Lines are edited by hand where the state of their header allows it, whichever call edits them. */
export function assertMayEditLines({ paper, name }: Header, header: Stored, child: AnyPaper): void {
  const life = paper.lifecycle;
  if (life && !isEditable(life, String(header[life.field]), name)) throw refuse.locked({ labels: child.title });
}

/** What a change of a line by a call of its own means for its headers: they must stand where their lines may be edited, and count the change. */
export type Holding = () => Promise<void>;

/** Nothing is held: the product writes, or the header itself answers for its lines. */
export const free: Holding = async () => {};

/**
 * Before a line is written by a call of its own: its headers are held, before the line itself as everywhere. `rows` = the line as it is and
 * as it will be: both headers count when it moves.
 */
export async function holdHeaders(tx: Transaction, child: AnyPaper, rows: readonly Readonly<Stored>[]): Promise<Holding> {
  const headers = headersOf(tx.house.papers, child);
  if (!headers.length) return free;
  const held: (readonly [Header, Stored])[] = [];
  for (const header of headers) {
    const ids = [...new Set(rows.map((row) => String(row[header.parent] ?? '')).filter(isId))].toSorted();
    for (const id of ids) {
      const row = await readStored(tx, header.paper, id, { lock: 'change' });
      if (row) held.push([header, row]);
    }
  }
  return async () => {
    for (const [header, row] of held) {
      assertMayEditLines(header, row, child);
      if (!await updateColumns(tx, header.paper, row, {})) throw refuse.changed();
      await writeLog(tx, { paper: header.paper, row, before: row, action: 'lines', label: ['修改明细', 'Lines changed'] });
      tx.changed(header.paper, row, 'edit');
    }
  };
}

/** The same for a line that is stored already; out of sight = nothing is held, and the caller finds it missing. */
export async function holdHeadersOf(tx: Transaction, child: AnyPaper, id: string, more: Readonly<Stored> = {}, how: { deleted?: boolean } = {}): Promise<Holding> {
  if (!headersOf(tx.house.papers, child).length) return free;
  const row = await readStored(tx, child, id, how);
  return row ? holdHeaders(tx, child, [row, more]) : free;
}
