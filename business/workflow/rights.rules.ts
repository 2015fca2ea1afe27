import type { Rights } from '#kernel/language/paper.ts';
import { companyRoles } from '#business/shared/roles.rules.ts';

/** Roles that may have a task, and start processes that are open to all. */
export const staff = ['admin', ...companyRoles];

/** Roles that draw, deploy and supervise processes. */
export const keepers = ['admin', 'as_manager', 'as_admin'];

export const processModelRights: Rights = { read: keepers, write: keepers, remove: keepers };

/**
 * Leave applications: only these roles read the list. Applicants and deciders read single ones through their process.
 */
export const processLeaveRights: Rights = { read: ['as_hr', ...keepers] };

/** Bindings of papers to processes, which only managers of processes may read and change. */
export const bindingRights: Rights = { read: keepers, write: keepers, remove: keepers };

/** Substitutes during absences: people edit their own, and managers of staff edit all. */
export const absenceRights: Rights = { read: staff, write: staff, remove: staff };
