import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { addDays, daysFrom } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { boardOf } from '#business/dispatch/board/board.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import type { ContributedFigure, ContributedNext } from '#business/masterdata/piles/bench.server.ts';
import { shareFor } from '#business/masterdata/piles/share.rules.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { loadShare } from '../tiles/load-share.rules.ts';
import { loadOn } from '../tiles/team-load.rules.ts';

type Read = Omit<BenchFigure, 'name' | 'target'>;

const DAYS_BACK = 14;
const FIX_DAYS = 30;
const FORTNIGHT: Label = ['14 天', '14 days'];
const PERCENT = 100;

const listAt = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(filters).toString()}`;

/** Visits of today whose technician arrived at most ten minutes after the appointment, of those that arrived. */
async function arrivedInTime(reading: Reading, target: number): Promise<Read | null> {
  const first = addDays(reading.today(), 1 - DAYS_BACK);
  const filters = (day: string) => ({ arriveTime_datege: `${day} 00:00:00`, appointTo_notnull: '1' });
  const visible = await reading.visible(visit, { query: filters(first) }).sql();
  const days = await reading.sql.query<{ day: string; of: number; good: number }>(
    sql`select to_char(t.arrive_time, 'YYYY-MM-DD') as day, count(*)::int as of, count(*) filter (where t.arrive_time <= t.appoint_to + interval '10 minutes')::int as good
       from ${visitFacts} t where ${visible} group by 1`,
  );
  const byDay = new Map(days.map((one) => [one.day, one]));
  const today = byDay.get(reading.today());
  if (!today) return null;
  const { of, good } = today;
  return {
    label: ['按约到达', 'Arrived in time'],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${good} / ${of} 单`, `${good} of ${of}`],
    isLess: false,
    series: daysFrom(first, reading.today()).map((day) => {
      const own = byDay.get(day);
      return own ? shareFor(own.good, own.of, target) : null;
    }),
    span: FORTNIGHT,
    because:
      of === good
        ? ['今天都按约到了', 'All arrived in time today']
        : [`今天晚到 ${of - good} 单`, `${of - good} arrived late today`],
    links: [
      { label: ['今天到达的', 'Arrived today'], to: listAt(menuOf(visit).path, filters(reading.today())), rows: of },
    ],
  };
}

/** Planned minutes of the crew today, of the minutes that it has without leave; and those of the days before. */
async function crewLoad(reading: Reading, target: number): Promise<Read | null> {
  const day = reading.today();
  const first = addDays(day, 1 - DAYS_BACK);
  const { technicians } = await boardOf(reading, { from: first, date: null, to: null, days: DAYS_BACK, team: null });
  const { minutes, capacityMinutes: capacity } = loadOn(technicians, day);
  if (capacity === 0) return null;
  const people = technicians
    .map((one) => ({
      name: one.name,
      share: loadShare({ minutes: loadOn([one], day).minutes, capacityMinutes: one.capacityMinutes }) * PERCENT,
    }))
    .toSorted((one, other) => other.share - one.share);
  const [fullest] = people;
  const emptiest = lastOf(people);
  const words = (one: (typeof people)[number]): string => `${one.name} ${Math.round(one.share)}%`;
  const visits = technicians.flatMap((one) => one.visits).filter((one) => one.lead && one.from.startsWith(day));
  return {
    label: ['班里负荷', 'Load of the crew'],
    unit: 'share',
    value: shareFor(minutes, capacity, target),
    good: minutes,
    of: capacity,
    ofWords: [`${minutes} / ${capacity} 分`, `${minutes} of ${capacity} min`],
    isLess: true,
    series: daysFrom(first, day).map((one) => {
      const load = loadOn(technicians, one);
      return shareFor(load.minutes, load.capacityMinutes, target);
    }),
    span: FORTNIGHT,
    because: [`${words(fullest)}；${words(emptiest)}，最空`, `${words(fullest)}; ${words(emptiest)} has the most time`],
    links: [{ label: ['派工看板', 'Dispatch board'], to: '/maintenance/board', rows: visits.length }],
  };
}

