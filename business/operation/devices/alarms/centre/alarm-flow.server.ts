import { addMinutes } from '#kernel/language/days.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Fragment, type Reading, joinedSql, raw, shared, sql } from '#kernel/server';
import type { AlarmFlow } from './alarm-flow.calls.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';

const MINUTES = 60;
const MAX_ORDERS = 500;
const MAX_RECENT = 50;

const moment = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
const NOT_OVER = `('active', 'confirmed', 'recovered', 'suppressed')`;

/** Count new alarms in each of the last sixty minutes, suppressed ones separately. */
async function readMinutes(reading: Reading, visible: Fragment): Promise<AlarmFlow['perMinute']> {
  const since = shared(addMinutes(reading.now(), -MINUTES));
  const minutes = await reading.sql.query<{ at: number; listed: number; silent: number }>(
    sql`select floor(extract(epoch from t.start_time - ${since}::timestamptz) / 60)::int as at, count(*) filter (where t.suppressed_by is null)::int as listed,
       count(*) filter (where t.suppressed_by is not null)::int as silent from ${alarmFacts} t where ${visible} and t.start_time > ${since}::timestamptz group by 1`,
  );
  const byMinute = new Map(minutes.map((one) => [Math.min(one.at, MINUTES - 1), one]));
  return Array.from({ length: MINUTES }, (_, minute) => ({
    listed: byMinute.get(minute)?.listed ?? 0,
    silent: byMinute.get(minute)?.silent ?? 0,
  }));
}

async function readToday(reading: Reading, visible: Fragment): Promise<AlarmFlow['today']> {
  const [today] = await reading.sql.query<AlarmFlow['today']>(
    sql`select count(*)::int as told, count(*) filter (where t.recover_time is not null and (t.confirm_time is null or t.confirm_time > t.recover_time))::int as "overByItself",
       percentile_cont(0.5) within group (order by extract(epoch from t.confirm_time - t.start_time)) filter (where t.confirm_time is not null)::float8 as "medianConfirmSec"
     from ${alarmFacts} t where ${visible} and t.suppressed_by is null and t.start_time >= ${`${reading.today()} 00:00:00`}::timestamptz`,
  );
  return today;
}

/** Read the figures of the alarm centre, over the alarms that the caller may see. */
export async function readFlow(reading: Reading): Promise<AlarmFlow> {
  const visible = await reading.visible(alarm, { query: {} }).sql();
  const counts = await reading.sql.query<AlarmFlow['counts'][number]>(
    sql`select t.alarm_status as status, t.level, count(*)::int as count, ${raw(moment('min(t.start_time)'))} as oldest,
       count(distinct t.household_id)::int as homes, count(t.repair_form_id)::int as ordered
     from ${alarmFacts} t where ${visible} and t.alarm_status in ${raw(NOT_OVER)} group by 1, 2 order by 1, 2`,
  );
  const silent = await reading.sql.query<AlarmFlow['silent'][number]>(
    sql`select t.suppressed_by as by, count(*)::int as count, ${raw(moment('min(t.start_time)'))} as oldest, count(distinct t.household_id)::int as homes,
       ${raw(moment('min(t.shelved_until)'))} as until
     from ${alarmFacts} t where ${visible} and t.alarm_status = 'suppressed' and t.suppressed_by is not null group by 1 order by 2 desc`,
  );
  const [lastOver] = await reading.sql.query<{ id: string; at: string }>(
    sql`select t.id::text as id, ${raw(moment('t.recover_time'))} as at from ${alarmFacts} t where ${visible} and t.recover_time is not null order by t.recover_time desc limit 1`,
  );
  return {
    counts,
    perMinute: await readMinutes(reading, visible),
    silent,
    today: await readToday(reading, visible),
    lastOver: lastOver ?? null,
  };
}

/** Read alarms that were raised, recovered, confirmed or released in the last minute. */
export async function readRecent(reading: Reading): Promise<AnsweredRow<typeof alarm>[]> {
  const visible = shared(await reading.visible(alarm, { query: {} }).sql());
  const since = shared(addMinutes(reading.now(), -1));
  const parts = ['start_time', 'recover_time', 'confirm_time', 'release_time'].map((name) => {
    const column = raw(`t.${name}`);
    return sql`(select t.id::text as id, ${column} as at from ${alarmFacts} t where ${visible} and t.suppressed_by is null and ${column} > ${since}::timestamptz order by ${column} desc limit ${raw(MAX_RECENT)})`;
  });
  const recent = await reading.sql.query<{ id: string }>(
    sql`select x.id from (${joinedSql(parts, ' union all ')}) x group by x.id order by max(x.at) desc limit ${raw(MAX_RECENT)}`,
  );
  return recent.length > 0
    ? reading.visible(alarm, { query: { id_in: recent.map(({ id }) => id).join(',') } }).words({ limit: MAX_RECENT })
    : [];
}

/** Read the repair requests of alarms, if the caller may see both. */
export async function readOrders(reading: Reading, ids: readonly string[]): Promise<AnsweredRow<typeof repairForm>[]> {
  const visible = await reading.visible(alarm, { query: {} }).sql();
  const rows = await reading.sql.query<{ id: string }>(
    sql`select distinct t.repair_form_id::text as id from ${alarmFacts} t where ${visible} and t.id = any(${ids}::bigint[]) and t.repair_form_id is not null`,
  );
  return rows.length > 0
    ? reading.visible(repairForm, { query: { id_in: rows.map(({ id }) => id).join(',') } }).words({ limit: MAX_ORDERS })
    : [];
}
