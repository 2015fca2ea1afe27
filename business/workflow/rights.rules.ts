import type { Rights } from '#kernel/language/paper.ts';

/** Everybody who may have a task, and start what is open to all. */
export const staff = [
  'admin',
  'as_cs',
  'as_dispatcher',
  'as_leader',
  'as_technician',
  'as_store',
  'as_finance',
  'as_piece_auditor',
  'as_hr',
  'as_operator',
  'as_iot',
  'as_manager',
  'as_admin',
];

/** Who draws, deploys and watches over processes. */
export const keepers = ['admin', 'as_manager', 'as_admin'];

export const processModelRights: Rights = { read: keepers, write: keepers, remove: keepers };

/** Applications for leave: listed for the personnel office and managers; who applied or judges reads the one by its process. */
export const processLeaveRights: Rights = { read: ['as_hr', ...keepers] };

/** Which process governs what: the keepers' alone. */
export const bindingRights: Rights = { read: keepers, write: keepers, remove: keepers };

/** Who stands in for whom: the own ones, and those of all for who keeps the staff. */
export const absenceRights: Rights = { read: staff, write: staff, remove: staff };
