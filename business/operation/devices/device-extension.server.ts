import { mac } from '#kernel/fields/mac/mac.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, extension, implement } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { bindDevice } from '../binding/bind.server.ts';
import { holdCustomers, holdHomes } from '../households/hold-homes.server.ts';
import { household } from '../households/household.paper.ts';
import { gatewayCalls } from './commands/gateway-calls.server.ts';
import { settingCalls } from './commands/settings-calls.server.ts';
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

/** Return the entered values of a device, without empty ones. */
const typed = ({ mac: address, serialNumber, name }: Asked) => ({
  ...(address && { mac: address }),
  ...(serialNumber && { serialNumber }),
  ...(name && { deviceName: name }),
});

/** Lock the homes, their customers and the MAC in the fixed order, before the device is written. */
async function holdForHome(context: Context, { id, mac: address }: Asked, householdId: string): Promise<void> {
  const [before] = id ? await context.find(device, { id }, { first: 1 }) : [];
  await holdCustomers(context, await holdHomes(context, [householdId, before?.householdId ?? null]));
  const held = address ?? before?.mac;
  if (held) await context.lock(`device mac ${held}`);
}

/** Create or change a device, and bind it to a home if one is named. */
async function saveByStaff(input: Asked, context: Context): Promise<CallAnswer<typeof saveDeviceByStaff>> {
  const { householdId, thingModelId, roomId } = input;
  await context.assertRight(device, input.id ? 'edit' : 'add', input.id ? [input.id] : []);
  if (householdId) await context.assertRight(household, 'bind', [householdId]);
  if (householdId) await holdForHome(context, input, householdId);
  const parentId = await gatewayOf(context, input.parentMac);
  const body = { ...typed(input), ...(parentId && { parentId }) };
  const row = input.id
    ? await context.resubmit(device, input.id, body)
    : await context.submit(device, { ...body, deviceKey: input.mac, modelId: thingModelId });
  if (householdId && row.mac) await bindDevice(context, { householdId, mac: row.mac, roomId, name: input.name });
  return { id: row.id, deviceKey: row.deviceKey };
}

/** Server extension of devices: lists of main devices and sub-devices, a form for staff, and counts by state. */
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
    ...settingCalls,
    ...gatewayCalls,
    implement(statusDistribution, { read: ({ filters }, reading) => distribute(reading, filters) }),
  ],
});
