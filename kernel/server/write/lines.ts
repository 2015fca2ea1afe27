import type { AnyPaper } from '#kernel/language/paper.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { row as refuse } from '../refusals.ts';
import { findRows } from './find.ts';
import { type Header, MOST_LINES, assertMayEditLines } from './headers.ts';
import { removeRow } from './remove.ts';
import type { Stored } from '../rows/stored-row.ts';
import type { DatabaseSession } from './session/database-session.ts';

export const MOST_PRESENT = 100_000;

const rowsOf = (given: unknown): Stored[] =>
  Array.isArray(given) ? given.filter((one): one is Stored => typeof one === 'object' && one !== null) : [];

/** All of them or none: what would be cut off is refused, and counted. */
function assertFew(child: AnyPaper, n: number, most: number): void {
  if (n > most) throw refuse.tooManyLines({ title: child.title, n, most });
}

/** How one child is saved: as any row of its paper. */
export interface LineSaving {
  readonly trusted?: boolean;
  insert(
    tx: DatabaseSession,
    paper: AnyPaper,
    given: Stored,
    options: { trusted?: boolean; withHeader: true },
  ): Promise<Stored>;
  update(
    tx: DatabaseSession,
    paper: AnyPaper,
    id: string,
    given: Stored,
    options: { trusted?: boolean; withHeader: true },
  ): Promise<Stored>;
}

/** The lines that the writer had before his eyes, where he says so. */
const readBy = (given: Readonly<Stored>, name: string): ReadonlySet<string> | undefined => {
  const ids = (given._read as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(ids) ? new Set(ids.map(String)) : undefined;
};

const missedBy = (header: Stored): Error =>
  refuse.changed({ data: { row: String(header.id), version: header.version, changes: [] } });

/** A line that somebody changed since the writer read it is not written over, and one that he never saw is not removed. */
function assertSeen(
  header: Stored,
  present: readonly Stored[],
  rows: readonly Stored[],
  read: ReadonlySet<string> | undefined,
): void {
  const given = new Map(rows.map((row) => [String(row.id ?? ''), row]));
  for (const one of present) {
    const row = given.get(String(one.id));
    if (row ? !isEmpty(row.version) && Number(row.version) !== one.version : read && !read.has(String(one.id)))
      throw missedBy(header);
  }
}

interface Line {
  readonly header: Header;
  readonly child: AnyPaper;
  readonly present: readonly Stored[];
  readonly rows: readonly Stored[];
}

async function saveThese(
  tx: DatabaseSession,
  { header: { parent }, child, present, rows }: Line,
  id: unknown,
  saving: LineSaving,
  changing: () => void,
): Promise<boolean> {
  const options = { trusted: saving.trusted, withHeader: true } as const;
  const named = new Set(rows.map((row) => String(row.id ?? '')));
  let changed = false;
  const change = (): void => {
    changed = true;
    changing();
  };
  // What is gone makes room first: a new line may say the same as one that goes.
  for (const row of present.filter((one) => !named.has(String(one.id)))) {
    change();
    await removeRow(tx, child, String(row.id), { where: [{ kind: 'all' }] });
  }
  for (const row of rows) {
    const before = isEmpty(row.id) ? undefined : present.find((one) => one.id === String(row.id));
    const body = { ...row, [parent]: id, version: undefined };
    if (!before) {
      change();
      await saving.insert(tx, child, body, options);
    } else if ((await saving.update(tx, child, String(before.id), body, options)).version !== before.version) change();
  }
  return changed;
}

/**
 * Saves the children that came with their header: new ones added, known ones changed, absent ones removed. Absent list = left alone. By
 * hand they are changed only where the state of the header allows it.
 */
export async function saveLines(
  tx: DatabaseSession,
  paper: AnyPaper,
  row: Stored,
  given: Readonly<Stored>,
  saving: LineSaving & { /** The header is new: its lines are part of making it. */ readonly fresh?: boolean },
): Promise<boolean> {
  let changed = false;
  for (const [name, line] of Object.entries(paper.lines ?? {}) as [
    string,
    { paper: string; parent: string; most?: number },
  ][]) {
    if (!Array.isArray(given[name])) continue;
    const header: Header = { paper, name, parent: line.parent, saves: true };
    const child = tx.paper(line.paper);
    const rows = rowsOf(given[name]);
    if (!saving.trusted) assertFew(child, rows.length, line.most ?? MOST_LINES);
    // What is there from before may be more; none of it is taken for absent. A header that is made here has none.
    const present: Stored[] = saving.fresh ? [] : await findRows(tx, child, { [line.parent]: row.id }, MOST_PRESENT);
    if (!saving.trusted) assertSeen(row, present, rows, readBy(given, name));
    const isFree = saving.trusted || saving.fresh;
    changed =
      (await saveThese(tx, { header, child, present, rows }, row.id, saving, () => {
        if (!isFree) assertMayEditLines(tx, header, row, child);
      })) || changed;
  }
  return changed;
}
