import type { Label } from '#kernel/language/label.ts';
import { type Track, movesTo, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, isDocument, numberName, lifeOf } from '#kernel/language/paper.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { type Logged, writeLog, writeLogs } from '../log/log.ts';
import { changesBetween } from '../log/changes.ts';
import { bound, changedOnly } from '../rows/stored.ts';
import { lockParents, lockAndRead } from '../rows/lock-rows.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { assertAllOnce } from '../uniqueness/once.ts';
import { refuseTaken } from '../rows/write-columns.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** Maximum number of parameters of one statement. PostgreSQL takes 65,535. */
export const MAX_STATEMENT_VALUES = 30_000;

/** Write one entry for each row into the action log; papers that are no documents are not logged. */
export const logAll = async (
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Logged[],
  action: string,
  label: Label,
): Promise<void> => (isDocument(paper) ? writeLogs(tx, paper, rows, { action, label }) : undefined);

interface Moving {
  readonly paper: AnyPaper;
  readonly ids: readonly string[];
  readonly to: string;
  readonly why: string;
  readonly values: Stored;
}

function trackOf(paper: AnyPaper, to: string, why: string): Track {
  const track = statesOf(lifeOf(paper)).find((one) => one.moves.some((way) => way[1] === to && way[2] === why));
  if (!track) throw new Error(`${paper.name} has no move ${why} to ${to}`);
  return track;
}

/**
 * Move rows to a state as the product, by one statement. Rows in a state where no such move begins stay as they are.
 * Return the ids of the moved rows.
 */
export async function moveRows(tx: DatabaseSession, { paper, ids, to, why, values }: Moving): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockParents(tx, paper, ids);
  const track = trackOf(paper, to, why);
  const from = movesTo(track, to, why);
  const all: Stored = { ...values, [track.field]: to };
  const list: unknown[] = [tx.tenantId, ids, from, tx.person.id, tx.now()];
  const sets = Object.entries(all).map(
    ([name, value]) =>
      `${columnOf(name)} = $${list.push(bound(paper, name, value))}::${columnFor(paper.fields[name]).type(paper.fields[name])}`,
  );
  const state = columnOf(track.field);
  const number = numberName(paper);
  // Lock the rows in the order of their ids, so that two such moves do not deadlock.
  const moved = await tx.sql.query<{ id: string; was: string; no: string | null; dept: string | null }>(
    `with o as (select id, ${state} as was from ${paper.table} where tenant_id = $1 and is_deleted = 0 and id = any($2::bigint[]) and ${state} = any($3::text[]) order by id for no key update)
    update ${paper.table} t set ${sets.join(', ')}, version = t.version + 1, update_user = $4, update_time = $5 from o where t.id = o.id returning t.id::text as id, o.was, ${number ? `t.${columnOf(number)}` : 'null::text'} as no, t.create_dept::text as dept`,
    list,
  );
  const item = track.states.items[to];
  const label: Label = item ? [item[0], item[1]] : [to, to];
  const words = new Map<string, unknown>();
  for (const was of new Set(moved.map((row) => row.was)))
    words.set(was, await changesBetween(tx, paper, { [track.field]: was }, all));
  await logAll(
    tx,
    paper,
    moved.map((row) => ({ id: row.id, no: row.no, from: row.was, to, changes: words.get(row.was) })),
    why,
    label,
  );
  for (const row of moved) tx.changed(paper, { id: row.id, createDept: row.dept }, why);
  return moved.map((row) => row.id);
}

/** Write values into many rows as the product, by their ids. Rows that have these values already are skipped. */
export async function changeRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  changes: ReadonlyMap<string, Stored>,
): Promise<void> {
  const held = changes.size ? await lockAndRead(tx, paper, [...changes.keys()]) : [];
  const rows = held
    .map((before) => ({ before, values: changedOnly(before, changes.get(String(before.id))!) }))
    .filter(({ values }) => Object.keys(values).length);
  if (!rows.length) return;
  await assertAllOnce(
    tx,
    paper,
    rows.map(({ before, values }) => ({ after: { ...before, ...values }, before })),
  );
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const size = Math.floor(MAX_STATEMENT_VALUES / (names.length + 1));
  for (let at = 0; at < rows.length; at += size)
    await writeChunk(
      tx,
      paper,
      names,
      rows.slice(at, at + size).map(({ before, values }) => ({ ...before, ...values })),
    );
  for (const name of names)
    await tx.learnCaptions(
      paper.fields[name],
      rows.flatMap(({ before, values }) => (name in values ? [before[name], values[name]] : [])),
    );
  for (const { before, values } of rows) {
    await writeLog(tx, { paper, row: { ...before, ...values }, before, action: 'edit', label: ['修改', 'Changed'] });
    tx.changed(paper, before, 'edit');
  }
}

async function writeChunk(
  tx: DatabaseSession,
  paper: AnyPaper,
  names: readonly string[],
  rows: readonly Stored[],
): Promise<void> {
  const list: unknown[] = [tx.person.id, tx.now()];
  const type = (name: string): string => columnFor(paper.fields[name]).type(paper.fields[name]);
  const lines = rows.map(
    (row) =>
      `($${list.push(row.id)}::bigint, ${names.map((name) => `$${list.push(bound(paper, name, row[name]))}::${type(name)}`).join(', ')})`,
  );
  const columns = names.map(columnOf);
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = $${list.push(tx.tenantId)}`;
  await tx.sql
    .query(
      `update ${paper.table} t set ${columns.map((column) => `${column} = w.${column}`).join(', ')}, version = t.version + 1, update_user = $1, update_time = $2
    from (values ${lines.join(', ')}) w(id, ${columns.join(', ')}) where t.id = w.id${tenant}`,
      list,
    )
    .catch(refuseTaken(tx.person, paper, rows[0]));
}
