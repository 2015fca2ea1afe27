import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse as refuseStock } from '#business/materials/refusals.ts';
import { refuse } from '../refusals.ts';
import type { ExaminedLine } from './apply-lifecycle.rules.ts';
import { worthOf } from './apply.rules.ts';
import { materialApplyLine } from './material-apply-line.paper.ts';
import { sumUpApplies } from './material-apply-line.server.ts';
import type { materialApply } from './material-apply.paper.ts';

export type Apply = Row<typeof materialApply>;
export type ApplyLine = Row<typeof materialApplyLine>;

/** Return the lines of a request. */
export const linesOfApply = (context: Context, applyId: string): Promise<ApplyLine[]> =>
  context.find(materialApplyLine, { materialsApplyId: applyId }, { limit: 500 });

/** Return the approved quantities by line; lines that are not named are approved as requested. */
function approvedOf(lines: readonly ApplyLine[], given: readonly ExaminedLine[]): Map<string, string> {
  const known = new Map(lines.map((line) => [line.id, line]));
  const named = new Map(given.map((one) => [String(one.id), String(one.approvedQty)]));
  for (const id of named.keys()) if (!known.has(id)) throw refuse.lineOfOther();
  return new Map(
    lines.map((line) => {
      const text = named.get(line.id) ?? line.applyQty;
      const isNumber = /^\d{1,10}(\.\d{1,3})?$/.test(text);
      if (!isNumber || stepsOf(text, QTY) > stepsOf(line.applyQty, QTY))
        throw refuse.approvedAboveApplied({ item: line.itemName ?? '', n: quantityText(line.applyQty) });
      return [line.id, decimalOf(stepsOf(text, QTY), QTY)];
    }),
  );
}

const total = (lines: readonly ApplyLine[], approved: ReadonlyMap<string, string>): bigint =>
  lines.reduce((sum, line) => sum + stepsOf(worthOf(approved.get(line.id) ?? null, line.unitPrice), 2), 0n);

/** Refuse a value above a limit to those without the button of the next level. */
export async function assertWithin(
  context: Context,
  value: bigint,
  parameter: 'as.material.examineLimit' | 'as.material.publishLimit',
  button: string,
): Promise<void> {
  const limit = (await context.parameter(parameter)) || '0';
  if (value > stepsOf(limit, 2)) context.need(button, refuse.applyAboveLimit({ limit: quantityText(limit) }));
}

/** Write the approved quantities of a request, judged by the limit of the examiner. */
export async function approveLines(
  context: Context,
  row: Apply,
  given: readonly ExaminedLine[],
): Promise<readonly ApplyLine[]> {
  const lines = await linesOfApply(context, row.id);
  const approved = approvedOf(lines, given);
  if (![...approved.values()].some((qty) => stepsOf(qty, QTY) > 0n)) throw refuse.nothingApproved();
  await assertWithin(context, total(lines, approved), 'as.material.examineLimit', 'asmaterialapply_examineAbove');
  const written = lines.map((line) => {
    const approvedQty = approved.get(line.id) ?? line.applyQty;
    return { ...line, approvedQty, amount: worthOf(approvedQty, line.unitPrice) };
  });
  await context.changeAll(
    materialApplyLine,
    new Map(written.map(({ id, approvedQty, amount }) => [id, { approvedQty, amount }])),
  );
  await sumUpApplies(context, [row.id]);
  return written;
}

/** Refuse to examine an own request while it is released. */
export async function assertNotOwnApply(context: Context, row: Apply): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (row.createUser === context.person.id || self?.id === row.technicianId) throw refuseStock.ownDocument();
}
