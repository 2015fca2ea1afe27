import type { Reading } from '#kernel/server';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Return the candidate keys by which the caller may claim tasks: the account, its roles, departments and positions. */
export async function candidateKeys({
  sql,
  tenantId,
  person,
}: Pick<Reading, 'sql' | 'tenantId' | 'person'>): Promise<string[]> {
  const [row] = await sql.query<{ posts: string[] | null }>(
    `select post_id as posts from ${userFacts} where tenant_id = $1 and id = $2`,
    [tenantId, person.id],
  );
  return [
    `u:${person.id}`,
    ...person.roles.map((role) => `r:${role.id}`),
    ...person.departments.map((id) => `d:${id}`),
    ...(row?.posts ?? []).map((id) => `p:${id}`),
  ];
}

/** Return whether the caller may claim a task. */
export async function isCandidate(reading: Reading, taskId: string): Promise<boolean> {
  const rows = await reading.sql.query(
    'select 1 from wf_task_candidate where tenant_id = $1 and task_id = $2 and key = any($3::text[]) limit 1',
    [reading.tenantId, taskId, await candidateKeys(reading)],
  );
  return rows.length > 0;
}
