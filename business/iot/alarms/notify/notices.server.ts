import { bilingual } from '#kernel/language/label.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { App, Context, TimedSteps } from '#kernel/server';
import { alarm } from '../alarm/alarm.paper.ts';
import type { RuleNotify } from '../rules/rule-shape.rules.ts';

type Alarm = Row<typeof alarm>;

const AT_ONCE = 200;

const ruleNotify = async (
  { sql, tenantId }: Context,
  ruleId: string | null | undefined,
): Promise<RuleNotify | null> => {
  const [rule] = await sql.query<{ notify: RuleNotify | null }>(
    'select notify from iot_alarm_rule where tenant_id = $1 and id = $2',
    [tenantId, ruleId ?? null],
  );
  return rule?.notify ?? null;
};

/**
 * Send a notice of an alarm to roles. `again`: if a notice with the same text exists, none is sent. Callers have
 * checked that the alarm is unconfirmed.
 */
async function tell(
  context: Context,
  row: Alarm,
  asked: { readonly roles: readonly string[]; readonly why: Label; readonly again: string },
): Promise<void> {
  const [zh, en] = bilingual(String(row.title));
  const [detail, detailEn] = bilingual(String(row.detail ?? ''));
  await context.call(sendNotice, {
    to: [],
    roles: asked.roles,
    kind: 'system',
    title: [`${asked.why[0]}：${zh}`, `${asked.why[1]}: ${en}`],
    content: [`${row.alarmNo} ${detail}`, `${row.alarmNo} ${detailEn}`],
    about: { paper: 'alarm', id: row.id, caption: String(row.alarmNo) },
    again: asked.again,
  });
}

/** Notify the recipients of the rule, once for each start of the alarm. Late alarms are not announced. */
async function tellRaised(context: Context, id: string): Promise<void> {
  const [row] = await context.find(alarm, { id }, { first: 1 });
  if (!row || row.alarmStatus !== 'active' || row.late) return;
  const notify = await ruleNotify(context, row.ruleId);
  if (!notify?.roles?.length) return;
  await tell(context, row, { roles: notify.roles, why: ['告警', 'Alarm'], again: `raised ${row.startTime}` });
  await context.touch(alarm, [{ id, notifiedTime: context.now() }]);
}

/** Notify the escalation roles once, because nobody confirmed the alarm in time. */
async function escalate(context: Context, id: string): Promise<void> {
  const [row] = await context.lockRows(alarm, [id]);
  if (row?.alarmStatus !== 'active' || row.escalatedTime) return;
  const notify = await ruleNotify(context, row.ruleId);
  const roles = notify?.escalateTo ?? [];
  if (roles.length > 0)
    await tell(context, row, { roles, why: ['告警没有人确认', 'Nobody confirmed an alarm'], again: 'escalated' });
  await context.change(alarm, id, { escalatedTime: context.now() });
}

/** Escalate unconfirmed alarms whose rule's `escalateAfterMin` has passed since their start or notice. */
export async function escalateAlarms({ step, each }: TimedSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select a.id::text as id from iot_alarm a join iot_alarm_rule r on r.tenant_id = a.tenant_id and r.id = a.rule_id
       where a.tenant_id = $1 and a.is_deleted = 0 and a.alarm_status = 'active' and a.late is not true and a.escalated_time is null and jsonb_typeof(r.notify->'escalateAfterMin') = 'number'
         and greatest(a.start_time, a.notified_time) + make_interval(secs => (r.notify->>'escalateAfterMin')::float8 * 60) <= $2::timestamptz order by a.start_time limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  await each(
    due.map(({ id }) => id),
    escalate,
  );
}

/** Subscribe to raised alarms, to notify their recipients. */
export function listenForAlarms(app: App): void {
  app.outbox.subscribe('alarm.raised', (context, { data }) => tellRaised(context, String(data.id)));
}
