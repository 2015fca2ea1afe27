import type { Context, Follower } from '#kernel/server';
import { type CoverFees, coverFields, isOverridden } from '#business/intake/cover/cover.rules.ts';
import { coverAnew } from '#business/intake/registration/followers/cover-of-order.server.ts';
import type { OrderEvents } from '#business/intake/registration/followers/order-followers.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { coverReason, payersByScope } from './scheme-cover.rules.ts';
import { type Order, releaseUses, takeFitting, takeNamed, usesOf } from './take.server.ts';
import { refuse } from '../refusals.ts';

/** Does an order have another reason or other payers than these values? */
const isUnlike = (order: Order, values: Partial<Order>): boolean =>
  (values.weibaoReason ?? order.weibaoReason) !== order.weibaoReason ||
  Object.entries(values.coverFees ?? {}).some(([fee, payer]) => order.coverFees?.[fee as keyof CoverFees] !== payer);

/** Put an order that was decided to be under a contract, of which no visit is left, under the next cover. */
async function fallBack(context: Context, order: Order): Promise<void> {
  await context.change(registration, order.id, coverFields(await coverAnew(context, order)));
}

/** Reserve a visit for an order under a contract, and store who pays by the scope of that contract. */
async function takeDecided(context: Context, order: Order): Promise<void> {
  const taken = await takeFitting(context, order);
  if (!taken) return fallBack(context, order);
  const coverFees = payersByScope(taken.scope);
  const reason = coverReason({ no: taken.no, name: taken.name, left: taken.left - 1 });
  const values = isOverridden(order.weibaoReason) ? { coverFees } : coverFields({ weibao: 'plan', reason, coverFees });
  if (isUnlike(order, values)) await context.change(registration, order.id, values);
}

/** Contracts follow their orders: visits are reserved, and released with the order or its cover. */
export const contractsOfOrders: Follower<OrderEvents> = {
  name: 'contracts',
  sort: 30,
  on: {
    async registered(context, { row, schemes = [] }) {
      if (schemes.length) await takeNamed(context, row, schemes);
      else if (row.weibao === 'plan') await takeDecided(context, row);
    },
    async coverChanged(context, { before, row }) {
      if (row.weibao !== 'plan') {
        if (before.weibao === 'plan') await releaseUses(context, row.id, 'coverChanged');
        return;
      }
      if (before.weibao === 'plan' || (await usesOf(context, row.id)).length) return;
      if (!(await takeFitting(context, row))) throw refuse.noSchemeFits();
    },
    async moved(context, { before, row }) {
      if (row.registerStatus === 'cancelled' && before.registerStatus !== 'cancelled')
        await releaseUses(context, row.id, 'cancelled');
    },
  },
};
