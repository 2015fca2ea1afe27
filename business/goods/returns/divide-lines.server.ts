import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { ONE } from '../shipment/shipment-lines.server.ts';
import { materialReturnLine } from './material-return-line.paper.ts';
import { type Return, type ReturningLine, linesOfReturn } from './return-lines.server.ts';
import { type AnsweredPart, type Owed, answeredBy } from './return-places.rules.ts';

/** An owed part during a division: its rest is reduced. */
export type OwedHere = { -readonly [K in keyof Owed]: Owed[K] } & { readonly materialId: string };

/** A line, and the further lines that take a part of its accepted quantity. */
export interface Divided {
  readonly line: ReturningLine;
  readonly more: readonly Partial<ReturningLine>[];
}

/** Does a line bring back an old part? */
const bringsOld = (of: Return, line: ReturningLine): boolean =>
  of.returnType === 'old' || line.returnReason === 'old' || line.completionSuppliesId !== null;

/** Return the values of a part of an accepted line: its quantity, its serial numbers, and the used part it answers. */
function partOf(part: AnsweredPart, serials: string[]): Partial<ReturningLine> {
  const acceptQty = decimalOf(part.qty, QTY);
  const mine = serials.splice(0, Number(part.qty / ONE));
  return {
    acceptQty,
    completionSuppliesId: part.suppliesId,
    completionId: part.completionId,
    ...(mine.length > 0 && { acceptSerials: mine.join(','), serialNos: mine.join(',') }),
  };
}

/** Divide an accepted line by the used parts that it answers. */
function dividedLine(line: ReturningLine, owed: readonly OwedHere[]): Divided {
  const mine = owed.filter((one) => one.materialId === line.materialId && one.left > 0n);
  const accepted = stepsOf(line.acceptQty, QTY);
  if (accepted === 0n || (!mine.length && !line.completionSuppliesId)) return { line, more: [] };
  const [first, ...rest] = answeredBy(accepted, line.completionSuppliesId, mine);
  const serials = serialsIn(line.acceptSerials);
  const own = partOf(first, serials);
  if (!rest.length) return { line: { ...line, ...own, serialNos: line.serialNos }, more: [] };
  const amounts = sharesOf(line, [first, ...rest]);
  const more = rest.map((part, at) => ({
    ...partOf(part, serials),
    returnQty: decimalOf(part.qty, QTY),
    amount: amounts[at + 1],
  }));
  const taken = rest.reduce((sum, part) => sum + part.qty, 0n);
  const returnQty = decimalOf(stepsOf(line.returnQty, QTY) - taken, QTY);
  return { line: { ...line, ...own, serialNos: line.serialNos, returnQty, amount: amounts[0] }, more };
}

/** Return the value of each part of a line; the first one has what rounding leaves. */
function sharesOf(line: ReturningLine, parts: readonly AnsweredPart[]): string[] {
  const [cents, all] = [stepsOf(line.amount, 2), parts.reduce((sum, part) => sum + part.qty, 0n)];
  const shares = parts.map((part) => (cents * part.qty) / all);
  shares[0] += cents - shares.reduce((sum, one) => sum + one, 0n);
  return shares.map((one) => decimalOf(one, 2));
}

/** Divide the lines of a return that bring back old parts. `owed` is reduced by what they answer. */
export const divided = (of: Return, lines: readonly ReturningLine[], owed: readonly OwedHere[]): Divided[] =>
  lines.map((line) => (bringsOld(of, line) ? dividedLine(line, owed) : { line, more: [] }));

/** Write divided lines, and return all lines of the return. */
export async function writeParts(
  context: Context,
  of: Return,
  parts: readonly Divided[],
): Promise<readonly ReturningLine[]> {
  const written = parts.map(({ line }) => {
    const { id, acceptQty, acceptSerials, checkedStatus, remark, amount, returnQty, ...from } = line;
    const { completionSuppliesId, completionId } = from;
    const values = { acceptQty, acceptSerials, checkedStatus, remark, amount, returnQty };
    return [id, { ...values, completionSuppliesId, completionId }] as const;
  });
  await context.changeAll(materialReturnLine, new Map(written));
  await context.createAll(
    materialReturnLine,
    parts.flatMap(({ line, more }) =>
      more.map((values) => {
        const { materialId, itemCode, itemName, unit, materialStatus, checkedStatus, stockStatus } = line;
        const copied = { materialId, itemCode, itemName, unit, materialStatus, checkedStatus, stockStatus };
        return { ...copied, returnId: of.id, returnReason: line.returnReason, remark: line.remark, ...values };
      }),
    ),
  );
  return linesOfReturn(context, of.id);
}
