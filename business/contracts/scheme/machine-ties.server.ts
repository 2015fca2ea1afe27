import type { MachineTie } from '#business/customers/equipment/machine-ties.server.ts';

/** Contracts that are not over, with the machines that they serve. */
export const schemeMachines: readonly MachineTie[] = [
  {
    title: ['维保方案', 'service contract'],
    sql: `select e.equipment_id, s.scheme_no as no from asschemeequipment e join asscheme s on s.tenant_id = e.tenant_id and s.id = e.scheme_id and s.is_deleted = 0
      where e.tenant_id = $1 and e.equipment_id = $2 and e.is_deleted = 0 and s.scheme_status in ('draft', 'active', 'suspended')`,
  },
];
