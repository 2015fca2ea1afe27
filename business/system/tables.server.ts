import type { Table } from '#kernel/server';

const pair = (name: string, one: string, other: string): Table => ({
  name,
  tenants: true,
  primaryKey: ['tenant_id', one, other],
  indexes: [],
  columns: ['tenant_id', one, other].map((column) => ({
    name: column,
    type: column === 'tenant_id' ? 'text' : 'bigint',
    notNull: true,
  })),
});

/** What was ticked in the grant trees, exactly as ticked: ancestors are added when routes are read. */
const columns = (spec: Readonly<Record<string, string>>): Table['columns'] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace(' not null', ''),
    notNull: type.endsWith(' not null'),
  }));

export const systemTables: readonly Table[] = [
  {
    name: 'anju_pending',
    tenants: false,
    primaryKey: ['id'],
    indexes: [],
    comment: 'what a login is in the middle of',
    columns: columns({
      id: 'text not null',
      matter: 'text not null',
      data: 'jsonb not null',
      until: 'timestamptz not null',
    }),
  },
  {
    name: 'anju_factor',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'anju_factor_user', on: 'tenant_id, user_id' }],
    comment: 'second factors; secrets sealed or hashed',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      user_id: 'bigint not null',
      kind: 'text not null',
      name: 'text',
      secret: 'text not null',
      data: 'jsonb',
      created: 'timestamptz not null',
      confirmed: 'timestamptz',
      used: 'timestamptz',
    }),
  },
  {
    name: 'anju_password',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'anju_password_user', on: 'tenant_id, user_id, id desc' }],
    comment: 'hashes of the passwords that somebody had, and since when',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      user_id: 'bigint not null',
      hash: 'text not null',
      at: 'timestamptz not null',
    }),
  },
  {
    name: 'blade_user_oauth',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'blade_user_oauth_who', on: 'tenant_id, source, uuid', unique: true }],
    comment: 'who a provider says somebody is',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      source: 'text not null',
      uuid: 'text not null',
      user_id: 'bigint',
      username: 'text',
      nickname: 'text',
      avatar: 'text',
      email: 'text',
      at: 'timestamptz not null',
    }),
  },
  {
    name: 'blade_role_scope',
    tenants: true,
    primaryKey: ['tenant_id', 'role_id', 'scope_category', 'scope_id'],
    indexes: [],
    comment: 'data scopes (1) and api scopes (2) of roles, as ticked',
    columns: columns({
      tenant_id: 'text not null',
      role_id: 'bigint not null',
      scope_category: 'integer not null',
      scope_id: 'bigint not null',
    }),
  },
  {
    name: 'blade_role_menu',
    tenants: true,
    primaryKey: ['tenant_id', 'role_id', 'menu_id'],
    indexes: [],
    comment:
      'menus and buttons of roles, as ticked; who ticked them and when, nothing where the company began with them',
    columns: columns({
      tenant_id: 'text not null',
      role_id: 'bigint not null',
      menu_id: 'bigint not null',
      granted_by: 'bigint',
      granted_at: 'timestamptz',
    }),
  },
  pair('blade_top_menu_setting', 'top_menu_id', 'menu_id'),
];

/** The parts that rights fall into: a change of one lets the others be known still. */
export type RightsPart = 'people' | 'roles' | 'words' | 'company';

/** What people may do, and how their company is set up, is made of these: see `ports.server.ts`. */
export const rightsTables: ReadonlyMap<string, RightsPart> = new Map<string, RightsPart>([
  ['blade_user', 'people'],
  ['blade_dept', 'people'],
  ...[
    'blade_role',
    'blade_role_menu',
    'blade_role_scope',
    'blade_data_scope',
    'blade_api_scope',
    'blade_menu',
    'blade_tenant_package',
  ].map((table): [string, RightsPart] => [table, 'roles']),
  ...['blade_param', 'blade_param_default', 'blade_dict', 'blade_dict_biz'].map((table): [string, RightsPart] => [
    table,
    'words',
  ]),
  ['blade_tenant', 'company'],
]);
