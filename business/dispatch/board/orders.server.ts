import type { Reading } from '#kernel/server/context.ts';
import { Parameters } from '#kernel/server/list/filter.ts';
import { row as refuseRow } from '#kernel/server/refusals.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { idFrom, visibleRows, visibleSql } from '#business/masterdata/people/visible-rows.server.ts';
import type { BoardOrder, OrderFacts, OrdersAnswer } from './answers.rules.ts';

type Query = Readonly<Record<string, string>>;

/** So many of the most urgent orders are sent; whoever has more narrows by team. */
const MOST = 500;

/** When an order is late: the nearest clock that runs, else what was promised, else the end of what was wished. */
const DUE = `left(coalesce(
    (select min(k.due_time) from asslaclock k where k.tenant_id = t.tenant_id and k.biz_id = t.id and k.met_time is null and k.sla_state in ('running', 'warning', 'breached') and k.is_deleted = 0),
    t.promise_to, t.expect_date + case t.expect_slot when 'am1' then time '10:30' when 'am2' then time '12:30' when 'pm1' then time '15:30' when 'eve' then time '20:00' else time '17:30' end)::text, 19)`;

const ORDER = `select t.id::text as id, t.registration_no as no, f.id::text as "dispId", t.customer_id::text as "customerId", t.customer_name as "customerName", coalesce(c.customer_level, 'normal') as level, t.address, p.premises_name as "premisesName", t.location[0] || ',' || t.location[1] as location,
    t.customer_service_team as team, t.repair_type as "repairType", left(t.content, 120) as content, t.urgency, t.weibao, t.expect_date::text as "expectDate", t.expect_slot as "expectSlot", left(t.promise_from::text, 19) as "promiseFrom", left(t.promise_to::text, 19) as "promiseTo",
    coalesce(nullif(t.std_minutes, 0), f.plan_minutes, 60) as minutes, coalesce(t.required_skill_ids::text[], '{}') as "skillIds", coalesce(t.urge_count, 0) as "urgeCount", coalesce(t.visit_count, 0) as "visitCount", coalesce(t.is_rework, false) as "isRework",
    (select v.task_status from dispatchlist v where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null order by v.visit_seq desc limit 1) as "lastState",
    (select l.action from dispatchlist v join asactionlog l on l.tenant_id = v.tenant_id and l.biz_id = v.id and l.to_status = 'recalled' where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null and v.task_status = 'recalled' order by v.visit_seq desc limit 1) as "lastWhy",
    case when jsonb_array_length(coalesce(f.material_hint, '[]'::jsonb)) > 0 then not exists (select 1 from jsonb_to_recordset(f.material_hint) as h ("materialId" bigint, qty numeric) where not exists (
      select 1 from asstock s join aswarehouse w on w.id = s.warehouse_id and w.warehouse_type in ('person', 'main', 'area') where s.tenant_id = t.tenant_id and s.material_id = h."materialId" and s.material_status = 'good' and s.is_deleted = 0 and s.on_hand - s.reserved >= coalesce(h.qty, 1))) end as "partsReady",
    left(t.create_time::text, 19) as "createTime", ${DUE} as due
  from asregistrationform t left join asdispatchform f on f.tenant_id = t.tenant_id and f.registration_form_id = t.id and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'
  left join ascustomer c on c.id = t.customer_id left join asbasepremises p on p.id = t.premises_id`;

/** The pool: orders that wait to be dispatched and are not held, the one that is late first on top. */
export async function ordersOf(reading: Reading, query: Query): Promise<OrdersAnswer> {
  const values = new Parameters();
  const where = [
    visibleSql(reading, registration, values),
    "t.register_status in ('registered', 'waiting')",
    't.hold_reason is null',
  ];
  if (query.team) where.push(`t.customer_service_team = any(${values.add(query.team.split(','))}::text[])`);
  const orders = await reading.sql.query<BoardOrder>(
    `${ORDER} where ${where.join(' and ')} order by due asc nulls last, t.id limit ${MOST + 1}`,
    values.values,
  );
  const [{ n }] =
    orders.length > MOST
      ? await reading.sql.query<{ n: number }>(
          `select count(*)::int as n from asregistrationform t where ${where.join(' and ')}`,
          values.values,
        )
      : [{ n: orders.length }];
  return {
    now: reading.now(),
    total: n,
    orders: orders.slice(0, MOST).map((one) => reading.present(registration, one)),
  };
}

