import type { Rights } from '#kernel/language/paper.ts';

/** Thing models, their attributes and versions: the engineer's. */
export const modelRights: Rights = {
  read: ['as_iot', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};

/** Devices: kept by the engineer, read by everybody who serves the homes in which they stand. */
export const deviceRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_operator', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};
