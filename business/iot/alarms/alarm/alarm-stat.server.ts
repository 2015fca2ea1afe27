import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, raw, sql } from '#kernel/server';
import type { alarmStat } from './alarm.calls.ts';
import { alarm } from './alarm.paper.ts';
import { addDays } from '#kernel/language/days.ts';

const TOP = 10;
const DAYS = 7;

interface Counted {
  readonly key: string;
  readonly count: number;
}

/** Count the alarms that the caller may see; by default over the last seven days. */
export async function countAlarms(
  reading: Reading,
  { from, to }: CallInputOf<typeof alarmStat>,
): Promise<CallAnswer<typeof alarmStat>> {
  const until = to ?? reading.now();
  const since = from ?? `${addDays(reading.today(), 1 - DAYS)} 00:00:00`;
  // The bound on the creation time lets PostgreSQL use the index of the list: a row is created when its alarm starts,
  // or later. One day is subtracted because device clocks may be ahead.
  const createTime_datege = addDays(since.slice(0, 10), -1);
  const query = { createTime_datege, startTime_datege: since, startTime_datele: until };
  const visible = await reading.visible(alarm, { query }).sql();
  const counted = (key: string): Promise<Counted[]> =>
    reading.sql.query<Counted>(
      sql`select ${raw(key)} as key, count(*)::int as count from iot_alarm t where ${visible} group by 1 order by 1`,
    );
  const [times] = await reading.sql.query<{ total: number; mtta: number | null; mttr: number | null }>(
    sql`select count(*)::int as total, avg(extract(epoch from t.confirm_time - t.start_time))::float8 as mtta,
       avg(extract(epoch from t.recover_time - t.start_time))::float8 as mttr from iot_alarm t where ${visible}`,
  );
  const devices = await reading.sql.query<{ id: string; zh: string; count: number }>(
    sql`select d.id::text as id, d.device_name as zh, x.n as count from (select t.device_id, count(*)::int as n from iot_alarm t where ${visible} and t.device_id is not null
       group by 1 order by 2 desc limit ${raw(TOP)}) x join iot_device d on d.id = x.device_id and d.tenant_id = ${reading.tenantId} order by x.n desc`,
  );
  const rules = await reading.sql.query<{ id: string; zh: string; en: string; count: number; falseRate: number }>(
    sql`select r.id::text as id, r.rule_name as zh, coalesce(nullif(r.rule_name_en, ''), r.rule_name) as en, x.n as count, x.wrong as "falseRate"
     from (select t.rule_id, count(*)::int as n, (count(*) filter (where t.release_type = 'false_alarm'))::float8 / count(*) as wrong
       from iot_alarm t where ${visible} and t.rule_id is not null group by 1 order by 2 desc limit ${raw(TOP)}) x
     join iot_alarm_rule r on r.id = x.rule_id and r.tenant_id = ${reading.tenantId} order by x.n desc`,
  );
  return {
    ...times,
    byLevel: await counted('t.level'),
    byStatus: await counted('t.alarm_status'),
    byType: await counted('t.alarm_type'),
    byDay: await counted("to_char(t.start_time, 'YYYY-MM-DD')"),
    topDevices: devices.map(({ id, zh, count }) => ({ id, name: [zh, zh] as const, count })),
    topRules: rules.map(({ id, zh, en, count, falseRate }) => ({ id, name: [zh, en] as const, count, falseRate })),
  };
}
