import { type Reading, extension, implement, sql } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import type { Pile } from '#business/masterdata/piles/pile.calls.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { boardOf } from '#business/dispatch/board/board.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { teamLoads } from './tiles/team-load.rules.ts';
import { type Pulse, type WorkbenchAnswer, readPulse, readTeamLoad, readWork } from './work.calls.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';

/** Of the forms the person may see: how many came, how many were accepted and how fast, and at which hours. */
async function countsOf(reading: Reading, day: string, until: string): Promise<Pulse> {
  const visible = await reading.visible(repairForm).sql();
  const [one] = await reading.sql.query<{ came: number; accepted: number; minutes: number | null }>(
    sql`select count(*)::int as came, count(t.accept_time)::int as accepted,
       percentile_cont(0.5) within group (order by extract(epoch from t.accept_time - t.create_time) / 60) filter (where t.accept_time is not null) as minutes
     from ${repairFormFacts} t where ${visible} and t.create_time >= ${`${day} 00:00:00`} and t.create_time <= ${until}`,
  );
  const byHour = await reading.sql.query<{ hour: number; n: number }>(
    sql`select extract(hour from t.create_time)::int as hour, count(*)::int as n from ${repairFormFacts} t
     where ${visible} and t.create_time >= ${`${day} 00:00:00`} and t.create_time <= ${`${day} 23:59:59`} group by 1`,
  );
  const hours = Array.from({ length: 24 }, (_, hour) => byHour.find((at) => at.hour === hour)?.n ?? 0);
  return { came: one.came, accepted: one.accepted, minutes: Math.round(one.minutes ?? 0), hours };
}

/** So many days back a day with calls is looked for, where today has none: a night, a holiday. */
const DAYS_BACK = 14;

/** The phones are answered from this hour on; before it the day has hardly begun. */
const DAY_BEGINS = '08:00';

/** The last day on which this person sees calls, before the morning the one before; today where there are none at all. */
async function lastDay(reading: Reading): Promise<string> {
  const [today, time] = reading.now().split(' ');
  const end = time < DAY_BEGINS ? addDays(today, -1) : today;
  const visible = await reading.visible(repairForm).sql();
  const [row] = await reading.sql.query<{ day: string | null }>(
    sql`select max(t.create_time)::date::text as day from ${repairFormFacts} t where ${visible} and t.create_time >= ${`${addDays(today, -DAYS_BACK)} 00:00:00`} and t.create_time <= ${`${end} 23:59:59`}`,
  );
  return row?.day ?? today;
}

/** The work that waits for this person. */
async function work(reading: Reading): Promise<WorkbenchAnswer> {
  const piles: Pile[] = [];
  for (const one of reading.contributions(workbenchPiles).toSorted((a, b) => a.sort - b.sort))
    if (one.buttons.some((button) => reading.may(button))) {
      const pile = await one.read(reading);
      if (pile) piles.push(pile);
    }
  return { piles };
}

/** How the day goes against the same weekday a week before, at the same hour. */
async function pulseOf(reading: Reading): Promise<CallAnswer<typeof readPulse>> {
  const day = await lastDay(reading);
  const before = addDays(day, -7);
  // A day that is not over is compared with as much of the other.
  const until = day === reading.today() ? reading.now().slice(11) : '23:59:59';
  return {
    day,
    now: await countsOf(reading, day, `${day} ${until}`),
    before: await countsOf(reading, before, `${before} ${until}`),
  };
}

/** The workbench is asked of the repair form, beside the calls of the desk. */
export const workbenchCall = extension<typeof repairForm>(repairForm, {
  calls: [
    implement(readWork, { read: (_asked, reading) => work(reading) }),
    implement(readPulse, { read: (_asked, reading) => pulseOf(reading) }),
  ],
});

/** How full the teams are is asked of the dispatch form, beside the calls of the board. */
export const teamLoadCall = extension<typeof dispatchForm>(dispatchForm, {
  calls: [
    implement(readTeamLoad, {
      read: async (_asked, reading) => {
        const day = reading.today();
        const board = await boardOf(reading, { from: day, date: null, to: null, days: 2, team: null });
        return { day, teams: teamLoads(board) };
      },
    }),
  ],
});
