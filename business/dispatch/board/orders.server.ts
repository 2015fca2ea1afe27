import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { Parameters, type Reading } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { BoardOrder, OrdersAnswer, waitingOrders } from './board.calls.ts';

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
      select 1 from asstock s join aswarehouse w on w.id = s.warehouse_id and w.warehouse_type in ('person', 'main', 'area') where s.tenant_id = t.tenant_id and s.material_id = h."materialId" and s.material_status = 'good' and s.is_deleted = 0 group by s.warehouse_id having sum(s.on_hand - s.reserved) >= coalesce(h.qty, 1))) end as "partsReady",
    left(t.create_time::text, 19) as "createTime", ${DUE} as due
  from asregistrationform t left join asdispatchform f on f.tenant_id = t.tenant_id and f.registration_form_id = t.id and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'
  left join ascustomer c on c.id = t.customer_id left join asbasepremises p on p.id = t.premises_id`;

/** The pool: orders that wait to be dispatched and are not held, the one that is late first on top. */
export async function ordersOf(reading: Reading, { team }: CallInputOf<typeof waitingOrders>): Promise<OrdersAnswer> {
  const values = new Parameters();
  const where = [
    reading.visibleWhere(registration, values),
    "t.register_status in ('registered', 'waiting')",
    't.hold_reason is null',
  ];
  if (team) where.push(`t.customer_service_team = any(${values.add(team)}::text[])`);
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
