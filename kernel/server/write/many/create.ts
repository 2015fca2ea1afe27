import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, columnOf, numberName } from '#kernel/language/paper.ts';
import { bindFiles } from '../../files/bind-files.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { uniqueIndexOf } from '../../schema/indexes/paper-indexes.ts';
import { sealInput } from '../../secrets/vault.ts';
import { nextNumbers, numberFieldOf, stamped } from '../rows/number.ts';
import { firstState, withInitial } from '../rows/snapshot.ts';
import { bound, nulls } from '../rows/stored.ts';
import { refuseTaken } from '../rows/write-columns.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { readTrusted } from '../steps/values.ts';
import { assertAllOnce } from '../uniqueness/once.ts';
import { MAX_STATEMENT_VALUES, logAll } from './many.ts';

/** Options of `createRows`. */
export interface CreateOptions {
  /** A unique field of the paper: rows whose value is stored already are left out. */
  readonly unlessThere?: string;
}

async function insertChunk(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
  onConflict: string,
): Promise<string[]> {
  const names = Object.keys(rows[0]);
  const values: unknown[] = [];
  const lines = rows.map(
    (row) => `(${names.map((name) => `$${values.push(bound(paper, name, row[name]))}`).join(', ')})`,
  );
  const written = await tx.sql
    .query<{ id: string }>(
      `insert into ${paper.table} (${names.map(columnOf).join(', ')}) values ${lines.join(', ')}${onConflict} returning id::text as id`,
      values,
    )
    .catch(refuseTaken(tx.person, paper, rows[0]));
  return written.map(({ id }) => id);
}

/** Insert rows in few statements. Return those that were written. */
async function insertAll(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
  onConflict: string,
): Promise<Stored[]> {
  const written = new Set<string>();
  const size = Math.max(1, Math.floor(MAX_STATEMENT_VALUES / Object.keys(rows[0]).length));
  for (let at = 0; at < rows.length; at += size)
    for (const id of await insertChunk(tx, paper, rows.slice(at, at + size), onConflict)) written.add(id);
  return rows.filter((row) => written.has(String(row.id)));
}

/** Return the clause that leaves out rows whose value of a unique field is stored. */
function conflictClause(paper: AnyPaper, unlessThere: string | undefined): string {
  if (unlessThere === undefined) return '';
  const { on, where } = uniqueIndexOf(paper, unlessThere);
  return ` on conflict (${on}) where ${where} do nothing`;
}

/** Leave out rows without a value of the field, repeated ones, and those whose value is stored. */
async function unstored(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
  unlessThere: string,
): Promise<readonly Stored[]> {
  const byKey = new Map(rows.toReversed().map((row) => [String(row[unlessThere] ?? ''), row]));
  if (byKey.has('')) throw new Error(`${paper.name}: a row has no ${unlessThere}`);
  const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $2';
  const type = columnFor(paper.fields[unlessThere]).type(paper.fields[unlessThere]);
  const found = await tx.sql.query<{ key: string }>(
    `select t.${columnOf(unlessThere)}::text as key from ${paper.table} t where t.${columnOf(unlessThere)} = any($1::${type}[])${tenant} and t.is_deleted = 0`,
    [[...byKey.keys()], ...(tenant ? [tx.tenantId] : [])],
  );
  for (const { key } of found) byKey.delete(key);
  return rows.filter((row) => byKey.get(String(row[unlessThere])) === row);
}

/** Return the rows that are to be written, with ids and numbers. */
async function numbered(tx: DatabaseSession, paper: AnyPaper, rows: readonly Stored[]): Promise<Stored[]> {
  const ids = await tx.newIds(rows.length);
  const number = numberName(paper);
  const unnumbered = number ? rows.filter((one) => !one[number]).length : 0;
  const numbers =
    number && unnumbered ? await nextNumbers(tx, paper, numberFieldOf(paper), unnumbered, tx.today()) : [];
  return rows.map((row, at) => ({
    ...row,
    id: ids[at],
    ...(number && !row[number] && { [number]: numbers.shift() }),
  }));
}

/** Log new rows, announce them after the commit, and bind their files. */
async function noteCreated(tx: DatabaseSession, paper: AnyPaper, rows: readonly Stored[]): Promise<void> {
  for (const row of rows) tx.locks.own(paper.table, String(row.id));
  for (const row of rows) await bindFiles(tx, paper, null, row);
  const [number, state] = [numberName(paper), paper.lifecycle?.field];
  await logAll(
    tx,
    paper,
    rows.map((row) => ({
      id: String(row.id),
      no: number ? row[number] : null,
      from: null,
      to: state ? String(row[state]) : null,
      changes: [],
    })),
    'add',
    ['新增', 'Added'],
  );
  for (const row of rows) tx.changed(paper, row, 'add');
}

/**
 * Create rows as the product makes them, as many as there are, in few statements. With `unlessThere`, of two
 * transactions with the same value one writes the row; the other waits and leaves it out. Return the written rows.
 */
export async function createRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  drafts: readonly Stored[],
  { unlessThere }: CreateOptions = {},
): Promise<Stored[]> {
  const onConflict = conflictClause(paper, unlessThere);
  const begun = drafts.map((one) => {
    const values = firstState(paper, withInitial(paper, readTrusted(paper, one)), false);
    const sealed = sealInput(tx.app.vault, tx.tenantId, paper, values, true);
    // Rows may name the department that sees them, such as that of the paper above them.
    const of = one.createDept === undefined ? sealed : { ...sealed, createDept: one.createDept };
    return { ...nulls(paper), ...stamped(tx, paper, one, of, '') };
  });
  const fresh = unlessThere === undefined ? begun : await unstored(tx, paper, begun, unlessThere);
  if (fresh.length === 0) return [];
  const rows = await numbered(tx, paper, fresh);
  await assertAllOnce(
    tx,
    paper,
    rows.map((after) => ({ after, before: null })),
  );
  const written = await insertAll(tx, paper, rows, onConflict);
  await noteCreated(tx, paper, written);
  return written;
}
