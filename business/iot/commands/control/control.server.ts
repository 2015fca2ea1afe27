import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context, OwnCall, Reading } from '#kernel/server';
import { implement } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { seenDevice } from '../../values/current.server.ts';
import { type CommandContent, contentProblem, riskOfContent } from '../content/command-content.rules.ts';
import { riskyAttributes, sendableOf } from '../content/risky-attributes.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { assertMaySend, assertDeviceReachable } from '../may-send.server.ts';
import { newCommands } from '../new-commands.server.ts';
import { commandLog, controlDevice, kickDevice, sendables } from './control.calls.ts';
import { stateOf, waitForResult } from './wait-for-result.server.ts';

type Control = CallInputOf<typeof controlDevice>;

/** Return the content that a call describes by its parts. */
const contentOf = ({ set, service, params }: Pick<Control, 'set' | 'service' | 'params'>): CommandContent => ({
  ...(set && { set }),
  ...(service && { service, params: params ?? {} }),
});

/** Create a command to one device, after all checks of the caller, the device and the content. */
async function control(asked: Control, context: Context): Promise<CallAnswer<typeof controlDevice>> {
  const [row] = await context.visible(device).all([asked.deviceId]);
  const attributes = await riskyAttributes(context, row.modelId, row.modelVersion);
  const content = contentOf(asked);
  const problem = contentProblem(attributes, content);
  if (problem) throw refuse.contentMalformed({ zh: problem[0], en: problem[1] });
  const riskLevel = riskOfContent(attributes, content);
  const isOverride = await assertMaySend(context, row, { riskLevel, isOverride: asked.override === true });
  assertDeviceReachable(row);
  const [command] = await newCommands(context, [row], {
    content,
    attributes,
    riskLevel,
    source: 'control',
    isOverride,
    reason: context.givenReason,
  });
  return stateOf(command);
}

const readLog = async (
  { deviceId, current, size }: CallInputOf<typeof commandLog>,
  reading: Reading,
): Promise<CallAnswer<typeof commandLog>> => {
  await seenDevice(reading, deviceId);
  return reading.visible(deviceCommand).page({ deviceId, current: String(current), size: String(size) });
};

/** Return the properties of a device that can be set, and its services, in the order of its model. */
async function readSendables(
  { deviceId }: CallInputOf<typeof sendables>,
  reading: Reading,
): Promise<CallAnswer<typeof sendables>> {
  const { modelId, modelVersion } = await seenDevice(reading, deviceId);
  const attributes = await riskyAttributes(reading, modelId, modelVersion);
  return attributes
    .filter(({ attrType, accessMode }) => attrType === 'service' || accessMode === 'rw' || accessMode === 'w')
    .map(sendableOf);
}

/** Note in the history of a device that its connection is closed. The gateway hears the change, and closes it. */
async function kick({ id }: CallInputOf<typeof kickDevice>, context: Context): Promise<CallAnswer<typeof kickDevice>> {
  const [row] = await context.visible(device, { button: 'kick' }).all([id]);
  await context.note(device, row.id, 'kick', ['断开连接', 'Closed the connection']);
  return { id: row.id };
}

/** Calls about commands and connections, whose address is that of devices. */
export const controlCalls: readonly OwnCall[] = [
  implement(controlDevice, { write: control, after: waitForResult }),
  implement(commandLog, { read: readLog }),
  implement(sendables, { read: readSendables }),
  implement(kickDevice, { write: kick }),
];
