import type { Label } from '#kernel/language/label.ts';
import { type Ordered, contribution, bySort } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import { type Cover, type CoverDecision, type CoverFacts, type CoverFees, decideCover } from './cover.rules.ts';

/** Facts of an order for which another room may offer a cover. */
export interface CoverQuestion extends CoverFacts {
  readonly customerId: string | null;
  readonly registerMainId: string | null;
  readonly equipmentId: string | null;
  /** The system of the order or of its machine; null where it is unknown. */
  readonly repairType: string | null;
  /** Contracts that the writer of the order named. They decide its cover, whatever the rules say. */
  readonly schemeIds?: readonly string[];
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
  /** Returns why there is no offer, where the customer might expect one; the next cover says it first. */
  readonly missed?: (reading: Reading, facts: CoverQuestion) => Promise<Label | null>;
}

/** Offers of rooms above this one; the first in the order of `sort` wins. */
export const coverOffer = contribution<CoverOffer>('cover.offer');

/**
 * Return the cover of an order. If the rules say “paid”, or the writer named contracts, the first offer of a contract or
 * card replaces it. Source: after-sales design §5.4.
 */
export async function coverFor(reading: Reading, facts: CoverQuestion): Promise<CoverDecision> {
  const decided = decideCover(facts);
  if (decided.weibao !== 'paid' && !facts.schemeIds?.length) return decided;
  const before: Label[] = [];
  const after = ({ reason, ...more }: CoverDecision): CoverDecision => ({
    ...more,
    reason: [[...before, reason].map(([zh]) => zh).join('；'), [...before, reason].map(([, en]) => en).join('. ')],
  });
  for (const { offer, missed } of bySort(reading.contributions(coverOffer))) {
    const offered = await offer(reading, facts);
    if (offered) {
      const { cover: weibao, fees: coverFees, ...more } = offered;
      return after({ weibao, coverFees, ...more });
    }
    const why = await missed?.(reading, facts);
    if (why) before.push(why);
  }
  return after(decided);
}
