import type { Context } from '#kernel/server';
import { addDays } from '#business/masterdata/days.rules.ts';
import { availableMinutes } from './available-minutes.server.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { crewMemberFacts } from '#business/dispatch/crew/crew-member-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { wageLineFacts } from '#business/piecework/wages/facts/wage-line-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

/** Figures that are counted again whenever late changes may have touched their day. */
const FLOWS = [
  'orders',
  'slaResponse',
  'slaAppoint',
  'slaArrive',
  'slaFinish',
  'slaReply',
  'firstFix',
  'utilisation',
  'available',
  'revenue',
  'parts',
  'wages',
];
/** Figures that tell how it stands: of a day that is over they stay as they were. */
const STATES = ['backlog', 'stock', 'cash'];

const INTO =
  'insert into as_kpi_day (id, tenant_id, create_time, update_time, day, metric, team, technician_id, repair_type, num, den, bins)';
/** $1 = tenant, $2 and $3 = first and last day, $4 = now. */
const ROW = `select next_id((extract(epoch from $4::timestamptz) * 1000)::bigint), $1, $4::timestamptz, $4::timestamptz`;

const ORDERS = `${INTO}
  ${ROW}, o.day, 'orders', o.team, 0, o.system, sum(o.n), 0, string_agg(o.hour || ':' || o.n, ',' order by o.hour)
  from (select t.create_time::date as day, t.customer_service_team as team, t.repair_type as system, extract(hour from t.create_time)::int as hour, count(*) as n
    from ${registrationFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and t.register_status <> 'cancelled' and t.create_time >= $2::date and t.create_time < $3::date + 1
    group by 1, 2, 3, 4) o group by o.day, o.team, o.system`;

const CLOCKS = `${INTO}
  ${ROW}, t.due_time::date, 'sla' || initcap(t.sla_kind), coalesce(r.customer_service_team, f.customer_service_team, ''), 0, coalesce(r.repair_type, f.repair_type, ''),
    count(*) filter (where t.sla_state = 'met'), count(*), ''
  from ${slaClockFacts} t left join ${registrationFacts} r on r.tenant_id = t.tenant_id and t.biz_type = 'registration' and r.id = t.biz_id
    left join ${repairFormFacts} f on f.tenant_id = t.tenant_id and t.biz_type = 'repair' and f.id = t.biz_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.sla_state in ('met', 'breached') and t.due_time >= $2::date and t.due_time < $3::date + 1
  group by 5, 6, 7, 9`;

const FIRST_FIX = `${INTO}
  ${ROW}, t.confirm_time::date, 'firstFix', coalesce(r.customer_service_team, ''), coalesce(t.technician_id, 0), coalesce(r.repair_type, ''), count(*) filter (where t.first_fix), count(*), ''
  from ${completionFacts} t left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = t.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.complete_status = 'confirmed' and t.receipts_type = 'repair' and t.confirm_time >= $2::date and t.confirm_time < $3::date + 1
  group by 5, 7, 8, 9`;

/** Minutes of work count once for each member of the crew. */
const WORK = `${INTO}
  ${ROW}, t.finish_time::date, 'utilisation', coalesce(r.customer_service_team, ''), t.technician_id, coalesce(r.repair_type, ''),
    sum(t.work_minutes * greatest(1, (select count(*) from ${crewMemberFacts} c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.is_deleted = 0 and c.is_current))), 0, 'visits:' || count(*)
  from ${visitFacts} t left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = t.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.work_minutes > 0 and t.finish_time >= $2::date and t.finish_time < $3::date + 1
  group by 5, 7, 8, 9`;

const AVAILABLE = `${INTO}
  ${ROW}, a.day, 'available', a.team, a.technician, '', 0, a.minutes, '' from unnest($2::date[], $3::text[], $5::bigint[], $6::int[]) as a(day, team, technician, minutes)`;

const REVENUE = `${INTO}
  ${ROW}, t.collect_time::date, 'revenue', coalesce(r.customer_service_team, ''), 0, coalesce(r.repair_type, ''), sum(t.amount), 0, 'rows:' || count(*)
  from ${collectionFacts} t left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = t.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.approval_status = 'approved' and t.collect_time >= $2::date and t.collect_time < $3::date + 1
  group by 5, 7, 9`;

/** Parts used at their cost; what customers gave back and what was reversed counts against it. */
const PARTS = `${INTO}
  ${ROW}, t.post_date, 'parts', coalesce(r.customer_service_team, ''), 0, coalesce(r.repair_type, ''),
    round(sum(case when t.reverse_of_id is not null or t.bill_type = 'repel' then -1 else 1 end * t.qty * coalesce(t.unit_cost, 0)), 2), 0, ''
  from ${stockMoveFacts} t left join ${completionFacts} c on c.tenant_id = t.tenant_id and c.id = t.bill_id
    left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = c.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.bill_type in ('consume', 'repel') and t.post_date between $2::date and $3::date
  group by 5, 7, 9`;

const WAGES = `${INTO}
  ${ROW}, t.biz_date, 'wages', coalesce(p.customer_service_team, ''), t.technician_id, '', sum(t.amount), 0, 'rows:' || count(*)
  from ${wageLineFacts} t left join ${technicianFacts} p on p.tenant_id = t.tenant_id and p.id = t.technician_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.line_status in ('open', 'locked', 'paid') and t.wage_line_type not in ('carry', 'topUp') and t.biz_date between $2::date and $3::date
  group by 5, 7, 8`;

