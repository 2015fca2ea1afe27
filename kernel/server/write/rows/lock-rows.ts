import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import type { Above } from '../../database/lock-order.ts';
import type { LockMode } from '../../database/row-locks.ts';
import { row as refuse } from '../../refusals.ts';
import { type Stored, type Values, compareIds } from '../../rows/stored-row.ts';
import type { ActStep } from '../act.ts';
import type { LockedRows, UpdateFound } from '../found.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import {
  LOCKS,
  type RowReading,
  isPlainRead,
  readRaw,
  statementOf,
  storedSelect,
  visibleStoredRows,
} from './stored.ts';

/** Return a stored row, locked if `lock` is set; null where it is missing or out of scope. */
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
  const moment = held.moment(paper.table);
  const { text, values } = statementOf(tx, paper, id, how, lock);
  const rows = await tx.sql.query<Stored>(text, values);
  if (!rows.length) return null;
  const row = readRaw(paper, rows[0]);
  if (lock) tx.lockedAt(String(row.updateTime));
  if (!how.deleted) held.remember(paper.table, row, moment, how.lock);
  return { ...row };
}

type Ids = Readonly<Record<string, string | null>>;

/** Ids of rows to lock, by paper. */
type Wanted = Map<AnyPaper, Set<string>>;

/** Error that repeats the transaction: a reference to a parent changed before the parent was locked. */
class ParentChanged extends Error {
  readonly code = '40001';
}

/**
 * Return whether the locked rows still refer to the parents that were read before. False where a row is not locked: then
 * a statement decides.
 */
function isAsLocked(tx: DatabaseSession, paper: AnyPaper, above: readonly Above[], before: Ids): boolean {
  const rowAt = (table: string, id: string | null) => (id === null ? undefined : tx.locks.row(table, id));
  const rows = new Map([
    ['t', rowAt(paper.table, before.t)],
    ...above.map((one) => [one.as, rowAt(one.paper.table, before[one.as])] as const),
  ]);
  return above.every((one) => {
    const from = rows.get(one.from);
    if (before[one.as] === null && before[one.from] === null) return true;
    return from !== undefined && (from[one.field] ?? null) === (rows.get(one.as)?.[one.key] ?? null);
  });
}

/**
 * Add the parents of stored rows to the rows to lock, read without a lock. Return a check that they are still the same.
 */
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
    if (before.every((row) => isAsLocked(tx, paper, way.above, row))) return;
    if (JSON.stringify(await read()) !== JSON.stringify(before))
      throw new ParentChanged('a parent changed before its lock');
  };
}

const want = (wanted: Wanted, paper: AnyPaper, id: string | null): void => {
  if (id) wanted.set(paper, (wanted.get(paper) ?? new Set()).add(id));
};

/** Lock rows in the declared order of papers, within a paper by id. Return whether any was not locked before. */
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
 * Lock the parents of rows, before the rows. The parents are read without a lock, locked from the top, and compared
 * again. So acts that begin at different rows do not deadlock.
 */
export async function lockParents(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<void> {
  const wanted: Wanted = new Map();
  const look = await addAbove(tx, paper, { ids, wanted });
  if (await holdWanted(tx, wanted)) await look();
}

/** A field that refers to a parent, and the paper of the parent. */
interface Leading {
  readonly paper: AnyPaper;
  readonly field: string;
}

/** Return the fields of a paper that refer to its parents in the order of locks. */
export const leadingUp = (tx: DatabaseSession, paper: AnyPaper): readonly Leading[] =>
  tx.app.lockOrder.pathOf(paper)?.above.filter((one) => one.from === 't' && one.key === 'id') ?? [];

/** Lock the parents that new values of rows refer to, together with those of the stored rows. */
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

/** Lock living rows against changes by others, in the order of their ids, after their parents. */
export async function lockAndRead(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<Stored[]> {
  await lockParents(tx, paper, ids);
  return lockRows(tx, paper, ids);
}

/** Lock living rows by their ids and return them, as `lockAndRead`; their parents are locked already. */
export async function lockRows(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<Stored[]> {
  const { locks: held } = tx;
  const known = new Map<string, Stored>();
  for (const id of ids) {
    const row = held.isLocked(paper.table, id, 'change') ? held.row(paper.table, id) : undefined;
    if (row) known.set(id, { ...row });
  }
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length) {
    // Rows that this transaction inserted are included, so that all rows are locked in the order of their ids.
    const open = [...new Set(ids)].filter((id) => !known.has(id) || held.isLocked(paper.table, id, 'remove'));
    const moment = held.moment(paper.table);
    const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $2';
    const rows = await tx.sql.query(
      `select ${storedSelect(paper)} from ${paper.table} t where t.id = any($1::bigint[])${tenant} and t.is_deleted = 0 order by t.id${LOCKS.change}`,
      tenant ? [open, tx.tenantId] : [open],
    );
    for (const raw of rows) {
      const row = readRaw(paper, raw);
      tx.lockedAt(String(row.updateTime));
      held.remember(paper.table, row, moment, 'change');
      known.set(String(row.id), { ...row });
    }
  }
  return [...new Set(ids)].map((id) => known.get(id)).filter((row) => row !== undefined);
}

/**
 * Lock the living rows within a scope and return them, in the order of their ids. The mode `remove` also prevents new
 * references to them.
 */
export async function lockVisible(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
  { lock, where }: { readonly lock: LockMode; readonly where: readonly Term[] },
): Promise<Stored[]> {
  await lockParents(tx, paper, ids);
  const moment = tx.locks.moment(paper.table);
  const rows = await visibleStoredRows(tx, paper, ids, where, LOCKS[lock]);
  for (const row of rows) {
    tx.lockedAt(String(row.updateTime));
    tx.locks.remember(paper.table, row, moment, lock);
  }
  return rows.map((row) => ({ ...row }));
}

/** Lock the parents of the rows of the act, from the top. */
export const lockAbove: ActStep<LockedRows> = {
  name: 'lockAbove',
  kind: 'lock',
  run: ({ session, act }) => lockParents(session, act.paper, act.ids),
};

/** Lock and read the rows of the act by id. Refuse rows out of the scope as missing. */
export const lockOwnRows: ActStep<LockedRows> = {
  name: 'lockRows',
  kind: 'lock',
  refuses: ['row.missing'],
  isNeeded: true,
  async run({ session, act: { paper, ids, authority }, refused }) {
    const rows = new Map<string, LockedRows['before'][number]>();
    for (const id of ids.toSorted(compareIds)) {
      const row = await readStored(session, paper, id, {
        lock: refused ? undefined : 'change',
        where: authority.scope,
      });
      if (!row) throw refuse.missing({ title: paper.title });
      rows.set(id, row);
    }
    return { before: ids.map((id) => rows.get(id)).filter((row) => row !== undefined) };
  },
};

/** Lock and read the row to change. Refuse it as missing if it is out of the scope. */
export const lockRow: ActStep<UpdateFound> = {
  name: 'lockRows',
  kind: 'lock',
  async run({ session, act: { paper, ids, authority } }) {
    const before = await readStored(session, paper, ids[0], { lock: 'change', where: authority.scope });
    if (!before) throw refuse.missing({ title: paper.title });
    return { before };
  },
};
