import { masked } from '#kernel/fields/mask.ts';
import type { Row } from '#kernel/language/paper.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { holdCustomers, holdHomes } from '../households/hold-homes.server.ts';
import { household } from '../households/household.paper.ts';
import { settleHome } from '../households/settle.server.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';
import { refuse } from '../refusals.ts';
import { isMain, mainTypeOf, veiledName } from './bind.rules.ts';
import { unbindDevices } from './unbind.server.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

type Device = Row<typeof device>;
type Home = Row<typeof household>;

/** Request to bind a device to a home, with its room and name there. */
export interface DeviceBinding {
  readonly householdId: string;
  readonly mac: string;
  readonly serialNumber?: string | null;
  readonly roomId?: string | null;
  readonly name?: string | null;
}

/**
 * Return the device with this MAC. If it is only in the pool of announced devices, register it with the model that it
 * announced.
 */
async function registered(context: Context, { mac, serialNumber, name }: DeviceBinding): Promise<Device> {
  const [known] = await context.find(device, { mac }, { first: 1 });
  if (known) return known;
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  if (!waiting) throw refuse.macUnknown();
  if (!waiting.thingModelId) throw refuse.modelUnknown();
  return context.create(device, {
    deviceKey: mac,
    mac,
    modelId: waiting.thingModelId,
    deviceName: name || waiting.modelText || mac,
    serialNumber: serialNumber ?? waiting.serialNumber,
    firmwareVersion: waiting.firmwareVersion,
  });
}

/**
 * Unbind the device from the home in which it is now. This needs the right `rebind` and a reason; otherwise refuse,
 * with the owner's name and phone masked.
 */
async function leaveOther(context: Context, of: Device): Promise<void> {
  const [owner] = await context.find(household, { id: of.householdId }, { first: 1 });
  const veiled = owner ? `${veiledName(owner.name)}, ${masked(owner.phone ?? '', 'phone')}` : '****';
  const refusal = refuse.boundElsewhere({ owner: veiled }, { data: { field: 'mac', reason: 'bound' } });
  if (!context.may(buttonOf(household, 'rebind')) || !context.givenReason) throw refusal;
  await unbindDevices(context, [of], { reason: context.givenReason });
}

/** Refuse a room that is not at the address of the home. */
async function assertRoom(context: Context, roomId: string | null | undefined, home: Home): Promise<void> {
  if (!roomId) return;
  const [room] = await context.find(homeRoom, { id: roomId }, { first: 1 });
  if (room?.roomAddressId !== home.roomAddressId) throw refuse.roomElsewhere();
}

/** Link the customer's machine that has the same MAC or serial number to this device. */
async function attachEquipment(context: Context, home: Home, of: Device): Promise<void> {
  if (!home.customerId || !(of.mac || of.serialNumber)) return;
  const [machine] = await context.sql.query<{ id: string }>(
    `select id::text as id from ${equipmentFacts} where tenant_id = $1 and customer_id = $2 and is_deleted = 0
       and (upper(translate(mac, ':-. ', '')) = $3 or serial_no = $4) and instance_id is distinct from $5 order by id limit 1`,
    [context.tenantId, home.customerId, of.mac, of.serialNumber, of.id],
  );
  if (machine) await context.change(equipment, machine.id, { instanceId: of.id });
}

/** Record this device as the main device of the home, if the home has none. */
async function nameMain(context: Context, home: Home, of: Device): Promise<void> {
  if (home.mainMac || !isMain(of.nodeType) || !of.mac) return;
  const model = await context.get(thingModel, of.modelId);
  await context.change(household, home.id, {
    mainMac: of.mac,
    mainMacType: (of.mainMacType ?? mainTypeOf(model.category)) as Home['mainMacType'],
  });
}

/**
 * Lock both homes, their customers and the device, in this order. The device is read afterwards, because a concurrent
 * call may have moved it.
 */
async function held(context: Context, binding: DeviceBinding): Promise<{ readonly home: Home; readonly row: Device }> {
  const { householdId, mac } = binding;
  const [before] = await context.find(device, { mac }, { first: 1 });
  const homes = await holdHomes(context, [householdId, before?.householdId ?? null]);
  await holdCustomers(context, homes);
  const home = homes.find((one) => one.id === householdId);
  if (!home || !['pending', 'active'].includes(home.householdStatus ?? '')) throw refuse.homeClosed();
  await assertRoom(context, binding.roomId, home);
  await context.lock(`device mac ${mac}`);
  const [row] = await context.lockRows(device, [(await registered(context, binding)).id]);
  if (['disabled', 'retired'].includes(row.instanceStatus ?? '')) throw refuse.deviceClosed();
  return { home, row };
}

/** Bind a device to a home. Of concurrent calls for one device only one binds it; the others see it bound. */
export async function bindDevice(context: Context, binding: DeviceBinding): Promise<Device> {
  const { home, row } = await held(context, binding);
  if (!row.householdId || row.householdId === home.id) return place(context, home, row, binding);
  await leaveOther(context, row);
  return place(context, home, await context.get(device, row.id), binding);
}

async function place(context: Context, home: Home, before: Device, binding: DeviceBinding): Promise<Device> {
  const isNew = before.householdId !== home.id;
  const model = await context.get(thingModel, before.modelId);
  const parents = before.parentId ? await context.find(device, { id: before.parentId }, { first: 1 }) : [];
  const row = await context.change(device, before.id, {
    householdId: home.id,
    roomAddressId: home.roomAddressId,
    ...(binding.roomId !== undefined && { roomId: binding.roomId }),
    ...(binding.name && { deviceName: binding.name }),
    ...(binding.serialNumber && { serialNumber: binding.serialNumber }),
    ...(isNew && { ownedSince: context.now(), modelVersion: model.publishedVersion }),
    ...(parents[0]?.householdId !== home.id && before.parentId && { parentId: null }),
  });
  if (isNew) {
    const values = { activateTime: row.activateTime ?? context.now() };
    await context.move(device, row.id, 'active', 'activate', values);
    await markPool(context, row, home.id);
    await nameMain(context, home, row);
    await attachEquipment(context, home, row);
    await context.emit('device.bound', { id: row.id, householdId: home.id, mac: row.mac });
    await settleHome(context, home.id);
  }
  return row;
}

async function markPool(context: Context, { mac }: Device, householdId: string): Promise<void> {
  if (!mac) return;
  const [waiting] = await context.find(powerOnDevice, { mac }, { first: 1 });
  if (waiting) await context.move(powerOnDevice, waiting.id, 'bound', 'bind', { householdId });
}
