import { dayOf } from '#kernel/language/days.ts';
import type { Context, Follower } from '#kernel/server';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import type { CompletionEvents } from '#business/completion/completion/followers/completion-followers.server.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { OrderEvents } from '#business/intake/registration/followers/order-followers.server.ts';
import { lockPlanning, planNext } from './generate.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import type { Occurrence } from './register.server.ts';

type State = Occurrence['planStatus'];

/** State of a planned visit by the state of its work order; absent: it stays. */
const STATE_BY_ORDER: Readonly<Record<string, State>> = {
  registered: 'booked',
  waiting: 'booked',
  dispatched: 'dispatched',
  inService: 'dispatched',
  finished: 'dispatched',
  confirmed: 'done',
  closed: 'done',
};

const rowsOf = (context: Context, orderId: string): Promise<Occurrence[]> =>
  context.find(planOccurrence, { registrationFormId: orderId }, { limit: 100 });

/** Return what a finished order tells of its visits: the completion, and its day. */
async function resultOf(context: Context, orderId: string): Promise<Partial<Occurrence>> {
  const [last] = await context.find(
    completion,
    { registrationFormId: orderId, completeStatus: 'confirmed' },
    { first: 1 },
  );
  return { completionId: last?.id ?? null, doneDate: last?.endTime ? dayOf(last.endTime) : context.today() };
}

/** Let a visit go back to be planned, because its order was cancelled; or end it with its contract. */
async function release(context: Context, row: Occurrence): Promise<void> {
  const [of] = await context.lockRows(scheme, [row.schemeId]);
  const isOver = of.schemeStatus !== 'active' && of.schemeStatus !== 'suspended';
  if (row.planStatus === 'dispatched') await context.move(planOccurrence, row.id, 'booked', 'order');
  await context.change(planOccurrence, row.id, { registrationFormId: null });
  if (isOver) await context.move(planOccurrence, row.id, 'cancelled', 'schemeEnded');
}

/** Move a visit to the state of its order. */
async function follow(context: Context, row: Occurrence, to: State, result: Partial<Occurrence>): Promise<void> {
  if (row.planStatus === to) return;
  await context.move(planOccurrence, row.id, to, 'order', result);
}

const schemeIdsOf = (rows: readonly Occurrence[]): string[] => [...new Set(rows.map((one) => one.schemeId))];

/** Planned visits follow the work order that serves them. */
export const plansOfOrders: Follower<OrderEvents> = {
  name: 'plans',
  sort: 40,
  on: {
    async registered() {},
    async moved(context, { before, row }) {
      if (row.registerStatus === before.registerStatus) return;
      const rows = await rowsOf(context, row.id);
      if (rows.length === 0) return;
      // Contracts are locked before their visits.
      await context.lockRows(scheme, schemeIdsOf(rows));
      if (row.registerStatus === 'cancelled') {
        for (const one of rows) await release(context, one);
        return;
      }
      const to = STATE_BY_ORDER[row.registerStatus];
      if (!to) return;
      const result = to === 'done' ? await resultOf(context, row.id) : { completionId: null, doneDate: null };
      for (const one of rows) await follow(context, one, to, result);
    },
  },
};

/** A visit that is done lets the next one be planned, where dates follow completions. It comes after the contracts. */
export const plansOfCompletions: Follower<CompletionEvents> = {
  name: 'plans',
  sort: 40,
  on: {
    async passed(context, { row }) {
      const rows = row.registrationFormId ? await rowsOf(context, row.registrationFormId) : [];
      const ids = schemeIdsOf(rows.filter((one) => one.planStatus === 'done'));
      if (ids.length === 0) return;
      await lockPlanning(context, ids);
      await planNext(context, ids);
    },
  },
};
