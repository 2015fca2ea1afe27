import { type Context, type Follower, serving } from '#kernel/server';
import type { CollectionEvents } from '#business/billing/collection/collection-followers.server.ts';
import { assertSchemeMoney } from '#business/billing/collection/scheme-money.service.ts';
import { isMore, less, sumOfAmounts } from '#business/shared/money.rules.ts';
import { refuse } from '../refusals.ts';
import { collectionsOf, recountMoney } from './counters.server.ts';
import { scheme } from './scheme.paper.ts';

/** Refuse a collection of another customer, of another fee, or above what the price of the contract leaves. */
const takesMoney = serving(assertSchemeMoney, async (context: Context, { row, id }) => {
  const [of] = await context.lockRows(scheme, [row.schemeId ?? '0']);
  if (!of || of.customerId !== row.customerId) throw refuse.schemeOfOtherPayer();
  if (row.collectType !== 'scheme')
    throw refuse.schemeTakesSchemeFee({
      fields: [{ field: 'collectType', words: ['请选择方案费', 'Choose the contract fee'] }],
    });
  const left = less(of.price, sumOfAmounts([of.openingPaid, await collectionsOf(context, of.id, id)]));
  if (isMore(row.receivableAmount, left)) throw refuse.priceExceeded({ no: of.schemeNo, left });
});

export const moneyServices = [takesMoney];

/** The received money of a contract follows the approvals of its collections. */
export const contractsOfCollections: Follower<CollectionEvents> = {
  name: 'contracts',
  sort: 30,
  on: {
    async approved(context, { row }) {
      if (row.schemeId) await recountMoney(context, row.schemeId);
    },
    async approvalCancelled(context, { row }) {
      if (row.schemeId) await recountMoney(context, row.schemeId);
    },
  },
};
