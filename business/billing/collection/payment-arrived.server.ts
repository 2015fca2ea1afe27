import type { Context } from '#kernel/server';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import type { Payment } from '../payment.service.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';
import { collection } from './collection.paper.ts';

/** Approves what a payment platform vouches for: rows of that transaction whose way of payment asks for no other approval, when their sum is what arrived. */
export async function arrived(
  context: Context,
  { payChannel, tradeNo: given, amount }: Payment,
): Promise<readonly string[]> {
  // Codes stand in capitals.
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
