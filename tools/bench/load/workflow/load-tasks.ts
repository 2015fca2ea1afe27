import type pg from 'pg';

/**
 * Insert open tasks. One in a hundred is assigned to the person, one in twenty to the person's role, the others to
 * other people.
 */
export async function loadTasks(
  owner: pg.Client,
  {
    many,
    userId,
    roleId,
    definitionId,
  }: { readonly many: number; readonly userId: string; readonly roleId: string; readonly definitionId: string },
): Promise<void> {
  const { rows } = await owner.query<{ n: number }>("select count(*)::int as n from wf_task where state = 'open'");
  if (rows[0].n >= many) return;
  await owner.query(
    `insert into wf_instance (id, tenant_id, root_id, definition_id, process_key, business_table, business_id, title, starter_id, starter_dept_id, variables, state, outcome, last_decision, started_at, end_node, delete_reason)
     select 900000000000000000 + n, '000000', 900000000000000000 + n, $1, 'bench-leave', '', '', 'bench', 1, '', '{}', 'running', '', '', now() - n * interval '1 second', '', '' from generate_series(1, $2::bigint) n on conflict do nothing`,
    [definitionId, many],
  );
  await owner.query(
    `insert into wf_task (id, tenant_id, root_id, instance_id, execution_id, definition_id, node_id, name, assignee_id, delegation, sign, priority, form_key, state, decision, comment, created_at, ended_at, ended_by, ended_reason, return_to, suspended)
     select 910000000000000000 + n, '000000', 900000000000000000 + n, 900000000000000000 + n, 1, $1, 'a', 'A', case when n % 100 = 0 then $3::bigint when n % 20 = 1 then null else 2 + n % 500 end,
       '', '', 50, '', 'open', '', '', now() - n * interval '1 second', null, null, '', '', false from generate_series(1, $2::bigint) n on conflict do nothing`,
    [definitionId, many, userId],
  );
  await owner.query(
    `insert into wf_task_candidate (tenant_id, key, created_at, task_id) select '000000', $2, now() - n * interval '1 second', 910000000000000000 + n from generate_series(1, $1::bigint) n where n % 20 = 1 on conflict do nothing`,
    [many, `r:${roleId}`],
  );
  await owner.query('vacuum analyze wf_task, wf_instance, wf_task_candidate');
}
