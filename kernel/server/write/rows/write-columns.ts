import { isEmpty } from '#kernel/fields/kind.ts';
import { isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { refuseTaken } from '../uniqueness/taken.ts';
import { columnText } from './column-texts.ts';
import { nextPaperNumber } from './number.ts';
import { baseNames, bound, readRaw, storedSelect } from './stored.ts';

/** The numbers of a new row that are not given. */
export async function numbersOf(tx: DatabaseSession, paper: AnyPaper, row: Readonly<Values>): Promise<Values> {
  const numbers: Values = {};
  for (const [name, field] of fieldsOf(paper))
    if (isPaperNumber(field) && !row[name]) numbers[name] = await nextPaperNumber(tx, paper, field);
  return numbers;
}

/** Keeps a row as it was just written: whoever reads it again finds it without asking. */
function rememberWritten(tx: DatabaseSession, paper: AnyPaper, rows: readonly Stored[], moment: string): void {
  for (const raw of rows) tx.locks.remember(paper.table, readRaw(paper, raw), moment);
}

/** Writes a new row. */
export async function insertColumns(tx: DatabaseSession, paper: AnyPaper, row: Stored): Promise<void> {
  const names = Object.keys(row).filter(
    (name) => baseNames.includes(name) || name === 'tenantId' || paper.fields[name],
  );
  const text = columnText(
    paper,
    'insert',
    names,
    () =>
      `insert into ${paper.table} as t (${names.map(columnOf).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${storedSelect(paper)}`,
  );
  const values = names.map((name) => bound(paper, name, row[name]));
  const asked = tx.sql.query<Stored>(text, values);
  const moment = tx.locks.moment(paper.table);
  const written = await asked.catch(refuseTaken(tx.person, paper, row));
  tx.locks.own(paper.table, String(row.id));
  rememberWritten(tx, paper, written, moment);
}

/** Writes changed columns under a guard in SQL; answers false when the guard did not hold. */
export async function updateColumns(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Stored,
  values: Readonly<Values>,
  guard?: { readonly field: string; readonly from: readonly string[] },
): Promise<boolean> {
  const names = Object.keys(values).filter((name) => paper.fields[name] || name === 'status' || name === 'isDeleted');
  const list: unknown[] = [before.id, before.version, tx.person.id, tx.now()];
  for (const name of names) list.push(bound(paper, name, values[name]));
  if (paper.owner !== 'platform') list.push(tx.tenantId);
  if (guard) list.push([...guard.from]);
  const text = columnText(paper, `update ${guard?.field ?? ''}`, names, () => {
    let at = 4;
    const sets = names.map((name) => `${columnOf(name)} = $${++at}`);
    const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = $${++at}`;
    const state = guard ? ` and t.${columnOf(guard.field)} = any($${++at}::text[])` : '';
    return `update ${paper.table} t set ${[...sets, 'version = t.version + 1', 'update_user = $3', 'update_time = $4'].join(', ')} where t.id = $1 and t.version = $2${tenant}${state} returning ${storedSelect(paper)}`;
  });
  const asked = tx.sql.query<Stored>(text, list);
  const moment = tx.locks.moment(paper.table);
  const written = await asked.catch(refuseTaken(tx.person, paper, { ...before, ...values }));
  if (!isEmpty(values.isDeleted)) return written.length === 1;
  rememberWritten(tx, paper, written, moment);
  return written.length === 1;
}
