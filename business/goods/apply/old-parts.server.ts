import { addDays } from '#kernel/language/days.ts';
import type { Context, Reading } from '#kernel/server';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { type OwedPart, owedOf } from '../returns/owed-parts.server.ts';

/** Return the days within which old parts are returned, and the number of overdue ones that blocks requests. */
export const oldPartTerms = async (
  reading: Pick<Reading, 'parameter'>,
): Promise<{ readonly days: number; readonly limit: number }> => ({
  days: Number(await reading.parameter('as.material.oldPartDays')) || 15,
  limit: Number(await reading.parameter('as.material.oldPartLimit')) || 5,
});

const total = (parts: readonly OwedPart[]): number => parts.reduce((sum, one) => sum + Number(one.left), 0);

/** Refuse a request of a technician who owes too many old parts for too long. */
export async function assertOldPartsReturned(context: Context, warehouseId: string): Promise<void> {
  const { days, limit } = await oldPartTerms(context);
  const before = addDays(context.today(), -days);
  const parts = (await owedOf(context, warehouseId)).filter((one) => one.since < before);
  if (total(parts) < limit) return;
  const byItem = [...Map.groupBy(parts, (one) => one.itemName)].map(([item, all]) => ({ item, qty: total(all) }));
  throw refuse.oldPartsOwed(
    {
      n: quantityText(String(total(parts))),
      days: String(days),
      items: byItem
        .slice(0, 5)
        .map((one) => `${one.item} ${one.qty}`)
        .join('、'),
    },
    { data: { parts: byItem } },
  );
}
