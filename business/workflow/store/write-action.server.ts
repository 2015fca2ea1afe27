import type { Context } from '#kernel/server';

/** An action of a person on an instance or task, for its history. */
export interface DoneAction {
  readonly instanceId: string;
  readonly taskId?: string | null;
  readonly action: string;
  readonly userIds?: readonly string[];
  readonly comment?: string;
}

/** Queue an action for the history of its instance; the commit waits for it. */
export async function writeAction(context: Context, done: DoneAction): Promise<void> {
  context.sql.enqueue(
    'insert into wf_action (id, tenant_id, instance_id, task_id, action, actor_id, user_ids, comment, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      await context.newId(),
      context.tenantId,
      done.instanceId,
      done.taskId ?? null,
      done.action,
      context.person.id,
      done.userIds ?? null,
      done.comment ?? '',
      context.now(),
    ],
  );
}
