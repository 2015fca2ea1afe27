import type { Rights } from '#kernel/language/paper.ts';

/** Rights of message templates and of the log of sent messages. */
export const messageRights: Rights = {
  read: ['as_cs', 'as_dispatcher', 'as_manager', 'as_admin'],
  write: ['as_cs', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager'],
};
