import type { Context } from '#kernel/server';
import { membersOfKeys } from '../follow-delta.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/**
 * Return the candidate keys of a closed account that reach no active account: its own, and those of its roles,
 * departments and positions.
 */
export async function keysWithoutMembers(context: Context, userId: string): Promise<string[]> {
  const [row] = await context.sql.query<{ keys: string[] }>(
    `select array(select 'r:' || x from unnest(u.role_id) x union all select 'd:' || x from unnest(u.dept_id) x union all select 'p:' || x from unnest(u.post_id) x) as keys
     from ${userFacts} u where u.tenant_id = $1 and u.id = $2`,
    [context.tenantId, userId],
  );
  const empty = [`u:${userId}`];
  for (const key of row?.keys ?? []) if ((await membersOfKeys(context, [key])).length === 0) empty.push(key);
  return empty;
}

/**
 * Replace a closed account by its first successor among the candidates of these tasks. Return the tasks whose
 * candidates include no active account.
 */
export async function replaceCandidate(
  context: Context,
  {
    userId,
    taskIds,
    successors,
  }: { readonly userId: string; readonly taskIds: readonly string[]; readonly successors: readonly string[] },
): Promise<string[]> {
  const rows = await context.sql.query<{ taskId: string; keys: string[] }>(
    'select task_id::text as "taskId", array_agg(key) as keys from wf_task_candidate where tenant_id = $1 and task_id = any($2::bigint[]) group by 1 order by 1',
    [context.tenantId, taskIds],
  );
  const left: string[] = [];
  const replaced: string[] = [];
  for (const { taskId, keys } of rows)
    if ((await membersOfKeys(context, keys)).length === 0) left.push(taskId);
    else if (keys.includes(`u:${userId}`)) replaced.push(taskId);
  const [first] = successors;
  if (first !== undefined && replaced.length)
    await context.sql.query(
      `insert into wf_task_candidate (tenant_id, key, created_at, task_id)
       select tenant_id, $4, created_at, task_id from wf_task_candidate where tenant_id = $1 and task_id = any($2::bigint[]) and key = $3 on conflict do nothing`,
      [context.tenantId, replaced, `u:${userId}`, `u:${first}`],
    );
  if (replaced.length)
    await context.sql.query(
      'delete from wf_task_candidate where tenant_id = $1 and task_id = any($2::bigint[]) and key = $3',
      [context.tenantId, replaced, `u:${userId}`],
    );
  return left;
}
