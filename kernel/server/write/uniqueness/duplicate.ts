import { isEmpty } from '#kernel/fields/kind.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, buttonOf, columnOf } from '#kernel/language/paper.ts';
import { row as refuse } from '../../refusals.ts';
import { firstRows } from '../rows/find.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

const lockOf = (paper: AnyPaper, keys: readonly string[], values: Readonly<Values>): string =>
  `${paper.table} ${keys.map((name) => String(values[name] ?? '')).join('|')}`;

/**
 * Rows that are probably the same thing. Two people who enter the same thing at once wait for each other on the hash of its key, so
 * the second is told. `force: true` of somebody with the button saves all the same.
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

/** The same for many new rows at once: refused when any of them is not the only one of its kind. */
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
  // In one order for all: two who save many at once never wait for each other in a circle.
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
