import type { Rights } from '#kernel/language/paper.ts';

/** Processes, standards, pieces and their lines; the leader proposes, a technician sees his own. */
export const pieceRights: Rights = {
  read: ['as_leader', 'as_technician', 'as_finance', 'as_piece_auditor', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_piece_auditor', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_piece_auditor', 'as_manager'],
  import: ['as_piece_auditor'],
  acts: ['as_admin'],
};

/** Wages: kept by the wages office; a technician sees, signs and disputes his own. */
export const wageRights: Rights = {
  read: ['as_technician', 'as_finance', 'as_piece_auditor', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_hr'],
  remove: ['as_hr'],
  export: ['as_hr', 'as_manager'],
};
