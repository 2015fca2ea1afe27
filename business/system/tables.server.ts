import type { Table } from '#kernel/server';

/** Return a table that links two ids of a company. */
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

/** Return the columns of a table from a map of names to types. */
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
    indexes: [{ name: 'anju_factor_user', on: 'tenant_id, user_id', user: 'factors of an account' }],
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
    indexes: [
      { name: 'anju_password_user', on: 'tenant_id, user_id, id desc', user: 'earlier passwords of an account' },
    ],
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
    indexes: [
      {
        name: 'blade_user_oauth_who',
        on: 'tenant_id, source, uuid',
        user: 'one account of another login',
        unique: true,
      },
    ],
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

/** Groups of tables that define rights. A change in one group leaves cached answers of the others valid. */
export type RightsPart = 'people' | 'roles' | 'words' | 'company';

/** Tables that define the rights and setup of a company, with their group. A change in one drops cached answers. */
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
