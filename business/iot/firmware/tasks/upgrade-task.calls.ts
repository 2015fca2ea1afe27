import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

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
      failed: anyNumber,
      succeeded: anyNumber,
      ofFailed: anyNumber,
      ofSucceeded: anyNumber,
    }),
  ),
});

/** Prepare tasks that bring the devices of a task back to their versions before it, one task a version. */
export const wayBack = call(upgradeTask, 'way-back', {
  method: 'POST',
  needs: 'wayBack',
  title: ['退回原版本', 'Back to the version before'],
  body: { id: id(upgradeTask.title, { required: true }) },
  answer: record({
    tasks: list(record({ id: anyText, taskNo: anyText, version: anyText, devices: anyNumber })),
    /** Earlier versions without released firmware. */ missing: list(anyText),
  }),
});
