import { columnFor } from '#kernel/fields/columns.server.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldOf, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { type ActStep, isSingle } from '../act.ts';
import type { InsertFound } from '../found.ts';
import { nextNumbers } from '../rows/number.ts';
import { nulls } from '../rows/stored.ts';
import { insertColumns, refuseTaken } from '../rows/write-columns.ts';
import type { DatabaseSession } from '../session/database-session.ts';

const stampTypes: Readonly<Record<string, string>> = {
  id: 'bigint',
  tenantId: 'text',
  createUser: 'bigint',
  createDept: 'bigint',
  createTime: 'timestamptz',
  updateUser: 'bigint',
  updateTime: 'timestamptz',
  status: 'integer',
  isDeleted: 'integer',
  version: 'integer',
};

/** Return the columns of the table of a paper, with their SQL types. */
function columnsOf(paper: AnyPaper): { name: string; type: string; field?: Field }[] {
  const own = storedFields(paper).map(([name, field]) => ({ name, type: columnFor(field).type(field), field }));
  return [
    ...Object.entries(stampTypes)
      .filter(([name]) => !(name in paper.fields) && (name !== 'tenantId' || paper.owner !== 'platform'))
      .map(([name, type]) => ({ name, type })),
    ...own,
  ];
}

/** Return a list as PostgreSQL's text of an array. */
const listText = (list: readonly unknown[]): string =>
  `{${list.map((one) => `"${String(one).replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/**
 * Insert rows by one statement with an array for each column, so that its text does not depend on their number.
 * PostgreSQL's arrays of arrays are rectangular, so a list is sent as text. Columns without any value are left out.
 */
export async function insertByColumns(tx: DatabaseSession, paper: AnyPaper, rows: readonly Stored[]): Promise<void> {
  const columns = columnsOf(paper).filter(({ name }) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined),
  );
  const lists = columns.map(({ name, type, field }) => {
    const bind = field && columnFor(field).bind;
    const values = rows.map((row) =>
      row[name] === null || row[name] === undefined ? null : bind ? bind(row[name]) : row[name],
    );
    return type.endsWith('[]') ? values.map((value) => (Array.isArray(value) ? listText(value) : value)) : values;
  });
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const taken = columns.map(({ type }, at) => (type.endsWith('[]') ? `g.c${at}::${type}` : `g.c${at}`));
  const text = `insert into ${paper.table} (${columns.map(({ name }) => columnOf(name)).join(', ')}) select ${taken.join(', ')} from unnest(${arrays.join(', ')}) as g(${columns.map((_, at) => `c${at}`).join(', ')})`;
  await tx.sql.query(text, lists).catch(refuseTaken(tx.person, paper, rows[0]));
}

/**
 * Insert many rows that only the product writes, numbered and stamped, by one statement. They are not checked, and no
 * log entry is written. Their ids rise in the order of the drafts.
 */
export async function appendRows(tx: DatabaseSession, paper: AnyPaper, drafts: readonly Stored[]): Promise<Stored[]> {
  if (!drafts.length) return [];
  const ids = await tx.newIds(drafts.length);
  const number = fieldsOf(paper).find(([, field]) => isPaperNumber(field));
  const numbers = number ? await nextNumbers(tx, paper, number[1], drafts.length, tx.today()) : [];
  const stamp = {
    tenantId: tx.tenantId,
    createUser: tx.person.id,
    createDept: tx.dept,
    createTime: tx.now(),
    updateUser: tx.person.id,
    updateTime: tx.now(),
  };
  const rows = drafts.map((draft, at): Stored => ({
    ...nulls(paper),
    ...draft,
    ...(number && { [number[0]]: numbers[at] }),
    ...stamp,
    id: ids[at],
    status: 1,
    isDeleted: 0,
    version: 1,
  }));
  await insertByColumns(tx, paper, rows);
  for (const row of rows) tx.locks.own(paper.table, String(row.id));
  for (const row of rows) tx.changed(paper, row, 'add');
  return rows;
}

/**
 * Write facts of the product alone (`auto` fields) into many rows by one statement, without version, log or checks: no
 * person decides them. Fields without a value stay. `where` limits the change to rows whose fields have one of the
 * listed values: a row that another transaction moved meanwhile is left alone. Return the ids of the changed rows.
 */
export async function touchRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly (Stored & { readonly id: string })[],
  where: { readonly [name: string]: readonly string[] | undefined } = {},
): Promise<string[]> {
  if (rows.length === 0) return [];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id');
  const fields = names.map((name) => {
    const field = fieldOf(paper, name);
    if (!field?.auto) throw new Error(`${paper.name}.${name} is no field that the product keeps`);
    return field;
  });
  const bound = (field: Field, value: unknown): unknown =>
    value === null || value === undefined ? null : (columnFor(field).bind?.(value) ?? value);
  const arrays = fields.map(
    (field, at) => `$${at * 2 + 3}::${columnFor(field).type(field)}[], $${at * 2 + 4}::boolean[]`,
  );
  const set = names.map(
    (name, at) => `${columnOf(name)} = case when g.h${at} then g.v${at} else t.${columnOf(name)} end`,
  );
  const guards = Object.entries(where).flatMap(([name, values]) => (values ? [[columnOf(name), values] as const] : []));
  const guarded = guards.map(([column], at) => ` and t.${column} = any($${names.length * 2 + 3 + at}::text[])`);
  const found = await tx.sql.query<{ id: string }>(
    `update ${paper.table} t set ${set.join(', ')}
     from (select * from unnest($2::bigint[], ${arrays.join(', ')}) as g(id, ${names.map((_, at) => `v${at}, h${at}`).join(', ')}) order by id) g
     where t.tenant_id = $1 and t.id = g.id and t.is_deleted = 0${guarded.join('')} returning t.id::text as id`,
    [
      tx.tenantId,
      rows.map(({ id }) => id),
      ...names.flatMap((name, at) => [
        rows.map((row) => bound(fields[at], row[name])),
        rows.map((row) => Object.hasOwn(row, name)),
      ]),
      ...guards.map(([, values]) => values),
    ],
  );
  return found.map(({ id }) => id);
}

/** Send the insert of a new row without awaiting the answer. */
export const sendRow: ActStep<InsertFound> = {
  name: 'sendRow',
  kind: 'write',
  run({ session, act }, { rows, after }) {
    const sent = isSingle(act)
      ? insertColumns(session, act.paper, rows[0])
      : insertByColumns(session, act.paper, after);
    sent.catch(() => {});
    return { sent };
  },
};

/** Await the answer to the insert of the new row. */
export const settled: ActStep<InsertFound> = {
  name: 'settled',
  kind: 'write',
  run: (_, { sent }) => sent,
};
