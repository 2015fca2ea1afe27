import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { row as refuse } from '../../refusals.ts';
import { assertNotOwn } from '../../rows/own/own-work.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, isSingle, writesAlone } from '../act.ts';
import type { Holding, InsertFound, UpdateFound } from '../found.ts';
import { leadingUp, lockParentsOfNew, readStored } from '../rows/lock-rows.ts';
import { findRows } from '../rows/stored.ts';
import { updateColumns } from '../rows/write-columns.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { type Header, assertMayEditLines, headerSight, headersOf, missingHeader, noteLines } from './headers.ts';

/**
 * Lock all rows above some rows before these are written: references, headers and their parents, together and from the
 * top. If each reference were locked with its parents in turn, the order of locks would be violated. `alone`: the rows
 * are written directly, so headers are locked too.
 */
export async function lockForWriting(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Readonly<Values>[],
  { ids = [], alone }: { readonly ids?: readonly string[]; readonly alone: boolean },
): Promise<void> {
  const declared = leadingUp(tx, paper);
  const more = (alone ? headersOf(tx.app.papers, paper) : [])
    .filter((header) => !declared.some(({ field }) => field === header.parent))
    .map((header) => ({ paper: header.paper, field: header.parent }));
  const stored = more.length && ids.length ? await findRows(tx, paper, { id: ids }, ids.length) : [];
  const of = stored.map((row) => Object.fromEntries(more.map(({ field }) => [field, row[field]])));
  await lockParentsOfNew(tx, paper, [...rows, ...of], { ids, first: [...declared, ...more] });
}

/**
 * Check that does nothing, where no header is locked: the product writes, or the act of the header includes its lines.
 */
export const free: Holding = async () => {};

/** Refuse a new line that is written directly where its header has the maximum number already. */
async function assertRoom(tx: DatabaseSession, child: AnyPaper, { parent, most }: Header, id: string): Promise<void> {
  if (!most) return;
  const [{ n }] = await tx.sql.query<{ n: number }>(
    `select count(*)::int as n from ${child.table} where tenant_id = $1 and ${columnOf(parent)} = $2 and is_deleted = 0`,
    [tx.tenantId, id],
  );
  if (n >= most) throw refuse.tooManyLines({ title: child.title, n: n + 1, most });
}

/**
 * Lock the headers of a row that is written directly, before the row itself. `rows`: the row as stored and as it will
 * be, since a move concerns both headers. A header out of sight is refused as missing. `adds`: the row is new.
 */
export async function lockHeaders(
  tx: DatabaseSession,
  child: AnyPaper,
  rows: readonly Readonly<Values>[],
  adds = false,
): Promise<Holding> {
  const headers = headersOf(tx.app.papers, child);
  if (!headers.length) return free;
  const held: (readonly [Header, Stored])[] = [];
  for (const header of headers) {
    const ids = [...new Set(rows.map((row) => String(row[header.parent] ?? '')).filter(isId))].toSorted();
    const where = headerSight(tx, header, child);
    for (const id of ids) {
      const row = where && (await readStored(tx, header.paper, id, { lock: 'change', where }));
      if (!row) throw missingHeader(header);
      if (adds || String(rows[0][header.parent]) !== id) await assertRoom(tx, child, header, id);
      held.push([header, row]);
    }
  }
  return async () => {
    for (const [header, row] of held) {
      assertMayEditLines(tx, header, row, child, adds);
      await assertNotOwn(tx, header.paper, header.judges, row);
      // Read the header again: behaviours of the row may have changed it.
      const now = (await readStored(tx, header.paper, String(row.id))) ?? row;
      if (!(await updateColumns(tx, header.paper, now, {}))) throw refuse.changed();
      await noteLines(tx, header.paper, now);
    }
  };
}

/**
 * Lock the headers of a stored row, as `lockHeaders`. If the row is out of scope, lock none: the caller refuses it as
 * missing.
 */
export async function lockHeadersOf(
  tx: DatabaseSession,
  child: AnyPaper,
  id: string,
  more: Readonly<Values> = {},
  how: { deleted?: boolean; where?: readonly Term[] } = {},
): Promise<Holding> {
  if (!headersOf(tx.app.papers, child).length) return free;
  const row = await readStored(tx, child, id, how);
  return row ? lockHeaders(tx, child, [row, more]) : free;
}

/** Lock the rows that a new row refers to, and their parents. Values with problems are refused by the next step. */
export const lockAboveNew: ActStep<InsertFound> = {
  name: 'lockAbove',
  kind: 'lock',
  when: isSingle,
  run: ({ session, act }, { values, problems }) =>
    problems.length ? undefined : lockForWriting(session, act.paper, values, { alone: writesAlone(act) }),
};

/** Lock the headers of a new row that is written directly. */
export const lockHeadersOfNew: ActStep<InsertFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  when: isSingle,
  async run({ session, act }, { values }) {
    return { headers: writesAlone(act) ? await lockHeaders(session, act.paper, values, true) : free };
  },
};

/** Lock the rows above a row: those that it refers to now, and those that it will refer to. */
export const lockAboveChange: ActStep<UpdateFound> = {
  name: 'lockAbove',
  kind: 'lock',
  run: ({ session, act }) => lockForWriting(session, act.paper, act.input, { ids: act.ids, alone: writesAlone(act) }),
};

/** Lock the headers of a row that is changed directly: those of its present state, and those that it moves to. */
export const lockHeadersOfChange: ActStep<UpdateFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  async run({ session, act }) {
    if (!writesAlone(act)) return { headers: free };
    const { scope: where } = act.authority;
    return { headers: await lockHeadersOf(session, act.paper, act.ids[0], act.input[0], { where }) };
  },
};

/**
 * Check the headers of a new row, and raise their version. This follows the checks of the behaviour, whose refusals are
 * more specific.
 */
export const countHeaders: ActStep<InsertFound> = {
  name: 'countHeaders',
  kind: 'write',
  when: isSingle,
  run: (_, { headers }) => headers(),
};

/** Check the headers of a changed row, and raise their version. */
export const countHeadersOfChange: ActStep<UpdateFound> = {
  name: 'countHeaders',
  kind: 'write',
  run: (_, { headers, isChanged }) => (isChanged ? headers() : undefined),
};
