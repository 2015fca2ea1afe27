import type { Rights } from '#kernel/language/paper.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to collections and invoices. */
export const moneyRights: Rights = {
  read: serviceRoles,
  write: ['as_technician', 'as_finance'],
  remove: ['as_technician', 'as_finance'],
  export: ['as_finance', 'as_manager'],
};
