import { dictPaperFacts } from '#business/system/settings/dict/dict-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';
import { jobPostFacts } from '#business/system/people/post-facts.relation.ts';
/** Return SQL of a moment as text in the company's zone; empty for null. */
export const wallMoment = (sql: string): string => `coalesce(to_char(${sql}, 'YYYY-MM-DD HH24:MI:SS'), '')`;

/** Return SQL of the name of a category, in the language of the reader. */
export const categoryName = (of: string, language: string): string =>
  `coalesce((select case when '${language}' = 'en' then coalesce(nullif(c.dict_value_en, ''), c.dict_value) else c.dict_value end
     from ${dictPaperFacts} c where c.code = 'flow' and c.dict_key <> '-1' and 'flow_' || c.dict_key = ${of} and c.is_deleted = 0 limit 1), '')`;

/** Return SQL of the name of an account in the company `$1`; empty if there is none. */
export const nameSql = (of: string): string =>
  `coalesce((select n.real_name from ${userFacts} n where n.tenant_id = $1 and n.id = ${of}), '')`;

/** SQL columns of an instance `i` and its version `d`, as all lists return them. */
export const instanceColumns = `i.id::text as "processInstanceId", i.id::text as "historyProcessInstanceId", d.id::text as "processDefinitionId", d.key as "processDefinitionKey",
  d.name as "processDefinitionName", d.version as "processDefinitionVersion", case when i.ended_at is null then 'unfinished' else 'finished' end as "processIsFinished",
  i.business_table as "businessTable", i.business_id as "businessId", i.title, ${nameSql('i.starter_id')} as "starterName"`;

/** SQL of the name behind a candidate key `c`: role, department, position or person. */
const candidateSql = `coalesce(case left(c.key, 1)
    when 'r' then (select n.role_name from ${roleFacts} n where n.tenant_id = $1 and n.id = substr(c.key, 3)::bigint)
    when 'd' then (select n.dept_name from ${deptFacts} n where n.tenant_id = $1 and n.id = substr(c.key, 3)::bigint)
    when 'p' then (select n.post_name from ${jobPostFacts} n where n.tenant_id = $1 and n.id = substr(c.key, 3)::bigint)
    else (select n.real_name from ${userFacts} n where n.tenant_id = $1 and n.id = substr(c.key, 3)::bigint) end, '')`;

/** Maximal number of candidates named for a task; the rest is shown as a count. */
const MAX_NAMED = 4;

/**
 * SQL of the people a task `t` waits for: its assignee, otherwise the roles, departments, positions and people that may
 * claim it. `$1` is the company.
 */
export const waitsForSql = `case when t.assignee_id is not null then ${nameSql('t.assignee_id')} else coalesce((
     select string_agg(x.name, '、' order by x.place) filter (where x.place <= ${MAX_NAMED}) || case when max(x.place) > ${MAX_NAMED} then ' +' || (max(x.place) - ${MAX_NAMED}) else '' end
     from (select row_number() over (order by position(left(c.key, 1) in 'rdpu'), c.key) as place, ${candidateSql} as name
       from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id) x), '') end`;

/** Return SQL columns of a task `t` with its instance `i`, version `d` and assignee `u`, as all lists return them. */
export const taskColumns = (
  language: string,
): string => `t.id::text as "taskId", t.name as "taskName", t.node_id as "taskDefinitionKey",
  coalesce(t.assignee_id::text, '') as assignee, ${nameSql('t.assignee_id')} as "assigneeName",
  case when t.state = 'open' then ${waitsForSql} else '' end as "waitsFor",
  d.category, ${categoryName('d.category', language)} as "categoryName",
  ${wallMoment('t.created_at')} as "createTime", ${wallMoment('t.ended_at')} as "endTime", ${wallMoment('t.claimed_at')} as "claimTime", ${wallMoment('t.due_at')} as "dueTime",
  ${wallMoment('t.ended_at')} as "historyTaskEndTime", t.execution_id::text as "executionId",
  ${instanceColumns}, t.comment, case t.decision when 'pass' then 'ok' else '' end as flag, t.suspended,
  (extract(epoch from coalesce(t.ended_at, $2::timestamptz) - t.created_at) * 1000)::float8 as duration`;
