import type { Rights } from '#kernel/language/paper.ts';
import { serviceAndWageRoles } from '#business/shared/roles.rules.ts';

/** Roles that may take an action on behalf of the people whose action it is. */
export const acts = ['as_admin'];

const technicianKeepers = ['as_leader', 'as_hr', 'as_manager', 'as_admin'];

/** Rights to technicians and their skills. */
export const technicianRights: Rights = {
  read: serviceAndWageRoles,
  write: technicianKeepers,
  others: technicianKeepers,
  remove: ['as_admin'],
  export: ['as_manager', 'as_admin'],
  import: ['as_admin'],
};

/** Rights to standards, manufacturers and the like: everybody reads, administrator and manager maintain. */
export const standardRights: Rights = {
  read: serviceAndWageRoles,
  write: ['as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_manager', 'as_admin'],
  import: ['as_admin'],
  acts,
};

/** Rights to number rules: the page is visible only to people who may change them. */
export const numberingRights: Rights = { ...standardRights, read: ['as_manager', 'as_admin'] };

/** Rights to the action log: every role of after-sales service and the wages office reads it, except technicians. */
export const logRights: Rights = { read: serviceAndWageRoles.filter((role) => role !== 'as_technician') };
