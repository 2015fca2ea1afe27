import { type AnyPaper, fieldOf, fieldsOf } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';

/** A reference of another paper: the paper, and the name of its field. */
export interface Pointer {
  readonly paper: AnyPaper;
  readonly field: string;
  /** The paper of the lines that have the field; absent: the paper itself has it. */ readonly line?: AnyPaper;
}

/** Return the paper that has the field of a reference: the lines, or the paper itself. */
export const pointerPaper = ({ paper, line }: Pointer): AnyPaper => line ?? paper;

/** Return the list filter for the rows that refer to a row. */
export const pointerQuery = ({ field, line }: Pointer, id: string): Readonly<Record<string, string>> => ({
  [line ? field : `${field}_equal`]: id,
});

/** Return the name of a reference in the counts of related rows: `paper.field`. */
export const pointerName = ({ paper, field }: Pointer): string => `${paper.name}.${field}`;

/** Return the references to a paper by lines of papers with a page (`relatedBy`). */
function pointersByLines(of: AnyPaper, papers: readonly AnyPaper[]): Pointer[] {
  return papers.flatMap((paper) =>
    (paper.menu ? (paper.relatedBy ?? []) : []).flatMap(({ lines, field }) => {
      const line = papers.find((one) => one.name === paper.lines?.[lines]?.paper);
      return line && fieldOf(line, field)?.paper === of.name ? [{ paper, field, line }] : [];
    }),
  );
}

/**
 * Return the references of other papers to this one that the detail lists as related rows. They are fields with a
 * filter, in papers with a page, or in their lines. Own lines and files are left out, because other tabs show them.
 */
export function pointersAt(of: AnyPaper, papers: Iterable<AnyPaper>): Pointer[] {
  const all = [...papers];
  const elsewhere = new Set([
    of.annexes?.paper,
    ...Object.values(of.lines ?? {}).map((line) => (line as { paper: string }).paper),
  ]);
  const own = all
    .filter((paper) => paper.menu && !elsewhere.has(paper.name))
    .flatMap((paper) =>
      fieldsOf(paper)
        .filter(([, field]) => kindOf(field).isRelation && field.paper === of.name && field.filter)
        .map(([field]) => ({ paper, field })),
    );
  return [...own, ...pointersByLines(of, all)];
}
