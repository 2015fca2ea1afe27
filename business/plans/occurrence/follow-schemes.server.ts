import { addDays } from '#kernel/language/days.ts';
import type { Context, Follower } from '#kernel/server';
import type { SchemeEvents } from '#business/contracts/scheme/scheme-followers.server.ts';
import { endVisits, openOf } from './end-visits.server.ts';
import { visitsFollow } from './follow-homes.server.ts';
import { lockPlanning, planNext } from './generate.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';

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
          // The later window is escalated again.
          escalated: null,
        },
      ]),
    ),
  );
}

const OPEN = ['planned', 'pushed', 'booked', 'dispatched'] as const;

/** Planned visits follow their contract: they begin with it, wait while it is suspended, and end with it. */
export const plansOfSchemes: Follower<SchemeEvents> = {
  name: 'plans',
  sort: 10,
  on: {
    async activated(context, { before, row, suspendedDays }) {
      if (before.schemeStatus === 'suspended' && suspendedDays > 0) await shift(context, row.id, suspendedDays);
      await lockPlanning(context, [row.id]);
      await planNext(context, [row.id]);
    },
    async suspended(context, { row }) {
      const pushed = await openOf(context, row.id, ['pushed']);
      for (const { id } of pushed) await context.move(planOccurrence, id, 'planned', 'suspended');
      const late = (await openOf(context, row.id, OPEN)).filter(({ overdue }) => overdue === true);
      await context.touch(
        planOccurrence,
        late.map(({ id }) => ({ id, overdue: false })),
      );
    },
    async ended(context, { by, row }) {
      // The last visit was used: the night ends the rest, since uses are locked after plans.
      if (by === 'lastVisit') return;
      await endVisits(context, row);
    },
    async contactChanged(context, { row }) {
      await visitsFollow(context, row.id);
    },
  },
};
