import { addDays } from '#kernel/language/days.ts';
import type { Context, Follower } from '#kernel/server';
import type { SchemeEvents } from '#business/contracts/scheme/scheme-followers.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { lockPlanning, planNext, storeNext } from './generate.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import type { Occurrence } from './register.server.ts';

const OPEN = ['planned', 'pushed', 'booked', 'dispatched'] as const;
const MAX_OPEN = 1000;

const openOf = (context: Context, schemeId: string, states: readonly string[] = OPEN): Promise<Occurrence[]> =>
  context.find(
    planOccurrence,
    { schemeId, planStatus: [...states] as Occurrence['planStatus'][] },
    { limit: MAX_OPEN },
  );

/** Move open visits by the days for which their contract was suspended; booked ones keep their agreed day. */
async function shift(context: Context, schemeId: string, days: number): Promise<void> {
  const rows = await openOf(context, schemeId, ['planned', 'pushed']);
  const later = (day: string | null): string | null => (day ? addDays(day, days) : day);
  await context.changeAll(
    planOccurrence,
    new Map(
      rows.map((row) => [
        row.id,
        {
          planDate: addDays(row.planDate, days),
          windowFrom: later(row.windowFrom),
          windowTo: later(row.windowTo),
        },
      ]),
    ),
  );
}

/** Tell customer service that the work order of a visit stays open, although its contract has ended. */
async function tellOfOrder(context: Context, row: Occurrence, schemeNo: string): Promise<void> {
  if (!row.registrationFormId) return;
  const order = await context.get(registration, row.registrationFormId);
  await context.call(notifyStaff, {
    event: 'planTodo',
    to: { roles: ['as_cs_lead'] },
    title: [`方案已结束:${schemeNo}`, `Contract has ended: ${schemeNo}`],
    content: [
      `登记单 ${order.registrationNo} 还没派工，请决定取消或改按收费服务`,
      `Work order ${order.registrationNo} is not dispatched: cancel it, or serve it for a charge`,
    ],
    bizType: 'registration',
    bizId: order.id,
    bizNo: order.registrationNo,
    todo: true,
    again: row.id,
  });
}

/** Planned visits follow their contract: they begin with it, wait while it is suspended, and end with it. */
export const plansOfSchemes: Follower<SchemeEvents> = {
  name: 'plans',
  sort: 10,
  on: {
    async activated(context, { before, row, suspendedDays }) {
      await lockPlanning(context, [row.id]);
      if (before.schemeStatus === 'suspended' && suspendedDays > 0) await shift(context, row.id, suspendedDays);
      await planNext(context, [row.id]);
    },
    async suspended(context, { row }) {
      const pushed = await openOf(context, row.id, ['pushed']);
      for (const { id } of pushed) await context.move(planOccurrence, id, 'planned', 'suspended');
    },
    async ended(context, { row }) {
      for (const one of await openOf(context, row.id, ['planned', 'pushed', 'booked'])) {
        await context.move(planOccurrence, one.id, 'cancelled', 'schemeEnded');
        await tellOfOrder(context, one, row.schemeNo);
      }
      await storeNext(context, [row.id]);
    },
  },
};
