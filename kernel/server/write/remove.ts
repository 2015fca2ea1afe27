import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, isRemovable, storedFields } from '#kernel/language/paper.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Term } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { row as refuse } from '../refusals.ts';
import { assertForOneself, whyNotForOthers } from '../rows/for-oneself.ts';
import { lockHeadersOfAll } from './headers.ts';
import { lockVisible, readStored, updateColumns } from './stored.ts';
import type { Stored } from '../rows/stored-row.ts';
import { writeLog } from './log.ts';
import { assertOnce } from './uniqueness/once.ts';
import type { DatabaseSession } from './session/database-session.ts';

/** How the rows of a paper that point at some of these are counted, one question for all of them: `$1` = their ids, `$2` the company. */
function countsOf(other: AnyPaper, name: string, field: Field, paper: AnyPaper): string[] {
  const column = `t.${columnOf(name)}`;
  const living = `${other.owner === 'platform' ? '' : 't.tenant_id = $2 and '}t.is_deleted = 0`;
  const answer = (id: string): string =>
    `select ${id}::text as id, '${other.name}' as paper, count(*)::int as n from ${other.table} t`;
  if (field.paper === paper.name && field.many)
    return [
      `${answer('u.id')}, unnest(${column}) u(id) where ${column} && $1::bigint[] and u.id = any($1::bigint[]) and ${living} group by 1`,
    ];
  if (field.paper === paper.name)
    return [`${answer(column)} where ${column} = any($1::bigint[]) and ${living} group by 1`];
  return pointingParts(field)
    .filter((part) => part.paper === paper.name)
    .map(
      (part) =>
        `${answer('r.id')} join unnest($1::bigint[]) r(id) on ${column} @> case jsonb_typeof(${column}) when 'array' then jsonb_build_array(jsonb_build_object('${part.name}', r.id::text)) else jsonb_build_object('${part.name}', r.id::text) end where ${living} group by 1`,
    );
}

const asked = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, string>>();

/** The one statement that counts what points at rows of a paper; its lines go with it and do not count, nor what lets go of it. Empty where nothing may point. */
function referrersText({ papers, behaviours }: App, paper: AnyPaper): string {
  const texts = asked.get(papers) ?? new Map<string, string>();
  asked.set(papers, texts);
  let text = texts.get(paper.name);
  if (text === undefined) {
    const own = new Set(Object.values(paper.lines ?? {}).map((line) => (line as { paper: string }).paper));
    if (paper.annexes) own.add(paper.annexes.paper);
    const others = paper.key ? [] : [...papers.values()].filter((other) => !own.has(other.name));
    const released = new Set<string>(behaviours.get(paper.name)?.releases);
    const counts = others.flatMap((other) =>
      storedFields(other)
        .filter(([name]) => !released.has(`${other.name}.${name}`))
        .flatMap(([name, field]) => countsOf(other, name, field, paper)),
    );
    texts.set(
      paper.name,
      (text = counts.length
        ? `select id, paper, sum(n)::int as n from (select id, paper, n from (${counts.join(' union all ')}) c where $2::text is not null) a group by 1, 2`
        : ''),
    );
  }
  return text;
}

/** The first that points at each of these rows, and how many do; rows that nobody points at are absent. */
async function referrersOf(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly title: Label; readonly count: number }>> {
  const text = referrersText(tx.app, paper);
  const rows = text ? await tx.sql.query<{ id: string; paper: string; n: number }>(text, [ids, tx.tenantId]) : [];
  return new Map(rows.toReversed().map((row) => [row.id, { title: tx.paper(row.paper).title, count: row.n }]));
}

/** Which of these rows stay for reasons of their paper, and why. */
const stayingOf = async (
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
): Promise<ReadonlyMap<string, Refusal>> =>
  (rows.length ? await tx.app.behaviours.get(paper.name)?.staying?.(tx.context, rows as never) : undefined) ??
  new Map<string, Refusal>();

/** How the log calls a removal. */
interface Called {
  readonly action: string;
  readonly label: Label;
}

const REMOVED: Called = { action: 'remove', label: ['删除', 'Removed'] };

interface Removing {
  readonly where: readonly Term[];
  /** A person removes them by themselves: where they are lines, their headers must agree. */ readonly alone?: boolean;
  readonly called?: Called;
  /** Rows that stay as they stand now, whatever else speaks for their removal. */ readonly stays?: (
    row: Readonly<Stored>,
  ) => Refusal | null;
}

