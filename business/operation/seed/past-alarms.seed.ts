import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';

/** A request that a device began, with the device of its machine and when and by whom it was mended. */
interface Begun {
  readonly formId: string;
  readonly deviceId: string;
  readonly startedAt: string;
  readonly mendedAt: string;
  readonly technicianId: string;
  readonly cameBack: boolean;
}

/** What is over: open ones have no machine behind them that shows the fault still. */
const BEGUN = `select f.id::text as "formId", e.instance_id::text as "deviceId", f.diagnosis->>'startedAt' as "startedAt",
    to_char(r.finish_time, 'YYYY-MM-DD HH24:MI:SS') as "mendedAt", c.technician_id::text as "technicianId",
    exists (select 1 from asregistrationform w where w.tenant_id = f.tenant_id and w.source_registration_id = r.id and w.is_rework and w.is_deleted = 0) as "cameBack"
  from asrepairform f join asequipment e on e.id = f.equipment_id and e.instance_id is not null
  join asregistrationform r on r.repair_form_id = f.id and r.is_deleted = 0 and r.finish_time is not null
  join lateral (select c.technician_id from ascompletionregistration c where c.registration_form_id = r.id and c.is_deleted = 0 and c.visit_result = 'done' order by c.id desc limit 1) c on true
  where f.tenant_id = $1 and f.is_deleted = 0 and f.source = 'iot' and f.repair_status in ('finished', 'closed') and f.diagnosis ? 'startedAt' order by f.id`;

/** The alarms from which the requests of the past came; what their devices said before there was a platform is not made up. */
export async function seedPastAlarms(context: Context): Promise<void> {
  const begun = await context.sql.query<Begun>(BEGUN, [context.tenantId]);
  const forms = new Map(
    (await context.find(repairForm, { id: begun.map((one) => one.formId) }, 1000)).map((row) => [row.id, row]),
  );
  const devices = new Map(
    (await context.find(device, { id: begun.map((one) => one.deviceId) }, 1000)).map((row) => [row.id, row]),
  );
  const codes = await context.find(troubleCode, {}, 1000);
  const told = begun.flatMap((one) => {
    const [form, of] = [forms.get(one.formId), devices.get(one.deviceId)];
    return form && of ? [{ one, form, of }] : [];
  });
  const rows = await context.append(alarm, told.map(({ one, form, of }) => rowOf(one, form, of, codes)) as never);
  await context.changeAll(repairForm, new Map(told.map(({ form }, at) => [form.id, { alarmId: rows[at].id }])));
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
    alarmType: 'trouble_code',
    level: code?.level ?? 'major',
    troubleCode: form.troubleCode,
    troubleCodeId: code?.id ?? null,
    title: code
      ? storedText([`${code.code} ${code.name}`, `${code.code} ${code.nameEn || code.name}`], 90)
      : storedText([`故障码 ${form.troubleCode}`, `Trouble code ${form.troubleCode}`], 90),
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
