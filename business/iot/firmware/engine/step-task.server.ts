import { type Label, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { App, Context } from '#kernel/server';
import { firmware } from '../library/firmware.paper.ts';
import { addRuns, lockUpgrades } from '../tasks/add-runs.server.ts';
import { matchingDevices } from '../targets/matching-devices.server.ts';
import { wavesOf } from '../tasks/membership.rules.ts';
import { recallRuns } from '../tasks/recall.server.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import {
  batchCounts,
  compareTroubles,
  countStates,
  closedGatesOf,
  openCount,
  writeCounts,
} from './batch-facts.server.ts';
import { dispatch } from './dispatch.server.ts';
import { ABORT, type TroubleComparison, mustAbort } from './gates.rules.ts';
import type { UpgradeNotice } from './notice.server.ts';
import type { UpgradePort } from './upgrade-port.server.ts';

type Task = Row<typeof upgradeTask>;
type Firmware = Row<typeof firmware>;
type States = Awaited<ReturnType<typeof countStates>>;

export interface Stepping {
  readonly app: App;
  readonly port: UpgradePort;
  readonly asking: ReadonlySet<string>;
  /** Has enough time passed since the last expensive checks of this task: troubles, and new devices? */
  isThorough(taskId: string): boolean;
}

const NO_TROUBLES: TroubleComparison = { upgraded: { events: 0, days: 0 }, control: { events: 0, days: 0 } };

/** Notify the engineers that a task has stopped by itself. */
async function tell(context: Context, { id, taskNo }: Task, title: Label, why: Label): Promise<void> {
  await context.call(sendNotice, {
    to: [],
    roles: ['as_iot', 'as_iot_lead'],
    kind: 'system',
    title,
    content: [`${taskNo} ${why[0]}`, `${taskNo} ${why[1]}`],
    about: { paper: 'upgradeTask', id, caption: String(taskNo) },
    again: `${title[1]} ${context.now()}`,
  });
}

/** End a task: recall the devices that have not begun. A trial that ends so has failed. */
async function end(
  context: Context,
  task: Task,
  to: { readonly state: 'completed' | 'aborted' | 'canceled'; readonly move: string; readonly why: Label },
  isTried = false,
): Promise<void> {
  if (to.state !== 'completed') await recallRuns(context, task.id, to.why);
  const pauseReason = to.state === 'completed' ? null : storedText(to.why, 140);
  await context.move(upgradeTask, task.id, to.state, to.move, { pauseReason, endTime: context.now() });
  await writeCounts(context, task, await countStates(context, task));
  if (task.isTrial) await context.move(firmware, task.firmwareId, isTried ? 'verified' : 'verify_failed', 'tried');
}

async function pause(context: Context, task: Task, why: Label): Promise<void> {
  await context.move(upgradeTask, task.id, 'paused', 'gate', { pauseReason: storedText(why, 140) });
  await tell(context, task, ['升级任务已暂停', 'An upgrade task has paused'], why);
}

/** End the task if its firmware is revoked, its time is over, or too many devices failed. Return whether it ended. */
async function ended(context: Context, task: Task, of: Firmware, states: States): Promise<boolean> {
  if (of.firmwareStatus === 'revoked') {
    const why: Label = ['固件已撤回', 'The firmware was revoked'];
    await end(context, task, { state: 'aborted', move: 'revoked', why });
    return true;
  }
  if (task.expireTime && task.expireTime <= context.now()) {
    const why: Label = ['任务已过期', 'The task has expired'];
    await end(context, task, { state: 'canceled', move: 'expired', why });
    return true;
  }
  const counts = batchCounts(states, task.wave ?? 1);
  if (!mustAbort(counts, task.abort ?? ABORT)) return false;
  const [failed, all] = [counts.failed, counts.success + counts.failed];
  const why: Label = [`${all} 台里失败 ${failed} 台，已熔断`, `Aborted: ${failed} of ${all} devices failed`];
  await end(context, task, { state: 'aborted', move: 'failures', why });
  await tell(context, task, ['升级任务已熔断', 'An upgrade task was aborted'], why);
  return true;
}

