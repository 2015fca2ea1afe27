import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';

/** Rights to leave: technicians request it, their leaders approve it. */
export const leaveRights: Rights = {
  read: ['as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_technician', 'as_hr', 'as_manager', 'as_admin'],
  remove: ['as_technician', 'as_admin'],
  export: ['as_hr', 'as_manager', 'as_admin'],
  acts,
};
