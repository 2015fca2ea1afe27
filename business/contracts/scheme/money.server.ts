import { type Context, type Follower, serving } from '#kernel/server';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import type { CollectionEvents } from '#business/billing/collection/collection-followers.server.ts';
import { assertSchemeMoney } from '#business/billing/collection/scheme-money.service.ts';
import { isMore, less, sumOfAmounts } from '#business/shared/money.rules.ts';
import { refuse } from '../refusals.ts';
import { recountMoney } from './counters.server.ts';
import { scheme } from './scheme.paper.ts';

/** Refuse a collection of another customer, of another fee, or above what the price of the contract leaves. */
const takesMoney = serving(assertSchemeMoney, async (context: Context, { row, id }) => {
  const [of] = await context.lockRows(scheme, [row.schemeId ?? '0']);
  if (!of || of.customerId !== row.customerId) throw refuse.schemeOfOtherPayer();
  if (row.collectType !== 'scheme')
    throw refuse.schemeTakesSchemeFee({
      fields: [{ field: 'collectType', words: ['请选择方案费', 'Choose the contract fee'] }],
    });
  const [others] = await context.sql.query<{ sum: string }>(
    `select coalesce(sum(c.receivable_amount), 0)::text as sum from ${collectionFacts} c where c.tenant_id = $1 and c.scheme_id = $2 and c.is_deleted = 0 and c.id is distinct from $3`,
    [context.tenantId, of.id, id],
  );
  const left = less(of.price, sumOfAmounts([of.openingPaid, others.sum]));
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
