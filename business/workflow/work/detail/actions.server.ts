import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { nameSql, wallMoment } from '../flow-sql.server.ts';
import type { caseAction } from '../work.calls.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Maximal number of actions shown for an instance, the newest ones. */
const MOST = 500;

/** Actions that the steps of the history already show. */
const STEPS = ['start', 'pass', 'reject', 'return', 'claim'];

const namesSql = (ids: string): string =>
  `coalesce((select string_agg(n.real_name, '、' order by n.id) from ${userFacts} n where n.tenant_id = $1 and n.id = any(${ids})), '')`;

/**
 * Return the actions on an instance other than its steps, oldest first: by whom, with whom, and why. Copies sent by a
 * node are excluded.
 */
export async function readActions(
  { sql, tenantId }: Reading,
  instanceId: string,
): Promise<AnswerOf<typeof caseAction>[]> {
  const rows = await sql.query<AnswerOf<typeof caseAction>>(
    `select x.id, x.action, x."actorName", x.people, x.comment, ${wallMoment('x.at')} as at from (
       select a.id::text as id, a.action, ${nameSql('a.actor_id')} as "actorName", ${namesSql('a.user_ids')} as people, a.comment, a.at, a.id as place
         from wf_action a where a.tenant_id = $1 and a.instance_id = $2 and not (a.action = any($3::text[]))
       union all select min(c.id)::text, 'cc', '', ${namesSql('array_agg(c.user_id)')}, '', c.created_at, min(c.id)
         from wf_cc c where c.tenant_id = $1 and c.instance_id = $2 and c.node_id <> '' group by c.node_id, c.created_at
       order by place desc limit ${MOST}) x order by x.place`,
    [tenantId, instanceId, STEPS],
  );
  return rows;
}
