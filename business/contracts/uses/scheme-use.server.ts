import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { assertOfHome } from '../cover/take.server.ts';
import { refuse } from '../refusals.ts';
import { recountVisits } from '../scheme/counters.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { schemeUse } from './scheme-use.paper.ts';

type Use = Row<typeof schemeUse>;

/** States of an order in which customer service links contracts by hand. */
const OPEN = ['registered', 'waiting', 'dispatched'];

/** Refuse to link a contract to an order that is served or over, or of another home. */
async function assertLinkable(context: Context, of: Use): Promise<void> {
  const order = await context.get(registration, of.registrationFormId);
  if (!OPEN.includes(order.registerStatus)) throw refuse.orderNotOpen({ no: order.registrationNo });
  assertOfHome(await context.get(scheme, of.schemeId), order);
}

export default behaviour<typeof schemeUse>(schemeUse, {
  async saving(context, { before, values, byHand }) {
    const use = { ...before, ...values } as Use;
    // An order under a contract that takes none of its visits would be served for nothing.
    if (use.consumeTimes < 1) throw refuse.noVisitTaken();
    if (byHand) await assertLinkable(context, use);
  },
  repeated: () => refuse.schemeLinked(),
  saved: (context, { row }) => recountVisits(context, [row.schemeId]),
  moved: (context, { row }) => recountVisits(context, [row.schemeId]),
  // A removed link releases its visits first.
  async leaving(context, rows) {
    await context.moveAll(
      schemeUse,
      rows.map((row) => row.id),
      'released',
      'unlinked',
    );
    await recountVisits(
      context,
      rows.map((row) => row.schemeId),
    );
  },
  async staying(context, rows) {
    const orders = await context.find(
      registration,
      { id: [...new Set(rows.map((row) => row.registrationFormId))] },
      { limit: rows.length },
    );
    const served = new Map(orders.filter((one) => !OPEN.includes(one.registerStatus)).map((one) => [one.id, one]));
    return new Map(
      rows.flatMap((row) => {
        const order = served.get(row.registrationFormId);
        return order ? [[row.id, refuse.orderNotOpen({ no: order.registrationNo })]] : [];
      }),
    );
  },
});
