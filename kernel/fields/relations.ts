import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';

/** A field of another paper that points at a row. */
export interface Pointer {
  readonly paper: AnyPaper;
  readonly field: string;
}

/** How a pointer is named where counts are answered by it. */
export const pointerName = ({ paper, field }: Pointer): string => `${paper.name}.${field}`;

/** The papers that point at this one, where they have a page and can be asked by that field; lines and files stand elsewhere. */
export function pointersAt(of: AnyPaper, papers: Iterable<AnyPaper>): Pointer[] {
  const elsewhere = new Set([
    of.annexes?.paper,
    ...Object.values(of.lines ?? {}).map((line) => (line as { paper: string }).paper),
  ]);
  return [...papers]
    .filter((paper) => paper.menu && !elsewhere.has(paper.name))
    .flatMap((paper) =>
      fieldsOf(paper)
        .filter(([, field]) => kindOf(field).isRelation && field.paper === of.name && field.filter)
        .map(([field]) => ({ paper, field })),
    );
}
