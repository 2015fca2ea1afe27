import { mac } from '#kernel/fields/mac/mac.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, extension, implement } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { bindDevice } from '../binding/bind.server.ts';
import { holdCustomers, holdHomes } from '../households/hold-homes.server.ts';
import { household } from '../households/household.paper.ts';
import { refuse } from '../refusals.ts';
import { mainDevices, saveDeviceByStaff, statusDistribution, subDevices } from './device-list.calls.ts';
import { distribute } from './distribution.server.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';

type Asked = CallInputOf<typeof saveDeviceByStaff>;

async function gatewayOf(context: Context, parentMac: string | null): Promise<string | null> {
  if (!parentMac) return null;
  const [found] = await context.find(device, { mac: parentMac }, { first: 1 });
  if (!found) throw refuse.macUnknown();
  return found.id;
}

/** What of a device is typed by hand, without what was left out. */
const typed = ({ mac: address, serialNumber, name }: Asked) => ({
  ...(address && { mac: address }),
  ...(serialNumber && { serialNumber }),
  ...(name && { deviceName: name }),
});

/** Hold the home, its customers and the address of the device, in the one order of locks, before the device is written. */
async function holdForHome(context: Context, { id, mac: address }: Asked, householdId: string): Promise<void> {
  const [before] = id ? await context.find(device, { id }, { first: 1 }) : [];
  await holdCustomers(context, await holdHomes(context, [householdId, before?.householdId ?? null]));
  const held = address ?? before?.mac;
  if (held) await context.lock(`device mac ${held}`);
}

/** Creates or changes a device, and binds it where a home is named. */
async function saveByStaff(asked: Asked, context: Context): Promise<CallAnswer<typeof saveDeviceByStaff>> {
  const { householdId, thingModelId, roomId } = asked;
  await context.assertRight(device, asked.id ? 'edit' : 'add', asked.id ? [asked.id] : []);
  if (householdId) await context.assertRight(household, 'bind', [householdId]);
  if (householdId) await holdForHome(context, asked, householdId);
  const parentId = await gatewayOf(context, asked.parentMac);
  const body = { ...typed(asked), ...(parentId && { parentId }) };
  const row = asked.id
    ? await context.resubmit(device, asked.id, body)
    : await context.submit(device, { ...body, deviceKey: asked.mac, modelId: thingModelId });
  if (householdId && row.mac) await bindDevice(context, { householdId, mac: row.mac, roomId, name: asked.name });
  return { id: row.id, deviceKey: row.deviceKey };
}

/** What homes add to devices: main and sub-devices as lists of their own, saving by staff, and how they are spread. */
export const deviceOfHomes = extension<typeof device>(device, {
  filters: {
    mainMac: {
      reads: mac(['主设备 MAC', 'Main MAC']),
      sql: `t.parent_id in (select p.id from ${deviceFacts} p where p.tenant_id = t.tenant_id and p.mac = $ and p.is_deleted = 0)`,
    },
  },
  calls: [
    implement(mainDevices, {
      page: ({ current, size }, filters) => ({ ...filters, current, size, nodeType: 'gateway,direct' }),
    }),
    implement(subDevices, {
      page: ({ current, size, mainMac }, filters) => ({
        ...filters,
        current,
        size,
        mainMac: mainMac ?? '000000000000',
      }),
    }),
    implement(saveDeviceByStaff, { write: saveByStaff }),
    implement(statusDistribution, { read: ({ filters }, reading) => distribute(reading, filters) }),
  ],
});
