import type { Rights } from '#kernel/language/paper.ts';

/** Words of messages to customers and the log of what was sent. */
export const messageRights: Rights = {
  read: ['as_cs', 'as_dispatcher', 'as_manager', 'as_admin'],
  write: ['as_cs', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager'],
};