/** Confirmed repairs of thirty days whose fault did not come back; each day of the past with its own thirty days. */
async function fixedAtOnce(reading: Reading, target: number): Promise<Read | null> {
  const first = addDays(reading.today(), 1 - FIX_DAYS);
  const since = (day: string) => ({
    completeStatus: 'confirmed',
    receiptsType: 'repair',
    confirmTime_datege: `${day} 00:00:00`,
  });
  const visible = await reading.visible(completion, { query: since(addDays(first, 1 - DAYS_BACK)) }).sql();
  const days = await reading.sql.query<{ day: string; of: number; good: number }>(
    sql`select to_char(t.confirm_time, 'YYYY-MM-DD') as day, count(*)::int as of, count(*) filter (where t.first_fix)::int as good from ${completionFacts} t where ${visible} group by 1`,
  );
  const until = (last: string): { of: number; good: number } => {
    const counted = days.filter(({ day }) => day <= last && day > addDays(last, -FIX_DAYS));
    return {
      of: counted.reduce((sum, one) => sum + one.of, 0),
      good: counted.reduce((sum, one) => sum + one.good, 0),
    };
  };
  const { of, good } = until(reading.today());
  if (of === 0) return null;
  return {
    label: ['一次修复', 'First-time fix'],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${good} / ${of} 单`, `${good} of ${of}`],
    isLess: false,
    series: daysFrom(addDays(reading.today(), 1 - DAYS_BACK), reading.today()).map((day) => {
      const past = until(day);
      return shareFor(past.good, past.of, target);
    }),
    span: FORTNIGHT,
    because: [`近 30 天返修 ${of - good} 单`, `${of - good} came back in 30 days`],
    links: [
      { label: ['30 天确认的维修', 'Repairs of 30 days'], to: listAt(menuOf(completion).path, since(first)), rows: of },
    ],
  };
}

/** The figures that a team leader can move. */
export const leaderFigures: readonly ContributedFigure[] = [
  { name: 'arrivedInTime', sort: 10, benches: ['leader'], buttons: [buttonOf(visit, 'view')], read: arrivedInTime },
  { name: 'crewLoad', sort: 20, benches: ['leader'], buttons: [buttonOf(dispatchForm, 'view')], read: crewLoad },
  { name: 'fixedAtOnce', sort: 30, benches: ['leader'], buttons: [buttonOf(completion, 'view')], read: fixedAtOnce },
];

/** Leaves of the crew that begin or end within a day. */
const leaves: ContributedNext = {
  name: 'leaves',
  benches: ['leader', 'payroll'],
  buttons: [buttonOf(leaveForm, 'view')],
  read: async (reading) => {
    const until = `${addDays(reading.today(), 1)} 23:59:59`;
    const query = {
      approveStatus: 'approved',
      startTime_datele: until,
      endTime_datege: reading.now(),
      ascs: 'startTime',
      size: '8',
    };
    const { records } = (await reading.visible(leaveForm).page(query)) as unknown as {
      records: { id: string; startTime: string; endTime: string; _names?: Record<string, string> }[];
    };
    return records.map(({ id, startTime, endTime, _names }) => {
      const isAway = startTime <= reading.now();
      const who = _names?.technicianId ?? '';
      return {
        at: isAway ? endTime : startTime,
        label: isAway ? ([`${who}到岗`, `${who} is back`] as const) : ([`${who}请假`, `${who} leaves`] as const),
        fact: [_names?.leaveType ?? '', _names?.leaveType ?? ''] as const,
        to: `${menuOf(leaveForm).path}?id=${id}`,
      };
    });
  },
};

/** Coming events of a crew. */
export const leaderNexts: readonly ContributedNext[] = [leaves];
