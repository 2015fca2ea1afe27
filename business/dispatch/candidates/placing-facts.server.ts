import type { Reading } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import type { PlacingFacts } from './candidates.rules.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

/** An order, with what is needed to read its ranking facts. */
export interface OrderToPlace {
  readonly id: string;
  readonly customerId: string;
  readonly repairType: string;
  readonly promiseTo: string | null;
  readonly dispId: string | null;
}

/** Return the due time of the nearest running clock of each order. */
async function clocksOf(reading: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await reading.sql.query<{ id: string; due: string }>(
    `select biz_id::text as id, left(min(due_time)::text, 19) as due from ${slaClockFacts} where tenant_id = $1 and biz_type = 'registration' and biz_id = any($2::bigint[]) and sla_kind in ('arrive', 'finish') and met_time is null and sla_state in ('running', 'warning', 'breached') and is_deleted = 0 group by biz_id`,
    [reading.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row.due]));
}

/**
 * Only this number of the customer's newest orders is searched. Without it, PostgreSQL may choose a plan that reads all
 * arrivals of the company.
 */
const ORDERS_BACK = 50;

/** Return the technician who last visited the customer of each order for the same system. */
async function lastThere(reading: Reading, orders: readonly OrderToPlace[]): Promise<ReadonlyMap<string, string>> {
  const rows = await reading.sql.query<{ id: string; technicianId: string }>(
    `select o.id::text as id, l.technician_id::text as "technicianId" from jsonb_to_recordset($2::jsonb) as o (id bigint, "customerId" bigint, "repairType" text)
    cross join lateral (select v.technician_id from (select id from ${registrationFacts} where tenant_id = $1 and customer_id = o."customerId" and repair_type = o."repairType" and is_deleted = 0 order by create_time desc, id desc limit ${ORDERS_BACK}) r
      join lateral (select technician_id, arrive_time from dispatchlist where tenant_id = $1 and registration_form_id = r.id and arrive_time is not null and is_deleted = 0 order by create_time desc, id desc limit ${ORDERS_BACK}) v on true
      order by v.arrive_time desc limit 1) l`,
    [
      reading.tenantId,
      JSON.stringify(orders.map(({ id, customerId, repairType }) => ({ id, customerId, repairType }))),
    ],
  );
  return new Map(rows.map((row) => [row.id, row.technicianId]));
}

interface Wanted {
  readonly orderId: string;
  readonly materialId: string;
  readonly qty: number;
}

/**
 * Return how many kinds of suggested parts of each order each technician holds in full. Parts with serial numbers have
 * one row of stock each, so rows are summed.
 */
async function partsIn(
  reading: Reading,
  technicianIds: readonly string[],
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, Map<string, number>>> {
  const held = new Map<string, Map<string, number>>();
  if (wanted.length === 0) return held;
  const rows = await reading.sql.query<{ orderId: string; technicianId: string; held: number }>(
    `select h."orderId"::text as "orderId", h.technician as "technicianId", count(*)::int as held
    from (select wanted."orderId", w.technician_id::text as technician, wanted."materialId"
      from jsonb_to_recordset($3::jsonb) as wanted ("orderId" bigint, "materialId" bigint, qty numeric) join ${stockFacts} s on s.material_id = wanted."materialId" and s.tenant_id = $1 and s.material_status = 'good' and s.is_deleted = 0
      join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.warehouse_type = 'person' and w.technician_id = any($2::bigint[])
      group by 1, 2, 3, wanted.qty having sum(s.on_hand - s.reserved) >= coalesce(wanted.qty, 1)) h group by 1, 2`,
    [reading.tenantId, technicianIds, JSON.stringify(wanted)],
  );
  for (const row of rows)
    held.set(row.orderId, (held.get(row.orderId) ?? new Map<string, number>()).set(row.technicianId, row.held));
  return held;
}

/**
 * Return the facts that rank technicians, for several orders. The number of statements does not depend on their number.
 */
export async function placingFactsOf(
  reading: Reading,
  orders: readonly OrderToPlace[],
  technicianIds: readonly string[],
): Promise<ReadonlyMap<string, PlacingFacts>> {
  const formIds = orders.flatMap((one) => one.dispId ?? []);
  const forms = formIds.length ? await reading.find(dispatchForm, { id: formIds }, { limit: formIds.length }) : [];
  const hints = new Map(forms.map((form) => [form.id, form.materialHint ?? []]));
  const hintOf = (order: OrderToPlace) => (order.dispId ? (hints.get(order.dispId) ?? []) : []);
  const wanted = orders.flatMap((order) =>
    hintOf(order).map(({ materialId, qty }) => ({ orderId: order.id, materialId, qty })),
  );
  const customerIds = [...new Set(orders.map((one) => one.customerId))];
  const customers = new Map(
    (await reading.find(customer, { id: customerIds }, { limit: customerIds.length })).map((one) => [one.id, one]),
  );
  const [due, last, held] = [
    await clocksOf(
      reading,
      orders.map((one) => one.id),
    ),
    await lastThere(reading, orders),
    await partsIn(reading, technicianIds, wanted),
  ];
  return new Map(
    orders.map((order) => [
      order.id,
      {
        due: due.get(order.id) ?? order.promiseTo,
        lastId: last.get(order.id) ?? null,
        preferredIds: customers.get(order.customerId)?.preferredTechnicianIds ?? [],
        blockedIds: customers.get(order.customerId)?.blockedTechnicianIds ?? [],
        parts: { wanted: hintOf(order).length, heldBy: held.get(order.id) ?? new Map<string, number>() },
      },
    ]),
  );
}
