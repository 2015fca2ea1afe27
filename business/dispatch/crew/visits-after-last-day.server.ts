import type { WorkAfterLastDay } from '#business/masterdata/people/technician/work-after-last-day.server.ts';

/** Open visits of a technician, as lead or helper, that end after the technician's last day. */
export const visitsAfterLastDay: WorkAfterLastDay = {
  words: ['上门任务', 'visits'],
  path: '/maintenance/dispatchlist',
  sql: `select distinct v.id::text as id, v.task_no as no from asoccupancy o join dispatchlist v on v.tenant_id = o.tenant_id and v.id = o.dispatch_list_id and v.is_deleted = 0
    where o.tenant_id = $1 and o.technician_id = $2::bigint and o.is_open and o.is_deleted = 0 and o.occupy_to > ($3::date + 1)::timestamptz`,
};
