import type { TechnicianTie } from '#business/masterdata/people/technician/technician-ties.server.ts';

/** Open documents of goods and tools that prevent disabling their technician. Goods under way count as own stock. */
export const goodsTies: readonly TechnicianTie[] = [
  {
    words: ['未结领料申请', 'open material requests'],
    sql: "select a.technician_id from asmaterialapply a where a.tenant_id = $1 and a.is_deleted = 0 and a.document_status in ('submitted', 'approved', 'published', 'partShipped')",
  },
  {
    words: ['未入库退料单', 'open returns'],
    sql: "select h.technician_id from asreturnedmaterials h where h.tenant_id = $1 and h.is_deleted = 0 and h.document_status in ('submitted', 'approved')",
  },
  {
    words: ['未还工具', 'tools that are not back'],
    sql: "select a.technician_id from astoolapply a where a.tenant_id = $1 and a.is_deleted = 0 and a.tool_apply_status in ('submitted', 'approved', 'handedOut', 'partReturned')",
  },
];
