import type { Label } from '#kernel/language/label.ts';
import { type Ordered, contribution, bySort } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import { type Cover, type CoverDecision, type CoverFacts, type CoverFees, decideCover } from './cover.rules.ts';

/** Facts of an order for which another room may offer a cover. */
export interface CoverQuestion extends CoverFacts {
  readonly customerId: string | null;
  readonly registerMainId: string | null;
  readonly equipmentId: string | null;
}

/** The cover that a contract or a card of the customer offers, with the id of that contract or card. */
export interface OfferedCover {
  readonly cover: Extract<Cover, 'plan' | 'card'>;
  readonly reason: Label;
  readonly fees: CoverFees;
  readonly schemeId?: string;
  readonly cardId?: string;
}

/** A room's offer of a cover; `offer` returns null if the room has none for this order. */
export interface CoverOffer extends Ordered {
  readonly offer: (reading: Reading, facts: CoverQuestion) => Promise<OfferedCover | null>;
}

/** Offers of rooms above this one; the first in the order of `sort` wins. */
export const coverOffer = contribution<CoverOffer>('cover.offer');

/**
 * Return the cover of an order. If the rules say “paid”, the first offer of a contract or card replaces it. Source:
 * after-sales design §5.4.
 */
export async function coverFor(reading: Reading, facts: CoverQuestion): Promise<CoverDecision> {
  const decided = decideCover(facts);
  if (decided.weibao !== 'paid') return decided;
  for (const { offer } of bySort(reading.contributions(coverOffer))) {
    const offered = await offer(reading, facts);
    if (!offered) continue;
    const { cover: weibao, fees: coverFees, ...more } = offered;
    return { weibao, coverFees, ...more };
  }
  return decided;
}
