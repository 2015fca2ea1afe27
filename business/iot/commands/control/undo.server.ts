import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { type Context, behaviour, implement } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { contentProblem, riskOfContent } from '../content/command-content.rules.ts';
import { isReported } from '../content/content-value.rules.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { type IssuedCommand, WAITING_STATES } from '../dispatch/command-states.rules.ts';
import { commandText } from '../dispatch/command-words.rules.ts';
import { assertMaySend, assertDeviceReachable } from '../may-send.server.ts';
import { newCommands } from '../new-commands.server.ts';
import { cancelCommand, undoCommand } from './control.calls.ts';
import { stateOf, waitForResult } from './wait-for-result.server.ts';

/** Time within which the effect of a command may be undone. */
export const UNDO_HOURS = 24;

/** Cancel a command that was not sent yet. */
async function cancel(
  { id }: CallInputOf<typeof cancelCommand>,
  context: Context,
): Promise<CallAnswer<typeof cancelCommand>> {
  await context.visible(deviceCommand, { button: 'cancel' }).all([id]);
  const changed = await context.touch(
    deviceCommand,
    [{ id, execStatus: 'canceled', reason: commandText('canceled'), dueTime: null }],
    { where: { execStatus: WAITING_STATES } },
  );
  if (changed.length === 0) throw refuse.commandEnded();
  return { id, execStatus: 'canceled' };
}

/** Return the current values of devices since their present homes got them. */
export async function currentValuesOf(
  { sql, tenantId }: Pick<Context, 'sql' | 'tenantId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const rows = await sql.query<{ id: string; data: Record<string, unknown> }>(
    `select l.device_id::text as id, l.data from iot_device_latest l join iot_device d on d.tenant_id = l.tenant_id and d.id = l.device_id
     where l.tenant_id = $1 and l.device_id = any($2::bigint[]) and (d.owned_since is null or l.ts >= d.owned_since)`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Do the values that a command has set still hold? Then no one has changed them since. */
export const isUnchanged = (
  { content }: Pick<IssuedCommand, 'content'>,
  current: Readonly<Record<string, unknown>>,
): boolean => Object.entries(content.set ?? {}).every(([name, value]) => isReported({}, current[name], value));

/** Set the values of a device to those from before a command. */
async function undo(asked: CallInputOf<typeof undoCommand>, context: Context): Promise<CallAnswer<typeof undoCommand>> {
  await context.visible(deviceCommand, { button: 'undo' }).all([asked.id]);
  const [command] = await context.lockRows(deviceCommand, [asked.id]);
  const { before, commandTime, deviceId } = command;
  if (!before || command.execStatus !== 'success' || command.undoneBy) throw refuse.undoNothing();
  if (addMinutes(String(commandTime), UNDO_HOURS * 60) < context.now()) throw refuse.undoTooLate({ hours: UNDO_HOURS });
  const [row] = await context.visible(device).all([deviceId]);
  const attributes = await riskyAttributes(context, row.modelId, row.modelVersion);
  const content = { set: before };
  const problem = contentProblem(attributes, content);
  if (problem) throw refuse.contentMalformed({ zh: problem[0], en: problem[1] });
  const riskLevel = riskOfContent(attributes, content);
  const isOverride = await assertMaySend(context, row, { riskLevel, isOverride: asked.override === true });
  assertDeviceReachable(row);
  const current = (await currentValuesOf(context, [deviceId])).get(deviceId) ?? {};
  if (!isUnchanged(command, current)) throw refuse.undoChanged();
  const [made] = await newCommands(context, [row], {
    content,
    attributes,
    riskLevel,
    source: 'undo',
    isOverride,
    reason: context.givenReason,
  });
  await context.touch(deviceCommand, [{ id: command.id, undoneBy: made.id }]);
  return stateOf(made);
}

export default behaviour<typeof deviceCommand>(deviceCommand, {
  calls: [implement(cancelCommand, { write: cancel }), implement(undoCommand, { write: undo, after: waitForResult })],
});
