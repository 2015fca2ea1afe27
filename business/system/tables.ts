import type { Table } from '#kernel/server/schema/table.ts';

const pair = (name: string, one: string, other: string): Table => ({
  name, tenants: true, primaryKey: ['tenant_id', one, other], indexes: [],
  columns: ['tenant_id', one, other].map((column) => ({ name: column, type: column === 'tenant_id' ? 'text' : 'bigint', notNull: true })),
});

/** What was ticked in the grant trees, exactly as ticked: ancestors are added when routes are read. */
export const systemTables: readonly Table[] = [pair('blade_role_menu', 'role_id', 'menu_id'), pair('blade_top_menu_setting', 'top_menu_id', 'menu_id')];