/** Complete a static task without open upgrades. Return whether it is complete. */
async function completed(context: Context, task: Task, states: States): Promise<boolean> {
  const last = wavesOf(task.batches).length;
  if (task.upgradeMode === 'dynamic' || (task.wave ?? 1) < last || openCount(states, last) > 0) return false;
  const isTried = states.length > 0 && states.every(({ state }) => state === 'success');
  await end(context, task, { state: 'completed', move: 'finished', why: ['已完成', 'Finished'] }, isTried);
  return true;
}

/** Apply the gates: pause the task, or begin its next batch. Return the task as it goes on; null: it has paused. */
async function gated(context: Context, task: Task, states: States, troubles: TroubleComparison): Promise<Task | null> {
  if (task.passedWave === task.wave) return task;
  const closed = closedGatesOf(context, task, { states, troubles });
  const names = closed.map(({ gate }) => gate);
  const stop = closed.find(({ gate }) => gate === 'alarms' || (gate === 'success' && !names.includes('finished')));
  if (stop) {
    await pause(context, task, stop.words);
    return null;
  }
  if (closed.length > 0 || (task.wave ?? 1) >= wavesOf(task.batches).length) return task;
  return context.change(upgradeTask, task.id, { wave: (task.wave ?? 1) + 1, waveSince: context.now() });
}

/** Add devices that match a dynamic task since it began. They join its last batch, once all gates are open. */
async function join(context: Context, task: Task, of: Firmware): Promise<void> {
  await lockUpgrades(context, of);
  const targets = await matchingDevices(context, task);
  const fresh = targets.filter(({ modules }) => modules[of.moduleCode] !== of.firmwareVersion);
  if (fresh.length > 0) await addRuns(context, { task, of, wave: task.wave ?? 1 }, fresh);
}

/**
 * Take one step of a running task: end it, pause it, begin its next batch, or choose the devices that are notified.
 * Return the notices to send after the commit.
 */
export async function stepTask(context: Context, id: string, stepping: Stepping): Promise<readonly UpgradeNotice[]> {
  const [before] = await context.find(upgradeTask, { id }, { first: 1 });
  if (before?.taskStatus !== 'running') return [];
  if (before.isTrial) await context.lockRows(firmware, [before.firmwareId]);
  const [task] = await context.lockRows(upgradeTask, [id]);
  if (task?.taskStatus !== 'running') return [];
  const of = await context.get(firmware, task.firmwareId);
  const states = await countStates(context, task);
  await writeCounts(context, task, states);
  if ((await ended(context, task, of, states)) || (await completed(context, task, states))) return [];
  if (!of.fileId || !(await context.storedFile(of.fileId))) {
    await pause(context, task, ['读不到固件文件', 'The file of the firmware cannot be read']);
    return [];
  }
  return goOn(context, { task, of, states }, stepping);
}

/** Apply the gates of a task that goes on, add new devices, and choose those that are notified. */
async function goOn(
  context: Context,
  { task, of, states }: { readonly task: Task; readonly of: Firmware; readonly states: States },
  stepping: Stepping,
): Promise<readonly UpgradeNotice[]> {
  const isThorough = stepping.isThorough(task.id);
  const isUpgraded = states.some(({ state }) => state === 'success');
  const troubles = isThorough && isUpgraded ? await compareTroubles(context, task) : NO_TROUBLES;
  const next = await gated(context, task, states, troubles);
  if (!next) return [];
  const isLast = (next.wave ?? 1) >= wavesOf(next.batches).length;
  if (next.upgradeMode === 'dynamic' && isLast && isThorough) await join(context, next, of);
  return dispatch(context, { app: stepping.app, port: stepping.port, asking: stepping.asking, task: next, of });
}
