import type { Label } from '#kernel/language/label.ts';
import { addDays, addMinutes, daysFrom } from '#kernel/language/days.ts';
import { type AnyPaper, buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { onlineDayFacts } from '#business/iot/history/store/online-day-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import type { ContributedFigure } from '#business/masterdata/piles/bench.server.ts';
import { shareFor } from '#business/masterdata/piles/share.rules.ts';
import { household } from '../../households/household.paper.ts';
import { feedback } from '../../members/feedback.paper.ts';
import { member } from '../../members/member.paper.ts';

type Read = Omit<BenchFigure, 'name' | 'target'>;

const DAYS_BACK = 14;
const DAY_MINUTES = 1440;
const DAY_SECONDS = 86_400;
const FORTNIGHT: Label = ['14 天', '14 days'];

const number = (value: number): string => value.toLocaleString('en-US');
const fortnight = (reading: Reading): string[] => daysFrom(addDays(reading.today(), 1 - DAYS_BACK), reading.today());

/**
 * Return the mean share of the time that gateways of homes were online, by day. It is the past of the homes online,
 * which are counted at a moment. A day of which nothing is stored is absent.
 */
async function onlineByDay(reading: Reading, visible: Fragment): Promise<ReadonlyMap<string, number>> {
  const days = await reading.sql.query<{ day: string; share: number }>(
    sql`select to_char(g.day, 'YYYY-MM-DD') as day, (avg(least(${raw(DAY_SECONDS)}, coalesce(o.online_sec, 0) + case when d.online_status = 'online'
         then greatest(0, extract(epoch from g.day + interval '1 day' - greatest(g.day, d.last_online_time))) else 0 end)) / ${raw(DAY_SECONDS)} * 100)::float8 as share
       from op_household t join ${deviceFacts} d on d.tenant_id = t.tenant_id and d.household_id = t.id and d.is_deleted = 0 and d.node_type = 'gateway' and d.instance_status = 'active'
       cross join lateral generate_series(${addDays(reading.today(), 1 - DAYS_BACK)}::timestamptz, ${addDays(reading.today(), -1)}::timestamptz, interval '1 day') as g(day)
       left join ${onlineDayFacts} o on o.tenant_id = d.tenant_id and o.device_id = d.id and o.day = g.day::date
       where ${visible} and (d.owned_since is null or g.day >= d.owned_since)
       group by 1 having count(o.device_id) > 0 or bool_or(d.online_status = 'online' and d.last_online_time < g.day + interval '1 day')`,
  );
  return new Map(days.map(({ day, share }) => [day, Math.floor(share * 10) / 10]));
}

/** Active homes whose gateways are online. */
async function homesOnline(reading: Reading, target: number): Promise<Read | null> {
  const visible = await reading.visible(household, { query: { householdStatus: 'active' } }).sql();
  const [found] = await reading.sql.query<{ of: number; good: number; lost: number }>(
    sql`select count(*)::int as of, count(*) filter (where g.online > 0 and g.off = 0)::int as good, count(*) filter (where g.lost > 0)::int as lost
       from op_household t left join lateral (select count(*) filter (where d.online_status = 'online') as online, count(*) filter (where d.online_status <> 'online') as off,
           count(*) filter (where d.online_status <> 'online' and d.last_online_time > ${addMinutes(reading.now(), -DAY_MINUTES)}::timestamptz) as lost
         from ${deviceFacts} d where d.tenant_id = t.tenant_id and d.household_id = t.id and d.is_deleted = 0 and d.node_type = 'gateway' and d.instance_status = 'active') g on true
       where ${visible}`,
  );
  const { of, good, lost } = found;
  if (of === 0) return null;
  const back = shareFor(good + lost, of, target);
  const byDay = await onlineByDay(reading, visible);
  return {
    label: ['在线的家', 'Homes online'],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${number(good)} / ${number(of)} 户`, `${number(good)} of ${number(of)} homes`],
    isLess: false,
    series: fortnight(reading).map((day) =>
      day === reading.today() ? shareFor(good, of, target) : (byDay.get(day) ?? null),
    ),
    span: FORTNIGHT,
    because: [
      `${number(of - good)} 户断着或没有网关，24 时内断的 ${number(lost)} 户；补上就是 ${back}%`,
      `${number(of - good)} are offline or without gateway, ${number(lost)} since 24 h; back, they make ${back}%`,
    ],
    links: [{ label: ['在用的家', 'Active homes'], to: `${menuOf(household).path}?householdStatus=active`, rows: of }],
  };
}

/** The median time from a critical alarm until somebody confirms it or makes a request. */
async function criticalAttended(reading: Reading, target: number): Promise<Read | null> {
  const first = addDays(reading.today(), 1 - DAYS_BACK);
  const query = { level: 'critical', startTime_datege: `${first} 00:00:00` };
  const visible = await reading.visible(alarm, { query }).sql();
  const days = await reading.sql.query<{
    day: string;
    all: number;
    late: number;
    attended: number;
    minutes: number | null;
  }>(
    sql`select x.day, count(*)::int as all, count(*) filter (where x.minutes > ${target})::int as late, count(x.minutes)::int as attended,
         (percentile_cont(0.5) within group (order by x.minutes))::float8 as minutes
       from (select to_char(t.start_time, 'YYYY-MM-DD') as day, extract(epoch from least(t.confirm_time, r.create_time) - t.start_time) / 60 as minutes
         from ${alarmFacts} t left join ${repairFormFacts} r on r.tenant_id = t.tenant_id and r.id = t.repair_form_id where ${visible}) x group by 1`,
  );
  const byDay = new Map(days.map((one) => [one.day, one]));
  const today = byDay.get(reading.today());
  if (!today) return null;
  const to = `${menuOf(alarm).path}?${new URLSearchParams({ level: 'critical', startTime_datege: `${reading.today()} 00:00:00` }).toString()}`;
  const unattended = today.all - today.attended;
  return {
    label: ['紧急多久有人管', 'Critical alarms attended after'],
    unit: 'minutes',
    value: today.minutes,
    good: today.attended - today.late,
    of: today.all,
    ofWords: ['中位', 'median'],
    isLess: true,
    series: fortnight(reading).map((day) => byDay.get(day)?.minutes ?? null),
    span: FORTNIGHT,
    because: [
      `今天紧急 ${number(today.all)} 条，超过 ${target} 分的 ${number(today.late)} 条，还没人管 ${number(unattended)} 条`,
      `${number(today.all)} critical today, ${number(today.late)} later than ${target} min, ${number(unattended)} open`,
    ],
    links: [{ label: ['今天的紧急告警', 'Critical alarms of today'], to, rows: today.all }],
  };
}

/** Requests of residents, and the column with the time of the answer. */
const REQUESTS: readonly {
  readonly of: AnyPaper;
  readonly from: Fragment;
  readonly answered: string;
  readonly label: Label;
}[] = [
  { of: household, from: raw('op_household'), answered: 't.activate_time', label: ['激活', 'activations'] },
  { of: member, from: raw('op_client'), answered: 't.approve_time', label: ['成员', 'members'] },
  { of: feedback, from: raw('op_client_opinion'), answered: 't.reply_time', label: ['意见', 'feedback'] },
];

interface Answered {
  readonly day: string;
  readonly all: number;
  readonly due: number;
  readonly good: number;
}

/** Count requests by their day: all of them, those that are due, and those answered within a day. */
const countAnswered = (reading: Reading, from: Fragment, visible: Fragment, answered: string): Promise<Answered[]> =>
  reading.sql.query<Answered>(
    sql`select to_char(t.create_time, 'YYYY-MM-DD') as day, count(*)::int as all,
       count(*) filter (where ${raw(answered)} is not null or t.create_time < ${addMinutes(reading.now(), -DAY_MINUTES)}::timestamptz)::int as due,
       count(*) filter (where ${raw(answered)} <= t.create_time + interval '1 day')::int as good from ${from} t where ${visible} group by 1`,
  );

/** Requests of two weeks that were answered within 24 hours, of all that were due. */
async function residentsAnswered(reading: Reading, target: number): Promise<Read | null> {
  const first = `${addDays(reading.today(), 1 - DAYS_BACK)} 00:00:00`;
  const counted = [];
  for (const { of, from, answered, label } of REQUESTS) {
    const visible = await reading.visible(of, { query: { createTime_datege: first } }).sql();
    counted.push({ of, label, days: await countAnswered(reading, from, visible, answered) });
  }
  const sum = (days: readonly Answered[], key: 'all' | 'due' | 'good'): number =>
    days.reduce((n, one) => n + one[key], 0);
  const all = counted.flatMap(({ days }) => days);
  const [good, of] = [sum(all, 'good'), sum(all, 'due')];
  if (of === 0) return null;
  const shares = counted.map(({ label, days }) => ({
    label,
    rows: sum(days, 'all'),
    open: sum(days, 'all') - sum(days, 'due'),
  }));
  const inLanguage = (at: 0 | 1): string =>
    shares.map(({ label, open }) => `${label[at]} ${number(open)}`).join(at ? ', ' : '、');
  return {
    label: ['24 时内答复住户', 'Residents answered within 24 h'],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${number(good)} / ${number(of)} 件`, `${number(good)} of ${number(of)}`],
    isLess: false,
    series: fortnight(reading).map((day) => {
      const there = all.filter((one) => one.day === day);
      return shareFor(sum(there, 'good'), sum(there, 'due'), target);
    }),
    span: FORTNIGHT,
    because: [`没到 24 时在等的：${inLanguage(0)}`, `waiting less than 24 h: ${inLanguage(1)}`],
    links: counted.map(({ of: requested, label, days }) => ({
      label,
      to: `${menuOf(requested).path}?${new URLSearchParams({ createTime_datege: first }).toString()}`,
      rows: sum(days, 'all'),
    })),
  };
}

/** The figures that a home operator can move. */
export const operatorFigures: readonly ContributedFigure[] = [
  { name: 'homesOnline', sort: 10, benches: ['operator'], buttons: [buttonOf(household, 'view')], read: homesOnline },
  {
    name: 'criticalAttended',
    sort: 20,
    benches: ['operator'],
    buttons: [buttonOf(alarm, 'view')],
    read: criticalAttended,
  },
  {
    name: 'residentsAnswered',
    sort: 30,
    benches: ['operator'],
    buttons: [buttonOf(household, 'view'), buttonOf(member, 'view'), buttonOf(feedback, 'view')],
    read: residentsAnswered,
  },
];
