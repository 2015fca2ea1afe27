import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { materialStatus } from '#business/materials/dictionaries.ts';
import type { returnType } from '../dictionaries.ts';

export type StockCondition = KeyOf<typeof materialStatus>;

/** The place of a returned piece: the store of the return, that of old parts, or that of scrap. */
export type ReturnPlace = 'store' | 'old' | 'scrap';

/** Return the place of a piece by its inspected condition: only good goods return to the shelves of the store. */
export function returnPlaceOf(type: KeyOf<typeof returnType>, checked: StockCondition): ReturnPlace {
  if (checked === 'scrap') return 'scrap';
  if (checked === 'defective') return 'old';
  return checked === 'used' && type === 'old' ? 'old' : 'store';
}

/**
 * Return the condition in which a van has a quantity: the declared one where that is enough, else good. A part that was
 * bad on arrival is declared defective, and is good in the books.
 */
export function bookedIn(
  declared: StockCondition,
  available: ReadonlyMap<StockCondition, bigint>,
  qty: bigint,
): StockCondition {
  const has = (status: StockCondition): boolean => (available.get(status) ?? 0n) >= qty;
  return !has(declared) && has('good') ? 'good' : declared;
}

/** An old part that is owed: a used part, and how much of it was not returned. */
export interface Owed {
  readonly suppliesId: string;
  readonly completionId: string;
  readonly left: bigint;
}

/** A piece of an accepted quantity, and the used part that it answers; null where nothing is owed. */
export interface AnsweredPart {
  readonly suppliesId: string | null;
  readonly completionId: string | null;
  readonly qty: bigint;
}

/**
 * Divide an accepted quantity among the used parts that are owed, the oldest first; a named one comes before all
 * others. `left` of the owed parts is reduced. A rest that nobody owes has no used part.
 */
export function answeredBy(
  qty: bigint,
  named: string | null,
  owed: readonly { -readonly [K in keyof Owed]: Owed[K] }[],
): AnsweredPart[] {
  const order = [...owed].sort((a, b) => Number(b.suppliesId === named) - Number(a.suppliesId === named));
  const parts: AnsweredPart[] = [];
  let rest = qty;
  for (const one of order) {
    const taken = one.left < rest ? one.left : rest;
    if (taken <= 0n) continue;
    parts.push({ suppliesId: one.suppliesId, completionId: one.completionId, qty: taken });
    one.left -= taken;
    rest -= taken;
  }
  if (rest > 0n) parts.push({ suppliesId: null, completionId: null, qty: rest });
  return parts;
}
