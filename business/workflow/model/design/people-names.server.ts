import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { jobPostFacts } from '#business/system/people/post-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import type { Reading } from '#kernel/server';

const TABLES = [
  ['u', userFacts, 'real_name'],
  ['r', roleFacts, 'role_name'],
  ['d', deptFacts, 'dept_name'],
  ['p', jobPostFacts, 'post_name'],
] as const;

/** Return the names of people, roles, departments and positions by their candidate keys (`u:1`, `r:2`). */
export async function namesOfKeys(reading: Reading, keys: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set(keys)];
  const names = new Map<string, string>();
  for (const [letter, table, column] of TABLES) {
    const ids = all.filter((key) => key.startsWith(`${letter}:`)).map((key) => key.slice(2));
    if (!ids.length) continue;
    const rows = await reading.sql.query<{ id: string; name: string }>(
      `select id::text as id, ${column} as name from ${table} where tenant_id = $1 and id = any($2::bigint[])`,
      [reading.tenantId, ids],
    );
    for (const { id, name } of rows) names.set(`${letter}:${id}`, name);
  }
  return names;
}
