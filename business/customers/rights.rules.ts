import type { Rights } from '#kernel/language/paper.ts';
import { acts, everybody } from '#business/masterdata/rights.rules.ts';

/** Customers, premises, equipment. */
export const customerRights: Rights = {
  read: [...everybody, 'as_operator'],
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
};

/** Service files, and the requests, registrations and urges that stand on them. */
export const intakeRights: Rights = {
  read: everybody,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
  acts,
};
