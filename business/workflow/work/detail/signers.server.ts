import type { Reading } from '#kernel/server';
import { nameSql } from '../flow-sql.server.ts';

/** A person whose signature a task has requested. */
export interface Signer {
  readonly taskId: string;
  readonly userId: string;
  readonly name: string;
  /** The task cannot be decided before this signature. */ readonly isFirst: boolean;
}

/**
 * Return the open signatures that a task requested and may withdraw: signatures of the task itself, and tasks added to
 * its approval. Those whom the drawing assigned are excluded.
 */
export const signersOf = ({ sql, tenantId }: Reading, taskId: string): Promise<Signer[]> =>
  sql.query<Signer>(
    `select s.id::text as "taskId", s.assignee_id::text as "userId", ${nameSql('s.assignee_id')} as name, s.sign = 'before' and s.parent_id = t.id as "isFirst"
     from wf_task t join wf_task s on s.tenant_id = $1 and s.instance_id = t.instance_id and s.id <> t.id and s.state = 'open' and s.assignee_id is not null
     where t.tenant_id = $1 and t.id = $2 and (s.parent_id = t.id or (s.sign = '' and s.node_id = t.node_id and exists (
       select 1 from wf_action a where a.tenant_id = $1 and a.instance_id = t.instance_id and a.task_id = t.id and a.action = 'addSign' and s.assignee_id = any(a.user_ids))))
     order by s.id`,
    [tenantId, taskId],
  );
