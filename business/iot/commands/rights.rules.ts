import type { Rights } from '#kernel/language/paper.ts';

const readers = ['as_iot', 'as_operator', 'as_cs', 'as_leader', 'as_manager', 'as_admin'];

/** Rights on instructions. Only the IoT engineer may write them. */
export const instructionRights: Rights = {
  read: readers,
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};

/** Rights on tasks. People create them by a call of its own, because their devices and content are frozen then. */
export const taskRights: Rights = {
  read: readers,
  export: ['as_iot', 'as_operator', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights on commands to single devices. Only the product writes them. */
export const commandRights: Rights = {
  read: [...readers, 'as_technician'],
  export: ['as_iot', 'as_operator', 'as_manager'],
  acts: ['as_admin'],
};

/** Roles that create and steer tasks of low risk. Those of high risk need `as_iot`. */
export const taskSenders = ['as_operator', 'as_iot'];

/** Roles that send a command of low risk to any device within their scope. */
export const deviceSenders = ['as_cs', 'as_operator', 'as_iot'];
