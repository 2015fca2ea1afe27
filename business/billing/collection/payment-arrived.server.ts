import type { Context } from '#kernel/server';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import type { Payment } from '../payment.service.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';
import { collection } from './collection.paper.ts';

/**
 * Approve the collections of a transaction that a payment platform confirmed. Their payment method must need no other
 * approval, and their sum must equal the received amount.
 */
export async function arrived(
  context: Context,
  { payChannel, tradeNo: given, amount }: Payment,
): Promise<readonly string[]> {
  // Transaction numbers are stored in upper case.
  const tradeNo = given.toUpperCase();
  await context.lock(`payment ${tradeNo}`);
  const rows = await context.find(collection, { tradeNo }, { limit: 100 });
  const ways = new Map(
    (await context.find(paymentType, { id: [...new Set(rows.map((row) => row.paymentTypeId))] }, { limit: 100 })).map(
      (way) => [way.id, way],
    ),
  );
  const paid = rows.filter(
    (row) => ways.get(row.paymentTypeId)?.autoApprove && ways.get(row.paymentTypeId)?.payChannel === payChannel,
  );
  if (!paid.length || sumOfAmounts(paid.map((row) => row.amount)) !== sumOfAmounts([amount])) return [];
  for (const row of paid.filter((one) => one.approvalStatus === 'none'))
    await context.move(collection, row.id, 'approved', 'payment', { approvalTime: context.now() });
  return paid.map((row) => row.id);
}
