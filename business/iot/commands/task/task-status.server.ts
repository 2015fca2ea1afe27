import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, type Route, type RoomServer, implementStream } from '#kernel/server';
import { instructionTask } from './instruction-task.paper.ts';
import { countTasks, noCounts, openIn, totalIn } from './task-counts.server.ts';
import { type taskProgress, taskProgressStream } from './task.calls.ts';

type States = CallAnswer<typeof taskProgress>;

/** Return the state and the eleven counts of tasks. The counts of all tasks are of one moment. */
export async function readTaskStates(reading: Reading, ids: readonly string[]): Promise<States> {
  const rows = await reading.visible(instructionTask).all(ids);
  const counts = await countTasks(reading.sql, reading.tenantId, ids);
  return rows.map(({ id, taskStatus: status }) => {
    const count = counts.get(id) ?? noCounts();
    const total = totalIn(count);
    const ended = total - openIn(count);
    return { id, status, total, ...count, percent: total === 0 ? 0 : Math.round((ended / total) * 1000) / 10 };
  });
}

/** Return the tasks whose state or counts have changed; null: none. */
function changedTasks(before: States | undefined, now: States): Readonly<Record<string, unknown>> | null {
  const known = new Map(before?.map((one) => [one.id, JSON.stringify(one)]));
  const tasks = now.filter((one) => known.get(one.id) !== JSON.stringify(one));
  return tasks.length > 0 ? { type: 'status', tasks } : null;
}

/** The stream of states and counts, so that a page needs no polling. */
export const taskStatusRoute = (sessions: Parameters<NonNullable<RoomServer['routes']>>[1]): Route =>
  implementStream(taskProgressStream, sessions, {
    read: ({ ids }, reading) => readTaskStates(reading, ids),
    changes: changedTasks,
  });
