import { dept } from '#business/system/people/dept/dept.paper.ts';
import { jobPost } from '#business/system/people/post.paper.ts';
import { role } from '#business/system/people/role/role.paper.ts';
import { user } from '#business/system/people/user/user.paper.ts';
import type { Reading } from '#kernel/server';

const TABLES = [
  ['u', user.table, 'real_name'],
  ['r', role.table, 'role_name'],
  ['d', dept.table, 'dept_name'],
  ['p', jobPost.table, 'post_name'],
] as const;

/** Names of people, roles, departments and jobPosts by their keys of candidates (`u:1`, `r:2`). */
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
