import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import { type AnyPaper, numberName, storedFields } from '#kernel/language/paper.ts';
import { insertByColumns } from '../../write/many/append.ts';
import { checkPointers, refuseProblems } from '../../write/check.ts';
import { assertNoDuplicates } from '../../write/uniqueness/duplicate.ts';
import { headersOf } from '../../write/headers.ts';
import { changesBetween, writeLogs } from '../../write/log.ts';
import { numberFieldOf } from '../../write/many/many.ts';
import { nextNumbers } from '../../write/number.ts';
import { begunValues, stamped } from '../../write/save.ts';
import type { Sources } from '../../write/snapshot.ts';
import { nulls } from '../../write/stored.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { Transaction } from '../../write/transaction.ts';

/** How the log calls what is done to all of them. */
interface How {
  readonly action: string;
  readonly label: Label;
  readonly note?: LocalizedText;
}

/** What belongs to a row and is written beside it: its lines and files. */
const besides = (paper: AnyPaper): string[] => [
  ...Object.keys(paper.lines ?? {}),
  ...storedFields(paper)
    .filter(([, field]) => kindOf(field).pointsTo === 'file')
    .map(([name]) => name),
];

/** May new rows be written together? Not where a rule may look from one to the next, where a header counts its lines, or where more is written beside a row. */
export function mayTogether(tx: Transaction, paper: AnyPaper, given: readonly Stored[]): boolean {
  const behaviour = tx.app.behaviours.get(paper.name);
  const acts = Boolean(behaviour?.saving || behaviour?.saved);
  return (
    (!acts || behaviour?.apart === true) &&
    !paper.once &&
    headersOf(tx.app.papers, paper).length === 0 &&
    given.every((one) => besides(paper).every((name) => isEmpty(one[name])))
  );
}

/** Everything that any of the rows points at, as if one row did. */
const united = (paper: AnyPaper, rows: readonly Stored[]): Stored =>
  Object.fromEntries(
    storedFields(paper)
      .filter(([, field]) => pointing(field))
      .map(([name]) => [name, [...new Set(rows.flatMap((row) => (isEmpty(row[name]) ? [] : row[name])))]]),
  );

const pointing = (field: Field): boolean => Boolean(field.dictionary ?? field.paper) || pointingParts(field).length > 0;

/** What the rules of the paper add to each; all are asked in one breath, and nothing is under way any more when one of them refuses. */
async function withEffects(tx: Transaction, paper: AnyPaper, rows: readonly Stored[]): Promise<Stored[]> {
  const saving = tx.app.behaviours.get(paper.name)?.saving;
  if (!saving) return [...rows];
  const said = await Promise.allSettled(
    rows.map((values) => saving(tx, { before: null, values: values, extra: null, byHand: true })),
  );
  return said.map((one, at) => {
    if (one.status === 'rejected') throw one.reason;
    return { ...rows[at], ...(one.value as Stored) };
  });
}

/**
 * New rows as a person asks for them, checked like one and written together: each question is asked once for all of them. The first
 * refusal refuses all; whose it is, is found by saving them one by one.
 */
export async function insertTogether(
  tx: Transaction,
  paper: AnyPaper,
  given: readonly Stored[],
  { action, label, note }: How,
): Promise<Stored[]> {
  const sources: Sources = new Map();
  const begun: Stored[] = [];
  for (const one of given) {
    const { values, problems } = await begunValues(tx, paper, one, {}, sources);
    refuseProblems(problems);
    begun.push(values);
  }
  refuseProblems(await checkPointers(tx, paper, united(paper, begun), null));
  await assertNoDuplicates(tx, paper, begun);
  const values = await withEffects(tx, paper, begun);
  const ids = await tx.newIds(given.length);
  const number = numberName(paper);
  const numbers = number ? await nextNumbers(tx, paper, numberFieldOf(paper), given.length, tx.today()) : [];
  const rows = values.map((one, at): Stored => ({
    ...nulls(paper),
    ...stamped(tx, paper, given[at], { ...one, ...(number && { [number]: numbers[at] }) }, ids[at]),
  }));
  await insertByColumns(tx, paper, rows);
  await tx.app.behaviours.get(paper.name)?.added?.(tx.context, rows as never);
  const state = paper.lifecycle?.field;
  const entries = await Promise.all(
    rows.map(async (row) => ({
      id: String(row.id),
      no: number ? row[number] : null,
      from: null,
      to: state ? String(row[state]) : null,
      changes: await changesBetween(tx, paper, null, row),
    })),
  );
  await writeLogs(tx, paper, entries, { action, label, remark: note });
  for (const row of rows) tx.changed(paper, row, 'add');
  return rows;
}
