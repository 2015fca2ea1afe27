import type { Rights } from '#kernel/language/paper.ts';
import { acts, everybody } from '#business/masterdata/rights.rules.ts';

/** Dispatch forms, crews, visits, delays. */
export const dispatchRights: Rights = {
  read: everybody,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_dispatcher', 'as_admin'],
  export: ['as_dispatcher', 'as_manager', 'as_admin'],
  acts,
};
