/** Roles of after-sales service that see its documents. */
export const serviceRoles = [
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

/** Roles of after-sales service and the wages office. */
export const serviceAndWageRoles = [...serviceRoles, 'as_hr'];

/** All roles of a company except its administrator. */
export const companyRoles = [...serviceAndWageRoles, 'as_operator', 'as_iot'];
