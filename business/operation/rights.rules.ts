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

/** Addresses, rooms, homes and who lives in them: the operator's, read by all who serve them. */
export const homeRights: Rights = {
  read: readers,
  write: ['as_operator'],
  remove: ['as_operator'],
  export: ['as_operator', 'as_manager'],
  import: ['as_operator'],
  acts: ['as_admin'],
};

/** What residents say, and devices that wait for a home. */
export const deskRights: Rights = {
  read: ['as_operator', 'as_cs', 'as_iot', 'as_manager', 'as_admin'],
  write: ['as_operator'],
  remove: ['as_operator'],
  export: ['as_operator', 'as_manager'],
  acts: ['as_admin'],
};
