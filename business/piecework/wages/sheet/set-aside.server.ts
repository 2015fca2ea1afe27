import type { Context } from '#kernel/server';
import { after } from '../months.rules.ts';
import { type Period, periodFor } from '../periods.server.ts';
import { LINE_MAX } from './line-max.server.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/** Return SQL over `aswageline` that is true for a line that is set aside. */
export const isAsideSql = (l: string): string => `coalesce(${l}.is_aside, false)`;

const MARK = `with lines as (
    select l.*, l.wage_line_type not in ('carry', 'topUp') and abs(l.amount) > $3::numeric as high from aswageline l
    where l.tenant_id = $1 and l.wage_period = $2 and l.is_deleted = 0 and l.line_status in ('open', 'locked')),
  judged as (
    select l.id, l.high or (l.source_type = 'piece' and exists (
      select 1 from (select distinct source_no from lines where high and source_type = 'piece') p where p.source_no = l.source_no)) as aside
    from lines l)
  update aswageline l set is_aside = j.aside, line_status = case when j.aside then 'open' else l.line_status end,
    wage_sheet_id = case when j.aside then null else l.wage_sheet_id end, version = l.version + 1, update_user = $4, update_time = $5
  from judged j where l.tenant_id = $1 and l.id = j.id and ${isAsideSql('l')} <> j.aside`;

/**
 * Mark lines of a period above the limit of one line as set aside; all lines of a piece go together. Lines that are
 * corrected count again. Carry-over and top-up have no limit, since they follow from other lines.
 */
export async function setAside(context: Context, label: string): Promise<void> {
  const max = await context.parameter(LINE_MAX);
  await context.sql.query(MARK, [context.tenantId, label, max, context.person.id, context.now()]);
}

/** A line that was not counted: technician, source paper and amount. */
interface AsideLine {
  readonly id: string;
  readonly name: string;
  readonly no: string;
  readonly amount: string;
}

/** Return the set-aside lines of a period, the largest first. */
export const asideIn = (context: Context, label: string): Promise<AsideLine[]> =>
  context.sql.query<AsideLine>(
    `select l.id::text as id, coalesce(t.real_name, '') as name, coalesce(l.source_no, '') as no, l.amount::text as amount from aswageline l
      left join ${technicianFacts} t on t.tenant_id = l.tenant_id and t.id = l.technician_id
    where l.tenant_id = $1 and l.wage_period = $2 and l.is_deleted = 0 and l.line_status = 'open' and ${isAsideSql('l')} order by abs(l.amount) desc, l.id`,
    [context.tenantId, label],
  );

/** Return the ids of pieces with set-aside lines in a period. */
export const piecesAside = async (context: Context, label: string): Promise<string[]> =>
  (
    await context.sql.query<{ id: string }>(
      `select p.id::text as id from aspiecework p where p.tenant_id = $1 and p.is_deleted = 0 and p.piece_no in (
        select l.source_no from aswageline l where l.tenant_id = $1 and l.wage_period = $2 and l.source_type = 'piece' and l.is_deleted = 0 and l.line_status = 'open' and ${isAsideSql('l')}) order by p.id`,
      [context.tenantId, label],
    )
  ).map((row) => row.id);

/** Move set-aside lines and their pieces into the next period that pays, since sent sheets do not change any more. */
export async function moveAside(context: Context, period: Period): Promise<void> {
  const lines = await asideIn(context, period.wagePeriod);
  if (!lines.length) return;
  const pieces = await piecesAside(context, period.wagePeriod);
  const next = await periodFor(context, after(period.endDate).start);
  const move = (table: string, ids: readonly string[]): Promise<unknown> =>
    context.sql.query(
      `update ${table} set wage_period = $3, version = version + 1, update_user = $4, update_time = $5 where tenant_id = $1 and id = any($2::bigint[])`,
      [context.tenantId, ids, next, context.person.id, context.now()],
    );
  await move('aspiecework', pieces);
  await move(
    'aswageline',
    lines.map(({ id }) => id),
  );
}
