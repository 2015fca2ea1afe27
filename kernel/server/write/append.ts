import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { nextNumbers } from './number.ts';
import { type Stored, nulls } from './stored.ts';
import { refuseTaken } from './taken.ts';
import type { Transaction } from './transaction.ts';

const stampTypes: Readonly<Record<string, string>> = { id: 'bigint', tenantId: 'text', createUser: 'bigint', createDept: 'bigint', createTime: 'timestamptz', updateUser: 'bigint', updateTime: 'timestamptz' };

/** The columns that a row has beyond those PostgreSQL fills, with their types. Lists within a row cannot be passed this way. */
function columnsOf(paper: AnyPaper): { name: string; type: string; field?: Field }[] {
  const own = storedFields(paper).map(([name, field]) => ({ name, type: columnFor(field).type(field), field }));
  const list = own.find((one) => one.type.endsWith('[]'));
  if (list) throw new Error(`${paper.name}.${list.name} holds several values: its rows are created one by one`);
  return [...Object.entries(stampTypes).map(([name, type]) => ({ name, type })), ...own];
}

async function freshIds(tx: Transaction, count: number): Promise<string[]> {
  return (await tx.sql.query<{ id: string }>('select next_id($1) as id from generate_series(1, $2::int)', [tx.house.clock.ms(), count])).map((row) => row.id);
}

/**
 * Writes many rows of a paper that the product alone keeps, numbered and stamped, in one statement whatever their count. They are trusted,
 * and no log entry is written for each: such rows are a record themselves. Their ids rise in the order given.
 */
export async function appendRows(tx: Transaction, paper: AnyPaper, drafts: readonly Stored[]): Promise<Stored[]> {
  if (!drafts.length) return [];
  const ids = await freshIds(tx, drafts.length);
  const number = fieldsOf(paper).find(([, field]) => field.kind === 'paperNumber');
  const numbers = number ? await nextNumbers(tx, paper, number[1], drafts.length, tx.today()) : [];
  const stamp = { tenantId: tx.tenantId, createUser: tx.person.id, createDept: tx.dept, createTime: tx.now(), updateUser: tx.person.id, updateTime: tx.now() };
  const rows = drafts.map((draft, at): Stored => ({ ...nulls(paper), ...draft, ...(number && { [number[0]]: numbers[at] }), ...stamp, id: ids[at], status: 1, isDeleted: 0, version: 1 }));
  const columns = columnsOf(paper);
  const bound = columns.map(({ name, field }) => {
    const bind = field && columnFor(field).bind;
    return rows.map((row) => (row[name] === null || row[name] === undefined ? null : bind ? bind(row[name]) : row[name]));
  });
  const text = `insert into ${paper.table} (${columns.map(({ name }) => columnOf(name)).join(', ')}) select * from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})`;
  await tx.sql.query(text, bound).catch(refuseTaken(paper, rows[0]));
  for (const row of rows) tx.changed(paper, row, 'add');
  return rows;
}
