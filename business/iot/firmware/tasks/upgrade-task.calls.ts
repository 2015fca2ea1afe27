import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { upgradeScope } from '../dictionaries.ts';
import { firmware } from '../library/firmware.paper.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import { MAX_NAMED, upgradeTask } from './upgrade-task.paper.ts';

/** Try upgrades again that failed, timed out or were recalled. */
export const retryRuns = call(upgradeTask, 'execution/retry', {
  method: 'POST',
  needs: 'run',
  title: ['重试升级', 'Try upgrades again'],
  body: { ids: refs('upgradeRun', upgradeRun.title, { required: true, max: 500 }) },
  answer: record({ retried: anyNumber }),
});

/** The number of devices of each version, by module. */
export const versionDistribution = call(upgradeTask, 'version-distribution', {
  method: 'GET',
  needs: 'view',
  title: ['固件版本分布', 'Devices by firmware version'],
  query: { modelId: id(thingModel.title) },
  answer: list(
    record({
      modelId: anyText,
      modelName: anyText,
      moduleCode: anyText,
      total: anyNumber,
      /** Versions of this module beyond the listed ones. */ leftOff: anyNumber,
      versions: list(
        record({
          /** Null: the devices have not reported a version. */ version: nullable(anyText),
          count: anyNumber,
          online: anyNumber,
        }),
      ),
    }),
  ),
});

/** Properties that most failed devices of a task share, and few of the others. */
export const failureGroups = call(upgradeTask, 'failure-groups', {
  method: 'GET',
  needs: 'view',
  title: ['失败设备的共同点', 'What failed devices share'],
  query: { id: id(upgradeTask.title, { required: true }) },
  answer: list(
    record({
      /** Such as `fromVersion`, `gatewayId`, or the version of another module. */ property: anyText,
      value: anyText,
      /** The value in words: the name of a gateway, else the value itself. */ name: anyText,
      failed: anyNumber,
      succeeded: anyNumber,
      ofFailed: anyNumber,
      ofSucceeded: anyNumber,
    }),
  ),
});

const shownDevice = record({
  id: anyText,
  deviceName: anyText,
  deviceKey: anyText,
  /** Name of its home; empty: it is in none. */ home: anyText,
  online: anyText,
});

/** Count the devices of a task before it exists: those that would be upgraded, and those left out, with the reason. */
export const lookUpgrade = call(upgradeTask, 'look', {
  method: 'POST',
  needs: 'view',
  title: ['预览升级任务', 'Look before an upgrade task is created'],
  body: {
    firmwareId: id(firmware.title, { required: true }),
    scopeType: dict(upgradeScope, ['升级范围', 'Scope']),
    percent: integer(['灰度比例（%）', 'Share (%)'], { min: '1', max: 100 }),
    deviceIds: refs('device', ['指定设备', 'Named devices'], { max: MAX_NAMED }),
    tag: text(['标签', 'Tag'], { max: 60 }),
    areaCode: text(['区域编码', 'Region code'], { max: 12 }),
    householdIds: refs('household', ['家庭', 'Homes'], { max: 5000 }),
    sourceVersions: text(['待升级版本', 'Versions to upgrade'], { max: 500 }),
    force: flag(['强制', 'Force']),
  },
  answer: record({
    count: anyNumber,
    online: anyNumber,
    /** Devices with an open alarm; a task waits for them by default. */ alarmed: anyNumber,
    leftOut: list(record({ reason: bothLanguages, count: anyNumber })),
    /** Present versions of the devices that would be upgraded; null: not reported. */
    versions: list(record({ version: nullable(anyText), count: anyNumber })),
    samples: list(shownDevice),
  }),
});

const figures = record({ devices: anyNumber, alarms: anyNumber, losses: anyNumber, days: anyNumber });

/** State of a task for its page: batches with counts and gates, failures, and troubles beside those of the control. */
export const upgradeProgress = call(upgradeTask, 'progress', {
  method: 'GET',
  needs: 'view',
  title: ['升级进度', 'Progress of an upgrade task'],
  query: { id: id(upgradeTask.title, { required: true }) },
  answer: record({
    id: anyText,
    status: anyText,
    wave: anyNumber,
    batches: list(
      record({
        wave: anyNumber,
        percent: anyNumber,
        soakMin: anyNumber,
        total: anyNumber,
        states: list(record({ state: anyText, count: anyNumber })),
        gates: list(record({ gate: anyText, state: choice('met', 'unmet', 'waiting'), words: bothLanguages })),
      }),
    ),
    abort: record({
      failPercent: anyNumber,
      /** Ended devices from which failures end the task. */ from: anyNumber,
      ended: anyNumber,
      failed: anyNumber,
    }),
    /** Ends of the present batch in their order, thinned out: devices that have ended, and that have failed, so far. */
    course: list(record({ time: anyText, ended: anyNumber, failed: anyNumber })),
    reasons: list(
      record({
        state: anyText,
        step: nullable(anyNumber),
        words: bothLanguages,
        count: anyNumber,
        /** How many are tried again by themselves. */ again: anyNumber,
      }),
    ),
    troubles: record({
      upgraded: figures,
      control: figures,
      /** The control is the upgraded devices before the task. */ isPast: yesOrNo,
      isWorse: yesOrNo,
    }),
  }),
});

/**
 * Bring the devices of a task back to their versions before it, one task a version. `begin`: end the task and run the
 * new ones at once; without it they are drafts.
 */
export const wayBack = call(upgradeTask, 'way-back', {
  method: 'POST',
  needs: 'wayBack',
  title: ['退回原版本', 'Back to the version before'],
  body: {
    id: id(upgradeTask.title, { required: true }),
    begin: flag(['立即执行', 'Run at once']),
  },
  answer: record({
    tasks: list(record({ id: anyText, taskNo: anyText, version: anyText, devices: anyNumber })),
    /** Earlier versions without released firmware. */ missing: list(anyText),
    /** Devices whose version before is not known. */ unknown: anyNumber,
  }),
});
