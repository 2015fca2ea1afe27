import type { Rights } from '#kernel/language/paper.ts';
import { acts, standardRights } from '#business/masterdata/rights.rules.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to types and templates: managers and administrators write them. */
export const catalogueRights: Rights = { ...standardRights, read: serviceRoles };

/** Rights to sold contracts and their machines and consumables. */
export const schemeRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_manager', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
  import: ['as_manager', 'as_admin'],
  acts,
};

/** Rights to the changes of contracts, which only the product writes. */
export const changeRights: Rights = { read: serviceRoles, export: ['as_manager', 'as_admin'] };

/** Rights to the visits of contracts that orders reserve: customer service links them by hand. */
export const useRights: Rights = {
  read: serviceRoles,
  write: ['as_cs', 'as_admin'],
  remove: ['as_cs', 'as_admin'],
  export: ['as_cs', 'as_manager', 'as_admin'],
};
