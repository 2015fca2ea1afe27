import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
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
  /** A unique field of the paper, or fields that are unique together: rows whose values are stored are left out. */
  readonly unlessThere?: string | readonly string[];
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

/** Return the clause that leaves out rows whose values of unique fields are stored. */
function conflictClause(paper: AnyPaper, keys: readonly string[]): string {
  if (!keys.length) return '';
  const { on, where } = uniqueIndexOf(paper, keys);
  return ` on conflict (${on}) where ${where} do nothing`;
}

/** Leave out repeated rows, and those whose values of unique fields are stored. Fail where a row lacks a value. */
async function unstored(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
  keys: readonly string[],
): Promise<readonly Stored[]> {
  const keyOf = (row: Stored): string => JSON.stringify(keys.map((name) => String(row[name] ?? '')));
  const missing = keys.find((name) => rows.some((row) => isEmpty(row[name])));
  if (missing) throw new Error(`${paper.name}: a row has no ${missing}`);
  const byKey = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  const all = [...byKey.values()];
  const types = keys.map((name) => columnFor(paper.fields[name]).type(paper.fields[name]));
  const columns = keys.map((name) => `t.${columnOf(name)}`);
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = $${keys.length + 1}`;
  const found = await tx.sql.query<Stored>(
    `select ${columns.map((one, at) => `${one}::text as "${keys[at]}"`).join(', ')} from ${paper.table} t where (${columns.join(', ')}) in (select * from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}))${tenant} and t.is_deleted = 0`,
    [...keys.map((name) => all.map((row) => row[name])), ...(tenant ? [tx.tenantId] : [])],
  );
  for (const row of found) byKey.delete(keyOf(row));
  return rows.filter((row) => byKey.get(keyOf(row)) === row);
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
  const keys = unlessThere === undefined ? [] : [unlessThere].flat();
  const onConflict = conflictClause(paper, keys);
  const begun = drafts.map((one) => {
    const values = firstState(paper, withInitial(paper, readTrusted(paper, one)), false);
    const sealed = sealInput(tx.app.vault, tx.tenantId, paper, values, true);
    // Rows may name the department that sees them, such as that of the paper above them.
    const of = one.createDept === undefined ? sealed : { ...sealed, createDept: one.createDept };
    return { ...nulls(paper), ...stamped(tx, paper, one, of, '') };
  });
  const fresh = keys.length ? await unstored(tx, paper, begun, keys) : begun;
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
