import type { Reading } from '#kernel/server';
import { KNOWN_GROUPS } from '../command/people.server.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { jobPostFacts } from '#business/system/people/post-facts.relation.ts';

/**
 * Return the candidates that a drawing of this company may name: roles by alias or id, their groups, departments and
 * positions by id.
 */
export async function knownGroups({ sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ name: string }>(
    `select role_alias as name from ${roleFacts} where tenant_id = $1 and is_deleted = 0 and role_alias is not null
     union select id::text from ${roleFacts} where tenant_id = $1 and is_deleted = 0
     union select id::text from ${deptFacts} where tenant_id = $1 and is_deleted = 0
     union select id::text from ${jobPostFacts} where tenant_id = $1 and is_deleted = 0`,
    [tenantId],
  );
  const names = new Set(rows.map((row) => row.name));
  for (const [group, roles] of KNOWN_GROUPS) if (roles.some((one) => names.has(one))) names.add(group);
  return names;
}
