import type { TechnicianTie } from '#business/masterdata/people/technician/technician-ties.server.ts';

/** Stock that prevents disabling its technician. */
export const ownStockTie: TechnicianTie = {
  words: ['个人库存', 'stock of their own'],
  sql: 'select w.technician_id from asstock s join aswarehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id where s.tenant_id = $1 and s.is_deleted = 0 and s.on_hand <> 0 and w.technician_id is not null',
};
