import type { HomeEvent } from '#business/intake/home/home.calls.ts';
import {
  type HomeEvents,
  type HomeReading,
  MOST_OF_HOME,
  sameWords,
} from '#business/intake/home/home-events.server.ts';
import { collection } from './collection.paper.ts';

/** Money that went back, or came apart from any work; what was paid for work stands with it. */
async function moneyOf({ reading, orderIds }: HomeReading): Promise<HomeEvent[]> {
  if (!orderIds.length) return [];
  const rows = await reading
    .visible(collection, { query: { registrationFormId: [...orderIds] } })
    .words({ limit: MOST_OF_HOME });
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

/** What billing knows of a home. */
export const billingHomeEvents: readonly HomeEvents[] = [{ name: 'billing', read: moneyOf }];
