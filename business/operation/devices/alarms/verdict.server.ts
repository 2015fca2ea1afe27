import { bilingual } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context, Reading, WorkSteps } from '#kernel/server';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairVerdict } from './repair-of-alarm.rules.ts';

type Alarm = Row<typeof alarm>;

const AT_ONCE = 200;

/** Who did the work that a repair request asked for, the last time. */
async function technicianOf({ sql, tenantId }: Context, repairFormId: string): Promise<string | null> {
  const [done] = await sql.query<{ id: string | null }>(
    `select c.technician_id::text as id from asregistrationform r join ascompletionregistration c on c.tenant_id = r.tenant_id and c.registration_form_id = r.id and c.is_deleted = 0
     where r.tenant_id = $1 and r.repair_form_id = $2 and r.is_deleted = 0 order by c.id desc limit 1`,
    [tenantId, repairFormId],
  );
  return done?.id ?? null;
}

/** The repair of an alarm is finished: what the device says from now on decides whether it is. */
export async function watchRepaired(context: Context, repairFormId: string): Promise<void> {
  const minutes = Number(await context.parameter('iot.alarm.verifyMinutes'));
  const verdict = ['none', 'unfixed', 'fixed', 'noData'];
  const rows = [
    ...(await context.find(alarm, { repairFormId, verdict }, AT_ONCE)),
    ...(await context.find(alarm, { reworkFormId: repairFormId, verdict }, AT_ONCE)),
  ];
  if (rows.length === 0) return;
  const repairedBy = await technicianOf(context, repairFormId);
  for (const row of rows)
    await context.change(alarm, row.id, {
      verdict: 'watching',
      repairedBy,
      verifyFrom: context.now(),
      verifyUntil: addMinutes(context.now(), minutes),
    });
}

/** What its device said since the repair was finished. */
export async function seenSince(
  context: Reading,
  row: Alarm,
): Promise<{ isHolding: boolean; raisedSince: number; messages: number }> {
  const [seen] = await context.sql.query<{ isHolding: boolean; raisedSince: number; messages: number }>(
    `select exists (select 1 from iot_alarm a where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and coalesce(a.trouble_code, a.rule_code) = $3
         and a.alarm_status in ('active', 'confirmed', 'suppressed')) as "isHolding",
       (select count(*)::int from iot_alarm a where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and coalesce(a.trouble_code, a.rule_code) = $3
         and a.start_time > $4::timestamptz) as "raisedSince",
       (select count(*)::int from (select 1 from iot_telemetry m where m.tenant_id = $1 and m.device_id = $2 and m.ts > $4::timestamptz limit 3) s) as messages`,
    [context.tenantId, row.deviceId, row.troubleCode ?? row.ruleCode, row.verifyFrom],
  );
  return seen;
}

async function tellUnfixed(context: Context, row: Alarm): Promise<void> {
  const [zh, en] = bilingual(String(row.title));
  await context.call(sendNotice, {
    to: [],
    roles: ['as_leader', 'as_cs'],
    kind: 'system',
    title: [`没修好：${zh}`, `Not fixed: ${en}`],
    content: [
      `${row.alarmNo} 完工后遥测仍有这个故障，建议返修`,
      `${row.alarmNo}: telemetry shows the fault after the completion; a rework is due`,
    ],
    about: { paper: 'alarm', id: row.id, caption: String(row.alarmNo) },
    again: `unfixed ${row.verifyFrom}`,
  });
}

async function judge(context: Context, id: string): Promise<void> {
  const [row] = await context.lockRows(alarm, [id]);
  if (row?.verdict !== 'watching') return;
  const isOver = String(row.verifyUntil) <= context.now();
  const verdict = repairVerdict({ ...(await seenSince(context, row)), isOver });
  if (!verdict) return;
  await context.change(alarm, id, { verdict });
  if (verdict === 'unfixed') await tellUnfixed(context, row);
}

/** Looks at every repair that is watched: the fault again ends it at once, silence of the fault at its time. */
export async function judgeRepairs({ step }: WorkSteps): Promise<void> {
  const watched = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from iot_alarm where tenant_id = $1 and is_deleted = 0 and verdict = 'watching' order by verify_until limit ${AT_ONCE}`,
      [context.tenantId],
    ),
  );
  for (const { id } of watched) await step((context) => judge(context, id));
}
