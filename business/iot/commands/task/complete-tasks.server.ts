import type { Context } from '#kernel/server';
import { instructionTask } from './instruction-task.paper.ts';
import { countTasks, failedIn, openIn, totalIn } from './task-counts.server.ts';

/** Store the counts of tasks, and complete those whose commands have all ended. A repeat has no effect. */
export async function completeTasks(context: Context, ids: readonly string[]): Promise<void> {
  const rows = (await context.lockRows(instructionTask, ids)).filter(({ taskStatus }) =>
    ['running', 'paused', 'canceled'].includes(taskStatus),
  );
  const counts = await countTasks(
    context.sql,
    context.tenantId,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const count = counts.get(row.id);
    if (!count) continue;
    const values = {
      endedCount: totalIn(count) - openIn(count),
      successCount: count.success,
      failedCount: failedIn(count),
    };
    if (openIn(count) > 0 || row.taskStatus === 'canceled')
      await context.touch(instructionTask, [{ id: row.id, ...values }]);
    else await context.move(instructionTask, row.id, 'completed', 'done', { ...values, endTime: context.now() });
  }
}
