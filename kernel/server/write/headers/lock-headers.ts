import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, buttonOf, columnOf } from '#kernel/language/paper.ts';
import { type Term, decide } from '#kernel/language/permission.ts';
import { type Refusal, refusalIn } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { assertNotOwn } from '../../rows/own/own-work.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { Holding, LockedHeaders } from '../found.ts';
import { writeLog } from '../log/log.ts';
import { findRows } from '../rows/find.ts';
import {
  leadingUp,
  lockParentsOfNew,
  lockRows,
  lockVisible,
  readStored,
  visibleStoredRows,
} from '../rows/lock-rows.ts';
import { updateColumns } from '../rows/write-columns.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { type Header, assertMayEditLines, headersOf } from './headers.ts';

/**
 * Before rows are written: what their values point at, their headers and whatever stands above these and above the rows that are stored is
 * held together, from the top. Held one after the other, what stands above the second would come after the first. `alone`: the header does
 * not write them itself and hold itself by that.
 */
export async function lockForWriting(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly Readonly<Values>[],
  { ids = [], alone }: { readonly ids?: readonly string[]; readonly alone: boolean },
): Promise<void> {
  const declared = leadingUp(tx, paper);
  const more = (alone ? headersOf(tx.app.papers, paper) : [])
    .filter((header) => !declared.some(({ field }) => field === header.parent))
    .map((header) => ({ paper: header.paper, field: header.parent }));
  const stored = more.length && ids.length ? await findRows(tx, paper, { id: ids }, ids.length) : [];
  const of = stored.map((row) => Object.fromEntries(more.map(({ field }) => [field, row[field]])));
  await lockParentsOfNew(tx, paper, [...rows, ...of], { ids, first: [...declared, ...more] });
}

/** Nothing is held: the product writes, or the header itself answers for its lines. */
export const free: Holding = async () => {};

/** The headers that somebody may write into: those he may edit; of rows that he writes late, of headers that nobody edits, and where seeing is enough, those he sees. Null = none. */
function sightOf(tx: DatabaseSession, { paper, late, visible: seen }: Header, child: AnyPaper): readonly Term[] | null {
  if (late && tx.may(buttonOf(child, late))) return decide(tx.person, paper, 'view').where;
  const { allow, where } = decide(tx.person, paper, paper.readOnly || seen ? 'view' : 'edit');
  return allow ? where : null;
}

/** One more line by a call of its own: no more than its header may have. */
async function assertRoom(tx: DatabaseSession, child: AnyPaper, { parent, most }: Header, id: string): Promise<void> {
  if (!most) return;
  const [{ n }] = await tx.sql.query<{ n: number }>(
    `select count(*)::int as n from ${child.table} where tenant_id = $1 and ${columnOf(parent)} = $2 and is_deleted = 0`,
    [tx.tenantId, id],
  );
  if (n >= most) throw refuse.tooManyLines({ title: child.title, n: n + 1, most });
}

/**
 * Before a line is written by a call of its own: its headers are held, before the line itself as everywhere. `rows` = the line as it is and
 * as it will be: both headers count when it moves. One that is out of sight is not there. `adds`: the line is new.
 */
export async function lockHeaders(
  tx: DatabaseSession,
  child: AnyPaper,
  rows: readonly Readonly<Values>[],
  adds = false,
): Promise<Holding> {
  const headers = headersOf(tx.app.papers, child);
  if (!headers.length) return free;
  const held: (readonly [Header, Stored])[] = [];
  for (const header of headers) {
    const ids = [...new Set(rows.map((row) => String(row[header.parent] ?? '')).filter(isId))].toSorted();
    const where = sightOf(tx, header, child);
    for (const id of ids) {
      const row = where && (await readStored(tx, header.paper, id, { lock: 'change', where }));
      if (!row) throw missing(header);
      if (adds || String(rows[0][header.parent]) !== id) await assertRoom(tx, child, header, id);
      held.push([header, row]);
    }
  }
  return async () => {
    for (const [header, row] of held) {
      assertMayEditLines(tx, header, row, child, adds);
      await assertNotOwn(tx, header.paper, header.judges, row);
      // What follows from the line may have been written into its header already.
      const now = (await readStored(tx, header.paper, String(row.id))) ?? row;
      if (!(await updateColumns(tx, header.paper, now, {}))) throw refuse.changed();
      await noteLines(tx, header.paper, now);
    }
  };
}

const missing = ({ paper, parent }: Header): Refusal =>
  refuse.missing(
    { title: paper.title },
    { fields: [{ field: parent, words: [`${paper.title[0]}不存在`, 'It does not exist'] }] },
  );

async function noteLines(tx: DatabaseSession, paper: AnyPaper, row: Stored): Promise<void> {
  await writeLog(tx, {
    paper,
    row,
    before: row,
    action: 'lines',
    label: ['修改明细', 'Lines changed'],
    remark: tx.givenReason,
  });
  tx.changed(paper, row, 'edit');
}

/** The same for a line that is stored already; out of sight = nothing is held, and the caller finds it missing. */
export async function lockHeadersOf(
  tx: DatabaseSession,
  child: AnyPaper,
  id: string,
  more: Readonly<Values> = {},
  how: { deleted?: boolean; where?: readonly Term[] } = {},
): Promise<Holding> {
  if (!headersOf(tx.app.papers, child).length) return free;
  const row = await readStored(tx, child, id, how);
  return row ? lockHeaders(tx, child, [row, more]) : free;
}

/** Holds the headers of many stored lines before these, each once; statements grow with the headers at most, never with their lines. */
export async function lockHeadersOfAll(
  tx: DatabaseSession,
  child: AnyPaper,
  ids: readonly string[],
  where: readonly Term[],
): Promise<LockedHeaders> {
  const headers = headersOf(tx.app.papers, child);
  const rows = headers.length ? await visibleStoredRows(tx, child, ids, where) : [];
  const verdicts = new Map<Header, Map<string, Refusal | null>>();
  for (const header of headers) {
    const sight = sightOf(tx, header, child);
    const above = parentsOf(header, rows);
    const held =
      sight && above.length ? await lockVisible(tx, header.paper, above, { lock: 'change', where: sight }) : [];
    const verdict = new Map<string, Refusal | null>();
    for (const row of held) {
      verdict.set(
        String(row.id),
        await refusalIn(async () => {
          assertMayEditLines(tx, header, row, child);
          await assertNotOwn(tx, header.paper, header.judges, row);
        }),
      );
    }
    verdicts.set(header, verdict);
  }
  return {
    why(row) {
      for (const [header, verdict] of verdicts) {
        for (const id of parentsOf(header, [row])) {
          const why = verdict.has(id) ? verdict.get(id) : missing(header);
          if (why) return why;
        }
      }
      return null;
    },
    async count(gone) {
      for (const header of headers) await countLines(tx, header.paper, parentsOf(header, gone));
    },
  };
}

const parentsOf = ({ parent }: Header, rows: readonly Readonly<Stored>[]): string[] =>
  [...new Set(rows.map((row) => String(row[parent] ?? '')).filter(isId))].toSorted();

async function countLines(tx: DatabaseSession, paper: AnyPaper, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  // What follows from the lines may have been written into them already.
  const rows = await lockRows(tx, paper, ids);
  await tx.sql.query(
    `update ${paper.table} t set version = t.version + 1, update_user = $3, update_time = $4 where t.id = any($1::bigint[]) and t.tenant_id = $2`,
    [ids, tx.tenantId, tx.person.id, tx.now()],
  );
  for (const row of rows) await noteLines(tx, paper, row);
}
