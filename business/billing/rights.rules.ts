import type { Rights } from '#kernel/language/paper.ts';

/** Collections and invoices. */
export const moneyRights: Rights = {
  read: [
    'as_cs',
    'as_dispatcher',
    'as_leader',
    'as_technician',
    'as_store',
    'as_finance',
    'as_piece_auditor',
    'as_manager',
    'as_admin',
  ],
  write: ['as_technician', 'as_finance'],
  remove: ['as_technician', 'as_finance'],
  export: ['as_finance', 'as_manager'],
};
