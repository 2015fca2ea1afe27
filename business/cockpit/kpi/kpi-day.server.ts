import { type WorkSteps, behaviour, implement } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { firstDay, reckonFigures } from './count/reckon-figures.server.ts';
import { kpiBreakdown, kpiMine, kpiSeries, kpiTiles } from './kpi.calls.ts';
import { kpiDay } from './kpi-day.paper.ts';
import { ownFigures } from './own-figures.server.ts';
import { breakdown, series, tiles } from './tiles.server.ts';

/** Days back that are counted for a new company: more than two years, so that the last year has one to compare with. */
const FIRST_DAYS = 800;
/** Days that are counted in one transaction. */
const AT_ONCE = 35;

/**
 * Count the days that were not counted yet, and count today and the last `again` days once more. Older days come first.
 */
async function reckon({ step }: WorkSteps, again: number): Promise<void> {
  const { today, first, next } = await step(async (context) => {
    const [row] = await context.sql.query<{ day: string | null }>(
      "select max(t.day)::text as day from as_kpi_day t where t.tenant_id = $1 and t.metric = 'day'",
      [context.tenantId],
    );
    const first = await firstDay(context, FIRST_DAYS);
    return { today: context.today(), first, next: row.day ? addDays(row.day, 1) : first };
  });
  const late = addDays(today, -again);
  // No day before the first row of the company is counted.
  const fresh = late > first ? late : first;
  for (let from = next < fresh ? next : fresh; from <= today; from = addDays(from, AT_ONCE)) {
    const to = addDays(from, AT_ONCE - 1);
    await step((context) => reckonFigures(context, from, to < today ? to : today));
  }
}

/** Hourly: count today and the three days before, to which late papers still belong. */
export const reckonHour = (steps: WorkSteps): Promise<void> => reckon(steps, 3);

/** Nightly: count the last five weeks again. Late changes belong to them, and reworks withdraw first fixes. */
const reckonNight = (steps: WorkSteps): Promise<void> => reckon(steps, AT_ONCE);

export default behaviour<typeof kpiDay>(kpiDay, {
  calls: [
    implement(kpiTiles, { read: tiles }),
    implement(kpiSeries, { read: series }),
    implement(kpiBreakdown, { read: breakdown }),
    implement(kpiMine, { read: (_asked, reading) => ownFigures(reading) }),
  ],
  timed: {
    hour: { cron: '1 * * * *', work: reckonHour },
    night: { cron: '40 3 * * *', work: reckonNight },
  },
});
