import type { AnyPaper } from '#kernel/language/paper.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { findRows } from './find.ts';
import { removeRow } from './remove.ts';
import { type Stored } from './stored.ts';
import type { Transaction } from './transaction.ts';

const rowsOf = (given: unknown): Stored[] => (Array.isArray(given) ? given.filter((one): one is Stored => typeof one === 'object' && one !== null).slice(0, 500) : []);

/** How one child is saved: as any row of its paper. */
export interface LineSaving {
  readonly trusted?: boolean;
  insert(tx: Transaction, paper: AnyPaper, given: Stored, options: { trusted?: boolean }): Promise<Stored>;
  update(tx: Transaction, paper: AnyPaper, id: string, given: Stored, options: { trusted?: boolean }): Promise<Stored>;
}

/** Saves the children that came with their header: new ones added, known ones changed, absent ones removed. Absent list = left alone. */
export async function saveLines(tx: Transaction, paper: AnyPaper, header: Stored, given: Readonly<Stored>, saving: LineSaving): Promise<boolean> {
  let changed = false;
  for (const [name, line] of Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][]) {
    if (!Array.isArray(given[name])) continue;
    const child = tx.paper(line.paper);
    const present = await findRows(tx, child, { [line.parent]: header.id }, 1000);
    const rows = rowsOf(given[name]);
    const named = new Set(rows.map((row) => String(row.id ?? '')));
    // What is gone makes room first: a new line may say the same as one that goes.
    for (const row of present.filter((one) => !named.has(String(one.id)))) { await removeRow(tx, child, String(row.id), [{ kind: 'all' }]); changed = true; }
    for (const row of rows) {
      const known = isEmpty(row.id) ? undefined : present.find((one) => one.id === String(row.id));
      const body = { ...row, [line.parent]: header.id, version: undefined };
      const saved = known ? await saving.update(tx, child, String(known.id), body, { trusted: saving.trusted }) : await saving.insert(tx, child, body, { trusted: saving.trusted });
      changed ||= !known || saved.version !== known.version;
    }
  }
  return changed;
}
