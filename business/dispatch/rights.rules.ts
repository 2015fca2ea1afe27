import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights of dispatch forms, crews, visits and delays. */
export const dispatchRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_dispatcher', 'as_admin'],
  export: ['as_dispatcher', 'as_manager', 'as_admin'],
  acts,
};
