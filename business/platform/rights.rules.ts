import type { Rights } from '#kernel/language/paper.ts';

/** Rights of the platform's administrator alone. */
export const platformRights: Rights = {
  read: ['admin'],
  write: ['admin'],
  remove: ['admin'],
  export: ['admin'],
  import: ['admin'],
};

/** Rights to records that only the product writes. */
export const recordRights: Rights = { read: ['admin'], export: ['admin'] };

/** Rights to notify the whole company. */
export const noticeRights: Rights = {
  read: ['admin', 'as_hr', 'as_manager', 'as_admin'],
  write: ['admin', 'as_hr', 'as_manager', 'as_admin'],
  remove: ['admin', 'as_manager', 'as_admin'],
  export: ['admin', 'as_manager', 'as_admin'],
};
