import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { returnReason, returnType } from '../dictionaries.ts';
import type { StockCondition } from './return-places.rules.ts';

export type ReturnType = KeyOf<typeof returnType>;
export type ReturnReason = KeyOf<typeof returnReason>;

/** Free stock of a van: a material in one condition. Commas separate its serial numbers. */
export interface HeldGoods {
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly materialStatus: StockCondition;
  readonly serialNos: string;
  readonly qty: string;
}

/** A used part whose old part is owed, how much of it, and how much is on returns under way. */
export interface OwedGoods {
  readonly suppliesId: string;
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly left: string;
  readonly underWay: string;
}

/** A line that a technician could return. */
export interface ProposedLine {
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly materialStatus: StockCondition;
  readonly serialNos: string;
  readonly returnQty: string;
  /** The used part that the line answers; empty for none. */ readonly completionSuppliesId: string;
  readonly returnReason: ReturnReason;
}

/** Goods from which lines are chosen. `received`: quantities of one shipment by material; null for none. */
interface Sources {
  readonly held: readonly HeldGoods[];
  readonly owed: readonly OwedGoods[];
  readonly received: ReadonlyMap<string, string> | null;
}

const lineOf = ({ qty, ...one }: HeldGoods): ProposedLine => ({
  ...one,
  returnQty: decimalOf(stepsOf(qty, QTY), QTY),
  completionSuppliesId: '',
  returnReason: one.materialStatus === 'good' ? 'surplus' : 'bad',
});

/** Return the lines that bring back owed old parts, as far as they are in the van. */
function oldLines({ held, owed }: Sources): ProposedLine[] {
  const there = new Map(
    held.filter((one) => one.materialStatus === 'used').map((one) => [one.materialId, stepsOf(one.qty, QTY)]),
  );
  return owed.flatMap(({ suppliesId, materialId, itemCode, itemName, left, underWay }) => {
    const [missing, rest] = [stepsOf(left, QTY) - stepsOf(underWay, QTY), there.get(materialId) ?? 0n];
    const qty = missing < rest ? missing : rest;
    if (qty <= 0n) return [];
    there.set(materialId, rest - qty);
    const of = { materialId, itemCode, itemName, materialStatus: 'used', serialNos: '' } as const;
    return [{ ...of, returnQty: decimalOf(qty, QTY), completionSuppliesId: suppliesId, returnReason: 'old' as const }];
  });
}

/** Return what was received of a shipment, as far as it is in the van in good condition. */
const shipmentLines = (held: readonly HeldGoods[], received: ReadonlyMap<string, string>): ProposedLine[] =>
  held
    .filter((one) => one.materialStatus === 'good' && stepsOf(received.get(one.materialId), QTY) > 0n)
    .map((one) => {
      const [here, out] = [stepsOf(one.qty, QTY), stepsOf(received.get(one.materialId), QTY)];
      return { ...lineOf(one), serialNos: '', returnQty: decimalOf(here < out ? here : out, QTY) };
    });

/** Conditions of the stock that a type of return has; a type without one has everything. */
const CONDITIONS: Partial<Record<ReturnType, StockCondition>> = { defective: 'defective', unused: 'good' };

/** Return the lines that fill a return of a type. One for a leaving technician has everything of the van. */
export function proposedLines(type: ReturnType, of: Sources): ProposedLine[] {
  if (type === 'old') return oldLines(of);
  if (of.received) return shipmentLines(of.held, of.received);
  const condition = CONDITIONS[type];
  return of.held.filter((one) => !condition || one.materialStatus === condition).map(lineOf);
}
