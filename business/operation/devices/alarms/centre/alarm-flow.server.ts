import { addMinutes } from '#business/masterdata/days.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import type { AlarmFlow } from './alarm-flow.calls.ts';

const MINUTES = 60;
const MOST_ORDERS = 500;
const MOST_RECENT = 50;

const moment = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
const NOT_OVER = `('active', 'confirmed', 'recovered', 'suppressed')`;

/** How many were told and were silent in each of the last sixty minutes. */
async function readMinutes(
  reading: Reading,
  where: string,
  values: readonly unknown[],
): Promise<AlarmFlow['perMinute']> {
  const at = values.length + 1;
  const minutes = await reading.sql.query<{ at: number; listed: number; silent: number }>(
    `select floor(extract(epoch from t.start_time - $${at}::timestamptz) / 60)::int as at, count(*) filter (where t.suppressed_by is null)::int as listed,
       count(*) filter (where t.suppressed_by is not null)::int as silent from iot_alarm t where ${where} and t.start_time > $${at}::timestamptz group by 1`,
    [...values, addMinutes(reading.now(), -MINUTES)],
  );
  const byMinute = new Map(minutes.map((one) => [Math.min(one.at, MINUTES - 1), one]));
  return Array.from({ length: MINUTES }, (_, minute) => ({
    listed: byMinute.get(minute)?.listed ?? 0,
    silent: byMinute.get(minute)?.silent ?? 0,
  }));
}

async function readToday(reading: Reading, where: string, values: readonly unknown[]): Promise<AlarmFlow['today']> {
  const [today] = await reading.sql.query<AlarmFlow['today']>(
    `select count(*)::int as told, count(*) filter (where t.recover_time is not null and (t.confirm_time is null or t.confirm_time > t.recover_time))::int as "overByItself",
       percentile_cont(0.5) within group (order by extract(epoch from t.confirm_time - t.start_time)) filter (where t.confirm_time is not null)::float8 as "medianConfirmSec"
     from iot_alarm t where ${where} and t.suppressed_by is null and t.start_time >= $${values.length + 1}::timestamptz`,
    [...values, `${reading.today()} 00:00:00`],
  );
  return today;
}

/** Counts over the alarms that whoever asks may see. */
export async function readFlow(reading: Reading): Promise<AlarmFlow> {
  const { sql: where, values } = await reading.visibleSql(alarm, {});
  const counts = await reading.sql.query<AlarmFlow['counts'][number]>(
    `select t.alarm_status as status, t.level, count(*)::int as count, ${moment('min(t.start_time)')} as oldest,
       count(distinct t.household_id)::int as homes, count(t.repair_form_id)::int as ordered
     from iot_alarm t where ${where} and t.alarm_status in ${NOT_OVER} group by 1, 2 order by 1, 2`,
    values,
  );
  const silent = await reading.sql.query<AlarmFlow['silent'][number]>(
    `select t.suppressed_by as by, count(*)::int as count, ${moment('min(t.start_time)')} as oldest, count(distinct t.household_id)::int as homes,
       ${moment('min(t.shelved_until)')} as until
     from iot_alarm t where ${where} and t.alarm_status = 'suppressed' and t.suppressed_by is not null group by 1 order by 2 desc`,
    values,
  );
  const [lastOver] = await reading.sql.query<{ id: string; at: string }>(
    `select t.id::text as id, ${moment('t.recover_time')} as at from iot_alarm t where ${where} and t.recover_time is not null order by t.recover_time desc limit 1`,
    values,
  );
  return {
    counts,
    perMinute: await readMinutes(reading, where, values),
    silent,
    today: await readToday(reading, where, values),
    lastOver: lastOver ?? null,
  };
}

/** Alarms that came, were over, confirmed or released in the last minute. */
export async function readRecent(reading: Reading): Promise<AnsweredRow<typeof alarm>[]> {
  const { sql: where, values } = await reading.visibleSql(alarm, {});
  const at = values.length + 1;
  const recent = await reading.sql.query<{ id: string }>(
    `select x.id from (${['start_time', 'recover_time', 'confirm_time', 'release_time']
      .map(
        (column) =>
          `(select t.id::text as id, t.${column} as at from iot_alarm t where ${where} and t.suppressed_by is null and t.${column} > $${at}::timestamptz order by t.${column} desc limit ${MOST_RECENT})`,
      )
      .join(' union all ')}) x group by x.id order by max(x.at) desc limit ${MOST_RECENT}`,
    [...values, addMinutes(reading.now(), -1)],
  );
  return recent.length > 0
    ? reading.readVisible(alarm, { id_in: recent.map(({ id }) => id).join(',') }, MOST_RECENT)
    : [];
}

/** The requests of the alarms that are named, as far as the asking person may see both. */
export async function readOrders(reading: Reading, ids: readonly string[]): Promise<AnsweredRow<typeof repairForm>[]> {
  const { sql: where, values } = await reading.visibleSql(alarm, {});
  const rows = await reading.sql.query<{ id: string }>(
    `select distinct t.repair_form_id::text as id from iot_alarm t where ${where} and t.id = any($${values.length + 1}::bigint[]) and t.repair_form_id is not null`,
    [...values, ids],
  );
  return rows.length > 0
    ? reading.readVisible(repairForm, { id_in: rows.map(({ id }) => id).join(',') }, MOST_ORDERS)
    : [];
}
