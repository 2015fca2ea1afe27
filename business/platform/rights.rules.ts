import type { Rights } from '#kernel/language/paper.ts';

/** Who keeps the platform running: its administrator alone. */
export const platformRights: Rights = {
  read: ['admin'],
  write: ['admin'],
  remove: ['admin'],
  export: ['admin'],
  import: ['admin'],
};

/** What the product itself writes and people only read. */
export const recordRights: Rights = { read: ['admin'], export: ['admin'] };

/** Everybody who works here. */
export const everyRole = [
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
] as const;

/** Who may tell the whole company something. */
export const noticeRights: Rights = {
  read: ['admin', 'as_hr', 'as_manager', 'as_admin'],
  write: ['admin', 'as_hr', 'as_manager', 'as_admin'],
  remove: ['admin', 'as_manager', 'as_admin'],
  export: ['admin', 'as_manager', 'as_admin'],
};
