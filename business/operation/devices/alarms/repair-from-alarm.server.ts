import { isGone } from '#business/customers/equipment/standing.rules.ts';
import { type Label, bilingual } from '#kernel/language/label.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { OPEN_REPAIR_STATES } from '#business/intake/repair-form/duplicate.rules.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { placeOfRequest } from '../../households/files/place-of-request.server.ts';
import { household } from '../../households/household.paper.ts';
import { refuse } from '../../refusals.ts';
import { type AlarmFacts, diagnosisOf, factsOfAlarm } from './diagnosis.server.ts';
import { systemOf, urgencyOfAlarm } from './repair-of-alarm.rules.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';

type Alarm = Row<typeof alarm>;
type Form = Row<typeof repairForm>;

/** The repair request of an alarm. `isJoined`: the request existed already. */
export interface AlarmRepair {
  readonly form: Form;
  readonly isJoined: boolean;
}

/** Return the open repair request for the same device and fault; null: none. */
async function openFormOf(context: Context, row: Alarm): Promise<Form | null> {
  const [found] = await context.sql.query<{ id: string }>(
    `select f.id::text as id from ${alarmFacts} a join ${repairFormFacts} f on f.tenant_id = a.tenant_id and f.id = a.repair_form_id and f.is_deleted = 0
     where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and coalesce(a.trouble_code, a.rule_code) = $3 and f.repair_status = any($4)
     order by f.id desc limit 1`,
    [context.tenantId, row.deviceId, row.troubleCode ?? row.ruleCode, [...OPEN_REPAIR_STATES]],
  );
  return found ? context.get(repairForm, found.id) : null;
}

/** Return the fields of a repair request for an alarm. */
export async function repairDraftOf(
  context: Reading,
  row: Alarm,
  facts: AlarmFacts,
  customerId: string,
): Promise<Draft<typeof repairForm>> {
  const { of, model, code } = facts;
  const [machine] = (await context.find(equipment, { customerId, instanceId: of.id }, { limit: 50 })).filter(
    (one) => !isGone(one),
  );
  const [title] = bilingual(String(row.title));
  const [detail] = bilingual(String(row.detail ?? ''));
  return {
    customerId,
    source: 'iot',
    repairType: (code?.repairType ?? systemOf(model.category)) as Form['repairType'],
    faultCategory: code?.faultCategory ?? 'code',
    troubleCode: row.troubleCode,
    urgency: urgencyOfAlarm(row.level, row.safety === true),
    description: [`${of.deviceName} ${title}`, detail].filter(Boolean).join('：'),
    ...(machine && { equipmentId: machine.id }),
    alarmId: row.id,
  } as Draft<typeof repairForm>;
}

/**
 * Return a repair request for an alarm: the open one for the same device and fault, or a new one. Refuse if the home
 * has no customer.
 */
export async function formOfAlarm(context: Context, row: Alarm, prefix?: Label): Promise<AlarmRepair> {
  const facts = await factsOfAlarm(context, row);
  const [home] = row.householdId ? await context.find(household, { id: row.householdId }, { first: 1 }) : [];
  if (!facts || !home?.customerId) throw refuse.noCustomer();
  const open = await openFormOf(context, row);
  if (open) return { form: open, isJoined: true };
  const draft = await repairDraftOf(context, row, facts, home.customerId);
  // Created with the rights of the product, because the caller may not see the customer of the home.
  const form = await context.create(repairForm, {
    ...(await placeOfRequest(context, home)),
    ...draft,
    description: [prefix?.[0], draft.description].filter(Boolean).join('：'),
  });
  await context.change(repairForm, form.id, { diagnosis: await diagnosisOf(context, row, facts) });
  return { form, isJoined: false };
}

/** Return the repair request of an alarm; create one, or join an open one, if it has none. */
export async function repairFromAlarm(context: Context, alarmId: string): Promise<AlarmRepair> {
  const [row] = await context.lockRows(alarm, [alarmId]);
  if (row.repairFormId) return { form: await context.get(repairForm, row.repairFormId), isJoined: true };
  const made = await formOfAlarm(context, row);
  await context.change(alarm, alarmId, { repairFormId: made.form.id, repairDue: null });
  return made;
}
