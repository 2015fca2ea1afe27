import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import type { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { homesOfFile } from '../../../households/files/home-of-file.server.ts';

type Order = Row<typeof registration>;

type Finding = Pick<Reading, 'find'>;

const MOST = 200;

const homesOf = (rows: readonly { readonly householdId?: string | null }[]): string[] => [
  ...new Set(rows.flatMap((row) => row.householdId ?? [])),
];

/** Return the homes of the alarms that led to an order. */
async function homesOfAlarms(context: Finding, { repairFormId }: Order): Promise<string[]> {
  if (!repairFormId) return [];
  return homesOf([
    ...(await context.find(alarm, { repairFormId }, { limit: MOST })),
    ...(await context.find(alarm, { reworkFormId: repairFormId }, { limit: MOST })),
  ]);
}

/** Return the homes of the devices that are linked to the machines of an order. */
async function homesOfMachines(context: Finding, order: Order): Promise<string[]> {
  const lines = await context.find(registrationEquipment, { registrationFormId: order.id }, { limit: MOST });
  const machines = await context.find(
    equipment,
    { id: lines.flatMap((line) => line.equipmentId ?? []) },
    { limit: MOST },
  );
  return homesOf(await context.find(device, { id: machines.flatMap((one) => one.instanceId ?? []) }, { limit: MOST }));
}

/**
 * Return the homes that a visit is in: those of its order's alarms, else of its machines, else at the address of its
 * service file.
 */
export async function homesOfVisit(context: Finding, of: Row<typeof visit>): Promise<string[]> {
  const [order] = of.registrationFormId
    ? await context.find(registration, { id: of.registrationFormId }, { first: 1 })
    : [];
  if (!order) return [];
  const byAlarm = await homesOfAlarms(context, order);
  if (byAlarm.length > 0) return byAlarm;
  const byMachine = await homesOfMachines(context, order);
  if (byMachine.length > 0) return byMachine;
  return order.registerMainId ? homesOfFile(context, order.registerMainId) : [];
}
