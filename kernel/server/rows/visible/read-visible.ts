import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { paperNamed } from '../../app.ts';
import { Parameters } from '../../list/filter.ts';
import { scopeSql } from '../../list/scope.ts';
import { unpaged } from '../../list/unpaged.ts';
import { findRows } from '../../write/find.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import type { VisibleQuery, VisibleRow } from './visible-query.ts';

type Conditions = Pick<VisibleQuery, 'match' | 'also' | 'button'>;

function matchSql(paper: AnyPaper, match: Readonly<Record<string, unknown>>, values: Parameters): string[] {
  return Object.entries(match).map(([name, value]) => {
    const type = name === 'id' ? 'bigint' : columnFor(paper.fields[name]).type(paper.fields[name]);
    return Array.isArray(value)
      ? `t.${columnOf(name)} = any(${values.add(value)}::${type}[])`
      : `t.${columnOf(name)} = ${values.add(value)}`;
  });
}

/** The rows a person may see, as conditions over `t`; `false` where he may see none. */
export function visibleWhere(
  session: DatabaseSession,
  paper: AnyPaper,
  values: Parameters,
  wanted: Conditions = {},
): string {
  const decision = decide(session.person, paper, wanted.button ?? 'view');
  if (!decision.allow) return 'false';
  values.now = session.now();
  const conditions = [
    `t.tenant_id = ${values.add(session.tenantId)}`,
    't.is_deleted = 0',
    scopeSql(paper, decision.where, values, (name) => paperNamed(session.app, name)),
    ...matchSql(paper, wanted.match ?? {}, values),
  ];
  if (wanted.also) conditions.push(wanted.also(values));
  return conditions.join(' and ');
}

/** Is it one row by its id that is held, of a paper whose rows he sees all? Nothing need be asked then. */
function isHeldAndSeen(
  { locks, person }: DatabaseSession,
  paper: AnyPaper,
  { match = {}, also, button = 'view' }: Conditions,
): boolean {
  const { id, ...others } = match;
  if (also || typeof id !== 'string' || Object.keys(others).length || !locks.row(paper.table, id)) return false;
  const { allow, where } = decide(person, paper, button);
  return allow && where.some((term) => term.kind === 'all');
}

async function visibleIds(session: DatabaseSession, paper: AnyPaper, wanted: VisibleQuery): Promise<string[]> {
  if (isHeldAndSeen(session, paper, wanted)) return [String(wanted.match!.id)];
  const values = new Parameters();
  const where = visibleWhere(session, paper, values, wanted);
  if (where === 'false') return [];
  const order =
    typeof wanted.order === 'function' ? wanted.order(values) : (wanted.order ?? 't.create_time desc, t.id desc');
  const text = `select t.id::text as id from ${paper.table} t where ${where}`;
  const rows =
    wanted.first || wanted.limit === 1
      ? await session.sql.query<{ id: string }>(`${text} order by ${order} limit ${wanted.limit}`, values.values)
      : await unpaged<{ id: string }>(session.sql, { text, order, values: values.values, most: wanted.limit });
  return rows.map((row) => row.id);
}

/** How many rows the asking person may see. */
export async function countVisible(session: DatabaseSession, paper: AnyPaper, wanted: Conditions): Promise<number> {
  const values = new Parameters();
  const where = visibleWhere(session, paper, values, wanted);
  if (where === 'false') return 0;
  const [counted] = await session.sql.query<{ n: number }>(
    `select count(*)::int as n from ${paper.table} t where ${where}`,
    values.values,
  );
  return counted.n;
}

/** What a program goes on with, whoever asks: it leads to other rows and says nothing by itself. */
const leadsOn = (field: Field): boolean => {
  const { pointsTo, code } = kindOf(field);
  return pointsTo !== undefined && !code;
};

/** Whole rows lose what is hidden when they are answered; what a call reads out of one is lost to it here already, but for what leads on. */
function presented(session: DatabaseSession, paper: AnyPaper, row: Record<string, unknown>): VisibleRow {
  const out: Record<string, unknown> = { ...row };
  const { fields } = visibleTo(session.person, paper);
  for (const [name, field] of fieldsOf(paper)) {
    if (field.secret || (!Object.hasOwn(fields, name) && !leadsOn(field))) delete out[name];
    else if (hides(field.personal) && typeof out[name] === 'string') out[name] = masked(out[name], field.personal);
  }
  return out as VisibleRow;
}

/** Rows that the asking person may see, masked, in order. */
export async function visibleRows(
  session: DatabaseSession,
  paper: AnyPaper,
  wanted: VisibleQuery,
): Promise<VisibleRow[]> {
  const ids = await visibleIds(session, paper, wanted);
  if (ids.length === 0) return [];
  const found = await findRows(session, paper, { id: ids.length === 1 ? ids[0] : ids }, ids.length);
  const rows = new Map(found.map((row) => [String(row.id), row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presented(session, paper, row)] : [];
  });
}
