import type { Rights } from '#kernel/language/paper.ts';

/** Rights on connection models, points and mappings: only engineers write. */
export const pointRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
};
