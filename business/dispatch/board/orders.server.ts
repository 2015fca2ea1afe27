import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { type PartsState, partsStateOf } from '../candidates/parts-ready.server.ts';
import { dayProblemOf } from './plan/day-problem.server.ts';
import { firstSuggested } from './plan/day-plan.rules.ts';
import type { BoardOrder, OrdersAnswer, waitingOrders } from './board.calls.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { actionLogFacts } from '#business/masterdata/records/action-log-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';

/**
 * Maximal number of orders of one answer, the most urgent first. A filter by team shows the orders that are left out.
 */
const MAX_ORDERS = 500;

/**
 * SQL of the moment when an order becomes late: its nearest running clock, else the promise, else the end of the wished
 * slot.
 */
const DUE = `left(coalesce(
    (select min(k.due_time) from ${slaClockFacts} k where k.tenant_id = t.tenant_id and k.biz_id = t.id and k.met_time is null and k.sla_state in ('running', 'warning', 'breached') and k.is_deleted = 0),
    t.promise_to, t.expect_date + case t.expect_slot when 'am1' then time '10:30' when 'am2' then time '12:30' when 'pm1' then time '15:30' when 'eve' then time '20:00' else time '17:30' end)::text, 19)`;

const ORDER = `select t.id::text as id, t.registration_no as no, f.id::text as "dispId", t.customer_id::text as "customerId", t.customer_name as "customerName", coalesce(c.customer_level, 'normal') as level, t.address, p.premises_name as "premisesName", t.location[0] || ',' || t.location[1] as location,
    t.customer_service_team as team, t.repair_type as "repairType", left(t.content, 120) as content, t.urgency, t.weibao, t.expect_date::text as "expectDate", t.expect_slot as "expectSlot", coalesce(t.wish_firm, false) as "wishFirm", t.wish_date::text as "wishDate", t.wish_slot as "wishSlot", left(t.promise_from::text, 19) as "promiseFrom", left(t.promise_to::text, 19) as "promiseTo",
    coalesce(nullif(f.plan_minutes, 0), nullif(t.std_minutes, 0), 60) as minutes, coalesce(t.required_skill_ids::text[], '{}') as "skillIds", coalesce(t.urge_count, 0) as "urgeCount", coalesce(t.visit_count, 0) as "visitCount", coalesce(t.is_rework, false) as "isRework",
    (select v.task_status from dispatchlist v where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null order by v.visit_seq desc limit 1) as "lastState",
    (select l.action from dispatchlist v join ${actionLogFacts} l on l.tenant_id = v.tenant_id and l.biz_id = v.id and l.to_status = 'recalled' where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null and v.task_status = 'recalled' order by v.visit_seq desc limit 1) as "lastWhy",
    null::int as "partsMissing", null::text as "partsStore", null::text as "partsVan", jsonb_array_length(coalesce(f.material_hint, '[]'::jsonb)) as wanted,
    (select d.technician_id::text from asdispatchformdetails d where d.tenant_id = t.tenant_id and d.disp_id = f.id and d.crew_role = 'lead' and d.is_current and d.is_deleted = 0 limit 1) as lead,
    left(t.create_time::text, 19) as "createTime", ${DUE} as due
  from ${registrationFacts} t left join asdispatchform f on f.tenant_id = t.tenant_id and f.registration_form_id = t.id and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'
  left join ${customerFacts} c on c.id = t.customer_id left join ${premisesFacts} p on p.id = t.premises_id`;

interface StoredOrder extends BoardOrder {
  /** Number of kinds of suggested parts. */ readonly wanted: number;
  /** The current lead of its dispatch form; null if there is none. */ readonly lead: string | null;
}

async function poolWhere(reading: Reading, team: readonly string[] | null): Promise<Fragment> {
  const visible = await reading.visible(registration).sql();
  const ofTeam = team ? sql` and t.customer_service_team = any(${team}::text[])` : raw('');
  return sql`${visible} and t.register_status in ('registered', 'waiting') and t.hold_reason is null${ofTeam}`;
}

const storedOrders = (reading: Reading, where: Fragment): Promise<StoredOrder[]> =>
  reading.sql.query<StoredOrder>(
    sql`${raw(ORDER)} where ${where} order by due asc nulls last, t.id limit ${raw(MAX_ORDERS + 1)}`,
  );

/** Return the most urgent waiting orders that are not on hold, without the number of missing parts. */
export async function ordersInPool(reading: Reading, team: readonly string[] | null): Promise<readonly BoardOrder[]> {
  return (await storedOrders(reading, await poolWhere(reading, team))).slice(0, MAX_ORDERS);
}

/** Maximal number of orders whose parts are looked up. */
const MAX_WITH_PARTS = 60;

/**
 * Return the state of the suggested parts by order. A contribution (`partsReady`) answers first. Otherwise count what is
 * missing in the van of the lead or of the best candidate.
 */
async function partsByOrder(
  reading: Reading,
  orders: readonly StoredOrder[],
): Promise<ReadonlyMap<string, PartsState>> {
  const withParts = orders.filter((one) => one.wanted > 0).slice(0, MAX_WITH_PARTS);
  const answered = await partsStateOf(
    reading,
    withParts.map(({ id, lead }) => ({ id, technicianId: lead })),
  );
  const states = new Map(answered);
  const today = reading.today();
  const dayOfOrder = (one: StoredOrder): string => {
    const wished = one.promiseFrom?.slice(0, 10) ?? one.expectDate ?? today;
    return wished < today ? today : wished;
  };
  for (const [day, some] of Map.groupBy(
    withParts.filter(({ id }) => !answered.has(id)),
    dayOfOrder,
  )) {
    const problem = await dayProblemOf(reading, day, some);
    const first = firstSuggested(problem);
    for (const { id, facts } of problem.orders) {
      const goes = some.find((one) => one.id === id)?.lead ?? first.get(id);
      states.set(id, { missing: facts.parts.wanted - ((goes && facts.parts.heldBy.get(goes)) || 0) });
    }
  }
  return states;
}

/** Return the waiting orders that are not on hold, the first to become late first. */
export async function ordersOf(reading: Reading, { team }: CallInputOf<typeof waitingOrders>): Promise<OrdersAnswer> {
  const where = await poolWhere(reading, team);
  const orders = await storedOrders(reading, where);
  const [{ n }] =
    orders.length > MAX_ORDERS
      ? await reading.sql.query<{ n: number }>(
          sql`select count(*)::int as n from ${registrationFacts} t where ${where}`,
        )
      : [{ n: orders.length }];
  const parts = await partsByOrder(reading, orders.slice(0, MAX_ORDERS));
  return {
    now: reading.now(),
    total: n,
    orders: orders.slice(0, MAX_ORDERS).map(({ wanted: _wanted, lead: _lead, ...one }) => {
      const { missing = null, storeName = null, vanOf = null } = parts.get(one.id) ?? {};
      return reading
        .visible(registration)
        .present({ ...one, partsMissing: missing, partsStore: storeName, partsVan: vanOf });
    }),
  };
}
