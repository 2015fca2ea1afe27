import { isId } from '#kernel/fields/ref/ref.ts';
import { type Judging, isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { type Term, decide } from '#kernel/language/permission.ts';
import { row as refuse } from '../refusals.ts';
import { writeLog } from './log.ts';
import { assertNotOwn } from '../rows/own-work.ts';
import { findRows } from './find.ts';
import { type Stored, holdAboveNew, leadingUp, readStored, updateColumns } from './stored.ts';
import type { Transaction } from './transaction.ts';

/** A paper that says whether rows of another may be written: the name of these in its `editable`, and the field of a row that points at it. */
export interface Header {
  readonly paper: AnyPaper; readonly name: string; readonly parent: string;
  /** It saves them itself, as its lines. */
  readonly saves: boolean;
  /** States in which rows may still be added. */
  readonly grows?: readonly string[];
  /** The button of the rows whose holder writes in any state and says why. */
  readonly late?: string;
  /** To write a row is to judge its header. */
  readonly judges?: Judging;
  /** Who sees it writes its rows, though he may not edit it. */
  readonly seen?: true;
}

const known = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, Header[]>>();

interface Pair { readonly child: string; readonly header: Header }

function pairsOf(papers: ReadonlyMap<string, AnyPaper>, paper: AnyPaper): Pair[] {
  const lines = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][];
  return [
    ...lines.map(([name, line]) => ({ child: line.paper, header: { paper, name, parent: line.parent, saves: true } })),
    ...(paper.annexes && paper.lifecycle ? [{ child: paper.annexes.paper, header: { paper, name: 'annexes', parent: paper.annexes.parent, saves: false } }] : []),
    ...(paper.follows ?? []).flatMap(({ paper: name, parent, as, grows, late, judges, seen }) => { const header = papers.get(name); return header ? [{ child: paper.name, header: { paper: header, name: as, parent: String(parent), saves: false, grows, late, judges, seen } }] : []; }),
  ];
}

/** The papers whose lines the rows of this paper are, and those whose state it follows. */
export function headersOf(papers: ReadonlyMap<string, AnyPaper>, child: AnyPaper): readonly Header[] {
  let all = known.get(papers);
  if (!all) {
    const pairs = [...papers.values()].flatMap((paper) => pairsOf(papers, paper));
    all = new Map([...Map.groupBy(pairs, (one) => one.child)].map(([name, found]) => [name, found.map((one) => one.header)]));
    known.set(papers, all);
  }
  return all.get(child.name) ?? [];
}

/** Does the state of a header leave its rows to people? */
export const isOpenFor = ({ paper: { lifecycle: life }, name }: Header, state: string): boolean => !life || isEditable(life, state, name);

/** Rows are written by hand where the state of their header allows it; by who writes late ones, with a reason. */
export function assertMayEditLines(tx: Transaction, header: Header, row: Stored, child: AnyPaper, adds = false): void {
  const state = String(row[header.paper.lifecycle?.field ?? '']);
  if (isOpenFor(header, state) || (adds && header.grows?.includes(state))) return;
  if (!header.late || !tx.may(buttonOf(child, header.late))) throw refuse.locked({ labels: child.title });
  tx.why();
}

/**
 * Before rows are written: what their values point at, their headers and whatever stands above these and above the rows that are stored is
 * held together, from the top. Held one after the other, what stands above the second would come after the first. `alone`: the header does
 * not write them itself and hold itself by that.
 */
export async function holdForWriting(tx: Transaction, paper: AnyPaper, rows: readonly Readonly<Stored>[], { ids = [], alone }: { readonly ids?: readonly string[]; readonly alone: boolean }): Promise<void> {
  const declared = leadingUp(tx, paper);
  const more = (alone ? headersOf(tx.house.papers, paper) : []).filter((header) => !declared.some(({ field }) => field === header.parent)).map((header) => ({ paper: header.paper, field: header.parent }));
  const stored = more.length && ids.length ? await findRows(tx, paper, { id: ids }, ids.length) : [];
  const of = stored.map((row) => Object.fromEntries(more.map(({ field }) => [field, row[field]])));
  await holdAboveNew(tx, paper, [...rows, ...of], { ids, first: [...declared, ...more] });
}

/** What a change of a line by a call of its own means for its headers: they must stand where their lines may be edited, and count the change. */
export type Holding = () => Promise<void>;

/** Nothing is held: the product writes, or the header itself answers for its lines. */
export const free: Holding = async () => {};

/** The headers that somebody may write into: those he may edit; of rows that he writes late, of headers that nobody edits, and where seeing is enough, those he sees. Null = none. */
function sightOf(tx: Transaction, { paper, late, seen }: Header, child: AnyPaper): readonly Term[] | null {
  if (late && tx.may(buttonOf(child, late))) return decide(tx.person, paper, 'view').where;
  const { allow, where } = decide(tx.person, paper, paper.readOnly || seen ? 'view' : 'edit');
  return allow ? where : null;
}

/**
 * Before a line is written by a call of its own: its headers are held, before the line itself as everywhere. `rows` = the line as it is and
 * as it will be: both headers count when it moves. One that is out of sight is not there. `adds`: the line is new.
 */
export async function holdHeaders(tx: Transaction, child: AnyPaper, rows: readonly Readonly<Stored>[], adds = false): Promise<Holding> {
  const headers = headersOf(tx.house.papers, child);
  if (!headers.length) return free;
  const held: (readonly [Header, Stored])[] = [];
  for (const header of headers) {
    const ids = [...new Set(rows.map((row) => String(row[header.parent] ?? '')).filter(isId))].toSorted();
    const where = sightOf(tx, header, child);
    for (const id of ids) {
      const row = where && await readStored(tx, header.paper, id, { lock: 'change', where });
      if (!row) throw refuse.missing({ title: header.paper.title }, { fields: [{ field: header.parent, words: [`${header.paper.title[0]}不存在`, 'It does not exist'] }] });
      held.push([header, row]);
    }
  }
  return async () => {
    for (const [header, row] of held) {
      assertMayEditLines(tx, header, row, child, adds);
      await assertNotOwn(tx, header.paper, header.judges, row);
      // What follows from the line may have been written into its header already.
      const now = await readStored(tx, header.paper, String(row.id)) ?? row;
      if (!await updateColumns(tx, header.paper, now, {})) throw refuse.changed();
      await writeLog(tx, { paper: header.paper, row: now, before: now, action: 'lines', label: ['修改明细', 'Lines changed'], remark: tx.said });
      tx.changed(header.paper, now, 'edit');
    }
  };
}

/** The same for a line that is stored already; out of sight = nothing is held, and the caller finds it missing. */
export async function holdHeadersOf(tx: Transaction, child: AnyPaper, id: string, more: Readonly<Stored> = {}, how: { deleted?: boolean; where?: readonly Term[] } = {}): Promise<Holding> {
  if (!headersOf(tx.house.papers, child).length) return free;
  const row = await readStored(tx, child, id, how);
  return row ? holdHeaders(tx, child, [row, more]) : free;
}
