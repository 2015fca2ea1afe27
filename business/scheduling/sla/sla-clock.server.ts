import { minuteWords } from '#kernel/language/days.ts';
import { type Label, inSentence } from '#kernel/language/label.ts';
import { behaviour, type Context, type WorkSteps } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { slaKind } from '../dictionaries.ts';
import { teamOfClock } from './clocked-order.service.ts';
import { tick, type WholeClock, wholeClock } from './clocks.server.ts';
import { slaClock } from './sla-clock.paper.ts';

const AT_ONCE = 500;

/** SQL condition of clocks whose stored state is outdated by now. */
const isDue = `((sla_state = 'running' and warn_time <= $2) or (sla_state in ('running', 'warning') and due_time < $2)) and met_time is null`;
const isTwice = `sla_state = 'breached' and met_time is null and escalate_time <= $2`;

const found = ({ step }: WorkSteps, condition: string): Promise<{ id: string }[]> =>
  step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from ${slaClock.table} where tenant_id = $1 and is_deleted = 0 and ${condition} order by due_time, id limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );

/** Roles notified of a clock: customer service until acceptance, the team afterwards. */
const NOTIFIED: Readonly<
  Record<'warning' | 'breached' | 'twice', { readonly response: readonly string[]; readonly order: readonly string[] }>
> = {
  warning: { response: ['as_cs'], order: ['as_dispatcher'] },
  breached: { response: ['as_cs_lead'], order: ['as_leader'] },
  twice: { response: ['as_manager'], order: ['as_manager'] },
};

async function tell(context: Context, clock: WholeClock, why: keyof typeof NOTIFIED): Promise<void> {
  const form = clock.bizType === 'repair';
  const kind = slaKind.items[clock.slaKind];
  const due = minuteWords(clock.dueTime);
  const late: Label =
    why === 'warning'
      ? ['即将超时', 'soon late']
      : why === 'breached'
        ? ['已超时', 'late']
        : ['超时已达目标两倍', 'late by twice the target'];
  await context.call(notifyStaff, {
    event: why === 'warning' ? 'slaWarning' : 'slaBreach',
    to: {
      roles: NOTIFIED[why][form ? 'response' : 'order'],
      team:
        why === 'twice' || form ? null : await context.ask(teamOfClock, { bizType: clock.bizType, bizId: clock.bizId }),
    },
    title: [`${kind[0]}${late[0]}`, `${kind[1]}: ${late[1]}`],
    content: [`${clock.bizNo} 应于 ${due[0]} 前${kind[0]}`, `${clock.bizNo}: ${inSentence(kind[1])} due by ${due[1]}`],
    bizType: clock.bizType,
    bizId: clock.bizId,
    bizNo: clock.bizNo ?? '',
    todo: true,
    dueTime: clock.dueTime,
    again: `${clock.slaKind} ${why} ${clock.dueTime}`,
  });
}

/**
 * Update a clock and notify people of its new state. A clock that became overdue during a downtime is reported as
 * overdue, without the earlier warning.
 */
async function pass(context: Context, id: string): Promise<void> {
  const changed = await tick(context, id);
  if (changed && (changed.to === 'warning' || changed.to === 'breached'))
    await tell(context, changed.clock, changed.to);
}

async function escalate(context: Context, id: string): Promise<void> {
  const rows = await context.sql.query(
    `select 1 from ${slaClock.table} where tenant_id = $1 and is_deleted = 0 and ${isTwice} and id = $3 for no key update`,
    [context.tenantId, context.now(), id],
  );
  if (rows.length === 0) return;
  const clock = wholeClock(await context.change(slaClock, id, { escalateTime: null }));
  await tell(context, clock, 'twice');
}

/**
 * Warn about clocks, mark them as breached and escalate them when they are due. After a downtime the result is the
 * same, since it depends on stored times only.
 */
export async function slaTick(steps: WorkSteps): Promise<void> {
  for (const { id } of await found(steps, isDue)) await steps.step((context) => pass(context, id));
  for (const { id } of await found(steps, isTwice)) await steps.step((context) => escalate(context, id));
}

export default behaviour<typeof slaClock>(slaClock, { timed: { tick: { cron: '* * * * *', work: slaTick } } });
