import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { mainCounter } from '#business/iot/records/meters/counters.rules.ts';
import { meterChange } from '#business/iot/records/meters/meter-change.paper.ts';
import { propertiesOf } from '#business/iot/values/current.server.ts';
import { refuse } from '../refusals.ts';
import { type DeviceBinding, bindDevice } from './bind.server.ts';
import { unbindDevices } from './unbind.server.ts';

type Device = Row<typeof device>;

/** Request to replace a device of a home by another one (`replacesId`). */
export interface DeviceReplacement extends DeviceBinding {
  readonly replacesId: string;
  /** Last reading of the old meter; absent: the exchange of the meter is not recorded. */
  readonly oldEnd?: string | null;
  readonly newStart?: string | null;
  readonly photos?: readonly string[] | null;
}

/** Record the readings of both meters, if the old one was sent. Refuse readings for a device without a counter. */
async function recordMeters(
  context: Context,
  { before, after }: { readonly before: Device; readonly after: Device },
  { oldEnd, newStart, photos }: DeviceReplacement,
): Promise<void> {
  const counter = mainCounter(await propertiesOf(context.sql, context.tenantId, after));
  if (!oldEnd) return;
  await context.assertRight(meterChange, 'add');
  if (!counter) throw refuse.replacedWithoutMeter();
  await context.create(meterChange, {
    deviceId: after.id,
    replacedId: before.id,
    identifier: counter.identifier,
    changeTime: context.now(),
    oldEnd,
    newStart: newStart ?? '0',
    changedBy: context.person.id,
    ...(photos && { photos: [...photos] }),
  });
}

/**
 * Bind a device in place of another one of the same home. The old one is unbound; the new one gets its room and name.
 */
export async function replaceDevice(context: Context, input: DeviceReplacement): Promise<Device> {
  const [before] = await context.visible(device).all([input.replacesId]);
  if (before.householdId !== input.householdId) throw refuse.deviceNotHere();
  if (before.mac === input.mac) throw refuse.replacesItself();
  const below = before.nodeType === 'gateway' ? await context.find(device, { parentId: before.id }, { first: 1 }) : [];
  if (below.length > 0) throw refuse.replacesGateway();
  const after = await bindDevice(context, {
    ...input,
    roomId: input.roomId ?? before.roomId,
    name: input.name ?? before.deviceName,
  });
  await unbindDevices(context, [before], { reason: context.givenReason ?? `→ ${after.mac ?? after.deviceKey}` });
  await recordMeters(context, { before, after }, input);
  return after;
}
