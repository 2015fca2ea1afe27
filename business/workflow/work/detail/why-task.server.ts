import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import type { AssignmentRule } from '../../engine/model/assignment.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';
import { rolesOfGroup } from '../../command/people.server.ts';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import type { taskWhy } from '../work.calls.ts';
import { assignedWords, takenWay } from './why-task.rules.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';

/** Return the names of roles and departments in rules, by code or id. */
async function namesOf(
  { sql, tenantId }: Reading,
  rules: readonly AssignmentRule[],
): Promise<ReadonlyMap<string, string>> {
  const values = rules.flatMap((rule) => (rule.values ?? []).flatMap(rolesOfGroup));
  if (!values.length) return new Map();
  const rows = await sql.query<{ value: string; name: string }>(
    `select v.value, coalesce(r.role_name, d.dept_name) as name from unnest($2::text[]) v(value)
     left join ${roleFacts} r on r.tenant_id = $1 and r.is_deleted = 0 and (r.role_alias = v.value or r.id::text = v.value)
     left join ${deptFacts} d on d.tenant_id = $1 and d.is_deleted = 0 and d.id::text = v.value
     where coalesce(r.role_name, d.dept_name) is not null`,
    [tenantId, values],
  );
  return new Map(rows.map((row) => [row.value, row.name]));
}

/** Return why the caller has a task: the rule that selected the caller, and the condition of the path to it. */
export async function readWhy(
  reading: Reading,
  task: { readonly instanceId: string; readonly nodeId: string; readonly definitionId: string },
  variables: Variables,
): Promise<AnswerOf<typeof taskWhy>> {
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, task.definitionId);
  const node = process.nodes[task.nodeId];
  const rules = node?.userTask?.assignment.by ?? [];
  const names = await namesOf(reading, rules);
  const [flow] = await reading.sql.query<{ id: string }>(
    `select node_id as id from wf_activity where tenant_id = $1 and instance_id = $2 and type = 'sequenceFlow' and node_id = any($3::text[])
     order by started_at desc, id desc limit 1`,
    [reading.tenantId, task.instanceId, node?.incoming ?? []],
  );
  const way = flow && takenWay(process, flow.id, variables);
  return {
    assigned: assignedWords(rules, (values) =>
      values
        .flatMap(rolesOfGroup)
        .flatMap((one) => names.get(one) ?? [])
        .join('、'),
    ),
    condition: way?.condition ?? '',
    values: way?.values ?? [],
  };
}
