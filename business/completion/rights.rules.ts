import type { Rights } from '#kernel/language/paper.ts';
import { acts, everybody } from '#business/masterdata/rights.rules.ts';

/** Completions and their photos: written by those who were there, corrected by the back office. */
export const completionRights: Rights = {
  read: everybody,
  write: ['as_dispatcher', 'as_leader', 'as_technician', 'as_cs_lead', 'as_admin'],
  remove: ['as_technician', 'as_leader', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};
