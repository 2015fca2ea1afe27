import { overflowProblem } from './cell-problem.ts';
import { type ImportTarget, idsOfRows, presentRows, takenBy } from './find-present.ts';
import type { CaptionIndex } from './names.ts';
import { rehearse } from './rehearse.ts';
import { type ImportRow, type Judge, type JudgedRow, readSheetRow } from './verdict.ts';

/** Check rows of a sheet against the stored rows. `rehearsed`: check the paper's own rules as well. */
export async function judgeRows(
  place: ImportTarget,
  judge: Judge,
  names: CaptionIndex,
  rows: readonly ImportRow[],
  rehearsed = true,
): Promise<JudgedRow[]> {
  await names.learn(
    judge.columns.map(({ at, field }) => [field, at + 1]),
    rows as readonly (readonly string[])[],
  );
  const read = rows.map((row) => readSheetRow(judge.columns, names, row));
  const found = await idsOfRows(place, judge, read);
  const present = await presentRows(place, judge, [...new Set(found.values())]);
  const taken = await takenBy(place, read, found);
  const judged = read.map((row) => {
    const problems = [overflowProblem(row.cells, judge.layout) ?? [], taken.get(row.at) ?? []].flat();
    return judge.judge(row, present.get(found.get(row.at) ?? ''), problems);
  });
  return rehearsed ? rehearse(place, judged, present) : judged;
}
