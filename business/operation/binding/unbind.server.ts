import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { leaveCommands } from '#business/iot/commands/leave-commands.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { holdCustomers } from '../households/hold-homes.server.ts';
import { household } from '../households/household.paper.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

type Device = Row<typeof device>;

/** Upper bound for the number of devices of a home. */
export const MAX_DEVICES = 1000;

/** Return all devices of a home. */
export const devicesOfHome = (context: Context, householdId: string): Promise<Device[]> =>
  context.find(device, { householdId }, { limit: MAX_DEVICES });

/** Add the sub-devices of gateways to a list of devices. */
async function withChildren(context: Context, rows: readonly Device[]): Promise<Device[]> {
  const gateways = rows.filter((row) => row.nodeType === 'gateway').map((row) => row.id);
  const children = gateways.length ? await context.find(device, { parentId: gateways }, { limit: MAX_DEVICES }) : [];
  const known = new Set(rows.map((row) => row.id));
  return [...rows, ...children.filter((row) => row.householdId && !known.has(row.id))];
}

/** Choose another main device for homes that lost theirs; without another, none. */
async function renameMain(context: Context, homes: readonly string[]): Promise<void> {
  for (const id of homes) {
    const [home] = await context.lockRows(household, [id]);
    if (!home?.mainMac) continue;
    const mains = await context.find(
      device,
      { householdId: id, nodeType: ['gateway', 'direct'] },
      { limit: MAX_DEVICES },
    );
    if (mains.some((one) => one.mac === home.mainMac)) continue;
    await context.change(household, id, { mainMac: mains[0]?.mac ?? null, mainMacType: mains[0]?.mainMacType ?? null });
  }
}

/** Unlink the customers' machines from unbound devices, return the devices to the pool, and emit `device.unbound`. */
async function letGo(context: Context, rows: readonly Device[], reason: string | null): Promise<void> {
  const machines = await context.sql.query<{ id: string }>(
    `select id::text as id from ${equipmentFacts} where tenant_id = $1 and instance_id = any($2::bigint[]) and is_deleted = 0`,
    [context.tenantId, rows.map((row) => row.id)],
  );
  const macs = rows.flatMap((row) => row.mac ?? []);
  const waiting = macs.length ? await context.find(powerOnDevice, { mac: macs }, { limit: MAX_DEVICES }) : [];
  await context.moveAll(
    powerOnDevice,
    waiting.map((row) => row.id),
    'unbound',
    'unbind',
    { householdId: null },
  );
  await context.changeAll(equipment, new Map(machines.map(({ id }) => [id, { instanceId: null }])));
  for (const row of rows)
    await context.emit('device.unbound', { id: row.id, householdId: row.householdId, mac: row.mac, reason });
}

/**
 * Why devices are unbound. `movingOut`: the family moves out, so devices retain address and room, and the caller
 * updates the home.
 */
interface Leaving {
  readonly reason: string | null;
  readonly movingOut?: true;
}

/** Unbind devices from their homes; a gateway takes its sub-devices along. Stored messages remain. */
export async function unbindDevices(
  context: Context,
  named: readonly Device[],
  { reason, movingOut }: Leaving,
): Promise<void> {
  const rows = (await withChildren(context, named)).filter((row) => row.householdId);
  if (!rows.length) return;
  const homes = [...new Set(rows.map((row) => must(row.householdId, 'householdId')))].toSorted();
  await holdCustomers(context, await context.lockRows(household, homes));
  await context.lockRows(
    device,
    rows.map((row) => row.id),
  );
  const gone = { householdId: null, ...(movingOut ? {} : { roomAddressId: null, roomId: null }) };
  await context.changeAll(device, new Map(rows.map((row) => [row.id, gone])));
  await leaveCommands(
    context,
    rows.map((row) => row.id),
    'moved',
  );
  await letGo(context, rows, reason);
  if (!movingOut) await renameMain(context, homes);
}
