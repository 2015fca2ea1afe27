import type { Reading } from '#kernel/server';
import { nameSql } from '../flow-sql.server.ts';

/** Somebody who signs because a task asked for it. */
export interface Signer {
  readonly taskId: string;
  readonly userId: string;
  readonly name: string;
  /** The task waits for it. */ readonly isFirst: boolean;
}

/**
 * Open signatures that a task asked for and may take back: its own, and those that came to its approval at its wish. Colleagues whom the
 * drawing names are none of them: nobody takes away the vote of another.
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
