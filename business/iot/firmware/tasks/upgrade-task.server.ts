import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { compareTroubles, countStates, closedGatesOf, writeCounts } from '../engine/batch-facts.server.ts';
import { isExponential } from '../engine/rollout.rules.ts';
import { conditionProblem } from '../engine/safe-when.rules.ts';
import { areWindows } from '../engine/window.rules.ts';
import { firmware } from '../library/firmware.paper.ts';
import { refuse } from '../refusals.ts';
import { beginTask } from './begin-task.server.ts';
import { distribution, sharedByFailures } from './distribution.server.ts';
import { areBatches, wavesOf } from './membership.rules.ts';
import { recallRuns } from './recall.server.ts';
import { retry } from './retry.server.ts';
import { lookAtUpgrade } from '../targets/look.server.ts';
import { upgradeProgressOf } from './progress.server.ts';
import {
  failureGroups,
  lookUpgrade,
  retryRuns,
  upgradeProgress,
  versionDistribution,
  wayBack,
} from './upgrade-task.calls.ts';
import { upgradeTask } from './upgrade-task.paper.ts';
import { prepareWayBack, returnDevices } from './way-back.server.ts';

type Task = Row<typeof upgradeTask>;

const PASS_GATE = 'iot_upgrade_task_passGate';

/** The field that holds the scope of a task, by the type of the scope. */
const SCOPES: Readonly<Record<string, 'deviceIds' | 'tag' | 'areaCode' | 'householdIds' | 'percent'>> = {
  device: 'deviceIds',
  tag: 'tag',
  area: 'areaCode',
  household: 'householdIds',
  percent: 'percent',
};

const isEmptyScope = (scope: unknown): boolean =>
  scope === null || scope === undefined || scope === '' || (Array.isArray(scope) && scope.length === 0);

function assertScope(task: Task): void {
  const field = SCOPES[task.scopeType];
  if (field && isEmptyScope(task[field])) {
    const [zh, en] = upgradeTask.fields[field].label;
    throw refuse.upgradeScopeEmpty({ field: [zh, en] });
  }
}

function assertShape(task: Task): void {
  assertScope(task);
  if (task.batches?.length && !areBatches(task.batches)) throw refuse.upgradeBatches();
  if (task.exponential && !isExponential(task.exponential)) throw refuse.upgradeExponential();
  if (task.windows?.length && !areWindows(task.windows)) throw refuse.upgradeWindow();
  const why = conditionProblem(task.safeWhen);
  if (why) throw refuse.upgradeCondition({ why });
}

/** Refuse devices that the author cannot see, or of another model than the firmware. */
async function assertTargets(context: Context, task: Task): Promise<void> {
  if (task.scopeType !== 'device' || !task.deviceIds?.length) return;
  const of = await context.get(firmware, task.firmwareId);
  const devices = await context.visible(device).all(task.deviceIds);
  if (devices.some(({ modelId }) => modelId !== of.modelId)) throw refuse.verifyElsewhere();
}

/** Lock the firmware of trials before their tasks: the end of a trial changes both. */
async function lockTrialled(context: Context, ids: readonly string[]): Promise<void> {
  const tasks = await context.find(upgradeTask, { id: [...ids] });
  const trials = tasks.filter(({ isTrial }) => isTrial).map(({ firmwareId }) => firmwareId);
  if (trials.length) await context.lockRows(firmware, [...new Set(trials)]);
}

/** Refuse the next batch while a gate is closed, unless the lead passes it and states why. */
async function assertGates(context: Context, task: Task, note: string | null): Promise<void> {
  if ((task.wave ?? 1) >= wavesOf(task.batches).length) throw refuse.lastBatch();
  const closed = closedGatesOf(context, task, {
    states: await countStates(context, task),
    troubles: await compareTroubles(context, task),
  });
  if (closed.length === 0) return;
  const refusal = refuse.gateClosed(
    { gates: closed.map(({ words }) => words) },
    { data: { gates: closed.map(({ gate }) => gate) } },
  );
  if (!note) throw refusal;
  context.need(PASS_GATE, refusal);
}

export default behaviour<typeof upgradeTask>(upgradeTask, {
  async saving(context, { before, values, byHand }) {
    if (!byHand) return;
    const task = { ...before, ...values } as Task;
    assertShape(task);
    await assertTargets(context, task);
  },
  releases: ['upgradeRun.taskId', 'firmware.verifyTaskId', 'upgradeTask.backOfId'],
  first: { cancel: lockTrialled },
  actions: {
    run: (context, row) =>
      row.scheduleTime && row.scheduleTime > context.now()
        ? Promise.resolve({ taskStatus: 'scheduled' as const })
        : beginTask(context, row),
    runNow: beginTask,
    pause: () => Promise.resolve({ pauseReason: null }),
    // A lead who states a reason lets the present batch go on although its gates are closed.
    resume: (context, row) =>
      Promise.resolve({
        pauseReason: null,
        ...(context.givenReason && context.may(PASS_GATE) && { passedWave: row.wave }),
      }),
    async nextBatch(context, row, { note }) {
      await assertGates(context, row, note);
      return { wave: (row.wave ?? 1) + 1, waveSince: context.now(), pauseReason: null };
    },
    async cancel(context, row) {
      await recallRuns(context, row.id, ['任务已取消', 'The task was cancelled']);
      await writeCounts(context, row, await countStates(context, row));
      if (row.isTrial) await context.move(firmware, row.firmwareId, 'verify_failed', 'tried');
      return { endTime: context.now() };
    },
  },
  calls: [
    implement(retryRuns, { write: async ({ ids }, context) => ({ retried: await retry(context, ids) }) }),
    implement(lookUpgrade, { read: lookAtUpgrade }),
    implement(upgradeProgress, { read: ({ id }, reading) => upgradeProgressOf(reading, id) }),
    implement(versionDistribution, { read: ({ modelId }, reading) => distribution(reading, modelId) }),
    implement(failureGroups, {
      read: async ({ id }, reading) => {
        await reading.visible(upgradeTask).all([id]);
        return sharedByFailures(reading, id);
      },
    }),
    implement(wayBack, {
      write: async ({ id, begin }, context) => {
        const [task] = await context.visible(upgradeTask, { button: 'wayBack' }).all([id]);
        return begin
          ? returnDevices(context, task.id)
          : prepareWayBack(context, await context.get(upgradeTask, task.id));
      },
    }),
  ],
});
