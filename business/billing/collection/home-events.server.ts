import type { HomeEvent } from '#business/intake/home/home.calls.ts';
import { type HomeEvents, type HomeReading, MAX_OF_HOME, sameWords } from '#business/intake/home/home-events.server.ts';
import { collection } from './collection.paper.ts';

/** Return events of refunds and of payments without a completion. A payment of a completion is shown with the work. */
async function moneyOf({ reading, orderIds }: HomeReading): Promise<HomeEvent[]> {
  if (!orderIds.length) return [];
  const rows = await reading
    .visible(collection, { query: { registrationFormId: [...orderIds] } })
    .words({ limit: MAX_OF_HOME });
  return rows
    .filter((one) => !one.completionId || Number(one.amount) < 0)
    .map((one): HomeEvent => ({
      id: one.id,
      kind: 'receipt',
      at: String(one.collectTime),
      title: Number(one.amount) < 0 ? ['退款', 'Refund'] : sameWords(one._names?.collectType ?? ''),
      detail: sameWords([one.collectNo, one._names?.paymentTypeId].filter(Boolean).join(' · ')),
      amount: String(one.amount),
      tone: Number(one.amount) < 0 ? 'red' : 'green',
      to: `/maintenance/ascollectdetaileds?id=${one.id}`,
    }));
}

/** The events of billing in the history of a home. */
export const billingHomeEvents: readonly HomeEvents[] = [{ name: 'billing', read: moneyOf }];
