import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';

/** Finds what is granted, and hires people who hold exactly that. */
export function roleHolders(server: TestServer, admin: TestCaller) {
  const idOf = async (sql: string, values: unknown[] = []): Promise<string> =>
    (await server.tables<{ id: string }>(sql, values))[0].id;
  const menuId = (code: string): Promise<string> =>
    idOf('select id::text as id from blade_menu where code = $1 and is_deleted = 0', [code]);
  const roleId = (alias: string, tenantId = '000000'): Promise<string> =>
    idOf('select id::text as id from blade_role where tenant_id = $2 and role_alias = $1', [alias, tenantId]);

  /** A role of this company with these buttons, and somebody who has it. */
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
