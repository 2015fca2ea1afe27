import { isEmpty } from '#kernel/fields/kind.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { type Person, visibleTo } from '#kernel/language/permission.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { guardIndexes } from '../../schema/indexes/paper-indexes.ts';
import type { ActStep } from '../act.ts';
import type { MovedRow, UpdateFound } from '../found.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { assertOnce } from '../uniqueness/once.ts';
import { readStored } from './lock-rows.ts';
import { baseNames, bound, readRaw, storedSelect } from './stored.ts';

/** Store written rows in memory, so that a later read of this transaction needs no statement. */
function rememberWritten(tx: DatabaseSession, paper: AnyPaper, rows: readonly Stored[], moment: string): void {
  for (const raw of rows) tx.locks.remember(paper.table, readRaw(paper, raw), moment);
}

/** Insert a row. */
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
  const answer = tx.sql.query<Stored>(text, values);
  // Before the answer: lines are written meanwhile, and must not lock their header again.
  tx.locks.own(paper.table, String(row.id));
  const moment = tx.locks.moment(paper.table);
  const written = await answer.catch(refuseTaken(tx.person, paper, row));
  rememberWritten(tx, paper, written, moment);
}

/**
 * Update columns of a row, if it still has the version of `before` and a state of the guard. Return false if it has
 * not.
 */
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
  const answer = tx.sql.query<Stored>(text, list);
  const moment = tx.locks.moment(paper.table);
  const written = await answer.catch(refuseTaken(tx.person, paper, { ...before, ...values }));
  if (!isEmpty(values.isDeleted)) return written.length === 1;
  rememberWritten(tx, paper, written, moment);
  return written.length === 1;
}

/** Maximum number of cached statements of a paper, one for each combination of written columns. */
const MAX_TEXTS = 200;

const known = new WeakMap<AnyPaper, Map<string, string>>();

/**
 * Return the text of a statement that writes these columns of a paper; the same columns get the same text, built once.
 */
export function columnText(paper: AnyPaper, kind: string, names: readonly string[], build: () => string): string {
  let texts = known.get(paper);
  if (!texts) known.set(paper, (texts = new Map()));
  const key = `${kind} ${names.join()}`;
  const text = texts.get(key) ?? build();
  if (texts.size < MAX_TEXTS) texts.set(key, text);
  return text;
}

/**
 * Turn PostgreSQL's error about a duplicate or an overlap into a refusal that names the field. It shows the value only
 * to people who may read it.
 */
export const refuseTaken =
  (person: Person, paper: AnyPaper, row: Readonly<Values>) =>
  (error: unknown): never => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23P01') throw refuse.overlaps({ title: paper.title });
    if (code !== '23505' || !constraint) throw error;
    const index = guardIndexes(paper).find((one) => one.name === constraint);
    const taken = fieldsOf(paper).find(([name]) => index?.on.split(/,\s*/).at(-1) === columnOf(name)) as
      [string, Field] | undefined;
    if (!taken) throw error;
    const isHidden = hides(taken[1].personal) || !visibleTo(person, paper).fields[taken[0]];
    const value = isHidden ? '****' : String(row[taken[0]] ?? '');
    const refusal = refuse.taken({ label: taken[1].label, value });
    throw refuse.taken({ label: taken[1].label, value }, { fields: [{ field: taken[0], words: refusal.words }] });
  };

/** Write the new state of a row under a guard in SQL: it must still be in a state from which the act begins. */
export const writeState: ActStep<MovedRow> = {
  name: 'writeState',
  kind: 'write',
  refuses: ['row.once', 'row.taken', 'row.overlaps', 'row.changed'],
  async run({ session, act: { paper } }, { before, field, from, to, values }) {
    // Read the row again: effects may have changed it.
    const current = (await readStored(session, paper, String(before.id))) ?? before;
    const all = { ...values, [field]: to };
    await assertOnce(session, paper, { ...current, ...all }, current);
    if (!(await updateColumns(session, paper, current, all, { field, from }))) throw refuse.changed();
    return {
      current,
      after: {
        ...current,
        ...all,
        version: Number(current.version) + 1,
        updateTime: session.now(),
        updateUser: session.person.id,
      },
    };
  },
};

/** Write a change, if the row still has the version that was read. */
export const writeRow: ActStep<UpdateFound> = {
  name: 'writeRows',
  kind: 'write',
  async run({ session, act: { paper } }, { before, values, isChanged }) {
    if (!isChanged) return { after: before };
    if (!(await updateColumns(session, paper, before, values))) throw refuse.changed();
    const version = Number(before.version) + 1;
    return { after: { ...before, ...values, version, updateTime: session.now(), updateUser: session.person.id } };
  },
};
