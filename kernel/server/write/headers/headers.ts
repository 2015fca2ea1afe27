import { isId } from '#kernel/fields/ref/ref.ts';
import { type Judging, isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { type Term, decide } from '#kernel/language/permission.ts';
import { type Refusal, refusalIn } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { assertNotOwn } from '../../rows/own/own-work.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { LockedHeaders } from '../found.ts';
import { writeLog } from '../log/log.ts';
import { lockRows, lockVisible } from '../rows/lock-rows.ts';
import { visibleStoredRows } from '../rows/stored.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/**
 * Paper whose state opens and closes rows of another one. `name`: the name of these rows in its `editable`. `parent`:
 * their field that refers to it.
 */
export interface Header {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly parent: string;
  /** Are the rows saved with the header, as its lines? */
  readonly saves: boolean;
  /** Maximum number of lines of one header. */
  readonly most?: number;
  /** States in which rows may be added, though not changed. */
  readonly grows?: readonly string[];
  /** Button of the rows' paper. A person with it writes in any state of the header, with a reason. */
  readonly late?: string;
  /** A write of a row counts as a verdict on the header, so people may not write one about their own work. */
  readonly judges?: Judging;
  /** A person who may view the header may write its rows. */
  readonly visible?: true;
}

/** Maximum number of lines of a header that declares none. A call with more is refused, with their number. */
export const MAX_LINES = 500;

/**
 * Maximum number of stored lines that are read. It is far above `MAX_LINES`, so that no stored line counts as absent.
 */
export const MAX_PRESENT = 100_000;

const known = new WeakMap<ReadonlyMap<string, AnyPaper>, Map<string, Header[]>>();

interface Pair {
  readonly child: string;
  readonly header: Header;
}

function pairsOf(papers: ReadonlyMap<string, AnyPaper>, paper: AnyPaper): Pair[] {
  const lines = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string; most?: number }][];
  return [
    ...lines.map(([name, line]) => ({
      child: line.paper,
      header: { paper, name, parent: line.parent, saves: true, most: line.most ?? MAX_LINES },
    })),
    ...(paper.annexes && paper.lifecycle
      ? [{ child: paper.annexes.paper, header: { paper, name: 'annexes', parent: paper.annexes.parent, saves: false } }]
      : []),
    ...(paper.follows ?? []).flatMap(({ paper: name, parent, as, grows, late, judges, seen }) => {
      const header = papers.get(name);
      return header
        ? [
            {
              child: paper.name,
              header: {
                paper: header,
                name: as,
                parent: String(parent),
                saves: false,
                grows,
                late,
                judges,
                visible: seen,
              },
            },
          ]
        : [];
    }),
  ];
}

/** Return the headers of a paper: papers that have its rows as lines or annexes, and papers whose state it follows. */
export function headersOf(papers: ReadonlyMap<string, AnyPaper>, child: AnyPaper): readonly Header[] {
  let all = known.get(papers);
  if (!all) {
    const pairs = [...papers.values()].flatMap((paper) => pairsOf(papers, paper));
    all = new Map(
      [...Map.groupBy(pairs, (one) => one.child)].map(([name, found]) => [name, found.map((one) => one.header)]),
    );
    known.set(papers, all);
  }
  return all.get(child.name) ?? [];
}

/**
 * Does a query match the lines of one header? Then the definition limits their number, and the reader needs no limit.
 */
export const areOfOneHeader = (
  papers: ReadonlyMap<string, AnyPaper>,
  child: AnyPaper,
  match: Readonly<Values>,
): boolean => headersOf(papers, child).some(({ saves, parent }) => saves && typeof match[parent] === 'string');

/** May people edit the rows of a header in this state? */
export const isOpenFor = ({ paper: { lifecycle: life }, name }: Header, state: string): boolean =>
  !life || isEditable(life, state, name);

/**
 * Refuse a person's write where the state of the header closes its rows. A holder of the button `late` may write all
 * the same, with a reason.
 */
export function assertMayEditLines(
  tx: DatabaseSession,
  header: Header,
  row: Stored,
  child: AnyPaper,
  adds = false,
): void {
  const state = String(row[header.paper.lifecycle?.field ?? '']);
  if (isOpenFor(header, state) || (adds && header.grows?.includes(state))) return;
  if (!header.late || !tx.may(buttonOf(child, header.late))) throw refuse.locked({ labels: child.title });
  tx.why();
}

/**
 * Return the scope of headers into which the caller may write rows; null for none. Usually it is the scope to edit
 * headers. For late rows, for headers that nobody edits, and where viewing is enough (`visible`), it is the scope to
 * view them.
 */
export function headerSight(
  tx: DatabaseSession,
  { paper, late, visible: seen }: Header,
  child: AnyPaper,
): readonly Term[] | null {
  if (late && tx.may(buttonOf(child, late))) return decide(tx.person, paper, 'view').where;
  const { allow, where } = decide(tx.person, paper, paper.readOnly || seen ? 'view' : 'edit');
  return allow ? where : null;
}

export const missingHeader = ({ paper, parent }: Header): Refusal =>
  refuse.missing(
    { title: paper.title },
    { fields: [{ field: parent, words: [`${paper.title[0]}不存在`, 'It does not exist'] }] },
  );

export async function noteLines(tx: DatabaseSession, paper: AnyPaper, row: Stored): Promise<void> {
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

/**
 * Lock the headers of stored rows before the rows, each header once. The number of statements depends on the headers,
 * not on the rows.
 */
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
    const sight = headerSight(tx, header, child);
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
          const why = verdict.has(id) ? verdict.get(id) : missingHeader(header);
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
  // Read the headers again: behaviours of the lines may have changed them.
  const rows = await lockRows(tx, paper, ids);
  await tx.sql.query(
    `update ${paper.table} t set version = t.version + 1, update_user = $3, update_time = $4 where t.id = any($1::bigint[]) and t.tenant_id = $2`,
    [ids, tx.tenantId, tx.person.id, tx.now()],
  );
  for (const row of rows) await noteLines(tx, paper, row);
}
