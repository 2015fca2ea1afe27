import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights of customers, premises and equipment. */
export const customerRights: Rights = {
  read: [...serviceRoles, 'as_operator'],
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
};

/** Rights of service files, and of their requests, registrations and urges. */
export const intakeRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
  acts,
};
