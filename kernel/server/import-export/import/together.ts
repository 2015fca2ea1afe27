import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import type { Values } from '../../rows/stored-row.ts';
import { headersOf } from '../../write/headers/headers.ts';
import type { Transaction } from '../../write/transaction.ts';

/** Return the names of values that are written apart from a row: its lines, and fields with files. */
const partsBeside = (paper: AnyPaper): string[] => [
  ...Object.keys(paper.lines ?? {}),
  ...storedFields(paper)
    .filter(([, field]) => kindOf(field).pointsTo === 'file')
    .map(([name]) => name),
];

/**
 * May new rows be inserted together? Not if a behaviour or `once` may compare one with the others, if they have
 * headers, or if lines or files come with them.
 */
export function mayTogether(tx: Transaction, paper: AnyPaper, input: readonly Readonly<Values>[]): boolean {
  const behaviour = tx.app.behaviours.get(paper.name);
  const acts = Boolean(behaviour?.saving || behaviour?.saved);
  return (
    (!acts || behaviour?.apart === true) &&
    !paper.once &&
    headersOf(tx.app.papers, paper).length === 0 &&
    input.every((one) => partsBeside(paper).every((name) => isEmpty(one[name])))
  );
}
