import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';

/** Quantities of a tool. */
export interface ToolQuantities {
  readonly totalQty: string | null;
  readonly outQty: string | null;
  readonly lostQty: string | null;
  readonly repairQty: string | null;
  readonly scrapQty: string | null;
}

/** Return what may be handed out of a tool. */
export const availableOf = ({ totalQty, outQty, lostQty, repairQty, scrapQty }: ToolQuantities): bigint =>
  stepsOf(totalQty, QTY) -
  stepsOf(outQty, QTY) -
  stepsOf(lostQty, QTY) -
  stepsOf(repairQty, QTY) -
  stepsOf(scrapQty, QTY);

/** Return what may be handed out of a tool as text. */
export const availableText = (of: Partial<{ [K in keyof ToolQuantities]: string | null }>): string =>
  decimalOf(
    availableOf({
      totalQty: of.totalQty || null,
      outQty: of.outQty || null,
      lostQty: of.lostQty || null,
      repairQty: of.repairQty || null,
      scrapQty: of.scrapQty || null,
    }),
    QTY,
  );

/** Maximum number of photos of a tool at its hand-out, and at its return. */
export const MAX_TOOL_PHOTOS = 9;

/** When a photo of a tool is taken. */
export type PhotoMoment = 'out' | 'return';

/** Labels of the photos, by the moment. */
export const toolPhotoWords: Readonly<Record<PhotoMoment, Label>> = {
  out: ['发放照片', 'Photos out'],
  return: ['归还照片', 'Photos back'],
};

/** Days before its calibration in which a tool is named. */
export const CALIBRATION_AHEAD_DAYS = 30;

/** Quantities of a line. */
export interface LineCounts {
  readonly outQty: string | null;
  readonly returnQty: string | null;
  readonly lostQty: string | null;
  readonly damageQty: string | null;
}

/** Return what a technician still has of a line. */
export const outstandingOf = ({ outQty, returnQty, lostQty, damageQty }: LineCounts): bigint =>
  stepsOf(outQty, QTY) - stepsOf(returnQty, QTY) - stepsOf(lostQty, QTY) - stepsOf(damageQty, QTY);

/** Return the state of a line that was handed out. */
export function lineStateOf(line: LineCounts): 'out' | 'lost' | 'damaged' | 'back' {
  if (outstandingOf(line) > 0n) return 'out';
  if (stepsOf(line.lostQty, QTY) > 0n) return 'lost';
  return stepsOf(line.damageQty, QTY) > 0n ? 'damaged' : 'back';
}

/** Return the whole months from a day to another one. */
export function monthsFrom(from: string, to: string): number {
  const [fromYear, fromMonth, fromDay] = from.split('-').map(Number);
  const [year, month, day] = to.split('-').map(Number);
  return Math.max(0, (year - fromYear) * 12 + month - fromMonth - (day < fromDay ? 1 : 0));
}

/** The value of a tool. */
export interface ToolValue {
  readonly purchasePrice: string | null;
  readonly monthlyDepreciation: string | null;
  readonly purchaseDate: string | null;
}

/** Return the residual value of a quantity of a tool, CNY: the price less the depreciation of its months. */
export function residualValue(of: ToolValue, qty: bigint, today: string): string {
  const months = of.purchaseDate ? monthsFrom(of.purchaseDate, today) : 0;
  const cents = stepsOf(of.purchasePrice, 2) - BigInt(months) * stepsOf(of.monthlyDepreciation, 2);
  return decimalOf(cents > 0n ? (cents * qty) / 10n ** BigInt(QTY) : 0n, 2);
}
