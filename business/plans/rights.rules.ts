import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to planned visits: customer service moves, books and registers them. */
export const planRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};
