import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import type { LockMode } from '../../database/row-locks.ts';
import { Parameters } from '../../database/statement.ts';
import { scopeSql } from '../../list/scope.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { LOCKS, type RowReading, isPlainRead, readRaw, statementOf, storedSelect } from './stored.ts';

/** The stored row, locked when it is about to change; null when there is none in sight. */
export async function readStored(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  how: RowReading = {},
): Promise<Stored | null> {
  const { locks: held } = tx;
  if (how.lock) await lockParents(tx, paper, [String(id)]);
  const lock = how.lock && !held.isLocked(paper.table, String(id), how.lock) ? LOCKS[how.lock] : '';
  const known = lock || !isPlainRead(how) ? undefined : held.row(paper.table, String(id));
  if (known) return { ...known };
  const asked = held.moment(paper.table);
  const { text, values } = statementOf(tx, paper, id, how, lock);
  const rows = await tx.sql.query<Stored>(text, values);
  if (!rows.length) return null;
  const row = readRaw(paper, rows[0]);
  if (lock) tx.lockedAt(String(row.updateTime));
  if (!how.deleted) held.remember(paper.table, row, asked, how.lock);
  return { ...row };
}

type Ids = Readonly<Record<string, string | null>>;

/** Rows to be held, by their papers. */
type Wanted = Map<AnyPaper, Set<string>>;

/** What was read without a lock is not so any more: all is begun again, as where PostgreSQL finds two in each other's way. */
class LookedAgain extends Error {
  readonly code = '40001';
}

/** Adds what stands above stored rows, as it is read without a lock; answers how to look again. */
async function addAbove(
  tx: DatabaseSession,
  paper: AnyPaper,
  { ids, wanted }: { ids: readonly string[]; wanted: Wanted },
): Promise<() => Promise<void>> {
  const way = tx.app.lockOrder.pathOf(paper);
  const open = way ? ids.filter((id) => !tx.locks.isLocked(paper.table, id, 'change')) : [];
  if (!way || !open.length) return async () => {};
  const read = (): Promise<Ids[]> => tx.sql.query<Record<string, string | null>>(way.text, [open, tx.tenantId]);
  const before = await read();
  for (const { paper: above, as } of way.above) for (const row of before) want(wanted, above, row[as]);
  return async () => {
    if (JSON.stringify(await read()) !== JSON.stringify(before))
      throw new LookedAgain('what stands above changed meanwhile');
  };
}

const want = (wanted: Wanted, paper: AnyPaper, id: string | null): void => {
  if (id) wanted.set(paper, (wanted.get(paper) ?? new Set()).add(id));
};

/** Locks them from the top, within one paper by id; answers whether any was not held before. */
async function holdWanted(tx: DatabaseSession, wanted: Wanted): Promise<boolean> {
  let any = false;
  const { lockOrder } = tx.app;
  for (const [paper, ids] of [...wanted].toSorted(
    ([one], [other]) => lockOrder.place(one.table) - lockOrder.place(other.table),
  )) {
    const open = [...ids].filter((id) => !tx.locks.isLocked(paper.table, id, 'change'));
    if (!open.length) continue;
    await lockRows(tx, paper, open);
    any = true;
  }
  return any;
}

/**
 * Holds what stands above rows of a paper before they are held themselves: who begins at a visit reads its order without a lock, locks from
 * the top, and looks again. Two who begin at different ends so never wait for each other in a circle.
 */
export async function lockParents(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<void> {
  const wanted: Wanted = new Map();
  const look = await addAbove(tx, paper, { ids, wanted });
  if (await holdWanted(tx, wanted)) await look();
}

/** A field of a row, and the paper of what it points at. */
interface Leading {
  readonly paper: AnyPaper;
  readonly field: string;
}

/** The fields by which rows of a paper lead to what stands above them in the order of locks. */
export const leadingUp = (tx: DatabaseSession, paper: AnyPaper): readonly Leading[] =>
  tx.app.lockOrder.pathOf(paper)?.above.filter((one) => one.from === 't' && one.key === 'id') ?? [];

/** The same for rows as they will be: what their values point at, together with what stands above those that are stored. */
export async function lockParentsOfNew(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Readonly<Values>[],
  { ids, first }: { readonly ids: readonly string[]; readonly first: readonly Leading[] },
): Promise<void> {
  if (!first.length) return;
  const wanted: Wanted = new Map();
  const looks = [await addAbove(tx, paper, { ids, wanted })];
  for (const { paper: to, field } of first) {
    const named = rows.map((values) => values[field]).filter((id): id is string => typeof id === 'string' && isId(id));
    for (const id of named) want(wanted, to, id);
    looks.push(await addAbove(tx, to, { ids: [...new Set(named)], wanted }));
  }
  if (await holdWanted(tx, wanted)) for (const look of looks) await look();
}

/** Living rows, held until the end against changes by others, in the order of their ids whoever asks; after whatever stands above them. */
export async function lockAndRead(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<Stored[]> {
  await lockParents(tx, paper, ids);
  return lockRows(tx, paper, ids);
}

/** The same, of rows whose way down from the top is held. */
export async function lockRows(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<Stored[]> {
  const { locks: held } = tx;
  const known = new Map<string, Stored>();
  for (const id of ids) {
    const row = held.isLocked(paper.table, id, 'change') ? held.row(paper.table, id) : undefined;
    if (row) known.set(id, { ...row });
  }
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length) {
    // A row that was made here is asked for with the others, so that they are held in one order.
    const open = [...new Set(ids)].filter((id) => !known.has(id) || held.isLocked(paper.table, id, 'remove'));
    const asked = held.moment(paper.table);
    const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $2';
    const rows = await tx.sql.query(
      `select ${storedSelect(paper)} from ${paper.table} t where t.id = any($1::bigint[])${tenant} and t.is_deleted = 0 order by t.id${LOCKS.change}`,
      tenant ? [open, tx.tenantId] : [open],
    );
    for (const raw of rows) {
      const row = readRaw(paper, raw);
      tx.lockedAt(String(row.updateTime));
      held.remember(paper.table, row, asked, 'change');
      known.set(String(row.id), { ...row });
    }
  }
  return [...new Set(ids)].map((id) => known.get(id)).filter((row) => row !== undefined);
}

/** Living rows in sight, held against changes, and before a removal against whoever begins to point at them, too; in the order of their ids. */
export async function lockVisible(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
  { lock, where }: { readonly lock: LockMode; readonly where: readonly Term[] },
): Promise<Stored[]> {
  await lockParents(tx, paper, ids);
  const asked = tx.locks.moment(paper.table);
  const rows = await visibleStoredRows(tx, paper, ids, where, LOCKS[lock]);
  for (const row of rows) {
    tx.lockedAt(String(row.updateTime));
    tx.locks.remember(paper.table, row, asked, lock);
  }
  return rows.map((row) => ({ ...row }));
}

/** Living rows in sight, in the order of their ids. */
export async function visibleStoredRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
  where: readonly Term[],
  lock = '',
): Promise<Stored[]> {
  const values = new Parameters();
  values.now = tx.now();
  const conditions = [`t.id = any(${values.add(ids)}::bigint[])`, 't.is_deleted = 0'];
  if (paper.owner !== 'platform') conditions.push(`t.tenant_id = ${values.add(tx.tenantId)}`);
  conditions.push(scopeSql(paper, where, values, (name) => tx.paper(name)));
  return (
    await tx.sql.query<Stored>(
      `select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')} order by t.id${lock}`,
      values.values,
    )
  ).map((raw) => readRaw(paper, raw));
}
