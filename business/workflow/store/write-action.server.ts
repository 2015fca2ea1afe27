import type { Context } from '#kernel/server';

/** What somebody did with an instance or a task. */
export interface DoneAction {
  readonly instanceId: string;
  readonly taskId?: string | null;
  readonly action: string;
  readonly userIds?: readonly string[];
  readonly comment?: string;
}

/** Writes it into the history of the instance, which nobody can change; the commit waits for it. */
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
