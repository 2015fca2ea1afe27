import type { Sql } from '#kernel/server/context.ts';

/** The living accounts that hold one of these reserved roles. */
export const administratorsOf = async (sql: Sql, tenantId: string, aliases: readonly string[]): Promise<string[]> => (await sql.query<{ id: string }>(
  'select u.id from blade_user u where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and exists (select 1 from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.role_alias = any($2) and r.is_deleted = 0 and r.status = 1) order by u.id', [tenantId, aliases])).map((row) => row.id);
