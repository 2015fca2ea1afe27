import type { Rights } from '#kernel/language/paper.ts';
import { serviceAndWageRoles, serviceRoles } from '#business/shared/roles.rules.ts';

/** Rights to items, accessories and consumables: everybody reads, the store and the administrator maintain. */
export const itemRights: Rights = {
  read: serviceAndWageRoles,
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_store', 'as_manager', 'as_admin'],
  import: ['as_store', 'as_admin'],
};

/** Rights to warehouses. */
export const storeMasterRights: Rights = {
  read: serviceAndWageRoles,
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_store', 'as_manager'],
  import: ['as_admin'],
};

/** Rights to balances, movements and adjustments. */
export const stockRights: Rights = {
  read: serviceRoles,
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  import: ['as_store'],
  acts: ['as_admin'],
};

/** Button to read costs, granted to store and finance. */
export const costButton = {
  cost: {
    label: ['查看成本', 'See what it cost'],
    roles: ['as_store', 'as_store_lead', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
  },
} as const;
