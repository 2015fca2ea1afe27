import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { addMinutes, minuteWords } from '#kernel/language/days.ts';
import { sendSeveral } from '../../dispatch-form/dispatch-form.calls.ts';
import type { BoardOrder, VisitConflict } from '../board.calls.ts';
import { needsForce } from '../../candidates/wish.rules.ts';
import { put, useBoard } from './board-store.view.tsx';
import { askWhy } from './questions.view.tsx';
import { UNDO_MS, undo } from './place.view.tsx';
import { readAnew } from './use-board-data.view.tsx';

interface Several {
  readonly orders: readonly BoardOrder[];
  readonly technicianId: string;
  readonly technicianName: string;
  readonly from: string;
}

type Forcing = { readonly force?: boolean; readonly reason?: string };

const sendAll = ({ orders, technicianId, from }: Several, forcing: Forcing) =>
  askCall(
    sendSeveral,
    { technicianId, from, orderIds: orders.map((one) => one.id), ...forcing },
    { quiet: true, key: newKey() },
  );

/** Send the orders. If they have soft conflicts, ask once for a reason of all. Return null if cancelled or refused. */
async function sendWithReason(all: Several) {
  try {
    return await sendAll(all, {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.data.needForce !== true) {
      toast.bad(error.message);
      return null;
    }
    const conflicts = (error.data.conflicts ?? []) as VisitConflict[];
    const reason = await askWhy(conflicts.some(needsForce) ? 'send' : 'wish', {
      title: [
        `${all.orders.length} 单仍派给${all.technicianName}？`,
        `Send ${all.orders.length} orders to ${all.technicianName} all the same?`,
      ],
      conflicts,
      yes: ['仍然派出', 'Send all the same'],
    });
    if (!reason) return null;
    return sendAll(all, { force: true, reason }).catch((again: unknown) => {
      if (!(again instanceof Refused)) throw again;
      toast.bad(again.message);
      return null;
    });
  }
}

let last = 0;

/** Place several orders one after another in a row. They are shown at once, and all are taken back on a refusal. */
export async function placeSeveral(all: Several): Promise<void> {
  const key = `several-${++last}`;
  let at = all.from;
  const pending = all.orders.map((order) => {
    const from = at;
    at = addMinutes(from, order.minutes);
    return { key: `${key}-${order.id}`, technicianId: all.technicianId, from, to: at, order };
  });
  put({ placing: null, orderId: null, picked: [], pending: [...useBoard.getState().pending, ...pending] });
  try {
    const made = await sendWithReason(all);
    if (!made) return;
    await readAnew();
    for (const paper of ['registration', 'dispatchForm', 'visit']) refresh(paper);
    const names = new Map(all.orders.map((one) => [one.id, one.customerName]));
    put({
      undoable: [
        ...useBoard.getState().undoable,
        ...made.map((one) => ({ visitId: one.visitId, name: names.get(one.orderId) ?? '' })),
      ],
    });
    const [zh, en] = minuteWords(made[0].from);
    toast.good(
      words([
        `${made.length} 单已派给 ${all.technicianName}，${zh} 起`,
        `${made.length} orders sent to ${all.technicianName}, from ${en}`,
      ]),
      {
        label: words(['撤销', 'Undo']),
        run: () => void undo(...made.map((one) => one.visitId)),
        ms: UNDO_MS,
      },
    );
  } finally {
    const mine = new Set(pending.map((one) => one.key));
    put({ pending: useBoard.getState().pending.filter((one) => !mine.has(one.key)) });
  }
}