/** Parts that were suggested for an order, and in whose van they are. */
async function partsOf(reading: Reading, orderId: string): Promise<OrderFacts['parts']> {
  const rows = await reading.sql.query<{
    name: string;
    qty: string;
    holders: OrderFacts['parts'][number]['holders'] | null;
  }>(
    `select m.item_name as name, trim_scale(h.qty)::text as qty,
      (select jsonb_agg(jsonb_build_object('technicianId', w.technician_id::text, 'name', e.real_name, 'qty', trim_scale(s.on_hand - s.reserved)::text) order by s.on_hand - s.reserved desc)
        from asstock s join aswarehouse w on w.id = s.warehouse_id and w.warehouse_type = 'person' join astechnician e on e.id = w.technician_id
        where s.tenant_id = $1 and s.material_id = m.id and s.material_status = 'good' and s.is_deleted = 0 and s.on_hand - s.reserved >= coalesce(h.qty, 1)) as holders
    from asdispatchform f cross join jsonb_to_recordset(coalesce(f.material_hint, '[]'::jsonb)) as h ("materialId" bigint, qty numeric) join asbasematerial m on m.id = h."materialId" and m.tenant_id = $1
    where f.tenant_id = $1 and f.registration_form_id = $2 and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'`,
    [reading.tenantId, orderId],
  );
  return rows.map((row) => ({ ...row, holders: row.holders ?? [] }));
}

/** What stands in the details of an order: its number masked, urges and notes, parts, and who was there last. */
export async function orderFactsOf(reading: Reading, query: Query): Promise<OrderFacts> {
  const [order] = await visibleRows(reading, registration, {
    match: { id: idFrom(query.registrationFormId) },
    limit: 1,
  });
  if (!order) throw refuseRow.missing({ title: registration.title });
  const urges = await reading.sql.query<OrderFacts['urges'][number]>(
    `select left(create_time::text, 16) as time, content, urge_status as state from asurgevisit
    where tenant_id = $1 and is_deleted = 0 and (registration_form_id = $2 or repair_form_id = $3) order by create_time desc limit 5`,
    [reading.tenantId, order.id, order.repairFormId],
  );
  const notes = await reading.sql.query<OrderFacts['notes'][number]>(
    `select left(operate_time::text, 16) as time, operator_name as who, remark as words from asactionlog
    where tenant_id = $1 and biz_id = any($2::bigint[]) and nullif(remark, '') is not null order by operate_time desc limit 5`,
    [reading.tenantId, [order.id, order.repairFormId, order.dispId].filter(Boolean)],
  );
  const [last] = await reading.sql.query<NonNullable<OrderFacts['last']>>(
    `select left(v.finish_time::text, 10) as time, v.technician_id::text as "technicianId", e.real_name as name, coalesce(left(d.maintenance_content, 30), v.result_note, '') as words
    from dispatchlist v join asregistrationform r on r.id = v.registration_form_id join astechnician e on e.id = v.technician_id left join ascompletionregistration d on d.id = v.completion_id
    where v.tenant_id = $1 and r.customer_id = $2 and r.repair_type = $3 and v.finish_time is not null and v.is_deleted = 0 order by v.finish_time desc limit 1`,
    [reading.tenantId, order.customerId, order.repairType],
  );
  return {
    phone: String(order.phone ?? ''),
    weibaoReason: (order.weibaoReason as string | null) ?? null,
    urges: urges.map((one) => reading.present(urge, one)),
    notes,
    parts: await partsOf(reading, order.id),
    last: last
      ? { ...last, words: reading.present(completion, { maintenanceContent: last.words }).maintenanceContent }
      : null,
  };
}
