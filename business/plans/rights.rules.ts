import type { Rights } from '#kernel/language/paper.ts';
import { acts } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to planned visits: customer service moves, books and registers them. */
export const planRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};

const pushReaders = ['as_cs', 'as_manager', 'as_admin'];

/** Rights to push rules: customer service writes them. */
export const pushRights: Rights = {
  read: pushReaders,
  write: pushReaders,
  remove: ['as_cs', 'as_admin'],
  export: ['as_manager', 'as_admin'],
};

/** Rights to push settings: customer service notes what customers wish. */
export const settingRights: Rights = { ...pushRights };

/** Rights to pushes, which only the product writes. */
export const pushLogRights: Rights = { read: pushReaders, export: ['as_manager', 'as_admin'] };

/** Rights to reminders and to the care of customers: customer service, its lead, managers and administrators. */
export const reminderRights: Rights = {
  read: ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};

/** Rights to messages of care. */
export const careRights: Rights = {
  read: ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'],
  write: ['as_cs', 'as_cs_lead', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_manager', 'as_admin'],
  acts,
};
