import type { Rights } from '#kernel/language/paper.ts';

const readers = [
  'as_operator',
  'as_cs',
  'as_dispatcher',
  'as_leader',
  'as_technician',
  'as_iot',
  'as_manager',
  'as_admin',
];

/** Rights on addresses, rooms, homes and members: only the operator writes; all roles that serve homes read. */
export const homeRights: Rights = {
  read: readers,
  write: ['as_operator'],
  remove: ['as_operator'],
  export: ['as_operator', 'as_manager'],
  import: ['as_operator'],
  acts: ['as_admin'],
};

/** Rights on feedback of residents, and on the pool of devices without a home. */
export const deskRights: Rights = {
  read: ['as_operator', 'as_cs', 'as_iot', 'as_manager', 'as_admin'],
  write: ['as_operator'],
  remove: ['as_operator'],
  export: ['as_operator', 'as_manager'],
  acts: ['as_admin'],
};