/** Removes many rows in a handful of statements, however many they are; what may not go is left, and answered with its refusal. */
export async function removeStoredRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
  { where, alone, called = REMOVED, stays: staysNow }: Removing,
): Promise<ReadonlyMap<string, Refusal>> {
  const byHand = alone || called !== REMOVED;
  const headers = alone ? await lockHeadersOfAll(tx, paper, ids, where) : null;
  const rows = await lockVisible(tx, paper, ids, { lock: 'remove', where });
  const there = new Map(rows.map((row) => [String(row.id), row]));
  const stays = await stayingOf(
    tx,
    paper,
    rows.filter((row) => isRemovable(paper, row)),
  );
  const whyOf = (row: Stored): Refusal | null =>
    staysNow?.(row) ??
    (byHand ? whyNotForOthers(tx, paper, row) : null) ??
    (isRemovable(paper, row) ? (stays.get(String(row.id)) ?? headers?.why(row) ?? null) : refuse.notDraft());
  const refused = new Map<string, Refusal>();
  for (const id of ids) {
    const row = there.get(id);
    const why = row ? whyOf(row) : refuse.missing({ title: paper.title });
    if (why) refused.set(id, why);
  }
  const staying = (row: Stored): boolean => refused.has(String(row.id));
  await removeUnreferred(
    tx,
    paper,
    rows.filter((row) => !staying(row)),
    { refused, called },
  );
  await headers?.count(rows.filter((row) => !staying(row)));
  return refused;
}

/** Those that nobody points at; in a tree what stands above them follows, level by level, when all below it are gone. */
async function removeUnreferred(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Stored[],
  to: { readonly refused: Map<string, Refusal>; readonly called: Called },
): Promise<void> {
  const referred = rows.length
    ? await referrersOf(
        tx,
        paper,
        rows.map((row) => String(row.id)),
      )
    : new Map();
  const gone = rows.filter((row) => !referred.has(String(row.id)));
  const rest = rows.filter((row) => referred.has(String(row.id)));
  if (gone.length) {
    await tx.app.behaviours.get(paper.name)?.leaving?.(tx.context, gone as never);
    await writeRemoved(tx, paper, gone, to.called);
  }
  if (paper.tree && gone.length && rest.length) await removeUnreferred(tx, paper, rest, to);
  else for (const row of rest) to.refused.set(String(row.id), refuse.referred(referred.get(String(row.id))!));
}

async function writeRemoved(
  tx: DatabaseSession,
  paper: AnyPaper,
  gone: readonly Stored[],
  { action, label }: Called,
): Promise<void> {
  const ids = gone.map((row) => String(row.id));
  const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $4';
  await tx.sql.query(
    `update ${paper.table} t set is_deleted = 1, version = t.version + 1, update_user = $2, update_time = $3 where t.id = any($1::bigint[])${tenant}`,
    [ids, tx.person.id, tx.now(), ...(tenant ? [tx.tenantId] : [])],
  );
  for (const line of Object.values(paper.lines ?? {}) as { paper: string; parent: string }[])
    await markLines(tx, line, ids, { from: 0, to: WITH_HEADER });
  for (const row of gone) {
    await writeLog(tx, { paper, row, before: row, action, label, remark: tx.givenReason });
    tx.changed(paper, row, 'remove');
  }
}

/** Removed with its header, not before: comes back with it, and never alone. */
const WITH_HEADER = 2;

const markLines = (
  tx: DatabaseSession,
  line: { paper: string; parent: string },
  headers: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<unknown> =>
  tx.sql.query(
    `update ${tx.paper(line.paper).table} t set is_deleted = $4 where t.tenant_id = $1 and t.${columnOf(line.parent)} = any($2::bigint[]) and t.is_deleted = $3`,
    [tx.tenantId, headers, from, to],
  );

/** Soft delete: the row stays for the history and can be brought back. Refused where the lifecycle keeps it, or where others point at it. */
export async function removeRow(tx: DatabaseSession, paper: AnyPaper, id: string, how: Removing): Promise<void> {
  for (const why of (await removeStoredRows(tx, paper, [id], how)).values()) throw why;
}

/** Brings a removed row back, with the lines that were removed with it. */
export async function restoreRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  where: readonly Term[],
): Promise<Stored> {
  const before = await readStored(tx, paper, id, { lock: 'remove', where, deleted: true });
  if (!before) throw refuse.missing({ title: paper.title });
  assertForOneself(tx, paper, before);
  await tx.app.behaviours.get(paper.name)?.restoring?.(tx.context, before as never);
  await assertOnce(tx, paper, before, null);
  if (!(await updateColumns(tx, paper, before, { isDeleted: 0 }))) throw refuse.changed();
  for (const line of Object.values(paper.lines ?? {}) as { paper: string; parent: string }[])
    await markLines(tx, line, [id], { from: WITH_HEADER, to: 0 });
  await writeLog(tx, { paper, row: before, before, action: 'restore', label: ['恢复', 'Restored'] });
  tx.changed(paper, before, 'restore');
  return { ...before, isDeleted: 0 };
}
