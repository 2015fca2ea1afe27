import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { CoverFees } from '#business/intake/cover/cover.rules.ts';
import type { NamedScheme } from '#business/intake/registration/followers/order-followers.server.ts';
import { machinesOf } from '#business/intake/registration/followers/cover-of-order.server.ts';
import type { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import type { Scheme } from '../scheme/counters.server.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { schemeUse } from '../uses/scheme-use.paper.ts';
import { type CoveringScheme, type CoverSearch, schemesFor } from './candidates.server.ts';
import { payersByScope } from './scheme-cover.rules.ts';

export type Order = Row<typeof registration>;
type Use = Row<typeof schemeUse>;

/** Return the facts of a stored order by which contracts are searched. */
export const searchOf = async (context: Context, order: Order): Promise<CoverSearch> => ({
  receiptsType: String(order.receiptsType),
  repairType: order.repairType,
  customerId: order.customerId,
  registerMainId: order.registerMainId,
  equipmentIds: await machinesOf(context, order.id),
});

/** Return the uses of contracts by an order that are reserved or used. */
export const usesOf = (context: Context, orderId: string): Promise<Use[]> =>
  context.find(schemeUse, { registrationFormId: orderId, consumeStatus: ['locked', 'consumed'] }, { limit: 100 });

/** Refuse a contract that is not active, or of another customer or home. */
export function assertOfHome(of: Scheme | undefined, order: Order): asserts of is Scheme {
  if (!of) throw refuse.schemeOfOther({ no: '' });
  if (of.customerId !== order.customerId || of.registerMainId !== order.registerMainId)
    throw refuse.schemeOfOther({ no: of.schemeNo });
  if (of.schemeStatus !== 'active') throw refuse.schemeNotActive({ no: of.schemeNo });
}

/** Reserve visits of a contract for an order. The caller locked the contract. */
async function reserve(context: Context, order: Order, schemeId: string, times: number): Promise<void> {
  await context.create(schemeUse, { registrationFormId: order.id, schemeId, consumeTimes: times });
}

/** Reserve visits of the contracts that the writer of an order named; all or none. */
export async function takeNamed(context: Context, order: Order, named: readonly NamedScheme[]): Promise<void> {
  await context.assertRight(
    scheme,
    'view',
    named.map((one) => one.schemeId),
  );
  const byId = new Map(
    (
      await context.lockRows(
        scheme,
        named.map((one) => one.schemeId),
      )
    ).map((one) => [one.id, one]),
  );
  for (const { schemeId, consumeTimes } of named) {
    assertOfHome(byId.get(schemeId), order);
    await reserve(context, order, schemeId, consumeTimes ?? 1);
  }
}

/**
 * Reserve a visit of the first contract that covers an order. The contracts are locked first, and read again under the
 * lock; null if none has a visit left by then.
 */
export async function takeFitting(context: Context, order: Order): Promise<CoveringScheme | null> {
  const facts = await searchOf(context, order);
  const found = await schemesFor(context, facts);
  if (!found.length) return null;
  await context.lockRows(
    scheme,
    found.map((one) => one.id),
  );
  const [best] = await schemesFor(context, facts);
  if (!best || !found.some((one) => one.id === best.id)) return null;
  await reserve(context, order, best.id, 1);
  return best;
}

/** Release the visits that an order reserved or used, except those of one contract. */
export async function releaseUses(
  context: Context,
  orderId: string,
  why: 'cancelled' | 'coverChanged',
  but: string | null = null,
): Promise<void> {
  const uses = (await usesOf(context, orderId)).filter((one) => one.schemeId !== but);
  if (!uses.length) return;
  await context.lockRows(
    scheme,
    uses.map((one) => one.schemeId),
  );
  for (const one of uses) await context.move(schemeUse, one.id, 'released', why);
}

/** Return the one contract by which a lead covers an order: the named one, or the only one that fits. */
async function chosen(context: Context, order: Order, schemeId: string | null): Promise<string> {
  if (schemeId) return schemeId;
  const found = await schemesFor(context, await searchOf(context, order));
  if (!found.length) throw refuse.noSchemeFits();
  if (found.length > 1)
    throw refuse.severalSchemesFit(
      { nos: found.map((one) => one.no).join('、') },
      { fields: [{ field: 'schemeId', words: ['请选择维保方案', 'Choose the service contract'] }] },
    );
  return found[0].id;
}

/** Put an order under a contract, as a lead decides, and return who pays. */
export async function takeForLead(
  context: Context,
  { order, schemeId }: { readonly order: Order; readonly schemeId: string | null },
): Promise<CoverFees> {
  const held = await usesOf(context, order.id);
  const id = !schemeId && held.length ? held[0].schemeId : await chosen(context, order, schemeId);
  const ids = [...new Set([id, ...held.map((one) => one.schemeId)])];
  const of = (await context.lockRows(scheme, ids)).find((one) => one.id === id);
  assertOfHome(of, order);
  await releaseUses(context, order.id, 'coverChanged', id);
  if (!held.some((one) => one.schemeId === id)) await reserve(context, order, id, 1);
  return payersByScope(of.coverScope);
}
