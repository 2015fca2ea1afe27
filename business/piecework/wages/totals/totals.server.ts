import type { CallAnswer, CallInputOf, ListFilters } from '#kernel/language/calls/call.ts';
import { type OwnCall, type Reading, http as refuseHttp, implement, raw, sql, shared } from '#kernel/server';
import { pieceLine } from '../../pieces/piece-line.paper.ts';
import { isAsideSql } from '../sheet/set-aside.server.ts';
import { columnSql } from '../sheet/sheet.rules.ts';
import { type PeriodTotal, type TeamTotal, linesOfTotals, technicianRanking, wageTotals } from './totals.calls.ts';
import { wageLine } from '../wage-line.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';

/** Filter of lines that count: without unapproved and voided ones. */
const LIVE = { lineStatus: 'open,locked,paid' };

/** Filters that select a page or its order, not lines. */
const ofPage = new Set(['current', 'size', 'ascs', 'descs']);

/** Turn the filters of the wage pages into filters of lines. */
export const totalsFilters = (query: ListFilters): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(query).filter(([name]) => !ofPage.has(name))),
  ...LIVE,
  isCounted: 'true',
});

const sums = Object.entries(columnSql)
  .map(([name, when]) => `coalesce(sum(l.amount) filter (where ${when}), 0)::text as "${name}"`)
  .join(', ');

/** Sum the lines per technician and period: a preview for an open period, the sheet for a calculated one. */
export async function totals(
  reading: Reading,
  query: ListFilters,
  limit: number,
  offset = 0,
): Promise<{ rows: PeriodTotal[]; total: number }> {
  const visible = await reading.visible(wageLine, { query: totalsFilters(query) }).sql();
  const tenant = shared(reading.tenantId);
  const rows = await reading.sql.query<PeriodTotal & { all: number }>(
    sql`
    with l as (select t.* from aswageline t where ${visible})
    select x.*, s.id::text as "wageSheetId", coalesce(s.wage_no, '') as "wageNo", coalesce(s.wage_status, '') as "wageStatus", coalesce(s.technician_name, d.real_name) as "technicianName",
      coalesce(s.dept_id, d.dept_id)::text as "deptId", coalesce(s.customer_service_team, d.customer_service_team) as "customerServiceTeam", p.period_status as "periodStatus", s.send_time::text as "sendTime", s.sign_time::text as "signTime"
    from (select l.wage_period as "wagePeriod", l.technician_id::text as "technicianId", ${raw(sums)}, coalesce(sum(l.amount), 0)::text as "totalAmount", count(*)::int as "lineCount",
        count(distinct c.piece_id)::int as "pieceCount", (count(*) over ())::int as "all"
      from l left join aspieceworkcollect c on l.wage_line_type = 'piece' and c.id = l.source_id and c.tenant_id = l.tenant_id group by l.wage_period, l.technician_id order by l.wage_period desc, l.technician_id limit ${raw(limit)} offset ${raw(offset)}) x
      left join aswagesheet s on s.tenant_id = ${tenant} and s.wage_period = x."wagePeriod" and s.technician_id = x."technicianId"::bigint and s.is_deleted = 0
      left join aswageperiod p on p.tenant_id = ${tenant} and p.wage_period = x."wagePeriod" and p.is_deleted = 0
      left join ${technicianFacts} d on d.tenant_id = ${tenant} and d.id = x."technicianId"::bigint order by x."wagePeriod" desc, x."technicianId"::bigint`,
  );
  const total = rows[0]?.all ?? 0;
  return {
    rows: rows.map(({ all, ...row }) => {
      void all;
      return row;
    }),
    total,
  };
}

