import type { Rights } from '#kernel/language/paper.ts';

/** Rights to processes, standards, pieces and their lines. A leader proposes; a technician sees their own. */
export const pieceRights: Rights = {
  read: ['as_leader', 'as_technician', 'as_finance', 'as_piece_auditor', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_piece_auditor', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_piece_auditor', 'as_manager'],
  import: ['as_piece_auditor'],
  acts: ['as_admin'],
};

/** Rights to wages, which the wages office maintains. A technician sees, signs and disputes their own. */
export const wageRights: Rights = {
  read: ['as_technician', 'as_finance', 'as_piece_auditor', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_hr'],
  remove: ['as_hr'],
  export: ['as_hr', 'as_manager'],
};
