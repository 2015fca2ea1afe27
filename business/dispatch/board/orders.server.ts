import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { dayProblemOf } from './plan/day-problem.server.ts';
import { firstSuggested } from './plan/day-plan.rules.ts';
import type { BoardOrder, OrdersAnswer, waitingOrders } from './board.calls.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { actionLogFacts } from '#business/masterdata/records/action-log-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';

/** So many of the most urgent orders are sent; whoever has more narrows by team. */
const MOST = 500;

/** When an order is late: the nearest clock that runs, else what was promised, else the end of what was wished. */
const DUE = `left(coalesce(
    (select min(k.due_time) from ${slaClockFacts} k where k.tenant_id = t.tenant_id and k.biz_id = t.id and k.met_time is null and k.sla_state in ('running', 'warning', 'breached') and k.is_deleted = 0),
    t.promise_to, t.expect_date + case t.expect_slot when 'am1' then time '10:30' when 'am2' then time '12:30' when 'pm1' then time '15:30' when 'eve' then time '20:00' else time '17:30' end)::text, 19)`;

const ORDER = `select t.id::text as id, t.registration_no as no, f.id::text as "dispId", t.customer_id::text as "customerId", t.customer_name as "customerName", coalesce(c.customer_level, 'normal') as level, t.address, p.premises_name as "premisesName", t.location[0] || ',' || t.location[1] as location,
    t.customer_service_team as team, t.repair_type as "repairType", left(t.content, 120) as content, t.urgency, t.weibao, t.expect_date::text as "expectDate", t.expect_slot as "expectSlot", left(t.promise_from::text, 19) as "promiseFrom", left(t.promise_to::text, 19) as "promiseTo",
    coalesce(nullif(t.std_minutes, 0), f.plan_minutes, 60) as minutes, coalesce(t.required_skill_ids::text[], '{}') as "skillIds", coalesce(t.urge_count, 0) as "urgeCount", coalesce(t.visit_count, 0) as "visitCount", coalesce(t.is_rework, false) as "isRework",
    (select v.task_status from dispatchlist v where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null order by v.visit_seq desc limit 1) as "lastState",
    (select l.action from dispatchlist v join ${actionLogFacts} l on l.tenant_id = v.tenant_id and l.biz_id = v.id and l.to_status = 'recalled' where v.tenant_id = t.tenant_id and v.disp_id = f.id and v.is_deleted = 0 and v.sent_time is not null and v.task_status = 'recalled' order by v.visit_seq desc limit 1) as "lastWhy",
    null::int as "partsMissing", jsonb_array_length(coalesce(f.material_hint, '[]'::jsonb)) as wanted,
    (select d.technician_id::text from asdispatchformdetails d where d.tenant_id = t.tenant_id and d.disp_id = f.id and d.crew_role = 'lead' and d.is_current and d.is_deleted = 0 limit 1) as lead,
    left(t.create_time::text, 19) as "createTime", ${DUE} as due
  from ${registrationFacts} t left join asdispatchform f on f.tenant_id = t.tenant_id and f.registration_form_id = t.id and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'
  left join ${customerFacts} c on c.id = t.customer_id left join ${premisesFacts} p on p.id = t.premises_id`;

interface StoredOrder extends BoardOrder {
  /** How many kinds of parts were suggested. */ readonly wanted: number;
  /** Who goes, where that is set already. */ readonly lead: string | null;
}

async function poolWhere(reading: Reading, team: readonly string[] | null): Promise<Fragment> {
  const visible = await reading.visible(registration).sql();
  const ofTeam = team ? sql` and t.customer_service_team = any(${team}::text[])` : raw('');
  return sql`${visible} and t.register_status in ('registered', 'waiting') and t.hold_reason is null${ofTeam}`;
}

const storedOrders = (reading: Reading, where: Fragment): Promise<StoredOrder[]> =>
  reading.sql.query<StoredOrder>(
    sql`${raw(ORDER)} where ${where} order by due asc nulls last, t.id limit ${raw(MOST + 1)}`,
  );

/** The most urgent orders that wait and are not held, as they are stored. */
export async function ordersInPool(reading: Reading, team: readonly string[] | null): Promise<readonly BoardOrder[]> {
  return (await storedOrders(reading, await poolWhere(reading, team))).slice(0, MOST);
}

/** Parts are looked up for so many orders of a day. */
const MOST_WITH_PARTS = 60;

/** How many kinds of the suggested parts are missing in the van of who goes, else of who is suggested first; whoever nobody fits has none. */
async function missingParts(reading: Reading, orders: readonly StoredOrder[]): Promise<ReadonlyMap<string, number>> {
  const missing = new Map<string, number>();
  const withParts = orders.filter((one) => one.wanted > 0).slice(0, MOST_WITH_PARTS);
  const today = reading.today();
  const dayOfOrder = (one: StoredOrder): string => {
    const wished = one.promiseFrom?.slice(0, 10) ?? one.expectDate ?? today;
    return wished < today ? today : wished;
  };
  for (const [day, some] of Map.groupBy(withParts, dayOfOrder)) {
    const problem = await dayProblemOf(reading, day, some);
    const first = firstSuggested(problem);
    for (const { id, facts } of problem.orders) {
      const goes = some.find((one) => one.id === id)?.lead ?? first.get(id);
      missing.set(id, facts.parts.wanted - ((goes && facts.parts.heldBy.get(goes)) || 0));
    }
  }
  return missing;
}

/** The pool: orders that wait to be dispatched and are not held, the one that is late first on top. */
export async function ordersOf(reading: Reading, { team }: CallInputOf<typeof waitingOrders>): Promise<OrdersAnswer> {
  const where = await poolWhere(reading, team);
  const orders = await storedOrders(reading, where);
  const [{ n }] =
    orders.length > MOST
      ? await reading.sql.query<{ n: number }>(
          sql`select count(*)::int as n from ${registrationFacts} t where ${where}`,
        )
      : [{ n: orders.length }];
  const missing = await missingParts(reading, orders.slice(0, MOST));
  return {
    now: reading.now(),
    total: n,
    orders: orders
      .slice(0, MOST)
      .map(({ wanted: _wanted, lead: _lead, ...one }) =>
        reading.visible(registration).present({ ...one, partsMissing: missing.get(one.id) ?? null }),
      ),
  };
}
