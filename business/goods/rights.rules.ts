import type { Rights } from '#kernel/language/paper.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to material requests: technicians write their own, the store corrects drafts. */
export const applyRights: Rights = {
  read: serviceRoles,
  write: ['as_technician', 'as_cs', 'as_store', 'as_admin'],
  remove: ['as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights to shipments: the store writes them. */
export const shipmentRights: Rights = {
  read: serviceRoles,
  write: ['as_store', 'as_admin'],
  remove: ['as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights to returns: technicians write and withdraw their own drafts, the store writes and inspects them. */
export const returnRights: Rights = {
  read: serviceRoles,
  write: ['as_technician', 'as_store', 'as_admin'],
  remove: ['as_technician', 'as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights to the queue of SAP: the product writes it, and technicians do not see the stock of others. */
export const flowRights: Rights = {
  read: serviceRoles.filter((role) => role !== 'as_technician'),
  export: ['as_store', 'as_manager'],
  acts: ['as_admin'],
};

const toolReaders = ['as_dispatcher', 'as_leader', 'as_technician', 'as_store', 'as_hr', 'as_manager', 'as_admin'];

/** Rights to tools: the store maintains them. */
export const toolRights: Rights = {
  read: toolReaders,
  write: ['as_store', 'as_admin'],
  remove: ['as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  import: ['as_store'],
  acts: ['as_admin'],
};

/** Rights to applications for tools: technicians write and withdraw their own drafts. */
export const toolApplyRights: Rights = {
  read: toolReaders,
  write: ['as_technician', 'as_store', 'as_admin'],
  remove: ['as_technician', 'as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  acts: ['as_admin'],
};
