import { type Label, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { faultCategory } from '#business/masterdata/dictionaries.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';

/** A repair request that came from a device, with the device, and time and technician of the repair. */
interface Begun {
  readonly formId: string;
  readonly deviceId: string;
  readonly startedAt: string;
  readonly mendedAt: string;
  readonly technicianId: string;
  readonly cameBack: boolean;
}

/**
 * SQL: finished repair requests that came from devices. Open ones are omitted, because their machines would still have
 * to show the fault.
 */
const BEGUN = `select f.id::text as "formId", e.instance_id::text as "deviceId", f.diagnosis->>'startedAt' as "startedAt",
    to_char(r.finish_time, 'YYYY-MM-DD HH24:MI:SS') as "mendedAt", c.technician_id::text as "technicianId",
    exists (select 1 from ${registrationFacts} w where w.tenant_id = f.tenant_id and w.source_registration_id = r.id and w.is_rework and w.is_deleted = 0) as "cameBack"
  from ${repairFormFacts} f join ${equipmentFacts} e on e.id = f.equipment_id and e.instance_id is not null
  join ${registrationFacts} r on r.repair_form_id = f.id and r.is_deleted = 0 and r.finish_time is not null
  join lateral (select c.technician_id from ${completionFacts} c where c.registration_form_id = r.id and c.is_deleted = 0 and c.visit_result = 'done' order by c.id desc limit 1) c on true
  where f.tenant_id = $1 and f.is_deleted = 0 and f.source = 'iot' and f.repair_status in ('finished', 'closed') and f.diagnosis ? 'startedAt' order by f.id`;

/** Create the alarms of past repair requests, numbered by day. Their messages are not created. */
export async function seedPastAlarms(world: DemoWorld): Promise<void> {
  const planned = await world.product(world.now, async (context) => {
    const begun = await context.sql.query<Begun>(BEGUN, [context.tenantId]);
    const forms = await context.find(repairForm, { id: begun.map((one) => one.formId) }, { limit: 1000 });
    const devices = await context.find(device, { id: begun.map((one) => one.deviceId) }, { limit: 1000 });
    const codes = await context.find(troubleCode, {}, { limit: 1000 });
    return begun.flatMap((one) => {
      const form = forms.find((row) => row.id === one.formId);
      const of = devices.find((row) => row.id === one.deviceId);
      return form && of ? [{ form, at: one.startedAt, row: rowOf(one, form, of, codes) }] : [];
    });
  });
  const known = new Map<string, { readonly alarmId: string }>();
  for (const { form, at, row } of planned)
    await world.product(at, async (context) => {
      const [made] = await context.append(alarm, [row]);
      known.set(form.id, { alarmId: made.id });
    });
  await world.product(world.now, (context) => context.changeAll(repairForm, known));
}

function titleOf(form: Row<typeof repairForm>, code: Row<typeof troubleCode> | undefined): Label {
  if (code) return [`${code.code} ${code.name}`, `${code.code} ${code.nameEn || code.name}`];
  const [zh, en] = faultCategory.items[form.faultCategory ?? 'other'];
  return form.troubleCode ? [`${form.troubleCode} ${zh}`, `${form.troubleCode} ${en}`] : [zh, en];
}

function rowOf(
  one: Begun,
  form: Row<typeof repairForm>,
  of: Row<typeof device>,
  codes: readonly Row<typeof troubleCode>[],
): Partial<Row<typeof alarm>> {
  const code = codes.find(
    (known) => known.code === form.troubleCode && (!known.modelId || known.modelId === of.modelId),
  );
  return {
    deviceId: of.id,
    modelId: of.modelId,
    householdId: of.householdId,
    roomAddressId: of.roomAddressId,
    gatewayId: of.parentId,
    alarmType: code ? 'trouble_code' : 'event',
    level: code?.level ?? 'major',
    troubleCode: form.troubleCode,
    troubleCodeId: code?.id ?? null,
    title: storedText(titleOf(form, code), 90),
    startTime: one.startedAt,
    lastTime: one.startedAt,
    recoverTime: one.mendedAt,
    repeatCount: 1,
    alarmStatus: 'closed',
    repairFormId: form.id,
    repairedBy: one.technicianId,
    verdict: one.cameBack ? 'unfixed' : 'fixed',
    verifyFrom: one.mendedAt,
    safety: code?.safety ?? false,
    autoRepair: 'auto',
  } as Partial<Row<typeof alarm>>;
}
