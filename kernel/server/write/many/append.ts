import { isPaperNumber } from '#kernel/language/field.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { nextNumbers } from '../rows/number.ts';
import { nulls } from '../rows/stored.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { refuseTaken } from '../uniqueness/taken.ts';
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

/** The columns of a row with their types. */
function columnsOf(paper: AnyPaper): { name: string; type: string; field?: Field }[] {
  const own = storedFields(paper).map(([name, field]) => ({ name, type: columnFor(field).type(field), field }));
  return [
    ...Object.entries(stampTypes)
      .filter(([name]) => !(name in paper.fields) && (name !== 'tenantId' || paper.owner !== 'platform'))
      .map(([name, type]) => ({ name, type })),
    ...own,
  ];
}

/** A list as PostgreSQL reads one. */
const listText = (list: readonly unknown[]): string =>
  `{${list.map((one) => `"${String(one).replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/**
 * Writes rows in one statement, the same text whatever their count: a list per column. A list of lists would have to be square, so
 * what is a list itself goes as its text. What no row fills is left out.
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
  const given = columns.map(({ type }, at) => `$${at + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const taken = columns.map(({ type }, at) => (type.endsWith('[]') ? `g.c${at}::${type}` : `g.c${at}`));
  const text = `insert into ${paper.table} (${columns.map(({ name }) => columnOf(name)).join(', ')}) select ${taken.join(', ')} from unnest(${given.join(', ')}) as g(${columns.map((_, at) => `c${at}`).join(', ')})`;
  await tx.sql.query(text, lists).catch(refuseTaken(tx.person, paper, rows[0]));
}

/**
 * Writes many rows of a paper that the product alone keeps, numbered and stamped, in one statement whatever their count. They are trusted,
 * and no log entry is written for each: such rows are a record themselves. Their ids rise in the order given.
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
