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
import { isMain, mainTypeOf, veiledName, veiledPhone } from './bind.rules.ts';
import { unbindDevices } from './unbind.server.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

type Device = Row<typeof device>;
type Home = Row<typeof household>;

/** What is bound to a home, and how it is called there. */
export interface DeviceBinding {
  readonly householdId: string;
  readonly mac: string;
  readonly serialNumber?: string | null;
  readonly roomId?: string | null;
  readonly name?: string | null;
}

/** A device that only announced itself is registered by the model that it told. */
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

/** A device of another home moves only by who may, and with a reason; everybody else is told whose it is, veiled. */
async function leaveOther(context: Context, of: Device): Promise<void> {
  const [owner] = await context.find(household, { id: of.householdId }, { first: 1 });
  const told = owner ? `${veiledName(owner.name)}, ${veiledPhone(owner.phone)}` : '****';
  const refusal = refuse.boundElsewhere({ owner: told }, { data: { field: 'mac', reason: 'bound' } });
  if (!context.may(buttonOf(household, 'rebind')) || !context.givenReason) throw refusal;
  await unbindDevices(context, [of], { reason: context.givenReason });
}

/** The room belongs to the address of the home. */
async function assertRoom(context: Context, roomId: string | null | undefined, home: Home): Promise<void> {
  if (!roomId) return;
  const [room] = await context.find(homeRoom, { id: roomId }, { first: 1 });
  if (room?.roomAddressId !== home.roomAddressId) throw refuse.roomElsewhere();
}

/** The machine of the customer that this device is, by MAC or serial number, knows it from now on. */
async function attachEquipment(context: Context, home: Home, of: Device): Promise<void> {
  if (!home.customerId || !(of.mac || of.serialNumber)) return;
  const [machine] = await context.sql.query<{ id: string }>(
    `select id::text as id from ${equipmentFacts} where tenant_id = $1 and customer_id = $2 and is_deleted = 0
       and (upper(translate(mac, ':-. ', '')) = $3 or serial_no = $4) and instance_id is distinct from $5 order by id limit 1`,
    [context.tenantId, home.customerId, of.mac, of.serialNumber, of.id],
  );
  if (machine) await context.change(equipment, machine.id, { instanceId: of.id });
}

/** The first main device of a home is the one by which it is known. */
async function nameMain(context: Context, home: Home, of: Device): Promise<void> {
  if (home.mainMac || !isMain(of.nodeType) || !of.mac) return;
  const model = await context.get(thingModel, of.modelId);
  await context.change(household, home.id, {
    mainMac: of.mac,
    mainMacType: (of.mainMacType ?? mainTypeOf(model.category)) as Home['mainMacType'],
  });
}

/** Holds the home with the one that the device stands in, their customers, and the device, in this order; whoever came first has moved it by then. */
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

/** Binds a registered or powered-on device to a home: exactly one of many who try at once. */
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
