import { addDays, daysFrom } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import type { BenchFigure } from '#business/masterdata/piles/bench.calls.ts';
import type { ContributedFigure, ContributedNext } from '#business/masterdata/piles/bench.server.ts';
import { shareFor } from '#business/masterdata/piles/share.rules.ts';
import { wageDispute } from '../../wages/dispute/wage-dispute.paper.ts';
import { wagePeriod } from '../../wages/wage-period.paper.ts';
import { wageSheet } from '../../wages/wage-sheet.paper.ts';

type Read = Omit<BenchFigure, 'name' | 'target'>;

const PERIODS = '/maintenance/wages/period';
const DAYS_BACK = 14;
const FORTNIGHT = ['14 天', '14 days'] as const;

/** Return the last fourteen days, today last. */
const fortnight = (reading: Reading): string[] => daysFrom(addDays(reading.today(), 1 - DAYS_BACK), reading.today());

/** Return the label of the period that people sign now; the oldest if several are in signature. */
async function signingPeriod(reading: Reading): Promise<string | null> {
  const { records } = await reading
    .visible(wagePeriod)
    .page({ periodStatus: 'signing', ascs: 'wagePeriod', size: '1' });
  return records[0] ? String(records[0].wagePeriod) : null;
}

/** Signed payslips of the period in signature. */
async function sheetsSigned(reading: Reading, target: number): Promise<Read | null> {
  const period = await signingPeriod(reading);
  if (!period) return null;
  const visible = await reading.visible(wageSheet, { query: { wagePeriod: period } }).sql();
  const days = await reading.sql.query<{ day: string; of: number; good: number; disputed: number }>(
    sql`select coalesce(to_char(t.sign_time, 'YYYY-MM-DD'), '') as day, count(*)::int as of, count(*) filter (where t.wage_status = 'signed')::int as good, count(*) filter (where t.wage_status = 'disputed')::int as disputed from aswagesheet t where ${visible} group by 1`,
  );
  const sum = (of: 'of' | 'good' | 'disputed', until = reading.today()): number =>
    days.filter(({ day }) => day <= until).reduce((all, one) => all + one[of], 0);
  const [of, good, disputed] = [sum('of'), sum('good'), sum('disputed')];
  if (of === 0) return null;
  return {
    label: [`${period} 已确认`, `${period} signed`],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${good} / ${of} 人`, `${good} of ${of} people`],
    isLess: false,
    series: fortnight(reading).map((day) => shareFor(sum('good', day), of, target)),
    span: FORTNIGHT,
    because: [
      `${of - good - disputed} 人没签，${disputed} 人有异议`,
      `${of - good - disputed} not signed, ${disputed} disputed`,
    ],
    links: [{ label: ['工资单', 'Payslips'], to: `${menuOf(wageSheet).path}?wagePeriod=${period}`, rows: of }],
  };
}

/** The median hours until a dispute of the period was answered; open ones count until now. */
async function disputesAnswered(reading: Reading): Promise<Read | null> {
  const period = await signingPeriod(reading);
  if (!period) return null;
  const visible = await reading.visible(wageDispute, { query: { wagePeriod: period } }).sql();
  const median = sql`(percentile_cont(0.5) within group (order by extract(epoch from coalesce(t.answer_time, ${reading.now()}::timestamptz) - t.create_time) / 3600))::float8`;
  const [{ of, good, hours }] = await reading.sql.query<{ of: number; good: number; hours: number | null }>(
    sql`select count(*)::int as of, count(t.answer_time)::int as good, ${median} as hours from aswagedispute t where ${visible}`,
  );
  const byDay = await reading.sql.query<{ day: string; hours: number }>(
    sql`select to_char(t.answer_time, 'YYYY-MM-DD') as day, ${median} as hours from aswagedispute t where ${visible} and t.answer_time is not null group by 1`,
  );
  if (of === 0) return null;
  return {
    label: ['异议答复', 'Disputes answered'],
    unit: 'hours',
    value: hours,
    good,
    of,
    ofWords: [`中位，${of} 条`, `median of ${of}`],
    isLess: true,
    series: fortnight(reading).map((day) => byDay.find((one) => one.day === day)?.hours ?? null),
    span: FORTNIGHT,
    because: [`这一期 ${of} 条，答了 ${good} 条`, `${good} of ${of} are answered`],
    links: [
      {
        label: ['这一期的异议', 'Disputes of the period'],
        to: `${menuOf(wageDispute).path}?wagePeriod=${period}`,
        rows: of,
      },
    ],
  };
}

/** Confirmed completions of the open period that have pay lines. */
async function worksBooked(reading: Reading, target: number): Promise<Read | null> {
  const { records } = await reading.visible(wagePeriod).page({ periodStatus: 'open', ascs: 'wagePeriod', size: '1' });
  const [period] = records;
  if (!period) return null;
  const query = { completeStatus: 'confirmed', confirmTime_datege: `${String(period.startDate)} 00:00:00` };
  const visible = await reading.visible(completion, { query }).sql();
  const works = await reading.sql.query<{ day: string; booked: string | null; n: number }>(
    sql`select to_char(t.confirm_time, 'YYYY-MM-DD') as day, to_char(b.at, 'YYYY-MM-DD') as booked, count(*)::int as n
       from ${completionFacts} t left join lateral (select min(l.create_time) as at from aspiecework p join aswageline l on l.tenant_id = p.tenant_id and l.source_id = p.id and l.is_deleted = 0 and l.line_status <> 'voided'
         where p.tenant_id = t.tenant_id and p.completion_id = t.id and p.is_deleted = 0) b on true where ${visible} group by 1, 2`,
  );
  const until = (last: string): { of: number; good: number } => {
    const confirmed = works.filter(({ day }) => day <= last);
    const booked = confirmed.filter(({ booked: at }) => at !== null && at <= last);
    return { of: confirmed.reduce((all, { n }) => all + n, 0), good: booked.reduce((all, { n }) => all + n, 0) };
  };
  const { of, good } = until(reading.today());
  if (of === 0) return null;
  return {
    label: [`${String(period.wagePeriod)} 已入账`, `${String(period.wagePeriod)} booked`],
    unit: 'share',
    value: shareFor(good, of, target),
    good,
    of,
    ofWords: [`${good} / ${of} 单`, `${good} of ${of}`],
    isLess: false,
    series: fortnight(reading).map((day) => {
      const past = until(day);
      return shareFor(past.good, past.of, target);
    }),
    span: FORTNIGHT,
    because: [`${of - good} 单还没有工资行`, `${of - good} have no pay line yet`],
    links: [
      {
        label: ['本期确认的完工', 'Completions of the period'],
        to: `${menuOf(completion).path}?${new URLSearchParams(query).toString()}`,
        rows: of,
      },
    ],
  };
}

/** The figures that payroll can move. */
export const payrollFigures: readonly ContributedFigure[] = [
  { name: 'sheetsSigned', sort: 10, benches: ['payroll'], buttons: [buttonOf(wageSheet, 'view')], read: sheetsSigned },
  {
    name: 'disputesAnswered',
    sort: 20,
    benches: ['payroll'],
    buttons: [buttonOf(wageDispute, 'view')],
    read: disputesAnswered,
  },
  { name: 'worksBooked', sort: 30, benches: ['payroll'], buttons: [buttonOf(completion, 'view')], read: worksBooked },
];

/** The last days of periods that are open. */
const periodEnds: ContributedNext = {
  name: 'periodEnds',
  benches: ['payroll'],
  buttons: [buttonOf(wagePeriod, 'view')],
  read: async (reading) => {
    const { records } = await reading.visible(wagePeriod).page({ periodStatus: 'open', ascs: 'wagePeriod', size: '3' });
    return records
      .filter((one) => String(one.endDate) >= reading.today())
      .map((one) => ({
        at: String(one.endDate),
        label: [`${String(one.wagePeriod)} 截止`, `${String(one.wagePeriod)} ends`] as const,
        fact: ['', ''] as const,
        to: PERIODS,
      }));
  },
};

/** Coming events of payroll. */
export const payrollNexts: readonly ContributedNext[] = [periodEnds];
