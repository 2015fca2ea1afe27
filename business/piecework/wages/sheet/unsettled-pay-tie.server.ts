import type { TechnicianTie } from '#business/masterdata/people/technician/technician-ties.server.ts';

/** Open pieces, lines and sheets, because of which their technician cannot be disabled. */
export const unsettledPayTie: TechnicianTie = {
  words: ['未结算的计件与工资', 'unsettled pieces or wages'],
  sql: `select l.technician_id from aspieceworkcollect l join aspiecework p on p.tenant_id = l.tenant_id and p.id = l.piece_id and p.is_deleted = 0 and p.piece_status not in ('settled', 'cancelled') where l.tenant_id = $1 and l.is_deleted = 0
    union all select technician_id from aswageline where tenant_id = $1 and is_deleted = 0 and line_status not in ('paid', 'voided')
    union all select technician_id from aswagesheet where tenant_id = $1 and is_deleted = 0 and wage_status <> 'paid'`,
};
