import type { TechnicianTie } from '#business/masterdata/people/technician/technician-ties.server.ts';

/** Cash that was not handed over, because of which its technician cannot be disabled. */
export const openCashTie: TechnicianTie = {
  words: ['未交款的收款', 'money not handed over'],
  sql: "select c.technician_id from ascollectdetaileds c where c.tenant_id = $1 and c.is_deleted = 0 and c.transmit_status = 'none' and c.amount <> 0",
};
