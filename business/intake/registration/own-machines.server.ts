import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

/** Refuse a work order that names a machine of another customer. */
export async function assertOwnMachines(context: Context, registrationFormId: string): Promise<void> {
  const [other] = await context.sql.query(
    `select 1 from asregistrationequipment l join asregistrationform r on r.tenant_id = l.tenant_id and r.id = l.registration_form_id
       join ${equipmentFacts} e on e.tenant_id = l.tenant_id and e.id = l.equipment_id
     where l.tenant_id = $1 and l.registration_form_id = $2 and l.is_deleted = 0 and e.customer_id <> r.customer_id limit 1`,
    [context.tenantId, registrationFormId],
  );
  if (other)
    throw refuse.equipmentOfOtherCustomer({
      fields: [{ field: 'equipmentId', words: ['设备不属于该客户', 'The equipment belongs to another customer'] }],
    });
}
