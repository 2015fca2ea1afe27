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

/** A device that comes in place of another of the home. */
export interface DeviceReplacement extends DeviceBinding {
  readonly replacesId: string;
  /** What the old meter showed last; absent: it is not recorded. */ readonly oldEnd?: string | null;
  readonly newStart?: string | null;
  readonly photos?: readonly string[] | null;
}

/** Record what the meters showed when one came in place of the other; devices without a counter have none. */
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

/** Bind a device in place of another of the same home: the other leaves, the new one takes its room and its name. */
export async function replaceDevice(context: Context, asked: DeviceReplacement): Promise<Device> {
  const [before] = await context.visible(device).all([asked.replacesId]);
  if (before.householdId !== asked.householdId) throw refuse.deviceNotHere();
  if (before.mac === asked.mac) throw refuse.replacesItself();
  const below = before.nodeType === 'gateway' ? await context.find(device, { parentId: before.id }, { first: 1 }) : [];
  if (below.length > 0) throw refuse.replacesGateway();
  const after = await bindDevice(context, {
    ...asked,
    roomId: asked.roomId ?? before.roomId,
    name: asked.name ?? before.deviceName,
  });
  await unbindDevices(context, [before], { reason: context.givenReason ?? `→ ${after.mac ?? after.deviceKey}` });
  await recordMeters(context, { before, after }, asked);
  return after;
}
