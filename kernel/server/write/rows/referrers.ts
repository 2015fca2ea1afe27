import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Pointing } from '../../context.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { writeLog } from '../log/log.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { readRaw, storedSelect } from './stored.ts';
import { updateColumns } from './write-columns.ts';

/**
 * Return statements that count the rows of a paper that refer to some rows by one field. `$1`: ids of the referenced
 * rows, `$2`: tenant.
 */
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

const knownTexts = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, string>>();

/**
 * Return the statement that counts references to rows of a paper; empty where nothing may refer to them. Lines, annexes
 * and fields in `releases` are left out.
 */
function referrersText({ papers, behaviours }: App, paper: AnyPaper): string {
  const texts = knownTexts.get(papers) ?? new Map<string, string>();
  knownTexts.set(papers, texts);
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

/**
 * Return the references to rows, by id: the title of one referring paper, and the number of its rows. Rows without
 * references are absent.
 */
export async function referrersOf(
  session: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly title: Label; readonly count: number }>> {
  const text = referrersText(session.app, paper);
  const rows = text
    ? await session.sql.query<{ id: string; paper: string; n: number }>(text, [ids, session.tenantId])
    : [];
  return new Map(rows.toReversed().map((row) => [row.id, { title: session.paper(row.paper).title, count: row.n }]));
}

interface Pointer {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly field: Field;
}

/**
 * Return every stored field that refers to rows of a paper. Append-only papers are left out: logs are not rewritten.
 */
function pointersTo(app: Pick<App, 'papers'>, target: AnyPaper): Pointer[] {
  return [...app.papers.values()]
    .filter((paper) => paper.owner !== 'platform' && !paper.appendOnly)
    .flatMap((paper) =>
      storedFields(paper)
        .filter(([, field]) => field.paper === target.name)
        .map(([name, field]): Pointer => ({ paper, name, field })),
    );
}

const pointsAt = ({ name, field }: Pointer): string =>
  field.many ? `$2 = any(t.${columnOf(name)})` : `t.${columnOf(name)} = $2`;

/** Return the number of living rows that refer to a row, by paper and field. */
export async function pointingAt(tx: DatabaseSession, target: AnyPaper, id: string): Promise<Pointing[]> {
  const found: Pointing[] = [];
  for (const pointer of pointersTo(tx.app, target)) {
    const [{ n }] = await tx.sql.query<{ n: number }>(
      `select count(*)::int as n from ${pointer.paper.table} t where t.tenant_id = $1 and ${pointsAt(pointer)} and t.is_deleted = 0`,
      [tx.tenantId, id],
    );
    if (n > 0) found.push({ paper: pointer.paper, field: pointer.name, count: n });
  }
  return found;
}

/** Replace an id in the value of a field. In a list the new id appears once. */
const replaced = (field: Field, value: unknown, from: string, to: string): unknown =>
  field.many ? [...new Set((value as unknown[]).map((one) => (String(one) === from ? to : String(one))))] : to;

/**
 * Change up to `most` references to a row into references to another one, each with an entry in the history. Removed
 * rows are included, since they may be restored. Copied values stay. Return the number of changed rows.
 */
export async function repoint(
  tx: DatabaseSession,
  target: AnyPaper,
  { from, to, most, note }: { from: string; to: string; most: number; note: LocalizedText },
): Promise<number> {
  let moved = 0;
  const { lockOrder } = tx.app;
  // Papers are locked in the declared order.
  for (const pointer of pointersTo(tx.app, target).toSorted(
    (one, other) => (lockOrder.rank(one.paper.table) ?? 0) - (lockOrder.rank(other.paper.table) ?? 0),
  )) {
    if (moved >= most) break;
    const { paper, name, field } = pointer;
    const rows = await tx.sql.query<Stored>(
      `select ${storedSelect(paper)} from ${paper.table} t where t.tenant_id = $1 and ${pointsAt(pointer)} order by t.id limit ${most - moved} for no key update of t`,
      [tx.tenantId, from],
    );
    for (const raw of rows) {
      const before = readRaw(paper, raw);
      const values = { [name]: replaced(field, before[name], from, to) };
      await updateColumns(tx, paper, before, values);
      await writeLog(tx, {
        paper,
        row: { ...before, ...values },
        before,
        action: 'repoint',
        label: ['改指向', 'Refers elsewhere'],
        remark: note,
      });
      if (before.isDeleted === 0) tx.changed(paper, before, 'edit');
    }
    moved += rows.length;
  }
  return moved;
}
