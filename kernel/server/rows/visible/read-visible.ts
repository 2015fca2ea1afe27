import { isId } from '#kernel/fields/ref/ref.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { Parameters, type Fragment, raw, sql } from '../../database/statement.ts';
import { detailFields, selectOf, shaper } from '../../list/shape.ts';
import { unpaged } from '../../list/unpaged.ts';
import { row as refuse } from '../../refusals.ts';
import { findRows } from '../../write/rows/stored.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import { pointingFields } from '../captions.ts';
import { assertNotOwn } from '../own/own-work.ts';
import { presenterFor } from '../presenter.ts';
import type { Stored } from '../stored-row.ts';
import { visibleCondition } from './condition.ts';
import type { Most, OrderedMost, VisibleRow, VisibleScope } from './visible-query.ts';

/** Is it one locked row by its id, of a paper whose rows the person sees all? No statement is needed then. */
function isLockedAndSeen(
  { locks, person }: DatabaseSession,
  paper: AnyPaper,
  { match = {}, also, query, partOf, button = 'view' }: VisibleScope,
): boolean {
  const { id, ...others } = match;
  if (also || query || partOf || typeof id !== 'string' || Object.keys(others).length) return false;
  if (!locks.row(paper.table, id)) return false;
  const { allow, where } = decide(person, paper, button);
  return allow && where.some((term) => term.kind === 'all');
}

interface Listing {
  readonly columns: string;
  readonly condition: Fragment;
  readonly order: string | Fragment;
  readonly most: Most;
}

/** Read the first rows, or all up to a limit; rows beyond a limit are counted in the answer. */
function readListed<R>(
  session: DatabaseSession,
  paper: AnyPaper,
  { columns, condition, order, most }: Listing,
): Promise<R[]> {
  const parameters = new Parameters();
  const text = `select ${columns} from ${paper.table} t where ${condition.into(parameters)}`;
  const by = typeof order === 'string' ? order : order.into(parameters);
  const { values } = parameters;
  return 'first' in most
    ? session.sql.query<R>(`${text} order by ${by} limit ${most.first}`, values)
    : unpaged<R>(session.sql, { text, order: by, values, most: most.limit });
}

async function visibleIds(
  session: DatabaseSession,
  paper: AnyPaper,
  scope: VisibleScope,
  { order = 't.create_time desc, t.id desc', ...most }: OrderedMost,
): Promise<string[]> {
  if (isLockedAndSeen(session, paper, scope)) return [String(scope.match!.id)];
  const condition = await visibleCondition(session, paper, scope);
  if (!condition) return [];
  const columns = 't.id::text as id';
  return (await readListed<{ id: string }>(session, paper, { columns, condition, order, most })).map(({ id }) => id);
}

/** Return the number of visible rows. */
export async function countVisible(session: DatabaseSession, paper: AnyPaper, scope: VisibleScope): Promise<number> {
  const condition = await visibleCondition(session, paper, scope);
  if (!condition) return 0;
  const [counted] = await session.sql.query<{ n: number }>(
    sql`select count(*)::int as n from ${raw(paper.table)} t where ${condition}`,
  );
  return counted.n;
}

/**
 * Is a hidden field returned all the same, for use by programs? References are: they lead to other rows and reveal
 * nothing themselves.
 */
const leadsOn = (field: Field): boolean => {
  const { pointsTo, code } = kindOf(field);
  return pointsTo !== undefined && !code;
};

/**
 * Remove hidden fields, except references, and mask personal numbers. It is done here, since a call may read single
 * fields.
 */
function presented(session: DatabaseSession, paper: AnyPaper, row: Record<string, unknown>): VisibleRow {
  const out: Record<string, unknown> = { ...row };
  const { fields } = visibleTo(session.person, paper);
  for (const [name, field] of fieldsOf(paper)) {
    if (field.secret || (!Object.hasOwn(fields, name) && !leadsOn(field))) delete out[name];
    else if (hides(field.personal) && typeof out[name] === 'string') out[name] = masked(out[name], field.personal);
  }
  return out as VisibleRow;
}

/** Return visible rows, masked, in order. */
export async function visibleRows(
  session: DatabaseSession,
  paper: AnyPaper,
  scope: VisibleScope,
  most: OrderedMost,
): Promise<VisibleRow[]> {
  const ids = await visibleIds(session, paper, scope, most);
  if (ids.length === 0) return [];
  const found = await findRows(session, paper, { id: ids.length === 1 ? ids[0] : ids }, ids.length);
  const rows = new Map(found.map((row) => [String(row.id), row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presented(session, paper, row)] : [];
  });
}

/** Return visible rows with captions and words, masked, the oldest first. */
export async function visibleWords(
  session: DatabaseSession,
  whole: AnyPaper,
  scope: VisibleScope,
  most: Most,
): Promise<Record<string, unknown>[]> {
  const condition = await visibleCondition(session, whole, scope);
  if (!condition) return [];
  const { app, actor } = session;
  const paper = visibleTo(session.person, whole);
  const names = detailFields(paper);
  const columns = selectOf(paper, names, app.behaviours.get(paper.name), session.today());
  const found = await readListed<Stored>(session, paper, { columns, condition, order: 't.id', most });
  const captions = await app.captions.of(actor.tenancy, found, pointingFields(paper, names), session.language);
  const eyes = { ...(await presenterFor(app, actor, [paper])), caption: captions };
  const shape = shaper(paper, names);
  return found.map((one) => shape(one, eyes));
}

/**
 * Return the rows of these ids. Refuse 404 unless all are in scope. If the button is a verdict, also refuse rows that
 * document the caller's own work.
 */
export async function rowsInScope(
  session: DatabaseSession,
  paper: AnyPaper,
  scope: VisibleScope,
  ids: readonly string[],
): Promise<Stored[]> {
  const named = [...new Set(ids)];
  if (!named.length || !named.every(isId)) throw refuse.missing({ title: paper.title });
  const condition = (await visibleCondition(session, paper, scope, true)) ?? raw('false');
  const seen = await session.sql.query<{ id: string }>(
    sql`select t.id::text as id from ${raw(paper.table)} t where ${condition} and t.id = any(${named}::bigint[])`,
  );
  if (seen.length !== named.length) throw refuse.missing({ title: paper.title });
  const rows = await findRows(session, paper, { id: named }, named.length);
  for (const row of rows) await assertNotOwn(session, paper, paper.buttons?.[scope.button ?? 'view']?.judges, row);
  return rows;
}
