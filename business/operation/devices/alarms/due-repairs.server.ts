import { bilingual } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { addSeconds } from '#kernel/language/days.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { triesRemote } from '../commands/remote-first.server.ts';
import { repairFromAlarm } from './repair-from-alarm.server.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';

type Alarm = Row<typeof alarm>;

const AT_ONCE = 100;

/** Send customer service a notice that asks whether a repair is needed, and withdraw the due request. */
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

/**
 * Is a repair request no longer needed? The alarm has ended or recovered, or it is suppressed and not a safety matter.
 */
const isSettled = ({ alarmStatus, safety }: Alarm): boolean =>
  ['closed', 'released', 'recovered'].includes(alarmStatus) || (alarmStatus === 'suppressed' && !safety);

/** Is the device still in the home where the alarm was raised? Always true for a storm, which belongs to no home. */
async function isStillThere(context: Context, { deviceId, householdId }: Alarm): Promise<boolean> {
  if (!householdId) return true;
  const [row] = await context.find(device, { id: deviceId, householdId }, { first: 1 });
  return row !== undefined && row.instanceStatus !== 'retired';
}

async function hasCustomer(context: Context, householdId: string | null): Promise<boolean> {
  const rows = await context.sql.query(
    'select 1 from op_household where tenant_id = $1 and id = $2 and is_deleted = 0 and customer_id is not null',
    [context.tenantId, householdId],
  );
  return rows.length > 0;
}

/** Handle the due request of an alarm: create it, leave the decision to customer service, or drop it. */
async function settle(context: Context, id: string): Promise<void> {
  const [row] = await context.lockRows(alarm, [id]);
  if (!row?.repairDue || row.repairFormId) return;
  if (isSettled(row) || !(await isStillThere(context, row))) await context.change(alarm, id, { repairDue: null });
  else if (row.late) await ask(context, row, ['数据迟到，先询问', 'its message came late']);
  else if (await triesRemote(context, row)) return;
  else if (row.autoRepair !== 'auto') await ask(context, row, ['规则要求先询问', 'its rule asks first']);
  else if (!(await hasCustomer(context, row.householdId)))
    await ask(context, row, ['家庭没有关联售后客户', 'its home has no customer']);
  else await make(context, row);
}

async function make(context: Context, row: Alarm): Promise<void> {
  const { form, isJoined } = await repairFromAlarm(context, row.id);
  const mayAccept = row.level === 'critical' && (await context.parameter('iot.repair.acceptCritical')) === '1';
  if (mayAccept && !isJoined && form.customerServiceTeam) await context.act(repairForm, form.id, 'accept');
}

/** Handle due requests, each in its own transaction. A short delay lets a storm be detected first. */
export async function makeDueRepairs({ step, each }: TimedSteps): Promise<void> {
  const due = await step(async (context) => {
    const wait = Number(await context.parameter('iot.repair.waitSeconds'));
    return context.sql.query<{ id: string }>(
      `select id::text as id from ${alarmFacts} where tenant_id = $1 and is_deleted = 0 and alarm_status in ('active', 'confirmed', 'recovered', 'suppressed') and repair_due <= $2::timestamptz and repair_form_id is null order by repair_due limit ${AT_ONCE}`,
      [context.tenantId, addSeconds(context.now(), -wait)],
    );
  });
  await each(
    due.map(({ id }) => id),
    settleOrAsk,
  );
}

/**
 * Handle a due request; if intake refuses it, leave the decision to customer service, so that it is not retried
 * forever.
 */
async function settleOrAsk(context: Context, id: string): Promise<void> {
  try {
    await settle(context, id);
  } catch (error) {
    const { reason, words } = error as Partial<Refusal>;
    if (!reason || !words) throw error;
    const row = await context.get(alarm, id);
    await ask(context, row, [`建不了报修单：${words[0]}`, `no repair request could be made: ${words[1]}`]);
  }
}
