import { http as refuseHttp, type OwnCall, type Reading } from '#kernel/server';
import { pieceLine } from '../pieces/piece-line.paper.ts';
import { columnSql } from './sheet.rules.ts';
import { wageLine } from './wage-line.paper.ts';

type Query = Readonly<Record<string, string>>;

/** Lines that count: entered ones that are not approved, and voided ones, do not. */
const LIVE = { lineStatus: 'open,locked,paid' };

/** What says which page, not which lines. */
const ofPage = new Set(['current', 'size', 'ascs', 'descs']);

/** The filters of the wage pages, as filters of lines. */
export const totalsFilters = (query: Query): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(query).filter(([name]) => !ofPage.has(name))),
  ...LIVE,
});

const sums = Object.entries(columnSql)
  .map(([name, when]) => `coalesce(sum(l.amount) filter (where ${when}), 0)::text as "${name}"`)
  .join(', ');

export interface TotalRow {
  readonly wagePeriod: string;
  readonly technicianId: string;
  readonly technicianName: string;
  readonly totalAmount: string;
  readonly [column: string]: unknown;
}

/** Per technician and period what his lines come to: for an open period a preview, for a calculated one the sheet. */
export async function totals(
  reading: Reading,
  query: Query,
  limit: number,
  offset = 0,
): Promise<{ rows: TotalRow[]; total: number }> {
  const { sql, values } = await reading.visibleSql(wageLine, totalsFilters(query));
  const rows = await reading.sql.query<TotalRow & { all: number }>(
    `
    with l as (select t.* from aswageline t where ${sql})
    select x.*, s.id::text as "wageSheetId", coalesce(s.wage_no, '') as "wageNo", coalesce(s.wage_status, '') as "wageStatus", coalesce(s.technician_name, d.real_name) as "technicianName",
      coalesce(s.dept_id, d.dept_id)::text as "deptId", coalesce(s.customer_service_team, d.customer_service_team) as "customerServiceTeam", p.period_status as "periodStatus", s.send_time::text as "sendTime", s.sign_time::text as "signTime"
    from (select l.wage_period as "wagePeriod", l.technician_id::text as "technicianId", ${sums}, coalesce(sum(l.amount), 0)::text as "totalAmount", count(*)::int as "lineCount",
        count(distinct c.piece_id)::int as "pieceCount", (count(*) over ())::int as "all"
      from l left join aspieceworkcollect c on l.wage_line_type = 'piece' and c.id = l.source_id and c.tenant_id = l.tenant_id group by l.wage_period, l.technician_id order by l.wage_period desc, l.technician_id limit ${limit} offset ${offset}) x
      left join aswagesheet s on s.tenant_id = $${values.length + 1} and s.wage_period = x."wagePeriod" and s.technician_id = x."technicianId"::bigint and s.is_deleted = 0
      left join aswageperiod p on p.tenant_id = $${values.length + 1} and p.wage_period = x."wagePeriod" and p.is_deleted = 0
      left join astechnician d on d.tenant_id = $${values.length + 1} and d.id = x."technicianId"::bigint order by x."wagePeriod" desc, x."technicianId"::bigint`,
    [...values, reading.tenantId],
  );
  const total = rows[0]?.all ?? 0;
  return {
    rows: rows.map(({ all, ...row }) => {
      void all;
      return row as unknown as TotalRow;
    }),
    total,
  };
}

const whole = (text: string | undefined, standard: number, most: number): number => {
  const n = Number.parseInt(text ?? '', 10);
  return n > 0 ? Math.min(n, most) : standard;
};

/** What each of a leader's teams earned: no person's wages. */
async function teamTotals(reading: Reading, query: Query): Promise<Record<string, unknown>[]> {
  return reading.sql.query(
    `select l.wage_period as "wagePeriod", d.customer_service_team as "customerServiceTeam", count(distinct l.technician_id)::int as "technicianCount", ${sums}, coalesce(sum(l.amount), 0)::text as "totalAmount"
    from aswageline l join astechnician d on d.tenant_id = l.tenant_id and d.id = l.technician_id
    where l.tenant_id = $1 and l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid') and d.customer_service_team = any($2::text[]) and ($3 = '' or l.wage_period = $3) group by 1, 2 order by 1 desc, 2`,
    [reading.tenantId, reading.person.teams, query.wagePeriod ?? ''],
  );
}

