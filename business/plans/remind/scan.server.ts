import type { Row } from '#kernel/language/paper.ts';
import type { Context, WorkSteps } from '#kernel/server';
import { schemeSupplies } from '#business/contracts/parts/scheme-supplies.paper.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { endReminders, followCustomers } from './end-reminders.server.ts';
import { reminder } from './reminder.paper.ts';
import { dueSupplies } from './supplies-due.server.ts';
import { type DueSubject, type MachineType, dueMachines } from './targets.server.ts';

type Remind = Row<typeof reminder>;
type Type = NonNullable<Remind['remindType']>;

/** Subjects of one transaction. */
const AT_ONCE = 200;
/** Consumables of one transaction: the use of each may be read over years. */
const SUPPLIES_AT_ONCE = 50;

export const remindKey = (type: Type, targetId: string, due: string): string => `${type}#${targetId}#${due}`;

/** Return the row of a new reminder. */
const rowOf = (type: Type, one: DueSubject): Partial<Remind> => ({
  remindType: type,
  customerId: one.customerId,
  customerName: one.customerName,
  phone: one.phone,
  premisesId: one.premisesId,
  customerServiceTeam: one.team as Remind['customerServiceTeam'],
  equipmentId: one.equipmentId,
  schemeSuppliesId: type === 'supplies' ? one.targetId : null,
  targetId: one.targetId,
  targetName: one.name.slice(0, 200),
  dueDate: one.due,
  remindStatus: 'waiting',
  pushCount: 0,
  pushNow: false,
  remindKey: remindKey(type, one.targetId, one.due),
});

/**
 * Store reminders of what is due. A reminder that is stored stays as it is; one that had ended opens again, because its
 * subject is due again.
 */
async function storeAll(context: Context, type: Type, due: readonly DueSubject[]): Promise<void> {
  if (due.length === 0) return;
  const rows = due.map((one) => rowOf(type, one));
  await context.createAll(reminder, rows, { unlessThere: 'remindKey' });
  const ended = type === 'supplies' ? ['closed', 'handled'] : ['closed'];
  const again = await context.find(
    reminder,
    { remindKey: rows.map((one) => one.remindKey), remindStatus: ended },
    { limit: AT_ONCE },
  );
  if (again.length)
    await context.moveAll(
      reminder,
      again.map(({ id }) => id),
      'waiting',
      'scan',
      { pushNow: false, outReason: null, outUntil: null, resultNote: null },
    );
}

/** Make the reminders of the next machines after one. Return the last id, or null after the last step. */
async function scanMachines(context: Context, type: MachineType, after: string): Promise<string | null> {
  const due = await dueMachines(context, type, { after, first: AT_ONCE });
  await storeAll(context, type, due);
  return due.length === AT_ONCE ? (due.at(-1)?.targetId ?? null) : null;
}

/** Warn of the next consumables after one, each with its reminder. Return the last id, or null after the last step. */
async function scanSupplies(context: Context, after: string): Promise<string | null> {
  const { last, due, used, schemeIds } = await dueSupplies(context, { after, first: SUPPLIES_AT_ONCE });
  // Contracts are locked before their consumables.
  if (schemeIds.length) await context.lockRows(scheme, schemeIds);
  if (used.size)
    await context.touch(
      schemeSupplies,
      [...used].map(([id, use]) => ({ id, usedUsage: use.toFixed(2) })),
    );
  const warned = new Set(
    due.length
      ? await context.moveAll(
          schemeSupplies,
          due.map((one) => one.targetId),
          'warned',
          'scan',
        )
      : [],
  );
  await storeAll(
    context,
    'supplies',
    due.filter((one) => warned.has(one.targetId)),
  );
  return last;
}

/** Let reminders that were taken out until a day wait again after it. */
async function bringBack(context: Context): Promise<boolean> {
  const back = await context.sql.query<{ id: string }>(
    "select r.id::text as id from asremind r where r.tenant_id = $1 and r.is_deleted = 0 and r.remind_status = 'out' and r.out_until < $2::date order by r.id limit $3",
    [context.tenantId, context.today(), AT_ONCE],
  );
  if (back.length)
    await context.moveAll(
      reminder,
      back.map(({ id }) => id),
      'waiting',
      'until',
      { outReason: null, outUntil: null },
    );
  return back.length === AT_ONCE;
}

/**
 * Nightly: close reminders whose reason is gone, let those that were taken out wait again, and make new ones. Each step
 * looks at the rows as they are: a night that was missed or interrupted is made up by the next.
 */
export async function scanReminders({ step }: WorkSteps): Promise<void> {
  while (await step(endReminders));
  while (await step(followCustomers));
  while (await step(bringBack));
  for (const type of ['warranty', 'surrender'] as const) {
    let after: string | null = '0';
    while (after !== null) {
      const from: string = after;
      after = await step((context) => scanMachines(context, type, from));
    }
  }
  let after: string | null = '0';
  while (after !== null) {
    const from: string = after;
    after = await step((context) => scanSupplies(context, from));
  }
}
