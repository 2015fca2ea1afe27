import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, implement, type OwnCall, type Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { replaceDevice } from '../binding/replace.server.ts';
import { bindDevice } from '../binding/bind.server.ts';
import { unbindDevices } from '../binding/unbind.server.ts';
import { writeCameras } from '../members/cameras/set-cameras.server.ts';
import { refuse } from '../refusals.ts';
import { detach } from './detach.server.ts';
import { appView, devicesByRoom } from './home-devices.server.ts';
import {
  appDevices,
  bindByMac,
  detachAccount,
  detachAccountByGet,
  homeDevices,
  moveHome,
  readHomeNow,
  readHomeMonth,
  readHomeValues,
  removeHomeDevices,
  saveHomeDevice,
  setCameras,
  unbindDevice,
} from './household.calls.ts';
import { household } from './household.paper.ts';
import { homeNow } from './home-now.server.ts';
import { homeMonth } from './home-month.server.ts';
import { homeValues } from './home-values.server.ts';
import { moveTo } from './move-home.server.ts';
import { wallCall } from '../wall/wall.server.ts';

type Bound = CallAnswer<typeof bindByMac>;

const boundDevice = (row: Row<typeof device>): Bound => ({
  id: row.id,
  householdId: row.householdId ?? '',
  deviceName: row.deviceName,
});

/** Return the id of a home by its id or its id in the app; `0` if unknown. */
async function homeNamed({ householdId, appguid }: CallInputOf<typeof appDevices>, reading: Reading): Promise<string> {
  if (householdId) return householdId;
  const [row] = appguid ? await reading.visible(household, { match: { appguid } }).rows({ first: 1 }) : [];
  return row?.id ?? '0';
}

/** Save a device of a home entered by hand. A new one is registered if its model is sent, and bound to the home. */
async function saveByHand(input: CallInputOf<typeof saveHomeDevice>, context: Context): Promise<Bound> {
  const { householdId, mac, name, roomId, thingModelId, serialNumber } = input;
  await context.visible(household, { button: 'bind' }).all([householdId]);
  if (input.id) {
    await context.assertRight(device, 'edit', [input.id]);
    const [row] = await context.visible(device).all([input.id]);
    if (row.householdId !== householdId || !row.mac) throw refuse.deviceNotHere();
    return boundDevice(await bindDevice(context, { householdId, mac: row.mac, roomId, name, serialNumber }));
  }
  if (!mac) throw refuse.macUnknown();
  const [known] = await context.find(device, { mac }, { first: 1 });
  if (!known && thingModelId) {
    await context.assertRight(device, 'add');
    await context.create(device, { deviceKey: mac, mac, modelId: thingModelId, deviceName: name || mac, serialNumber });
  }
  return boundDevice(await bindDevice(context, { householdId, mac, roomId, name, serialNumber }));
}

/** Return devices to unbind. Refuse those that the caller may not see, or whose home the caller may not unbind from. */
async function boundNamed(context: Context, ids: readonly string[]): Promise<Row<typeof device>[]> {
  const rows = await context.visible(device).all(ids);
  const homes = [...new Set(rows.flatMap((row) => row.householdId ?? []))];
  if (homes.length) await context.visible(household, { button: 'unbind' }).all(homes);
  return rows;
}

/** Calls of households beyond the standard ones. */
export const householdCalls: readonly OwnCall[] = [
  wallCall,
  implement(homeDevices, { read: ({ householdId }, reading) => devicesByRoom(reading, householdId) }),
  implement(readHomeNow, { read: homeNow }),
  implement(readHomeMonth, { read: ({ id }, reading) => homeMonth(reading, id) }),
  implement(readHomeValues, { read: ({ id }, reading) => homeValues(reading, id) }),
  implement(appDevices, {
    read: async (asked, reading) => appView(await devicesByRoom(reading, await homeNamed(asked, reading))),
  }),
  implement(bindByMac, {
    async write(binding, context) {
      await context.visible(household, { button: 'bind' }).all([binding.householdId]);
      if (!binding.replacesId) return boundDevice(await bindDevice(context, binding));
      return boundDevice(await replaceDevice(context, { ...binding, replacesId: binding.replacesId }));
    },
  }),
  implement(saveHomeDevice, { write: saveByHand }),
  implement(unbindDevice, {
    async write({ ids, reason }, context) {
      await unbindDevices(context, await boundNamed(context, ids), { reason });
      return {};
    },
  }),
  implement(removeHomeDevices, {
    async write({ ids, reason }, context) {
      const rows = await boundNamed(context, ids);
      await context.assertRight(device, 'delete', ids);
      await unbindDevices(context, rows, { reason });
      for (const row of rows) await context.remove(device, row.id);
      return {};
    },
  }),
  implement(moveHome, { write: moveTo }),
  implement(setCameras, { write: writeCameras }),
  implement(detachAccount, { write: detach }),
  implement(detachAccountByGet, { write: detach }),
];
