import { mustHave } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { machineHistory } from '#business/customers/equipment/machine-ties.server.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { dayOf } from '#kernel/language/days.ts';
import { completionEquipment } from './completion-equipment.paper.ts';
import type { completion } from './completion.paper.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

type Completion = Row<typeof completion>;
type Line = Row<typeof completionEquipment>;
type Machine = Row<typeof equipment>;

/**
 * Replace a machine by a new one with the same place and parts. The old machine remains with its history. If the line
 * already has a new machine, only correct its serial number.
 */
async function replace(context: Context, of: Completion, line: Line, old: Machine): Promise<void> {
  if (line.newEquipmentId) {
    await context.change(equipment, line.newEquipmentId, { serialNo: line.replacedBySerial }, of.completionNo);
    return;
  }
  const {
    registerMainId,
    customerId,
    equipmentName,
    equipmentCategory,
    systemType,
    manufacturerId,
    model,
    fangjianType,
    installPosition,
    parentId,
  } = old;
  const made = await context.create(equipment, {
    registerMainId,
    customerId,
    equipmentName,
    equipmentCategory,
    systemType,
    manufacturerId,
    model,
    fangjianType,
    installPosition,
    parentId,
    serialNo: line.replacedBySerial,
    // The connected device now belongs to the new machine.
    instanceId: old.instanceId,
    installDate: dayOf(of.endTime),
    equipmentStatus: line.equipmentStatus && line.equipmentStatus !== 'replaced' ? line.equipmentStatus : 'normal',
  });
  for (const part of await context.find(equipment, { parentId: old.id }, { limit: 500 }))
    await context.change(equipment, part.id, { parentId: made.id }, of.completionNo);
  await context.change(
    equipment,
    old.id,
    { equipmentStatus: 'replaced', parentId: null, replacedById: made.id, instanceId: null },
    of.completionNo,
  );
  await context.change(completionEquipment, line.id, { newEquipmentId: made.id });
}

/** Is a machine in the history of another room, such as a reminder of its warranty? */
async function isHistory(context: Context, equipmentId: string): Promise<boolean> {
  for (const { sql } of context.contributions(machineHistory)) {
    const [found] = await context.sql.query(`select 1 from (${sql}) history limit 1`, [context.tenantId, equipmentId]);
    if (found) return true;
  }
  return false;
}

/**
 * Remove a machine that was never installed. One that is part of a history stays as a removed one, and its serial number
 * becomes free.
 */
async function leave(context: Context, of: Completion, equipmentId: string): Promise<void> {
  if (await isHistory(context, equipmentId))
    await context.change(equipment, equipmentId, { equipmentStatus: 'removed', serialNo: null }, of.completionNo);
  else await context.remove(equipment, equipmentId);
}

/** Undo a replacement, because the corrected completion no longer contains it. */
async function putBack(context: Context, of: Completion, line: Line): Promise<void> {
  await context.change(completionEquipment, line.id, { newEquipmentId: null });
  const { newEquipmentId, equipmentId } = mustHave(line, 'newEquipmentId', 'equipmentId');
  const { instanceId } = await context.get(equipment, newEquipmentId);
  const old = await context.get(equipment, equipmentId);
  const returned = { replacedById: null, instanceId: old.instanceId ?? instanceId };
  await context.change(equipment, newEquipmentId, { instanceId: null }, of.completionNo);
  await context.change(equipment, old.id, returned, of.completionNo);
  await leave(context, of, newEquipmentId);
  await context.change(equipment, equipmentId, { equipmentStatus: line.equipmentStatus ?? 'normal' }, of.completionNo);
}

/** Update the machines of the customer by the lines of a confirmed completion. */
export async function updateMachines(context: Context, of: Completion): Promise<void> {
  const maintained = of.receiptsType === 'maintain' ? { lastMaintainDate: dayOf(of.endTime) } : {};
  const lines = await context.find(completionEquipment, { completionId: of.id }, { limit: 500 });
  for (const line of lines) {
    if (!line.equipmentId) continue;
    if (line.replacedBySerial) {
      await replace(context, of, line, await context.get(equipment, line.equipmentId));
      continue;
    }
    if (line.newEquipmentId) {
      await putBack(context, of, line);
      continue;
    }
    const changed = { ...maintained, ...(line.equipmentStatus && { equipmentStatus: line.equipmentStatus }) };
    if (Object.keys(changed).length) await context.change(equipment, line.equipmentId, changed, of.completionNo);
  }
}

/**
 * Store the customer's number of services and the time of the last service, counted from confirmed completions. In the
 * service file of the home, store the time of the last service there.
 */
export async function recountServices(context: Context, of: Completion): Promise<void> {
  const { registerMainId, customerId } = await orderOf(context, of);
  const [served] = await context.sql.query<{ n: number; last: string | null; lastHere: string | null }>(
    `select count(*)::int as n, left(max(c.end_time)::text, 19) as last, left((max(c.end_time) filter (where r.register_main_id = $3))::text, 19) as "lastHere"
    from ascompletionregistration c join ${registrationFacts} r on r.tenant_id = c.tenant_id and r.id = c.registration_form_id where c.tenant_id = $1 and r.customer_id = $2 and c.is_deleted = 0 and c.complete_status = 'confirmed'`,
    [context.tenantId, customerId, registerMainId],
  );
  await context.change(customer, customerId, { serviceCount: served.n, lastServiceTime: served.last }, of.completionNo);
  await context.change(serviceFile, registerMainId, { lastServiceTime: served.lastHere }, of.completionNo);
}
