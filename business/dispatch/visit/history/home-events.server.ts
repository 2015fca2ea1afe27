import type { HomeEvent } from '#business/intake/home/home.calls.ts';
import { type HomeEvents, type HomeReading, MAX_OF_HOME, sameWords } from '#business/intake/home/home-events.server.ts';
import { visit } from '../visit.paper.ts';

/** Return the visits of a home that have no completion: nobody was at home, or payment was refused. */
async function visitsOf({ reading, orderIds }: HomeReading): Promise<HomeEvent[]> {
  if (!orderIds.length) return [];
  const visits = await reading
    .visible(visit, { query: { registrationFormId: [...orderIds], visitResult: ['noAccess', 'refusedPay'] } })
    .words({ limit: MAX_OF_HOME });
  return visits.map((one): HomeEvent => ({
    id: one.id,
    kind: 'visit',
    at: String(one.finishTime || one.planStart),
    title: sameWords(one._names?.visitResult ?? ''),
    detail: sameWords([one._names?.technicianId, one.taskNo, one.resultNote].filter(Boolean).join(' · ')),
    amount: '',
    tone: 'red',
    to: `/maintenance/dispatchlist?id=${one.id}`,
  }));
}

/** Visits as events in the history of a home. */
export const dispatchHomeEvents: readonly HomeEvents[] = [{ name: 'dispatch', read: visitsOf }];
