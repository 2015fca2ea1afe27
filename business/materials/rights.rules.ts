import type { Rights } from '#kernel/language/paper.ts';

const everybody = [
  'as_cs',
  'as_dispatcher',
  'as_leader',
  'as_technician',
  'as_store',
  'as_finance',
  'as_piece_auditor',
  'as_hr',
  'as_manager',
  'as_admin',
];

/** Items, accessories, consumables: read by all, kept by the store and the administrator. */
export const itemRights: Rights = {
  read: everybody,
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_store', 'as_manager', 'as_admin'],
  import: ['as_store', 'as_admin'],
};

/** Warehouses. */
export const storeMasterRights: Rights = {
  read: everybody,
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_admin'],
  export: ['as_store', 'as_manager'],
  import: ['as_admin'],
};

/** Balances, movements and adjustments. */
export const stockRights: Rights = {
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
  write: ['as_store', 'as_manager', 'as_admin'],
  remove: ['as_store', 'as_admin'],
  export: ['as_store', 'as_manager'],
  import: ['as_store'],
  acts: ['as_admin'],
};

/** What things cost is for those who keep them and those who reckon. */
export const costButton = {
  cost: {
    label: ['查看成本', 'See what it cost'],
    roles: ['as_store', 'as_store_lead', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
  },
} as const;
