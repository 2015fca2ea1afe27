import { queryClient } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import type { BoardOrder, Ranked } from '../board.calls.ts';
import { put, useBoard } from './board-store.view.tsx';
import { inTurn } from './in-turn.rules.ts';
import { boardPlace } from './place.view.tsx';
import { candidatesQuery } from './use-board-data.view.tsx';

/** An order that is to be sent: who is shown as the best, for which day, and who may be sent from this board. */
export interface Sending {
  readonly order: BoardOrder;
  readonly day: string;
  readonly shown: Ranked | undefined;
  readonly isSeen: (technicianId: string) => boolean;
}

/** Who fits an order now: the one who was shown where nothing speaks against him, else the best. */
async function proposedNow({ order, day, shown, isSeen }: Sending): Promise<Ranked | undefined> {
  const all = await queryClient.fetchQuery({ ...candidatesQuery(order.id, day), staleTime: 0 });
  const fitting = all.filter((one) => one.score > 0 && isSeen(one.technicianId));
  return fitting.find((one) => one.technicianId === shown?.technicianId && one.conflicts.length === 0) ?? fitting.at(0);
}

/** One begins when the one before it was tried: what is sent may take the time that is proposed next. A question of one does not keep the next waiting. */
const oneAfterAnother = inTurn(
  (work: (tried: () => void) => Promise<unknown>) =>
    new Promise<void>((resolve) => {
      void work(resolve).finally(resolve);
    }),
);

let underWay = 0;

async function send(of: Sending, asShown: boolean, tried: () => void): Promise<boolean> {
  const to = asShown ? of.shown : await proposedNow(of);
  if (!to?.suggestedFrom) {
    toast.bad(
      words([`${of.order.customerName}：当天没有能派的人`, `${of.order.customerName}: nobody can be sent that day`]),
    );
    return false;
  }
  return boardPlace(
    {
      order: of.order,
      name: of.order.customerName,
      technicianId: to.technicianId,
      technicianName: to.name,
      from: to.suggestedFrom,
      to: addMinutes(to.suggestedFrom, of.order.minutes),
      suggested: true,
    },
    tried,
  );
}

/** Sends an order to whom the server proposes. While others are on their way, or before the proposal has come, it waits its turn and asks anew. Answers whether it stands. */
export function sendInTurn(of: Sending): Promise<boolean> {
  const asShown = underWay === 0 && of.shown !== undefined;
  underWay += 1;
  put({ sending: [...useBoard.getState().sending, of.order.id] });
  return new Promise((resolve, reject) => {
    void oneAfterAnother((tried) =>
      send(of, asShown, () => {
        underWay -= 1;
        tried();
      })
        .then(resolve, reject)
        .finally(() => put({ sending: useBoard.getState().sending.filter((one) => one !== of.order.id) })),
    );
  });
}
