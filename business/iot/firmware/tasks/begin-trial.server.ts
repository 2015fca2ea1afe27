import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { firmware } from '../library/firmware.paper.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

/** Begin the trial of a firmware: a task over the named devices. Return its id. */
export async function beginTrial(context: Context, of: Row<typeof firmware>): Promise<string> {
  const task = await context.create(upgradeTask, {
    taskName: `${of.firmwareName} ${of.firmwareVersion}`.slice(0, 60),
    firmwareId: of.id,
    scopeType: 'device',
    deviceIds: of.verifyDeviceIds,
    isTrial: true,
    waitOnline: true,
  });
  await context.act(upgradeTask, task.id, 'run');
  return task.id;
}