async function totalPage(reading: Reading, query: Query): Promise<unknown> {
  const [current, size] = [whole(query.current, 1, 1_000_000), whole(query.size, 10, 1000)];
  if (!reading.may('aswagesheet_view')) {
    // A leader reads of wages only what his teams come to.
    if (!reading.person.roles.some((role) => role.scope === 'team' && role.buttons.has('aspiecework_view')))
      throw refuseHttp.forbidden();
    const records = await teamTotals(reading, query);
    return { records, total: records.length, current: 1, size: records.length, pages: 1 };
  }
  const { rows, total } = await totals(reading, query, size, (current - 1) * size);
  return { records: rows, total, current, size, pages: Math.ceil(total / size) };
}

/** Technicians by what their pieces paid: pieces, hours at work, money, money per hour, shared rank for the same money. */
async function ranking(reading: Reading, { from, to }: Query): Promise<unknown> {
  const { sql, values } = await reading.visibleSql(pieceLine, {});
  const day = (given: string | undefined, edge: string): string | null =>
    /^\d{4}-\d\d-\d\d$/.test(given ?? '') ? given! : /^\d{4}-\d\d$/.test(given ?? '') ? `${given}-${edge}` : null;
  const [first, last] = [day(from, '01'), to && /^\d{4}-\d\d$/.test(to) ? `${to}-01` : day(to, '01')];
  const upper =
    to && /^\d{4}-\d\d$/.test(to)
      ? `($${values.length + 3}::date + interval '1 month' - interval '1 day')`
      : `$${values.length + 3}::date`;
  return reading.sql.query(
    `select x.*, d.real_name as "technicianName", d.customer_service_team as "customerServiceTeam", case when x.minutes > 0 then round(x.money * 60 / x.minutes, 2)::text end as "perHour", x.money::text as amount, round(x.minutes / 60.0, 1)::text as hours, rank() over (order by x.money desc)::int as rank
    from (select y.technician_id::text as "technicianId", count(*)::int as pieces, coalesce(sum(y.minutes), 0) as minutes, sum(y.money) as money from (
      select t.technician_id, p.id, sum(t.amount) as money, max(v.work_minutes) as minutes from aspieceworkcollect t join aspiecework p on p.id = t.piece_id and p.tenant_id = t.tenant_id
        left join ascompletionregistration c on c.id = p.completion_id and c.tenant_id = p.tenant_id left join dispatchlist v on v.id = c.dispatch_list_id and v.tenant_id = p.tenant_id
      where ${sql} and p.is_deleted = 0 and p.piece_status in ('approved', 'settled') and p.tenant_id = $${values.length + 1} and ($${values.length + 2}::date is null or p.finish_date >= $${values.length + 2}::date) and ($${values.length + 3}::date is null or p.finish_date <= ${upper}) group by 1, 2) y group by 1) x
    join astechnician d on d.id = x."technicianId"::bigint and d.tenant_id = $${values.length + 1} order by x.money desc, d.real_name`,
    [...values, reading.tenantId, first, last],
  );
}

const below = 'blade-maintenance/webApi/aspieceworkwages';

export const totalsCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: `${below}/totalWagesPage`,
    needs: 'person',
    query: [
      'current',
      'size',
      'wagePeriod',
      'technicianId',
      'deptId',
      'customerServiceTeam',
      'wageLineType',
      'bizDate_dategt',
      'bizDate_datelt',
      'receiptsType',
    ],
    summary: ['工资汇总', 'Wage totals per technician'],
    read: ({ query }, reading) => totalPage(reading, query),
  },
  {
    method: 'GET',
    path: `${below}/technicianTotalList`,
    needs: 'person',
    query: ['from', 'to'],
    summary: ['技师计件排行', 'Ranking of technicians'],
    read: async ({ query }, reading) => {
      if (!reading.may('aspieceworkcollect_view')) throw refuseHttp.forbidden();
      return ranking(reading, query);
    },
  },
];

/** The lines behind the totals, page by page; belongs to the lines. */
export const detailedCall: OwnCall = {
  method: 'GET',
  path: `${below}/detailedWagesPage`,
  needs: 'view',
  query: [
    'current',
    'size',
    'wagePeriod',
    'technicianId',
    'wageLineType',
    'bizDate_dategt',
    'bizDate_datelt',
    'receiptsType',
    'deptId',
    'customerServiceTeam',
  ],
  summary: ['工资明细', 'Wage lines'],
  page: (query) => ({ ...query, ...LIVE }),
};
