import { queryClient } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { BoardOrder, Ranked } from '../board.calls.ts';
import { put, useBoard } from './board-store.view.tsx';
import { inTurn } from './in-turn.rules.ts';
import { boardPlace } from './place.view.tsx';
import { candidatesQuery } from './use-board-data.view.tsx';

/** An order to send: the candidate shown with it, the day, and which technicians this board shows. */
export interface Sending {
  readonly order: BoardOrder;
  readonly day: string;
  readonly shown: Ranked | undefined;
  readonly isSeen: (technicianId: string) => boolean;
}

/**
 * Return the candidate to send now, by new data: the shown one if its time is still free without a conflict, otherwise
 * the best.
 */
async function proposedNow({ order, day, shown, isSeen }: Sending): Promise<Ranked | undefined> {
  const all = await queryClient.fetchQuery({ ...candidatesQuery(order.id, day), staleTime: 0 });
  const fitting = all.filter((one) => one.score > 0 && isSeen(one.technicianId));
  const still = fitting.find(
    (one) =>
      one.technicianId === shown?.technicianId &&
      one.suggestedFrom === shown.suggestedFrom &&
      one.conflicts.length === 0,
  );
  return still ?? fitting.at(0);
}

/**
 * Start each send after the first answer to the one before, because that visit may take the time that would be proposed
 * next. A question for a reason does not block the next send.
 */
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

/**
 * Send an order to the proposed technician. If other sends are not answered yet, or no proposal was shown, it waits for
 * its turn and requests a new proposal. Return whether it was stored.
 */
export function sendInTurn(of: Sending): Promise<boolean> {
  const asShown = underWay === 0 && of.shown !== undefined;
  underWay += 1;
  put({ sending: [...useBoard.getState().sending, of.order.id] });
  return new Promise((resolve, reject) => {
    void oneAfterAnother((tried) => {
      let isTried = false;
      const triedOnce = (): void => {
        if (!isTried) underWay -= 1;
        isTried = true;
        tried();
      };
      return send(of, asShown, triedOnce)
        .then(resolve, reject)
        .finally(() => {
          triedOnce();
          put({ sending: useBoard.getState().sending.filter((one) => one !== of.order.id) });
        });
    });
  });
}
