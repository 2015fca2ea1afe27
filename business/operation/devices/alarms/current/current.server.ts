import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { OPEN_REPAIR_STATES } from '#business/intake/repair-form/duplicate.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { household } from '../../../households/household.paper.ts';
import { refuse } from '../../../refusals.ts';
import { factsOfAlarm } from '../diagnosis.server.ts';
import { repairDraftOf } from '../repair-from-alarm.server.ts';
import { type CurrentAlarm, currentAlarms } from './current.calls.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';

type Asked = CallInputOf<typeof currentAlarms>;

const MOST = 50;
const MAX_HOMES = 20;

/**
 * Return the ids of homes: the named one, those of a customer, or those with a phone number. The number is that of the
 * home or of its customer.
 */
async function homesOf({ sql, tenantId }: Reading, { householdId, customerId, phone }: Asked): Promise<string[]> {
  if (householdId) return [householdId];
  const rows = await sql.query<{ id: string }>(
    `select h.id::text as id from op_household h where h.tenant_id = $1 and h.is_deleted = 0 and h.household_status <> 'moved_out'
       and (h.customer_id = $2::bigint or h.phone = $3 or h.customer_id in (
         select c.id from ${customerFacts} c where c.tenant_id = $1 and c.is_deleted = 0 and (c.phone = $3 or c.phone2 = $3))) limit ${MAX_HOMES}`,
    [tenantId, customerId, phone],
  );
  return rows.map((one) => one.id);
}

const ORDER = "array_position(array['critical', 'major', 'minor', 'info'], t.level), t.start_time, t.id";

async function openFormOf(
  reading: Reading,
  row: { deviceId: unknown; fault: unknown },
): Promise<CurrentAlarm['openForm']> {
  const [found] = await reading.sql.query<NonNullable<CurrentAlarm['openForm']>>(
    `select f.id::text as id, f.repair_no as "repairNo", f.repair_status as "repairStatus" from ${alarmFacts} a join ${repairFormFacts} f on f.tenant_id = a.tenant_id and f.id = a.repair_form_id and f.is_deleted = 0
     where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and coalesce(a.trouble_code, a.rule_code) = $3 and f.repair_status = any($4) order by f.id desc limit 1`,
    [reading.tenantId, row.deviceId, row.fault, [...OPEN_REPAIR_STATES]],
  );
  return found ?? null;
}

/** Return the data of a repair request for an alarm; null: none can be created. */
async function previewOf(reading: Reading, id: string): Promise<CurrentAlarm['preview']> {
  const row = await reading.get(alarm, id);
  const facts = await factsOfAlarm(reading, row);
  const [home] = row.householdId ? await reading.find(household, { id: row.householdId }, { first: 1 }) : [];
  if (!facts || !home?.customerId || !reading.may(buttonOf(alarm, 'toRepair'))) return null;
  const draft = await repairDraftOf(reading, row, facts, home.customerId);
  return {
    customerId: home.customerId,
    equipmentId: draft.equipmentId ?? '',
    repairType: draft.repairType ?? '',
    faultCategory: draft.faultCategory ?? '',
    troubleCode: draft.troubleCode ?? '',
    urgency: draft.urgency ?? '',
    description: draft.description,
  };
}

/** Read open alarms, including suppressed ones, that the caller may see. */
export async function readCurrentAlarms(reading: Reading, query: Asked): Promise<CurrentAlarm[]> {
  if (!query.deviceId && !query.householdId && !query.customerId && !query.phone) throw refuse.nobodyNamed();
  const match = query.deviceId ? { deviceId: query.deviceId } : { householdId: await homesOf(reading, query) };
  if (Array.isArray(match.householdId) && match.householdId.length === 0) return [];
  const rows = await reading
    .visible(alarm, { match: { ...match, alarmStatus: ['active', 'confirmed', 'suppressed'] } })
    .rows({ order: ORDER, first: MOST });
  const found: CurrentAlarm[] = [];
  for (const row of rows)
    found.push({
      ...row,
      preview: await previewOf(reading, row.id),
      openForm: await openFormOf(reading, { deviceId: row.deviceId, fault: row.troubleCode || row.ruleCode }),
    });
  return found;
}
