import { baseFields } from '#kernel/fields/base-fields.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { memoizePerPaper } from '#kernel/language/memoize-per-paper.ts';
import { type AnyPaper, columnOf, fieldOf, storedFields } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import type { LockMode } from '../../database/row-locks.ts';
import { Parameters } from '../../database/statement.ts';
import { roundLimit } from '../../list/limits.ts';
import { orderSql } from '../../list/order.ts';
import { scopeSql } from '../../list/scope.ts';
import { noteSent } from '../../list/search-terms.ts';
import { ALL_ROWS, ROW_OF, type Stored, type Values, areSameStored } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

export const baseNames = [
  'id',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'status',
  'version',
  'isDeleted',
];

export const storedSelect = memoizePerPaper((paper): string =>
  [...baseNames, ...(paper.owner === 'platform' ? [] : ['tenantId']), ...storedFields(paper).map(([name]) => name)]
    .filter((name, at, all) => all.indexOf(name) === at)
    .map((name) => `t.${columnOf(name)} as "${name}"`)
    .join(', '),
);

/** Functions that convert values of the driver into stored values, by field; undefined where they are equal. */
const readers = memoizePerPaper((paper) =>
  storedFields(paper).map(([name, field]) => ({
    name,
    field,
    read: columnFor(field).read,
  })),
);

/** Convert a row of the driver into a stored row. */
export function readRaw(paper: AnyPaper, raw: Readonly<Values>): Stored {
  const out: Values = {
    ...raw,
    createTime: String(raw.createTime).slice(0, 19),
    updateTime: String(raw.updateTime).slice(0, 19),
    [ROW_OF]: paper,
  };
  for (const { name, field, read } of readers(paper)) {
    const value = raw[name];
    if (value === null || value === undefined) out[name] = null;
    else if (read) out[name] = read(value, field);
  }
  return out as Stored;
}

/** Lock clauses. A lock for a change allows concurrent references to the row; a lock for a removal excludes them. */
export const LOCKS = { change: ' for no key update of t', remove: ' for update of t' } as const;

export interface RowReading {
  readonly lock?: LockMode;
  readonly where?: readonly Term[];
  readonly deleted?: boolean;
}

/** Is it a read of living rows without a scope? */
export const isPlainRead = ({ where = ALL_ROWS, deleted }: RowReading): boolean =>
  !deleted && where.some((term) => term.kind === 'all');

/** Return the statement that reads a living row by its id, without a scope. The text is built once a paper. */
const plainText = memoizePerPaper(
  (paper): string =>
    `select ${storedSelect(paper)} from ${paper.table} t where t.id = $1 and t.is_deleted = 0${paper.owner === 'platform' ? '' : ' and t.tenant_id = $2'}`,
);

const lockText = memoizePerPaper((paper): string => `${plainText(paper)}${LOCKS.change}`);

export function statementOf(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  how: RowReading,
  lock: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  if (isPlainRead(how))
    return {
      text: lock === LOCKS.change ? lockText(paper) : `${plainText(paper)}${lock}`,
      values: paper.owner === 'platform' ? [id] : [id, tx.tenantId],
    };
  const values = new Parameters();
  values.removed = how.deleted === true;
  values.now = tx.now();
  const conditions = [`t.id = ${values.add(id)}`, `t.is_deleted = ${how.deleted ? 1 : 0}`];
  if (paper.owner !== 'platform') conditions.push(`t.tenant_id = ${values.add(tx.tenantId)}`);
  conditions.push(scopeSql(paper, how.where ?? ALL_ROWS, values, (name) => tx.paper(name)));
  return {
    text: `select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')}${lock}`,
    values: values.values,
  };
}

export const nulls = (paper: AnyPaper): Values => ({
  ...Object.fromEntries(storedFields(paper).map(([name]) => [name, null])),
  [ROW_OF]: paper,
});

export const bound = (paper: AnyPaper, name: string, value: unknown): unknown => {
  const field = fieldOf(paper, name);
  if (value === null || value === undefined || !field) return value ?? null;
  const column = columnFor(field);
  return column.bind ? column.bind(value) : value;
};

/** Return only the values that differ from the stored ones. */
export const changedOnly = (before: Readonly<Values>, values: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !areSameStored(value, before[name])));

/**
 * Return all living rows of the tenant that match by equality, in the order of the list. More than `limit` are a
 * program fault, so that no caller works with only a part.
 */
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

/** Return a locked row from memory, where the query names just its id; undefined elsewhere. */
function heldRow(tx: DatabaseSession, paper: AnyPaper, match: Readonly<Values>): Stored | undefined {
  if (typeof match.id !== 'string' || Object.keys(match).length > 1) return undefined;
  const row = tx.locks.row(paper.table, match.id);
  return row && { ...row };
}

/** Return the first living rows of the tenant that match by equality, in the order of the list. */
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
  // The limit is part of the text: with a parameter PostgreSQL would plan each execution.
  const text = `select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')} order by ${orderSql(paper, {})} limit ${roundLimit(limit)}`;
  return (await tx.sql.query(text, values)).slice(0, limit).map((raw) => readRaw(paper, raw));
}

/** Return the living rows with these ids within a scope, in the order of their ids. */
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
