import type { KeyOf } from '#kernel/language/dictionary.ts';
import { daysBetween } from '#kernel/language/days.ts';
import type { Context, Reading } from '#kernel/server';
import { schemeSuppliesFacts } from '#business/contracts/parts/scheme-supplies-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import type { remindType } from '../dictionaries.ts';
import type { PushScene, PushTargets } from '../push/push-targets.server.ts';
import { reminder } from './reminder.paper.ts';

/** Type of reminders by the scene that pushes them. */
const TYPES: Readonly<Partial<Record<PushScene, KeyOf<typeof remindType>>>> = {
  warrantyDue: 'warranty',
  lapsed: 'surrender',
  suppliesDue: 'supplies',
};

/** States in which a reminder is pushed. */
const PUSHED_FROM = ['waiting', 'in', 'pushed'] as const;

/** SQL of the reminders of a scene. Those that are years past are left out. */
const sqlOf = (scene: PushScene): string | null =>
  TYPES[scene]
    ? `select r.id, r.customer_id, r.create_dept, s.id as scheme_id, s.scheme_type_id, r.due_date, false as is_replied, r.push_now is true as is_at_once, coalesce(r.target_name, '') as subject
       from asremind r left join ${schemeSuppliesFacts} p on p.tenant_id = r.tenant_id and p.id = r.scheme_supplies_id left join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
       where r.tenant_id = $1 and r.is_deleted = 0 and r.remind_type = '${TYPES[scene]}' and r.remind_status in ('waiting', 'in', 'pushed') and r.due_date > $2::date - 800`
    : null;

/** Return the values of messages about reminders. */
async function valuesOf(reading: Reading, ids: readonly string[]) {
  const rows = await reading.find(reminder, { id: [...ids] }, { limit: ids.length || 1 });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        customerName: row.customerName ?? '',
        targetName: row.targetName ?? '',
        dueDate: row.dueDate,
        daysLeft: String(daysBetween(reading.today(), row.dueDate)),
      },
    ]),
  );
}

/** Lock reminders. Return those that are still pushed. */
async function hold(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.lockRows(reminder, ids);
  return new Set(rows.filter((one) => PUSHED_FROM.some((state) => state === one.remindStatus)).map((one) => one.id));
}

/** Count a push at reminders. Each goes through the queue, also one that was pushed before. */
async function count(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.find(reminder, { id: [...ids] }, { limit: ids.length || 1 });
  const inState = (state: string): string[] => rows.filter((one) => one.remindStatus === state).map((one) => one.id);
  const [waiting, pushed] = [inState('waiting'), inState('pushed')];
  if (waiting.length) await context.moveAll(reminder, waiting, 'in', 'rule');
  if (pushed.length) await context.moveAll(reminder, pushed, 'in', 'repeat');
  await context.moveAll(reminder, ids, 'pushed', 'push');
  await context.touch(
    reminder,
    rows.map((one) => ({
      id: one.id,
      pushCount: (one.pushCount ?? 0) + 1,
      lastPushTime: context.now(),
      pushNow: false,
    })),
  );
}

/** Reminders of warranties, of lapsed covers and of consumables, as targets of push rules. */
export const reminderTargets: PushTargets = {
  name: 'reminders',
  scenes: ['warrantyDue', 'lapsed', 'suppliesDue'],
  paper: reminder,
  column: 'remindId',
  bizType: 'remind',
  variables: [
    { name: 'customerName', label: ['客户姓名', 'Customer'] },
    { name: 'targetName', label: ['提醒对象', 'Subject'], lists: true },
    { name: 'dueDate', label: ['到期日期', 'Due'] },
    { name: 'daysLeft', label: ['剩余天数', 'Days left'] },
  ],
  sql: sqlOf,
  values: valuesOf,
  hold,
  pushed: count,
};
