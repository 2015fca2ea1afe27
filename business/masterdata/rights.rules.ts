import type { Rights } from '#kernel/language/paper.ts';

/** Who gets which buttons by default, by group of papers; whose hands a transition needs stands in its lifecycle. */
export const everybody = [
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
export const acts = ['as_admin'];

const technicianKeepers = ['as_leader', 'as_hr', 'as_manager', 'as_admin'];

/** Technicians and their skills. */
export const technicianRights: Rights = {
  read: [...everybody, 'as_hr'],
  write: technicianKeepers,
  others: technicianKeepers,
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

/** The action log: read by those who answer for an area. */
export const logRights: Rights = { read: everybody.filter((role) => role !== 'as_technician').concat('as_hr') };
