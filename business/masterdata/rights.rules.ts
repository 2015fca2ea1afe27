import type { Rights } from '#kernel/language/paper.ts';

/** Who gets which buttons by default, by group of papers; whose hands a transition needs stands in its lifecycle. */
const everybody = [
  'as_cs',
  'as_dispatcher',
  'as_leader',
  'as_technician',
  'as_store',
  'as_finance',
  'as_piece_auditor',
  'as_manager',
  'as_admin',
];

/** Who stands in for those whose a verb is. */
const acts = ['as_admin'];

/** Customers, premises, service files, equipment. */
export const customerRights: Rights = {
  read: everybody,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
};

/** Technicians and their skills. */
export const technicianRights: Rights = {
  read: [...everybody, 'as_hr'],
  write: ['as_leader', 'as_hr', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_manager', 'as_admin'],
  import: ['as_admin'],
};

/** Standards, manufacturers and the like: read by all, kept by the administrator and the manager. */
export const standardRights: Rights = {
  read: [...everybody, 'as_hr'],
  write: ['as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_manager', 'as_admin'],
  import: ['as_admin'],
  acts,
};

/** How papers are numbered: of no use to anybody but those who may change it, so others have no such page. */
export const numberingRights: Rights = { ...standardRights, read: ['as_manager', 'as_admin'] };

/** Repair forms, registrations, urges. */
export const intakeRights: Rights = {
  read: everybody,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_cs', 'as_admin'],
  acts,
};

/** Dispatch forms, crews, visits, delays. */
export const dispatchRights: Rights = {
  read: everybody,
  write: ['as_cs', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
  remove: ['as_dispatcher', 'as_admin'],
  export: ['as_dispatcher', 'as_manager', 'as_admin'],
  acts,
};

/** Completions and their photos: written by those who were there, corrected by the back office. */
export const completionRights: Rights = {
  read: everybody,
  write: ['as_dispatcher', 'as_leader', 'as_technician', 'as_cs_lead', 'as_admin'],
  remove: ['as_technician', 'as_leader', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  acts,
};

/** Collections and invoices. */
export const moneyRights: Rights = {
  read: [
    'as_cs',
    'as_dispatcher',
    'as_leader',
    'as_technician',
    'as_store',
    'as_finance',
    'as_piece_auditor',
    'as_manager',
    'as_admin',
  ],
  write: ['as_technician', 'as_finance'],
  remove: ['as_technician', 'as_finance'],
  export: ['as_finance', 'as_manager'],
};

/** Leave: asked for by technicians, judged by their leaders. */
export const leaveRights: Rights = {
  read: ['as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_hr', 'as_manager', 'as_admin'],
  write: ['as_technician', 'as_hr', 'as_manager', 'as_admin'],
  remove: ['as_technician', 'as_admin'],
  export: ['as_hr', 'as_manager', 'as_admin'],
  acts,
};

/** Words of messages to customers and the log of what was sent. */
export const messageRights: Rights = {
  read: ['as_cs', 'as_dispatcher', 'as_manager', 'as_admin'],
  write: ['as_cs', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_cs', 'as_manager'],
};

/** The action log: read by those who answer for an area. */
export const logRights: Rights = { read: everybody.filter((role) => role !== 'as_technician').concat('as_hr') };
