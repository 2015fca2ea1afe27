import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { Context } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { riskOfContent } from '../content/command-content.rules.ts';
import { UNDO_HOURS, currentValuesOf, isUnchanged } from '../control/undo.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import type { IssuedCommand } from '../dispatch/command-states.rules.ts';
import { newCommands } from '../new-commands.server.ts';
import { instructionTask } from './instruction-task.paper.ts';
import type { undoTask } from './task.calls.ts';

const MAX_UNDONE = 5000;

/** Return the commands of a task that changed values within a day and were not undone. */
const undoable = async (context: Context, taskId: string): Promise<IssuedCommand[]> =>
  (await context.find(deviceCommand, { taskId, execStatus: 'success' }, { limit: MAX_UNDONE })).filter(
    ({ before, undoneBy, sentTime }) =>
      before && !undoneBy && addMinutes(String(sentTime), UNDO_HOURS * 60) >= context.now(),
  );

/** Restore the values from before a task on each device that is online and whose values have not changed since. */
export async function undoOfTask(
  { id }: CallInputOf<typeof undoTask>,
  context: Context,
): Promise<CallAnswer<typeof undoTask>> {
  const [task] = await context.visible(instructionTask, { button: 'send' }).all([id]);
  const commands = await context.lockRows(
    deviceCommand,
    (await undoable(context, id)).map((one) => one.id),
  );
  if (commands.length === 0) throw refuse.undoNothing();
  const ids = commands.map(({ deviceId }) => deviceId);
  const devices = new Map((await context.find(device, { id: ids }, { limit: MAX_UNDONE })).map((row) => [row.id, row]));
  const current = await currentValuesOf(context, ids);
  const attributes = await riskyAttributes(context, String(task.modelId));
  const counts = { undone: 0, changed: 0, away: 0 };
  for (const command of commands) {
    const row = devices.get(command.deviceId);
    const content = { set: command.before ?? {} };
    if (riskOfContent(attributes, content) === 'high') throw refuse.highRisk();
    if (!row || row.onlineStatus !== 'online') counts.away += 1;
    else if (!isUnchanged(command, current.get(command.deviceId) ?? {})) counts.changed += 1;
    else {
      const [made] = await newCommands(context, [row], {
        content,
        attributes,
        riskLevel: 'low',
        source: 'undo',
        reason: context.givenReason,
      });
      await context.touch(deviceCommand, [{ id: command.id, undoneBy: made.id }]);
      counts.undone += 1;
    }
  }
  return counts;
}
