import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights of completions and their photos: the crew writes them, the back office corrects them. */
export const completionRights: Rights = {
  read: serviceRoles,
  write: ['as_dispatcher', 'as_leader', 'as_technician', 'as_cs_lead', 'as_admin'],
  remove: ['as_technician', 'as_leader', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};
