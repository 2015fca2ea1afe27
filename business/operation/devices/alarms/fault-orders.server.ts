import { decide } from '#kernel/language/permission.ts';
import { answering } from '#kernel/server';
import { faultCause } from '#business/completion/dictionaries.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { faultOrders } from '#business/iot/alarms/dry-run/fault-orders.service.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';

const MOST = 5000;

interface Found {
  readonly deviceId: string;
  readonly id: string;
  readonly no: string;
  readonly at: number;
  readonly cause: string | null;
  readonly alarmIds: readonly string[] | null;
}

const causeWords = (cause: string | null): readonly [string, string] => {
  const [zh, en] = (faultCause.items as Readonly<Record<string, readonly string[]>>)[cause ?? ''] ?? ['报修', 'Repair'];
  return [zh, en];
};

/**
 * Answers the question for repair requests on faults of devices. These are requests created from alarms of the devices,
 * and requests for customers' machines that are linked to the devices. Their numbers are shown to all who may see the
 * devices.
 */
export const faultOrdersAnswer = answering(faultOrders, async (reading, { deviceIds, troubleCode, from, until }) => {
  const { allow } = decide(reading.person, repairForm, 'view');
  const rows = await reading.sql.query<Found>(
    `with made as (
       select a.device_id, a.repair_form_id as form_id, array_agg(a.id::text) as alarm_ids from ${alarmFacts} a
       where a.tenant_id = $1 and a.device_id = any($2::bigint[]) and a.is_deleted = 0 and a.repair_form_id is not null
         and ($3::text is null or a.trouble_code = $3) group by 1, 2),
     told as (
       select q.instance_id as device_id, f.id as form_id, null::text[] as alarm_ids from ${equipmentFacts} q
       join ${repairFormFacts} f on f.tenant_id = q.tenant_id and f.equipment_id = q.id
       where q.tenant_id = $1 and q.instance_id = any($2::bigint[]) and q.is_deleted = 0 and f.receipts_type = 'repair'
         and ($3::text is null or f.trouble_code = $3))
     select distinct on (x.device_id, t.id) x.device_id::text as "deviceId", t.id::text as id, t.repair_no as no, (extract(epoch from t.create_time) * 1000)::float8 as at,
       (select c.fault_cause from ${registrationFacts} r join ${completionFacts} c on c.tenant_id = r.tenant_id and c.registration_form_id = r.id and c.is_deleted = 0
        where r.tenant_id = t.tenant_id and r.repair_form_id = t.id and r.is_deleted = 0 and c.fault_cause is not null order by c.id desc limit 1) as cause, x.alarm_ids as "alarmIds"
     from (select * from made union all select * from told) x join ${repairFormFacts} t on t.id = x.form_id
       join ${deviceFacts} d on d.tenant_id = t.tenant_id and d.id = x.device_id
     where t.tenant_id = $1 and t.is_deleted = 0 and (d.owned_since is null or t.create_time >= d.owned_since) and t.create_time between to_timestamp($4::float8 / 1000) and to_timestamp($5::float8 / 1000)
     order by x.device_id, t.id, x.alarm_ids limit ${MOST}`,
    [reading.tenantId, deviceIds, troubleCode, from, until],
  );
  return (
    rows
      // Leave out requests whose completion found no fault, because the alarm was false.
      .filter((one) => one.cause !== 'noFault')
      .map(({ deviceId, id, no, at: seen, cause, alarmIds }) => ({
        deviceId,
        at: seen,
        no,
        to: allow ? `/maintenance/asrepairform?id=${id}` : '',
        words: causeWords(cause),
        alarmIds: alarmIds ?? [],
      }))
  );
});
