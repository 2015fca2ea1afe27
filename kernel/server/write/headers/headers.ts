import { type Judging, isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** A paper that says whether rows of another may be written: the name of these in its `editable`, and the field of a row that points at it. */
export interface Header {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly parent: string;
  /** It saves them itself, as its lines. */
  readonly saves: boolean;
  /** So many lines at most. */
  readonly most?: number;
  /** States in which rows may still be added. */
  readonly grows?: readonly string[];
  /** The button of the rows whose holder writes in any state and says why. */
  readonly late?: string;
  /** To write a row is to judge its header. */
  readonly judges?: Judging;
  /** The right to view the header is enough to write its rows. */
  readonly visible?: true;
}

/** So many lines a header has at most, where its definition says nothing else; more are refused with their number. */
export const MOST_LINES = 500;

/** Lines that a header may have from before; none of them is taken for absent. */
export const MOST_PRESENT = 100_000;

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
      header: { paper, name, parent: line.parent, saves: true, most: line.most ?? MOST_LINES },
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

/** The papers whose lines the rows of this paper are, and those whose state it follows. */
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

/** Are these all lines of one header? How many there may be its definition says then, not who asks for them. */
export const areOfOneHeader = (
  papers: ReadonlyMap<string, AnyPaper>,
  child: AnyPaper,
  match: Readonly<Values>,
): boolean => headersOf(papers, child).some(({ saves, parent }) => saves && typeof match[parent] === 'string');

/** Does the state of a header leave its rows to people? */
export const isOpenFor = ({ paper: { lifecycle: life }, name }: Header, state: string): boolean =>
  !life || isEditable(life, state, name);

/** Rows are written by hand where the state of their header allows it; by who writes late ones, with a reason. */
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
