import type { Rights } from '#kernel/language/paper.ts';

/** Roles that may confirm and assign alarms, and request repairs for them. */
export const alarmHands = ['as_operator', 'as_cs', 'as_iot', 'as_leader'];

/**
 * Rights on alarms. Only the product creates them, so no role may write; people act on them by the actions of the
 * lifecycle.
 */
export const alarmRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  export: ['as_iot', 'as_operator', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights on alarm rules. Only the IoT engineer may write them. */
export const alarmRuleRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_leader', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};

/** Rights on suppressions. The IoT engineer and the home operator may write them. */
export const suppressionRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_leader', 'as_manager', 'as_admin'],
  write: ['as_iot', 'as_operator'],
  remove: ['as_iot', 'as_operator'],
  export: ['as_iot', 'as_operator'],
  acts: ['as_admin'],
};
