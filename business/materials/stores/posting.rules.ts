import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { materialStatus, stockBillType } from '../dictionaries.ts';
import { withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/** The paper that moves stock; its number stands in the ledger. */
export interface Bill {
  readonly type: KeyOf<typeof stockBillType>;
  readonly id: string;
  readonly no: string;
}

/**
 * One movement of an item from a place to a place. `step` names it once and for all (`<bill type>:<line id>:<step>[:n]`): posted again, it
 * is there already. Quantities are decimals above 0 in the unit of the item.
 */
export interface Move {
  readonly step: string;
  readonly lineId: string | null;
  readonly materialId: string;
  readonly materialStatus?: KeyOf<typeof materialStatus>;
  readonly serialNo?: string | null;
  readonly fromWarehouseId: string;
  readonly toWarehouseId: string;
  readonly qty: string;
  /** Unit cost, CNY; absent = the average cost of the place it leaves. */
  readonly unitCost?: string | null;
  readonly reverseOfId?: string | null;
}

/** Decimals behind the point of a quantity and of a unit cost. */
export const QTY = 3;
export const COST = 4;

/** Stores that only stand for the world outside; their balance is what the world owes or got, and may be below 0. */
export const virtualTypes: readonly string[] = ['customer', 'supplier', 'adjust'];

/** A balance while it is being worked on. Quantities in thousandths, costs in ten-thousandths of a yuan. */
export interface Balance {
  readonly id: string;
  readonly warehouseId: string;
  onHand: bigint;
  reserved: bigint;
  avgCost: bigint | null;
  readonly isReal: boolean;
  readonly mayBeBelow: boolean;
}

/** What a move does: to what the two places hold, at what cost. */
export interface PostingEffect {
  readonly move: Move;
  readonly unitCost: bigint;
  readonly fromBalance: bigint;
  readonly toBalance: bigint;
  /** How much of it was reserved for its line. */ readonly fromReserved: bigint;
}

/** A move that a place cannot give. */
export class Short extends Error {
  readonly move: Move;
  readonly available: string;
  constructor(move: Move, available: string) {
    super('short');
    this.move = move;
    this.available = available;
  }
}

/** The places and facts that moves are judged by. */
export interface Ground {
  balance(warehouseId: string, move: Move): Balance;
  /** What is still reserved at the place of the move for its own line; counted down as it is used. */
  reserved(move: Move): { left: bigint };
  /** Cost of an item nobody ever gave a price: its cost in the item's own record. */
  standardCost(move: Move): bigint;
}

/** Cost of what leaves: as said, else the average of the place, else the item's own. */
function costOf(move: Move, from: Balance, ground: Ground): bigint {
  if (move.unitCost !== null && move.unitCost !== undefined) return stepsOf(move.unitCost, COST);
  return (from.isReal ? from.avgCost : null) ?? ground.standardCost(move);
}

/** Moving average: what was there at its cost, what comes at its own. */
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

/** Does the moves one after the other on the balances; throws `Short` at the first that a place cannot give without what is reserved for others. */
export function moveAll(moves: readonly Move[], ground: Ground): PostingEffect[] {
  return moves.map((move) => {
    const [from, to] = [ground.balance(move.fromWarehouseId, move), ground.balance(move.toWarehouseId, move)];
    const qty = stepsOf(move.qty, QTY);
    const unitCost = costOf(move, from, ground);
    const fromReserved = take(move, from, qty, ground.reserved(move));
    if (to.isReal) to.avgCost = averaged(to, qty, unitCost);
    to.onHand += qty;
    return { move, unitCost, fromBalance: from.onHand, toBalance: to.onHand, fromReserved };
  });
}

/** Quantity without the zeros nobody says. */
export const quantityText = (qty: string): string => withoutNeedlessZeros(qty);
