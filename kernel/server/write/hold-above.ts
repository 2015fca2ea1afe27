import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Above } from './lock-order.ts';
import { type Stored, lockRows } from './stored.ts';
import type { Transaction } from './transaction.ts';

type Ids = Readonly<Record<string, string | null>>;

/** What was read without a lock is not so any more: all is begun again, as where PostgreSQL finds two in each other's way. */
class LookedAgain extends Error {
  readonly code = '40001';
}

/**
 * Holds what stands above rows of a paper before they are held themselves: who begins at a visit reads its order without a lock, locks from
 * the top, and looks again. Two who begin at different ends so never wait for each other in a circle.
 */
export async function holdAbove(tx: Transaction, paper: AnyPaper, ids: readonly string[]): Promise<void> {
  const way = tx.house.lockOrder.way(paper);
  const open = way ? ids.filter((id) => !tx.held.holds(paper.table, id, 'change')) : [];
  if (!way || !open.length) return;
  const read = (): Promise<Ids[]> => tx.sql.query<Record<string, string | null>>(way.text, [open, tx.tenantId]);
  const before = await read();
  if (await hold(tx, way.above, before) && JSON.stringify(await read()) !== JSON.stringify(before)) throw new LookedAgain('what stands above changed meanwhile');
}

/** The same for rows that are not written yet: what their values point at. */
export async function holdAboveNew(tx: Transaction, paper: AnyPaper, rows: readonly Readonly<Stored>[]): Promise<void> {
  const first = tx.house.lockOrder.way(paper)?.above.filter((one) => one.from === 't' && one.key === 'id') ?? [];
  for (const { paper: to, field } of first) {
    const ids = [...new Set(rows.map((values) => values[field]))].filter((id): id is string => typeof id === 'string' && isId(id) && !tx.held.holds(to.table, id, 'change'));
    if (!ids.length) continue;
    await holdAbove(tx, to, ids);
    await lockRows(tx, to, ids);
  }
}

/** Locks them from the top, within one paper by id; answers whether any was not held before. */
async function hold(tx: Transaction, above: readonly Above[], rows: readonly Ids[]): Promise<boolean> {
  let any = false;
  const wanted = new Map<AnyPaper, Set<string>>();
  for (const { paper, as } of above) for (const row of rows) {
    const id = row[as];
    if (id && !tx.held.holds(paper.table, id, 'change')) wanted.set(paper, (wanted.get(paper) ?? new Set()).add(id));
  }
  for (const [paper, ids] of wanted) { await lockRows(tx, paper, [...ids]); any = true; }
  return any;
}
