import { addDays, daysBetween } from '#kernel/language/days.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { CAN_BE_OVERDUE, OPEN_VISITS } from '../load.server.ts';
import { planOccurrence } from '../plan-occurrence.paper.ts';
import { type EscalationDays, escalationDaysOf, stepOfDays } from './escalation.rules.ts';

/** Plans of one transaction. */
const AT_ONCE = 100;

/** An overdue plan, and how far it was escalated before. */
interface Late {
  readonly id: string;
  readonly no: string;
  readonly customer: string;
  readonly team: string | null;
  readonly until: string;
  readonly step: number;
}

/** Mark the next plans as overdue whose window ended, and unmark those that no longer are. */
async function mark(context: Context): Promise<boolean> {
  const rows = await context.sql.query<{ id: string; late: boolean }>(
    `select t.id::text as id, t.overdue is not true as late from asmaintain t
     where t.tenant_id = $1 and t.is_deleted = 0 and (t.overdue is not true and t.window_to < $2::date and ${CAN_BE_OVERDUE} or t.overdue and not (t.window_to < $2::date and ${CAN_BE_OVERDUE})) order by t.id limit $3`,
    [context.tenantId, context.today(), AT_ONCE * 10],
  );
  if (rows.length)
    await context.touch(
      planOccurrence,
      rows.map(({ id, late }) => ({ id, overdue: late })),
    );
  return rows.length === AT_ONCE * 10;
}

/** Read the next plans that are overdue for longer than their last escalation. Those of suspended contracts wait. */
const readLate = (context: Context, [first, second]: EscalationDays): Promise<Late[]> =>
  context.sql.query<Late>(
    `select p.id::text as id, p.plan_no as no, coalesce(p.customer_name, '') as customer, p.customer_service_team as team, to_char(p.window_to, 'YYYY-MM-DD') as until, coalesce(p.escalated, 0) as step
     from asmaintain p join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id and s.scheme_status = 'active'
     where p.tenant_id = $1 and p.is_deleted = 0 and p.plan_status in ${OPEN_VISITS} and (p.window_to < $2::date and coalesce(p.escalated, 0) < 1 or p.window_to < $3::date and coalesce(p.escalated, 0) < 2) order by p.id limit $4`,
    [context.tenantId, addDays(context.today(), -first), addDays(context.today(), -second), AT_ONCE],
  );

/** Make the to-do of one step: for customer service, then for the leader of the team. */
async function tell(context: Context, late: Late, step: 1 | 2): Promise<void> {
  const days = daysBetween(late.until, context.today());
  await context.call(notifyStaff, {
    event: 'planTodo',
    to: step === 1 ? { roles: ['as_cs'] } : { roles: ['as_leader'], team: late.team },
    title: [`保养逾期 ${days} 天:${late.customer}`, `Maintenance ${days} days overdue: ${late.customer}`],
    content:
      step === 1
        ? ['请联系客户约时间，或写明跳过的原因', 'Agree on a day with the customer, or say why the visit is skipped']
        : ['客服还没约到，请班长安排', 'Customer service has not booked it: the leader decides'],
    bizType: 'plan',
    bizId: late.id,
    bizNo: late.no,
    todo: true,
    again: `late${step}`,
  });
}

/** Escalate the next overdue plans. A plan that passed both limits, after missed nights, goes to both. */
async function escalateSome(context: Context): Promise<boolean> {
  const limits = escalationDaysOf(await context.parameter('as.plan.escalateDays'));
  const rows = await readLate(context, limits);
  if (rows.length === 0) return false;
  const steps = rows.map((one) => ({ ...one, to: stepOfDays(daysBetween(one.until, context.today()), limits) }));
  // Of two servers at once, one escalates a plan.
  const mine = new Set(
    await context.touch(
      planOccurrence,
      steps.map(({ id, to }) => ({ id, escalated: to })),
    ),
  );
  for (const one of steps.filter(({ id }) => mine.has(id)))
    for (const step of [1, 2] as const) if (one.step < step && step <= one.to) await tell(context, one, step);
  return rows.length === AT_ONCE;
}

/** Nightly: mark overdue plans, and escalate them by their age. Each step of a plan is reported once. */
export async function escalateVisits({ step }: TimedSteps): Promise<void> {
  while (await step(mark));
  while (await step(escalateSome));
}
