import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';

/** Return functions for tests that look up menus and roles, and that create people with exactly the named buttons. */
export function roleHolders(server: TestServer, admin: TestCaller) {
  const idOf = async (sql: string, values: unknown[] = []): Promise<string> =>
    (await server.tables<{ id: string }>(sql, values))[0].id;
  const menuId = (code: string): Promise<string> =>
    idOf('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [code]);
  const roleId = (alias: string, tenantId = '000000'): Promise<string> =>
    idOf('select id::text as id from blade_role where tenant_id = $2 and role_alias = $1', [alias, tenantId]);

  /** Create a role of this company with these buttons, and a person who holds it. */
  async function holder(
    alias: string,
    buttons: readonly string[],
    scope = 'all',
  ): Promise<{ caller: TestCaller; role: string }> {
    const { data } = await admin.post('blade-system/role/submit', {
      roleName: alias,
      roleAlias: alias,
      scope,
      sort: 1,
    });
    await admin.post('blade-system/role/grant', {
      roleIds: [data.id],
      menuIds: await Promise.all(buttons.map(menuId)),
    });
    return { caller: await server.as(alias), role: data.id };
  }

  return { idOf, menuId, roleId, holder };
}
