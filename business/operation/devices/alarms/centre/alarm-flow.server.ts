import { addMinutes } from '#business/masterdata/days.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import type { Reading } from '#kernel/server';
import type { AlarmFlow } from './alarm-flow.calls.ts';

const MINUTES = 60;
const MOST_REPAIRS = 500;

/** Counts over the alarms that whoever asks may see. */
export async function readFlow(reading: Reading): Promise<AlarmFlow> {
  const { sql, values } = await reading.visibleSql(alarm, {});
  const since = addMinutes(reading.now(), -MINUTES);
  const minutes = await reading.sql.query<{ at: number; listed: number; silent: number }>(
    `select floor(extract(epoch from t.start_time - $${values.length + 1}::timestamptz) / 60)::int as at, count(*) filter (where t.suppressed_by is null)::int as listed,
       count(*) filter (where t.suppressed_by is not null)::int as silent from iot_alarm t where ${sql} and t.start_time > $${values.length + 1}::timestamptz group by 1`,
    [...values, since],
  );
  const byMinute = new Map(minutes.map((one) => [Math.min(one.at, MINUTES - 1), one]));
  const silent = await reading.sql.query<{ by: string; count: number; oldest: string }>(
    `select t.suppressed_by as by, count(*)::int as count, to_char(min(t.start_time), 'YYYY-MM-DD HH24:MI:SS') as oldest
     from iot_alarm t where ${sql} and t.alarm_status = 'suppressed' and t.suppressed_by is not null group by 1 order by 2 desc`,
    values,
  );
  const repairs = await reading.sql.query<{ id: string; repairNo: string; repairStatus: string }>(
    `select f.id::text as id, f.repair_no as "repairNo", f.repair_status as "repairStatus" from asrepairform f
     where f.tenant_id = $${values.length + 1} and f.id in (select t.repair_form_id from iot_alarm t where ${sql} and t.alarm_status in ('active', 'confirmed', 'recovered')) limit ${MOST_REPAIRS}`,
    [...values, reading.tenantId],
  );
  return {
    perMinute: Array.from({ length: MINUTES }, (_, at) => ({
      listed: byMinute.get(at)?.listed ?? 0,
      silent: byMinute.get(at)?.silent ?? 0,
    })),
    silent,
    repairs,
  };
}
