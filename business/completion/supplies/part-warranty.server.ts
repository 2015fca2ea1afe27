import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import type { registration } from '#business/intake/registration/registration.paper.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { dayOf } from '#kernel/language/days.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { registrationEquipmentFacts } from '#business/intake/registration/registration-equipment-facts.relation.ts';

type Order = Row<typeof registration>;

/** Return the day on which the fault was reported, or else the day of the order. */
async function faultDate(reading: Reading, order: Order): Promise<string> {
  const [form] = order.repairFormId
    ? await reading.sql.query<{ at: string }>(
        `select left(create_time::text, 10) as at from ${repairFormFacts} where tenant_id = $1 and id = $2`,
        [reading.tenantId, order.repairFormId],
      )
    : [];
  return form?.at ?? dayOf(order.createTime);
}

/**
 * Return the end of the part warranty by material, for parts installed earlier in a machine, if it covers the day of
 * the fault. A part warranty lasts some months from the installation. Without `equipmentId`, all machines of the order
 * count. Source: after-sales design §5.4 (4).
 */
export async function partWarranties(
  reading: Reading,
  order: Order,
  visitId: string,
  equipmentId: string | null = null,
): Promise<ReadonlyMap<string, string>> {
  const machines = equipmentId
    ? [equipmentId]
    : (await reading.find(registrationEquipment, { registrationFormId: order.id }, { limit: 500 })).flatMap(
        (one) => one.equipmentId ?? [],
      );
  if (machines.length === 0) return new Map();
  const rows = await reading.sql.query<{ materialId: string; until: string }>(
    `select s.material_id::text as "materialId", max((c.end_time::date + make_interval(months => m.warranty_months))::date)::text as until
    from ascompletionsupplies s join ascompletionregistration c on c.tenant_id = s.tenant_id and c.id = s.completion_id join ${materialFacts} m on m.tenant_id = s.tenant_id and m.id = s.material_id
    where s.tenant_id = $1 and s.is_deleted = 0 and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed', 'redone') and c.dispatch_list_id <> $2 and c.customer_id = $3 and m.warranty_months > 0
      and (s.equipment_id = any($4::bigint[]) or (s.equipment_id is null and exists (select 1 from ${registrationEquipmentFacts} e where e.tenant_id = s.tenant_id and e.registration_form_id = c.registration_form_id and e.equipment_id = any($4::bigint[]) and e.is_deleted = 0)))
    group by 1`,
    [reading.tenantId, visitId, order.customerId, machines],
  );
  const day = await faultDate(reading, order);
  return new Map(rows.filter((row) => row.until >= day).map((row) => [row.materialId, row.until]));
}
