import { addMinutes } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type DueWork, behaviour, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { createInstructionTask, lookAhead } from './add-task.server.ts';
import { instructionTask } from './instruction-task.paper.ts';
import { cancelRows, holdRows, retryRows, startRows } from './task-rows.server.ts';
import { readTaskStates } from './task-status.server.ts';
import { addTask, lookTask, taskProgress, undoTask } from './task.calls.ts';
import { undoOfTask } from './undo-task.server.ts';

type Task = Row<typeof instructionTask>;

/** Begin to send the commands of a task. */
async function begin(context: Context, task: Task): Promise<Partial<Task>> {
  if (task.expireTime && task.expireTime <= context.now()) throw refuse.taskExpired();
  await startRows(context, task);
  return { startTime: task.startTime ?? context.now(), endTime: null };
}

/** Start tasks at their scheduled time. */
export const scheduledTasks: DueWork = {
  table: 'iot_instruction_task',
  due: 'schedule_time',
  where: "t.task_status = 'scheduled' and t.is_deleted = 0",
  most: 50,
  async work(context, id) {
    const task = await context.get(instructionTask, id);
    if (task.expireTime && task.expireTime <= context.now()) {
      await cancelRows(context, id);
      await context.move(instructionTask, id, 'canceled', 'expire', { endTime: context.now() });
      return;
    }
    await context.move(instructionTask, id, 'running', 'due', await begin(context, task));
  },
  // It is tried again a minute later.
  async failed(context, id) {
    await context.touch(instructionTask, [{ id, scheduleTime: addMinutes(context.now(), 1) }]);
  },
};

export default behaviour<typeof instructionTask>(instructionTask, {
  actions: {
    async approve(context, task) {
      if (task.scheduleTime && task.scheduleTime > context.now()) return { taskStatus: 'scheduled' };
      return begin(context, task);
    },
    run: begin,
    async pause(context, task) {
      await holdRows(context, task.id);
    },
    resume: begin,
    async cancel(context, task, { reason }) {
      await cancelRows(context, task.id);
      return { endTime: context.now(), ...(reason && { reason }) };
    },
    async retryFailed(context, task) {
      if (task.riskLevel === 'high') throw refuse.highRisk();
      if ((await retryRows(context, task.id)) === 0) throw refuse.nothingFailed();
      return begin(context, task);
    },
  },
  calls: [
    implement(addTask, { write: createInstructionTask }),
    implement(lookTask, { read: lookAhead }),
    implement(taskProgress, { read: ({ ids }, reading) => readTaskStates(reading, ids) }),
    implement(undoTask, { write: undoOfTask }),
  ],
});
