import { counted } from '#kernel/web/i18n/plural.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { BoardVisit, OrdersAnswer } from '../board.calls.ts';
import { put, useBoard } from './board-store.view.tsx';
import { askWhy } from './questions.view.tsx';
import { BOARD_VISITS, readAnew } from './use-board-data.view.tsx';

/** How long the offer of a plan is shown, in ms. */
const OFFER_MS = 20_000;

/** Plan a day for exactly these orders, which wait in the pool again. */
export async function planExactly(day: string, orderIds: readonly string[]): Promise<void> {
  const orders = queryClient.getQueryData<OrdersAnswer>(['board', 'orders'])?.orders ?? [];
  const wanted = orders.filter((one) => orderIds.includes(one.id));
  const { planTheDay } = await import('./planning.view.tsx');
  await planTheDay(day, wanted, useBoard.getState().teams, true);
}

/** Take visits back into the pool for one reason, and offer a plan for exactly these. Refused ones stay. */
export async function takeSeveralBack(visits: readonly BoardVisit[]): Promise<void> {
  const reason = await askWhy('takeBack', {
    title: [`把 ${visits.length} 单退回工单池`, `Take ${counted(visits.length, 'visit')} back into the pool`],
    yes: ['退回', 'Take back'],
  });
  if (!reason) return;
  const back: BoardVisit[] = [];
  for (const one of visits)
    try {
      await postJson(`${BOARD_VISITS}/submit`, { id: one.id, action: 'backToPool', reason }, { quiet: true });
      back.push(one);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(`${one.customerName} ${error.message}`);
    }
  put({ visitId: null, pickedVisits: [] });
  await readAnew();
  for (const paper of ['registration', 'dispatchForm', 'visit']) refresh(paper);
  if (back.length === 0) return;
  const day = back[0].from.slice(0, 10);
  toast.good(words([`${back.length} 单已退回工单池`, `${counted(back.length, 'visit')} back in the pool`]), {
    label: words([`为这 ${back.length} 单排程`, 'Plan exactly these']),
    run: () =>
      void planExactly(
        day,
        back.map((one) => one.registrationFormId),
      ),
    ms: OFFER_MS,
  });
}
