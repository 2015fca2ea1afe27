import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Reading, extension, implement, sql } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '#business/customers/refusals.ts';
import { registrationHistory } from './order-history.calls.ts';
import { registrationEquipmentFacts } from '#business/intake/registration/registration-equipment-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Order = AnsweredRow<typeof registration>;
type Result = NonNullable<CallAnswer<typeof registrationHistory>[number]['result']>;

/** Return registrations of a home, or of a customer, or of a machine: the first of these that the query names. */
async function earlier(
  reading: Reading,
  { registerMainId, customerId, equipmentId }: CallInputOf<typeof registrationHistory>,
): Promise<Order[]> {
  if (registerMainId) return reading.visible(registration, { match: { registerMainId } }).rows({ limit: 200 });
  if (customerId) return reading.visible(registration, { match: { customerId } }).rows({ limit: 200 });
  if (!equipmentId) throw refuse.customerMissing();
  return reading
    .visible(registration, {
      also: sql`exists (select 1 from ${registrationEquipmentFacts} e where e.tenant_id = t.tenant_id and e.registration_form_id = t.id and e.is_deleted = 0 and e.equipment_id = ${equipmentId})`,
    })
    .rows({ limit: 200 });
}

/** Add to each order the result of its last visit, with findings and work, or null if no visit has a result. */
async function withResults(
  reading: Reading,
  orders: readonly Order[],
): Promise<CallAnswer<typeof registrationHistory>> {
  if (orders.length === 0) return [];
  const rows = await reading.sql.query<{ orderId: string } & Result>(
    `select distinct on (v.registration_form_id) v.registration_form_id::text as "orderId", v.visit_result as "visitResult", left(v.finish_time::text, 19) as "resultTime", e.real_name as "technicianName", c.completion_no as "completionNo",
      c.fault_cause as "faultCause", c.service_measure as "serviceMeasure", coalesce(c.maintenance_content, v.result_note) as "resultContent"
    from ${visitFacts} v left join ${technicianFacts} e on e.tenant_id = v.tenant_id and e.id = v.technician_id left join ascompletionregistration c on c.tenant_id = v.tenant_id and c.id = v.completion_id and c.is_deleted = 0 and c.complete_status <> 'redone'
    where v.tenant_id = $1 and v.registration_form_id = any($2::bigint[]) and v.is_deleted = 0 and v.visit_result is not null order by v.registration_form_id, v.visit_seq desc`,
    [reading.tenantId, orders.map((one) => one.id)],
  );
  const results = new Map(rows.map(({ orderId, ...result }) => [orderId, result]));
  return orders.map((one) => ({ ...one, result: results.get(one.id) ?? null }));
}

/** Adds the call for earlier orders to the registration. */
export const orderHistory = extension<typeof registration>(registration, {
  calls: [
    implement(registrationHistory, {
      read: async (asked, reading) => withResults(reading, await earlier(reading, asked)),
    }),
  ],
});
