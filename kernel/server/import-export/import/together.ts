import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import type { Values } from '../../rows/stored-row.ts';
import { headersOf } from '../../write/headers/headers.ts';
import type { Transaction } from '../../write/transaction.ts';

/** What belongs to a row and is written beside it: its lines and files. */
const besides = (paper: AnyPaper): string[] => [
  ...Object.keys(paper.lines ?? {}),
  ...storedFields(paper)
    .filter(([, field]) => kindOf(field).pointsTo === 'file')
    .map(([name]) => name),
];

/** May new rows be written together? Not where a rule may look from one to the next, where a header counts its lines, or where more is written beside a row. */
export function mayTogether(tx: Transaction, paper: AnyPaper, input: readonly Readonly<Values>[]): boolean {
  const behaviour = tx.app.behaviours.get(paper.name);
  const acts = Boolean(behaviour?.saving || behaviour?.saved);
  return (
    (!acts || behaviour?.apart === true) &&
    !paper.once &&
    headersOf(tx.app.papers, paper).length === 0 &&
    input.every((one) => besides(paper).every((name) => isEmpty(one[name])))
  );
}
