import type { MachineTie } from '#business/customers/equipment/machine-ties.server.ts';

/** Open requests and work orders with the machines that they name. */
export const openReports: readonly MachineTie[] = [
  {
    title: ['报修单', 'repair request'],
    sql: `select f.equipment_id, f.repair_no as no from asrepairform f where f.tenant_id = $1 and f.equipment_id = $2 and f.is_deleted = 0 and f.repair_status in ('draft', 'submitted', 'accepted', 'dispatched', 'inService')`,
  },
  {
    title: ['登记单', 'work order'],
    sql: `select e.equipment_id, r.registration_no as no from asregistrationequipment e join asregistrationform r on r.tenant_id = e.tenant_id and r.id = e.registration_form_id and r.is_deleted = 0
      where e.tenant_id = $1 and e.equipment_id = $2 and e.is_deleted = 0 and r.register_status not in ('confirmed', 'cancelled', 'closed')`,
  },
];
