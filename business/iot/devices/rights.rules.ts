import type { Rights } from '#kernel/language/paper.ts';

/** Rights on thing models, their attributes and versions: only engineers write. */
export const modelRights: Rights = {
  read: ['as_iot', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};

/** Rights on devices: only engineers write; all roles that serve homes read. */
export const deviceRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_operator', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};
