import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, buttonOf, columnOf } from '#kernel/language/paper.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, bodyIn, isByPerson, isSingle } from '../act.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import { firstRows } from '../rows/stored.ts';
import type { DatabaseSession } from '../session/database-session.ts';

const lockOf = (paper: AnyPaper, keys: readonly string[], values: Readonly<Values>): string =>
  `${paper.table} ${keys.map((name) => String(values[name] ?? '')).join('|')}`;

/**
 * Refuse a row that is probably the same as an existing one. A lock on the keys makes concurrent writers of the same
 * wait, so the second is refused. `force: true` of a person with the button saves it all the same.
 */
export async function assertNoDuplicate(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Readonly<Values>,
  before: Stored | null,
  body: Readonly<Values> | undefined,
): Promise<void> {
  const rule = paper.duplicates;
  if (!rule) return;
  const keys = rule.by as readonly string[];
  if (
    isEmpty(values[keys[0]]) ||
    (before && keys.every((name) => String(before[name] ?? '') === String(values[name] ?? '')))
  )
    return;
  await tx.lock(lockOf(paper, keys, values));
  const found = (
    await firstRows(
      tx,
      paper,
      Object.fromEntries(keys.map((name) => [name, isEmpty(values[name]) ? null : values[name]])),
      5,
    )
  ).filter((row) => row.id !== before?.id);
  if (found.length === 0) return;
  if (rule.force && (body?.force === true || body?.force === 'true') && tx.may(buttonOf(paper, rule.force))) return;
  throw refuse.duplicate(
    { said: rule.said },
    { data: { id: String(found[0].id), ids: found.map((row) => String(row.id)) } },
  );
}

/** Refuse new rows if one of them is probably the same as an existing row, or as another of them. */
export async function assertNoDuplicates(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Readonly<Values>[],
): Promise<void> {
  const rule = paper.duplicates;
  if (!rule) return;
  const keys = rule.by as readonly string[];
  const wanted = rows.filter((row) => !isEmpty(row[keys[0]]));
  const locks = new Set(wanted.map((row) => lockOf(paper, keys, row)));
  if (locks.size < wanted.length) throw refuse.duplicate({ said: rule.said });
  // Take the locks in one order, so that two such saves do not deadlock.
  tx.sql.enqueue(
    'select pg_advisory_xact_lock(l.h) from (select hashtextextended(k, 0) as h from unnest($1::text[]) k order by 1 offset 0) l',
    [[...locks].map((lock) => `${tx.tenantId} ${lock}`)],
  );
  const types = keys.map((name) => columnFor(paper.fields[name]).type(paper.fields[name]));
  const matches = keys.map((name, at) => `t.${columnOf(name)} ${at ? 'is not distinct from' : '='} w.k${at}`);
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = $${keys.length + 1}`;
  const found = await tx.sql.query(
    `select 1 from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) as w(${keys.map((_, at) => `k${at}`).join(', ')})
    join ${paper.table} t on ${matches.join(' and ')}${tenant} and t.is_deleted = 0 limit 1`,
    [
      ...keys.map((name) => wanted.map((row) => (isEmpty(row[name]) ? null : row[name]))),
      ...(tenant ? [tx.tenantId] : []),
    ],
  );
  if (found.length) throw refuse.duplicate({ said: rule.said });
}

/** Refuse new rows that are probably the same as another. */
export const duplicate: ActStep<InsertFound> = {
  name: 'duplicate',
  kind: 'check',
  refuses: ['row.duplicate'],
  run: ({ session, act }, { values }) =>
    isSingle(act)
      ? assertNoDuplicate(session, act.paper, values[0], null, bodyIn(act))
      : assertNoDuplicates(session, act.paper, values),
};

/** Refuse a change after which the row is probably the same as another. */
export const duplicateOfChange: ActStep<UpdateFound> = {
  name: 'duplicate',
  kind: 'check',
  when: isByPerson,
  run: ({ session, act }, { before, values }) =>
    assertNoDuplicate(session, act.paper, { ...before, ...values }, before, bodyIn(act)),
};
