import type { Rights } from '#kernel/language/paper.ts';

/** The administrator of a tenant holds every button; nobody else gets these by default. */
export const administratorRights: Rights = {
  read: ['admin'],
  write: ['admin'],
  remove: ['admin'],
  export: ['admin'],
  import: ['admin'],
};
