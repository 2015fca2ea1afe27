import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { materialStatus, stockBillType } from '../dictionaries.ts';
import { withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/** The paper that moves stock; the ledger stores its number. */
export interface Bill {
  readonly type: KeyOf<typeof stockBillType>;
  readonly id: string;
  readonly no: string;
}

type Condition = KeyOf<typeof materialStatus>;

/**
 * A movement of an item between two places. `step` is its permanent key (`<bill type>:<line id>:<step>[:n]`), so that a
 * repeat finds the existing movement. Quantities are decimals above 0 in the item's unit.
 */
export interface Move {
  readonly step: string;
  readonly lineId: string | null;
  readonly materialId: string;
  /**
   * Condition at the source. By default the condition of the serial number there; without a serial number it is
   * `toStatus`, else `good`.
   */
  readonly materialStatus?: Condition;
  /** Condition at the target, if it differs from that at the source. */
  readonly toStatus?: Condition;
  readonly serialNo?: string | null;
  readonly fromWarehouseId: string;
  readonly toWarehouseId: string;
  readonly qty: string;
  /** Unit cost, CNY; by default the average cost of the source. */
  readonly unitCost?: string | null;
  readonly reverseOfId?: string | null;
}

/** The key of a balance: an item in one condition at one place. */
export interface StockKey {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly status: Condition;
  readonly serialNo: string;
}

/** Return the balance that a move reduces. */
export const sourceOf = (move: Move): StockKey => ({
  warehouseId: move.fromWarehouseId,
  materialId: move.materialId,
  status: move.materialStatus ?? move.toStatus ?? 'good',
  serialNo: move.serialNo ?? '',
});

/** Return the balance that a move increases. */
export const targetOf = (move: Move): StockKey => ({
  ...sourceOf(move),
  warehouseId: move.toWarehouseId,
  status: move.toStatus ?? move.materialStatus ?? 'good',
});

/** A movement as the ledger stores it. */
export interface Posted {
  readonly step: string;
  readonly moveId: string;
  readonly moveNo: string;
  /** The step was posted earlier, so nothing moved now. */ readonly repeated: boolean;
}

/**
 * Throw if a step was posted earlier. Actions of a lifecycle call it: a repeated action ends before it posts, so a
 * repeated step is a programming error.
 */
export function assertPosted(posted: readonly Posted[]): void {
  const again = posted.find((one) => one.repeated);
  if (again) throw new Error(`the step ${again.step} was posted before, by ${again.moveNo}`);
}

/** Decimals of a quantity and of a unit cost. */
export const QTY = 3;
export const COST = 4;

/** Stores that represent external parties. Their balance is a debt or credit, and may be below 0. */
export const virtualTypes: readonly string[] = ['customer', 'supplier', 'adjust'];

/** A balance during a posting. Quantities in thousandths, costs in ten-thousandths of a yuan. */
export interface Balance {
  readonly id: string;
  readonly warehouseId: string;
  onHand: bigint;
  reserved: bigint;
  avgCost: bigint | null;
  readonly isReal: boolean;
  readonly mayBeBelow: boolean;
}

/** The effect of a move on the balances of both places, and its cost. */
export interface PostingEffect {
  readonly move: Move;
  readonly unitCost: bigint;
  readonly fromBalance: bigint;
  readonly toBalance: bigint;
  /** How much of the quantity came from the reservation of its line. */ readonly fromReserved: bigint;
}

/** Thrown if a place has too little free stock for a move; `available` is what it has. */
export class Short extends Error {
  readonly move: Move;
  readonly available: string;
  constructor(move: Move, available: string) {
    super('short');
    this.move = move;
    this.available = available;
  }
}

/** Balances, reservations and costs that a posting works on. */
export interface Ground {
  balance(key: StockKey): Balance;
  /** Return what is still reserved for the move's own line at its source. The posting reduces `left`. */
  reserved(move: Move): { left: bigint };
  /** Return the cost price in the item's own record, for items without another cost. */
  standardCost(move: Move): bigint;
}

/** Return the unit cost of a move: the one it names, else the average at its source, else the item's own. */
function costOf(move: Move, from: Balance, ground: Ground): bigint {
  if (move.unitCost !== null && move.unitCost !== undefined) return stepsOf(move.unitCost, COST);
  return (from.isReal ? from.avgCost : null) ?? ground.standardCost(move);
}

/** Return the moving average of the present stock and the arriving quantity. */
const averaged = (to: Balance, qty: bigint, cost: bigint): bigint =>
  to.onHand <= 0n || to.avgCost === null ? cost : rounded(to.onHand * to.avgCost + qty * cost, to.onHand + qty);

function take(move: Move, from: Balance, qty: bigint, own: { left: bigint }): bigint {
  const used = own.left < qty ? own.left : qty;
  const free = from.onHand - (from.reserved - used);
  if (from.isReal && !from.mayBeBelow && free < qty) throw new Short(move, decimalOf(free < 0n ? 0n : free, QTY));
  from.onHand -= qty;
  from.reserved -= used;
  own.left -= used;
  return used;
}

/**
 * Apply moves to the balances one after the other. Throw `Short` at the first that lacks stock which is not reserved
 * for others.
 */
export function moveAll(moves: readonly Move[], ground: Ground): PostingEffect[] {
  return moves.map((move) => {
    const [from, to] = [ground.balance(sourceOf(move)), ground.balance(targetOf(move))];
    const qty = stepsOf(move.qty, QTY);
    const unitCost = costOf(move, from, ground);
    const fromReserved = take(move, from, qty, ground.reserved(move));
    if (to.isReal) to.avgCost = averaged(to, qty, unitCost);
    to.onHand += qty;
    return { move, unitCost, fromBalance: from.onHand, toBalance: to.onHand, fromReserved };
  });
}

/** Write a quantity without trailing zeros. */
export const quantityText = (qty: string): string => withoutNeedlessZeros(qty);
