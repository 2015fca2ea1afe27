import type { TechnicianTie } from '#business/masterdata/people/technician/technician-ties.server.ts';

const OPEN_VISIT = "('pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused')";

/** Open visits of a technician, which prevent that the technician leaves the company. */
export const openVisitsTie: TechnicianTie = {
  words: ['未完成的任务', 'open visits'],
  sql: `select c.technician_id from asdispatchformdetails c join dispatchlist v on v.tenant_id = c.tenant_id and v.disp_id = c.disp_id and v.is_deleted = 0 and v.task_status in ${OPEN_VISIT} where c.tenant_id = $1 and c.is_deleted = 0 and c.is_current`,
};