/** Sum the earnings of each of a leader's teams, without any person's wages. */
async function teamTotals(reading: Reading, query: ListFilters): Promise<TeamTotal[]> {
  return reading.sql.query<TeamTotal>(
    `select l.wage_period as "wagePeriod", d.customer_service_team as "customerServiceTeam", count(distinct l.technician_id)::int as "technicianCount", ${sums}, coalesce(sum(l.amount), 0)::text as "totalAmount"
    from aswageline l join ${technicianFacts} d on d.tenant_id = l.tenant_id and d.id = l.technician_id
    where l.tenant_id = $1 and l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid') and ${isAsideSql('l')} = false and d.customer_service_team = any($2::text[]) and ($3 = '' or l.wage_period = $3) group by 1, 2 order by 1 desc, 2`,
    [reading.tenantId, reading.person.teams, query.wagePeriod ?? ''],
  );
}

async function totalPage(
  reading: Reading,
  { current, size, filters }: CallInputOf<typeof wageTotals>,
): Promise<CallAnswer<typeof wageTotals>> {
  if (!reading.may('aswagesheet_view')) {
    // A leader may read only the sums of their teams.
    if (!reading.person.roles.some((role) => role.scope === 'team' && role.buttons.has('aspiecework_view')))
      throw refuseHttp.forbidden();
    const records = await teamTotals(reading, filters);
    return { records, total: records.length, current: 1, size: records.length, pages: 1 };
  }
  const { rows, total } = await totals(reading, filters, size, (current - 1) * size);
  return { records: rows, total, current, size, pages: Math.ceil(total / size) };
}

/**
 * Rank technicians by the pay of their pieces, with pieces, hours, money and money per hour. Equal amounts share a
 * rank.
 */
async function ranking(
  reading: Reading,
  { from, to }: CallInputOf<typeof technicianRanking>,
): Promise<CallAnswer<typeof technicianRanking>> {
  const visible = await reading.visible(pieceLine, { query: {} }).sql();
  const isMonth = (date: string | null): boolean => date?.length === 'yyyy-MM'.length;
  const [first, last] = [from, to].map((date) => shared(isMonth(date) ? `${date}-01` : date));
  const upper = isMonth(to) ? sql`(${last}::date + interval '1 month' - interval '1 day')` : sql`${last}::date`;
  const tenant = shared(reading.tenantId);
  return reading.sql.query<CallAnswer<typeof technicianRanking>[number]>(
    sql`select x.*, d.real_name as "technicianName", d.customer_service_team as "customerServiceTeam", case when x.minutes > 0 then round(x.money * 60 / x.minutes, 2)::text end as "perHour", x.money::text as amount, round(x.minutes / 60.0, 1)::text as hours, rank() over (order by x.money desc)::int as rank
    from (select y.technician_id::text as "technicianId", count(*)::int as pieces, coalesce(sum(y.minutes), 0) as minutes, sum(y.money) as money from (
      select t.technician_id, p.id, sum(t.amount) as money, max(v.work_minutes) as minutes from aspieceworkcollect t join aspiecework p on p.id = t.piece_id and p.tenant_id = t.tenant_id
        left join ${completionFacts} c on c.id = p.completion_id and c.tenant_id = p.tenant_id left join ${visitFacts} v on v.id = c.dispatch_list_id and v.tenant_id = p.tenant_id
      where ${visible} and p.is_deleted = 0 and p.piece_status in ('approved', 'settled') and p.tenant_id = ${tenant} and (${first}::date is null or p.finish_date >= ${first}::date) and (${last}::date is null or p.finish_date <= ${upper}) group by 1, 2) y group by 1) x
    join ${technicianFacts} d on d.id = x."technicianId"::bigint and d.tenant_id = ${tenant} order by x.money desc, d.real_name`,
  );
}

export const totalsCalls: readonly OwnCall[] = [
  implement(wageTotals, { read: (asked, reading) => totalPage(reading, asked) }),
  implement(technicianRanking, {
    read: async (asked, reading) => {
      if (!reading.may('aspieceworkcollect_view')) throw refuseHttp.forbidden();
      return ranking(reading, asked);
    },
  }),
];

/** The lines behind the totals, registered with the paper of pay lines. */
export const detailedCall = implement(linesOfTotals, {
  page: (_asked, filters) => ({ ...filters, ...totalsFilters(filters) }),
});
