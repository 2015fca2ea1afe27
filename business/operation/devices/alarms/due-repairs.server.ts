import { bilingual } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context, WorkSteps } from '#kernel/server';
import { addSeconds } from '#business/masterdata/days.rules.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairFromAlarm } from './repair-from-alarm.server.ts';

type Alarm = Row<typeof alarm>;

const AT_ONCE = 100;

/** Asks customer service whether somebody shall come. */
async function ask(context: Context, row: Alarm, why: readonly [string, string]): Promise<void> {
  const [zh, en] = bilingual(String(row.title));
  await context.call(sendNotice, {
    to: [],
    roles: ['as_cs'],
    kind: 'system',
    title: [`告警要不要报修：${zh}`, `Does an alarm need a repair: ${en}`],
    content: [`${row.alarmNo} ${why[0]}`, `${row.alarmNo} ${why[1]}`],
    about: { paper: 'alarm', id: row.id, caption: String(row.alarmNo) },
    again: 'ask',
  });
  await context.change(alarm, row.id, { repairDue: null, notifiedTime: context.now() });
}

/** The request of one alarm whose time has come: made, asked about, or left. */
async function settle(context: Context, id: string): Promise<void> {
  const [row] = await context.lockRows(alarm, [id]);
  if (!row?.repairDue || row.repairFormId) return;
  const isSilent = row.alarmStatus === 'suppressed' && !row.safety;
  const isOver = ['closed', 'released', 'recovered'].includes(row.alarmStatus);
  if (isSilent || isOver) {
    await context.change(alarm, id, { repairDue: null });
    return;
  }
  if (row.autoRepair !== 'auto') return ask(context, row, ['规则要求先询问', 'its rule asks first']);
  const [home] = await context.sql.query<{ customerId: string | null }>(
    'select customer_id::text as "customerId" from op_household where tenant_id = $1 and id = $2 and is_deleted = 0',
    [context.tenantId, row.householdId],
  );
  if (!home?.customerId) return ask(context, row, ['家庭没有关联售后客户', 'its home has no customer']);
  const { form, isJoined } = await repairFromAlarm(context, id);
  const mayAccept = row.level === 'critical' && (await context.parameter('iot.repair.acceptCritical')) === '1';
  if (mayAccept && !isJoined && form.customerServiceTeam) await context.act(repairForm, form.id, 'accept');
}

/** Requests that are due: so long after the raise that a storm would have been seen. Each is a transaction of its own. */
export async function makeDueRepairs({ step }: WorkSteps): Promise<void> {
  const due = await step(async (context) => {
    const wait = Number(await context.parameter('iot.repair.waitSeconds'));
    return context.sql.query<{ id: string }>(
      `select id::text as id from iot_alarm where tenant_id = $1 and is_deleted = 0 and repair_due <= $2::timestamptz and repair_form_id is null order by repair_due limit ${AT_ONCE}`,
      [context.tenantId, addSeconds(context.now(), -wait)],
    );
  });
  for (const { id } of due) await step((context) => settleOrAsk(context, id));
}

/** What intake refuses is asked about instead, so that it is not tried for ever. */
async function settleOrAsk(context: Context, id: string): Promise<void> {
  try {
    await settle(context, id);
  } catch (error) {
    if (!(error as Partial<Refusal>).reason) throw error;
    const row = await context.get(alarm, id);
    await ask(context, row, ['建不了报修单', 'no repair request could be made']);
  }
}
