import type { KeyOf } from '#kernel/language/dictionary.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import type { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BoardOrder } from '../board.calls.ts';
import { planDay } from '../plan/plan.calls.ts';
import {
  type PlanLine,
  type PlanProposal,
  type Placing,
  askReason,
  chooseOrder,
  put,
  useBoard,
} from './board-store.view.tsx';
import { placeAsPlanned } from './place.view.tsx';
import { fetchPlacingVerdict, readAnew } from './use-board-data.view.tsx';

const change = (part: Partial<PlanProposal>): void => {
  const { plan } = useBoard.getState();
  if (plan) put({ plan: { ...plan, ...part } });
};

/** Changes one line of the plan; null takes it out. */
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

/** Has the day planned: the orders that are shown, by whoever is at work. What was locked before stays where it is. */
export async function planTheDay(day: string, orders: readonly BoardOrder[], teams: readonly string[]): Promise<void> {
  const before = useBoard.getState().plan;
  if (before?.busy) return;
  const kept = before?.day === day ? before.lines.filter((one) => one.locked) : [];
  chooseOrder(null);
  put({ plan: { ...EMPTY, day, lines: kept, busy: 'planning' }, day, span: 'day', face: 'rows' });
  const byId = new Map(orders.map((one) => [one.id, one]));
  try {
    const made = await askCall(
      planDay,
      {
        date: day,
        ...(teams.length > 0 && { team: teams as KeyOf<typeof customerServiceTeam>[] }),
        orderIds: orders.map((one) => one.id),
        kept: kept.map((one) => ({ orderId: one.order.id, technicianId: one.technicianId, from: one.from })),
      },
      { quiet: true },
    );
    change({
      busy: null,
      cutShort: made.cutShort,
      notLooked: made.notLooked,
      lines: made.lines.flatMap((one) => {
        const order = byId.get(one.orderId);
        const locked = kept.some((other) => other.order.id === one.orderId);
        return order ? [{ ...one, order, locked, refusal: null }] : [];
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

/** A line of the plan is put elsewhere by hand: it is locked there, and what speaks for and against it is asked. What is impossible stays where it was. */
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

/** Takes the plan: line by line, as if each were sent by hand. What the server refuses stays in the plan with the reason; what speaks softly against some is answered once for all of them. */
export async function takePlan(nameOf: (technicianId: string) => string): Promise<void> {
  const { plan } = useBoard.getState();
  if (!plan || plan.busy || plan.lines.length === 0) return;
  const forced = plan.lines.filter((one) => one.conflicts.length > 0);
  const reason = forced.length
    ? await askReason({
        title: words([`${forced.length} 单须说明原因`, `${forced.length} of the visits need a reason`]),
        conflicts: forced.flatMap((one) =>
          one.conflicts.map((conflict) => ({
            ...conflict,
            words: [
              `${one.order.customerName}：${conflict.words[0]}`,
              `${one.order.customerName}: ${conflict.words[1]}`,
            ] as const,
          })),
        ),
        yes: words(['一并派出', 'Send them too']),
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
