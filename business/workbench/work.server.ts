import { type Reading, extension, implement, sql } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { boardOf } from '#business/dispatch/board/board.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { teamLoads } from './tiles/team-load.rules.ts';
import { benchFiguresOf, benchNextOf } from './bench/figures.server.ts';
import { readPiles } from './bench/ordered.server.ts';
import { type Pulse, readBenchFigures, readNext, readPulse, readTeamLoad, readWork } from './work.calls.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';

/**
 * Return the numbers of a day's repair forms in the person's scope. Those received and accepted count until the moment
 * `until`; `hours` covers the whole day.
 */
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

/** Maximum days to search back for a day with calls, after a night or a holiday. */
const DAYS_BACK = 14;

/** Time at which a new day is shown; earlier the tile shows the day before. */
const DAY_BEGINS = '08:00';

/**
 * Return the last day with calls in the person's scope, before 08:00 at most yesterday. Return today if no recent day
 * has any.
 */
async function lastDay(reading: Reading): Promise<string> {
  const [today, time] = reading.now().split(' ');
  const end = time < DAY_BEGINS ? addDays(today, -1) : today;
  const visible = await reading.visible(repairForm).sql();
  const [row] = await reading.sql.query<{ day: string | null }>(
    sql`select max(t.create_time)::date::text as day from ${repairFormFacts} t where ${visible} and t.create_time >= ${`${addDays(today, -DAYS_BACK)} 00:00:00`} and t.create_time <= ${`${end} 23:59:59`}`,
  );
  return row?.day ?? today;
}

/** Return the calls of a day, and of the same weekday a week earlier until the same time. */
async function pulseOf(reading: Reading): Promise<CallAnswer<typeof readPulse>> {
  const day = await lastDay(reading);
  const before = addDays(day, -7);
  // An unfinished day is compared with the same part of the day a week earlier.
  const until = day === reading.today() ? reading.now().slice(11) : '23:59:59';
  return {
    day,
    now: await countsOf(reading, day, `${day} ${until}`),
    before: await countsOf(reading, before, `${before} ${until}`),
  };
}

/** The repair form's calls of the workbench. */
export const workbenchCall = extension<typeof repairForm>(repairForm, {
  calls: [
    implement(readWork, { read: (_asked, reading) => readPiles(reading) }),
    implement(readBenchFigures, { read: (_asked, reading) => benchFiguresOf(reading) }),
    implement(readNext, { read: (_asked, reading) => benchNextOf(reading) }),
    implement(readPulse, { read: (_asked, reading) => pulseOf(reading) }),
  ],
});

/** The dispatch form's call that returns the load of teams. */
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
