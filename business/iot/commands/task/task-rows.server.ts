import { addMinutes, addSeconds } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { deviceCommand } from '../device-command.paper.ts';
import {
  type IssuedCommand,
  type ExecState,
  HIGH_RISK_SECONDS,
  WAITING_STATES,
} from '../dispatch/command-states.rules.ts';
import { commandText } from '../dispatch/command-words.rules.ts';
import { instructionTask } from './instruction-task.paper.ts';

type Task = Row<typeof instructionTask>;

const AT_ONCE = 1000;
const PER_MINUTE = 120;

/** Return the ids of a task's commands in some states, in the order of sending. */
async function idsOf({ sql, tenantId }: Context, taskId: string, states: readonly ExecState[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id::text as id from iot_instruction_task_device
     where tenant_id = $1 and task_id = $2 and is_deleted = 0 and exec_status = any($3::text[]) order by id`,
    [tenantId, taskId, states],
  );
  return rows.map(({ id }) => id);
}

/** Write values into commands of a task that are still in some states. Return the number of changed ones. */
async function touchAll(
  context: Context,
  ids: readonly string[],
  where: readonly ExecState[],
  valuesOf: (at: number) => Partial<IssuedCommand>,
): Promise<number> {
  if (ids.length > AT_ONCE) context.takesLong();
  let changed = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = ids.slice(from, from + AT_ONCE).map((id, at) => ({ id, ...valuesOf(from + at) }));
    changed += (await context.touch(deviceCommand, rows, { where: { execStatus: where } })).length;
  }
  return changed;
}

/** Return the end of validity of a command that is sent at a moment: that of its task, or some minutes later. */
function expiryOf({ riskLevel, expireTime, expireMin }: Task, due: string): string {
  if (riskLevel === 'high') return addSeconds(due, HIGH_RISK_SECONDS);
  const later = addMinutes(due, expireMin ?? 1440);
  return expireTime && expireTime < later ? expireTime : later;
}

/** Make the waiting commands of a task due, one after the other at the rate of the task. */
export async function startRows(context: Context, task: Task): Promise<void> {
  const ids = await idsOf(context, task.id, ['pending']);
  const now = context.now();
  await touchAll(context, ids, ['pending'], (at) => {
    const dueTime = addSeconds(now, Math.floor((at * 60) / (task.perMinute ?? PER_MINUTE)));
    return { dueTime, expireTime: expiryOf(task, dueTime) };
  });
}

/** Hold back the commands of a task that were not sent yet. */
export async function holdRows(context: Context, taskId: string): Promise<void> {
  const ids = await idsOf(context, taskId, WAITING_STATES);
  await touchAll(context, ids, WAITING_STATES, () => ({ execStatus: 'pending', dueTime: null, reason: null }));
}

/** Cancel the commands of a task that were not sent yet. Those under way go on. */
export async function cancelRows(context: Context, taskId: string): Promise<void> {
  const ids = await idsOf(context, taskId, WAITING_STATES);
  const reason = commandText('canceled');
  await touchAll(context, ids, WAITING_STATES, () => ({ execStatus: 'canceled', dueTime: null, reason }));
}

const FAILED = ['failed', 'timeout'] as const satisfies readonly ExecState[];

/** Let the failed commands of a task wait again, as if they were new. Return their number. */
export async function retryRows(context: Context, taskId: string): Promise<number> {
  const ids = await idsOf(context, taskId, FAILED);
  return touchAll(context, ids, FAILED, () => ({
    execStatus: 'pending',
    dueTime: null,
    attempt: 0,
    attempts: null,
    sentTime: null,
    ackTime: null,
    replyTime: null,
    costMs: null,
    resultCode: null,
    resultMsg: null,
    resultJson: null,
    reason: null,
    late: null,
  }));
}
