import { addDays } from '#kernel/language/days.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { type DemoWorld, nightOf } from '#business/system/seed/demo-world.seed.ts';
import { endFinished } from '../occurrence/end-visits.server.ts';
import { escalateVisits } from '../occurrence/late/escalate.server.ts';
import { VISIT_DAY } from '../occurrence/load.server.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { pushRule } from '../push/rule/push-rule.paper.ts';
import { pushSet } from '../push/setting/push-set.paper.ts';
import { scanReminders } from '../remind/scan.server.ts';
import { type DemoRule, RULES } from './rules.seed.ts';

/** Create a rule with its template. */
async function ruleOf(context: Context, { name, content, isMarketing = false, ...rule }: DemoRule, nth: number) {
  const template = await context.submit(smsTemplate, {
    templateCode: `PUSH${nth + 1}`,
    templateName: name,
    smsScene: rule.smsScene,
    pushChannel: 'sms',
    content,
    isMarketing,
    auditStatus: 'pass',
  });
  await context.submit(pushRule, {
    ruleName: name,
    pushScene: rule.scene,
    remindType: rule.remindType,
    offsetDays: rule.offsetDays,
    repeatDays: rule.repeatDays,
    maxTimes: rule.maxTimes,
    channels: ['sms'],
    templateIds: [template.id],
    sendFrom: '08:30',
    sendTo: '20:00',
    createTodo: true,
    stopOnReply: true,
    priority: 50,
  });
}

/** Create the rules, and the quiet hours of the company. */
async function rulesOf(context: Context): Promise<void> {
  for (const [nth, rule] of RULES.entries()) await ruleOf(context, rule, nth);
  await context.submit(pushSet, {
    setLevel: 'tenant',
    pushScene: 'planDue',
    enabled: true,
    quietFrom: '12:00',
    quietTo: '13:30',
    dailyLimit: 1,
    reason: '午休不打扰',
  });
}

interface OpenVisit {
  readonly id: string;
  readonly day: string;
}

/** Return planned visits of a span in the order of their days. */
const plannedWithin = (context: Context, from: string, to: string): Promise<OpenVisit[]> =>
  context.sql.query<OpenVisit>(
    `select t.id::text as id, to_char(${VISIT_DAY}, 'YYYY-MM-DD') as day from asmaintain t join ${schemeFacts} s on s.tenant_id = t.tenant_id and s.id = t.scheme_id and s.scheme_status = 'active'
     where t.tenant_id = $1 and t.is_deleted = 0 and t.plan_status = 'planned' and t.plan_date between $2::date and $3::date order by t.plan_date, t.id`,
    [context.tenantId, from, to],
  );

/** Do an act that rules of the product may refuse, such as a visit of a suspended contract. */
async function unlessRefused({ now, refused }: DemoWorld, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused?.(now, error.reason);
  }
}

/** Days from today whose visits the orders of the demo company serve; later ones may be booked or skipped here. */
const SERVED_DAYS = 18;

/** Customer service books half of the visits of the weeks after those that are registered, and skips one in twenty. */
async function bookVisits(world: DemoWorld): Promise<void> {
  const { now, today } = world;
  const [from, to] = [addDays(today, SERVED_DAYS), addDays(today, SERVED_DAYS + 21)];
  const soon = await world.product(now, (context) => plannedWithin(context, from, to));
  for (const [nth, { id, day }] of soon.entries()) {
    if (nth % 2 === 0)
      await unlessRefused(world, () =>
        world.as('as_cs', now, (context) => context.act(planOccurrence, id, 'book', { expectDate: day })),
      );
    if (nth % 20 === 3)
      await unlessRefused(world, () =>
        world.as('as_cs', now, (context) => context.act(planOccurrence, id, 'skip', { skipReason: '全家在外地过年' })),
      );
  }
}

/** Rules, booked visits and reminders of the demo company. A company that has rules gets no others. */
export async function planVisits(world: DemoWorld): Promise<void> {
  const [known] = await world.product(world.now, (context) => context.find(pushRule, {}, { first: 1 }));
  if (known) return;
  await world.as('as_cs', world.now, rulesOf);
  await bookVisits(world);
  await scanReminders(nightOf(world));
}

/** Cancel the visits of contracts that ended, and mark those that are overdue, as each night. */
export async function nightOfPlans(world: DemoWorld): Promise<void> {
  await endFinished(nightOf(world));
  await escalateVisits(nightOf(world));
}
