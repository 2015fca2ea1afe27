import type { Rights } from '#kernel/language/paper.ts';

/** Who works on alarms: confirms them, hands them on, asks for a repair. */
export const alarmHands = ['as_operator', 'as_cs', 'as_iot', 'as_leader'];

/** Alarms are kept by the product; people act on them. */
export const alarmRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  export: ['as_iot', 'as_operator', 'as_manager'],
  acts: ['as_admin'],
};

/** What decides about alarms: the engineer's. */
export const alarmRuleRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_leader', 'as_manager', 'as_admin'],
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  import: ['as_iot'],
  acts: ['as_admin'],
};

/** What is not told for a while: the engineer's and the operator's. */
export const suppressionRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_leader', 'as_manager', 'as_admin'],
  write: ['as_iot', 'as_operator'],
  remove: ['as_iot', 'as_operator'],
  export: ['as_iot', 'as_operator'],
  acts: ['as_admin'],
};
