import type { Sql } from '#kernel/server';
import { ALL_STATES, type ExecState, OPEN_STATES } from '../dispatch/command-states.rules.ts';

/** Number of commands of a task in each state. Their sum is the number of its devices. */
export type TaskCounts = Readonly<Record<ExecState, number>>;

/** Return counts of zero. */
export const noCounts = (): TaskCounts =>
  Object.fromEntries(ALL_STATES.map((state) => [state, 0])) as unknown as TaskCounts;

/** Count the commands of tasks by state, by one statement: the counts of a task are of one moment. */
export async function countTasks(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskCounts>> {
  const rows = await sql.query<{ id: string; state: ExecState; n: number }>(
    `select task_id::text as id, exec_status as state, count(*)::int as n from iot_instruction_task_device
     where tenant_id = $1 and is_deleted = 0 and task_id = any($2::bigint[]) group by task_id, exec_status`,
    [tenantId, ids],
  );
  const counts = new Map<string, TaskCounts>(ids.map((id) => [id, noCounts()]));
  for (const { id, state, n } of rows) counts.set(id, { ...(counts.get(id) ?? noCounts()), [state]: n });
  return counts;
}

const sumOf = (counts: TaskCounts, states: readonly ExecState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

/** Return the number of commands that are not ended. */
export const openIn = (counts: TaskCounts): number => sumOf(counts, OPEN_STATES);

/** Return the number of all commands. */
export const totalIn = (counts: TaskCounts): number => sumOf(counts, ALL_STATES);

/** Return the number of commands that ended without success: also those that were never sent. */
export const failedIn = (counts: TaskCounts): number => totalIn(counts) - openIn(counts) - counts.success;
