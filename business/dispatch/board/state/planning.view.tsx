import type { KeyOf } from '#kernel/language/dictionary.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import type { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BoardOrder } from '../board.calls.ts';
import { planDay } from '../plan/plan.calls.ts';
import { type PlanLine, type PlanProposal, type Placing, chooseOrder, put, useBoard } from './board-store.view.tsx';
import { placeAsPlanned } from './place.view.tsx';
import { askWhy } from './questions.view.tsx';
import { fetchPlacingVerdict, readAnew } from './use-board-data.view.tsx';

const change = (part: Partial<PlanProposal>): void => {
  const { plan } = useBoard.getState();
  if (plan) put({ plan: { ...plan, ...part } });
};

/** Change one line of the plan; null removes the line. */
export function changeLine(orderId: string, part: Partial<PlanLine> | null): void {
  const { plan } = useBoard.getState();
  if (!plan) return;
  change({
    lines: part
      ? plan.lines.map((one) => (one.order.id === orderId ? { ...one, ...part } : one))
      : plan.lines.filter((one) => one.order.id !== orderId),
  });
}

const EMPTY = { lines: [], left: [], notLooked: 0, cutShort: false } as const;

/**
 * Request a plan of the day for the shown orders and technicians at work. Locked lines are not changed. `exact` plans
 * all of these orders, also those that are wanted on a later day.
 */
export async function planTheDay(
  day: string,
  orders: readonly BoardOrder[],
  teams: readonly string[],
  exact = false,
): Promise<void> {
  const before = useBoard.getState().plan;
  if (before?.busy) return;
  const locked = before?.day === day ? before.lines.filter((one) => one.locked) : [];
  chooseOrder(null);
  put({ plan: { ...EMPTY, day, lines: locked, busy: 'planning' }, day, span: 'day', face: 'rows' });
  const byId = new Map(orders.map((one) => [one.id, one]));
  try {
    const made = await askCall(
      planDay,
      {
        date: day,
        ...(teams.length > 0 && { team: teams as KeyOf<typeof customerServiceTeam>[] }),
        orderIds: orders.map((one) => one.id),
        ...(exact && { exact }),
        kept: locked.map((one) => ({ orderId: one.order.id, technicianId: one.technicianId, from: one.from })),
      },
      { quiet: true },
    );
    change({
      busy: null,
      cutShort: made.cutShort,
      notLooked: made.notLooked,
      lines: made.lines.flatMap((one) => {
        const order = byId.get(one.orderId);
        const isLocked = locked.some((other) => other.order.id === one.orderId);
        return order ? [{ ...one, order, locked: isLocked, refusal: null }] : [];
      }),
      left: made.left.flatMap((one) => {
        const order = byId.get(one.orderId);
        return order ? [{ order, words: one.words }] : [];
      }),
    });
  } catch (error) {
    put({ plan: before });
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
}

/**
 * Move a line of the plan by hand, lock it there, and show the server's verdict. A hard conflict leaves it where it
 * was.
 */
export async function movePlanned(placing: Placing): Promise<void> {
  const verdict = await fetchPlacingVerdict(placing);
  const hard = verdict.conflicts.filter((one) => one.hard);
  if (hard.length) {
    toast.bad(
      words(['不能这样排：', 'Not possible: ']) + hard.map((one) => words(one.words)).join(words(['；', '; '])),
    );
    return;
  }
  const { technicianId, from, to } = placing;
  changeLine(placing.registrationFormId, {
    technicianId,
    from,
    to,
    locked: true,
    refusal: null,
    reasons: verdict.reasons,
    conflicts: verdict.conflicts,
  });
}

/**
 * Send the lines of the plan one by one. One reason covers all soft conflicts; refused lines stay with their refusal.
 */
export async function takePlan(nameOf: (technicianId: string) => string): Promise<void> {
  const { plan } = useBoard.getState();
  if (!plan || plan.busy || plan.lines.length === 0) return;
  const forced = plan.lines.filter((one) => one.conflicts.length > 0);
  const reason = forced.length
    ? await askWhy('plan', {
        title: [`${forced.length} 单须说明原因`, `${forced.length} of the visits need a reason`],
        conflicts: forced.flatMap((one) =>
          one.conflicts.map((conflict) => ({
            ...conflict,
            words: [
              `${one.order.customerName}：${conflict.words[0]}`,
              `${one.order.customerName}: ${conflict.words[1]}`,
            ] as const,
          })),
        ),
        yes: ['一并派出', 'Send them too'],
      })
    : null;
  change({ busy: 'taking' });
  let taken = 0;
  try {
    for (const one of plan.lines) {
      if (one.conflicts.length > 0 && !reason) continue;
      const refusal = await placeAsPlanned(
        {
          order: one.order,
          name: one.order.customerName,
          technicianId: one.technicianId,
          technicianName: nameOf(one.technicianId),
          from: one.from,
          to: one.to,
          suggested: !one.locked,
        },
        one.conflicts.length > 0 ? reason : null,
      );
      changeLine(one.order.id, refusal === null ? null : { refusal });
      if (refusal === null) taken += 1;
    }
  } finally {
    change({ busy: null });
    await readAnew();
    for (const paper of ['registration', 'dispatchForm', 'visit']) refresh(paper);
  }
  const left = useBoard.getState().plan?.lines.length ?? 0;
  toast.good(
    left
      ? words([`已派出 ${taken} 单，${left} 单留在方案里`, `${taken} sent, ${left} stay in the plan`])
      : words([`已按方案派出 ${taken} 单`, `${taken} sent as planned`]),
  );
  if (left === 0) put({ plan: null });
}