/** Open now, by team and system, with its age in whole days: under one, three, seven, and older. */
const BACKLOG_NOW = `${INTO}
  ${ROW}, $2::date, 'backlog', b.team, 0, b.system, sum(b.n), 0, string_agg(b.age || ':' || b.n, ',')
  from (select t.customer_service_team as team, t.repair_type as system, count(*) as n,
      case when $4::timestamptz - t.create_time <= interval '1 day' then 0 when $4::timestamptz - t.create_time <= interval '3 days' then 1 when $4::timestamptz - t.create_time <= interval '7 days' then 3 else 7 end as age
    from ${registrationFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and t.register_status in ('registered', 'dispatched', 'inService', 'waiting') and $3::date is not null
    group by 1, 2, 4) b group by b.team, b.system`;

/** The same at the end of days that nobody counted then: opened before it and ended after it. */
const BACKLOG_BEFORE = `${INTO}
  ${ROW}, b.day, 'backlog', b.team, 0, b.system, sum(b.n), 0, string_agg(b.age || ':' || b.n, ',')
  from (select d.day, t.customer_service_team as team, t.repair_type as system, count(*) as n,
      case when d.day + 1 - t.create_time <= interval '1 day' then 0 when d.day + 1 - t.create_time <= interval '3 days' then 1 when d.day + 1 - t.create_time <= interval '7 days' then 3 else 7 end as age
    from (select r.*, case when r.register_status in ('registered', 'dispatched', 'inService', 'waiting') then $3::date else coalesce(r.finish_time, r.close_time, r.update_time)::date - 1 end as last_day
      from ${registrationFacts} r where r.tenant_id = $1 and r.is_deleted = 0 and r.create_time < $3::date + 1) t
    join unnest($5::date[]) as d(day) on d.day between t.create_time::date and t.last_day
    where t.last_day >= $2::date group by 1, 2, 3, 5) b group by b.day, b.team, b.system`;

const STOCK_NOW = `${INTO}
  ${ROW}, $2::date, 'stock', '', 0, '', coalesce(sum(round(t.on_hand * coalesce(t.avg_cost, 0), 2)), 0), 0, ''
  from ${stockFacts} t join ${warehouseFacts} w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.warehouse_type not in ('customer', 'supplier', 'adjust')
  where t.tenant_id = $1 and t.is_deleted = 0 and $3::date is not null`;

const CASH_NOW = `${INTO}
  ${ROW}, $2::date, 'cash', coalesce(r.customer_service_team, ''), 0, coalesce(r.repair_type, ''), sum(t.amount), 0, 'rows:' || count(*)
  from ${collectionFacts} t left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = t.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.transmit_status = 'none' and $3::date is not null group by 7, 9`;

const CASH_BEFORE = `${INTO}
  ${ROW}, d.day, 'cash', coalesce(r.customer_service_team, ''), 0, coalesce(r.repair_type, ''), sum(t.amount), 0, ''
  from ${collectionFacts} t join unnest($5::date[]) as d(day) on t.collect_time < d.day + 1 and (t.transmit_status = 'none' or t.transmit_time >= d.day + 1)
    left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = t.registration_form_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.transmit_status in ('none', 'transmitted') and (t.transmit_status = 'none' or t.transmit_time >= $2::date) and t.collect_time < $3::date + 1 group by 5, 7, 9`;

const MARKS = `${INTO} ${ROW}, d::date, 'day', '', 0, '', 1, 0, '' from generate_series($2::date, $3::date, interval '1 day') d`;

/** Counts the figures of some days anew, from the papers; of days that are over, what told a state stays. Both days included. */
export async function reckonFigures(context: Context, from: string, to: string): Promise<void> {
  await context.lock('kpi days');
  const { sql, tenantId } = context;
  const [today, now] = [context.today(), context.now()];
  const known = await sql.query<{ day: string }>(
    "select t.day::text as day from as_kpi_day t where t.tenant_id = $1 and t.metric = 'day' and t.day between $2 and $3",
    [tenantId, from, to],
  );
  await sql.query(
    'delete from as_kpi_day where tenant_id = $1 and day between $2 and $3 and (metric = any($4) or (day = $6 and metric = any($5)))',
    [tenantId, from, to, [...FLOWS, 'day'], STATES, today],
  );
  const span = [tenantId, from, to, now];
  for (const text of [ORDERS, CLOCKS, FIRST_FIX, WORK, REVENUE, PARTS, WAGES, MARKS]) await sql.query(text, span);
  const free = await availableMinutes(context, from, to);
  await sql.query(AVAILABLE, [
    tenantId,
    free.map((one) => one.day),
    free.map((one) => one.team),
    now,
    free.map((one) => one.technicianId),
    free.map((one) => one.minutes),
  ]);
  if (from <= today && today <= to)
    for (const text of [BACKLOG_NOW, STOCK_NOW, CASH_NOW]) await sql.query(text, [tenantId, today, today, now]);
  const counted = new Set(known.map((one) => one.day));
  const missed: string[] = [];
  for (let day = from; day <= to && day < today; day = addDays(day, 1)) if (!counted.has(day)) missed.push(day);
  if (missed.length) for (const text of [BACKLOG_BEFORE, CASH_BEFORE]) await sql.query(text, [...span, missed]);
}

/** The first day that a company has registrations of, at most so many days ago; today where it has none. */
export async function firstDay(context: Context, most: number): Promise<string> {
  const [row] = await context.sql.query<{ day: string | null }>(
    `select min(t.create_time)::date::text as day from ${registrationFacts} t where t.tenant_id = $1 and t.is_deleted = 0`,
    [context.tenantId],
  );
  const earliest = addDays(context.today(), -most);
  return row?.day ? (row.day > earliest ? row.day : earliest) : context.today();
}
