import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, columnOf, fieldOf } from '#kernel/language/paper.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { noteSent } from '../../list/search-terms.ts';
import { roundLimit } from '../../list/limits.ts';
import { orderSql } from '../../list/order.ts';
import { readRaw, storedSelect } from './stored.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** All living rows of the tenant that match by equality, in the order of the list. More than `limit` are a fault: nobody goes on with some of them. */
export async function findRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  match: Readonly<Values>,
  limit: number,
): Promise<Stored[]> {
  const rows = await firstRows(tx, paper, match, limit + 1);
  if (rows.length > limit)
    throw new Error(
      `more than ${limit} rows of ${paper.name} where ${Object.keys(match).join(', ')} match: ask for the first or for fewer`,
    );
  return rows;
}

/** A row that is asked for by its id alone and is held: it was read with its lock. */
function heldRow(tx: DatabaseSession, paper: AnyPaper, match: Readonly<Values>): Stored | undefined {
  if (typeof match.id !== 'string' || Object.keys(match).length > 1) return undefined;
  const row = tx.locks.row(paper.table, match.id);
  return row && { ...row };
}

/** The first living rows of the tenant that match by equality, in the order of the list. */
export async function firstRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  match: Readonly<Values>,
  limit: number,
): Promise<Stored[]> {
  noteSent(paper, match);
  const held = heldRow(tx, paper, match);
  if (held) return [held];
  const values: unknown[] = [];
  const conditions = ['t.is_deleted = 0'];
  if (paper.owner !== 'platform') conditions.push(`t.tenant_id = $${values.push(tx.tenantId)}`);
  for (const [name, value] of Object.entries(match)) {
    const field = fieldOf(paper, name) ?? fieldOf({ fields: baseFields }, name);
    if (!field) throw new Error(`no field ${name} of ${paper.name}`);
    const column = `t.${columnOf(name)}`;
    if (value === null || value === undefined) conditions.push(`${column} is null`);
    else if (Array.isArray(value))
      conditions.push(`${column} = any($${values.push(value)}::${columnFor(field).type(field)}[])`);
    else conditions.push(`${column} = $${values.push(value)}`);
  }
  // The limit stands in the text, or PostgreSQL would plan each time anew to see how few rows are wanted.
  const text = `select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')} order by ${orderSql(paper, {})} limit ${roundLimit(limit)}`;
  return (await tx.sql.query(text, values)).slice(0, limit).map((raw) => readRaw(paper, raw));
}
