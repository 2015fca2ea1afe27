import { must, mustHave } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { specialDays } from '../calendar.server.ts';
import { addDays, dayOf } from '#kernel/language/days.ts';
import { type WorkingTime, workingMinutesBetween } from '../working-time.rules.ts';
import {
  type SlaKind,
  type SlaState,
  WORST_FIRST,
  clockHours,
  hoursInWords,
  momentsOf,
  policyFor,
  stateAt,
} from './sla.rules.ts';
import { type ClockedForm, type ClockedOrder, holdOrder, promiseOfOrder, showClocks } from './clocked-order.service.ts';
import { slaClock } from './sla-clock.paper.ts';
import { slaPolicy } from './sla-policy.paper.ts';

type Clock = WholeClock;

/** Return a clock; throw if a column that its start writes is null. */
export const wholeClock = (row: Row<typeof slaClock>) =>
  mustHave(
    row,
    'bizType',
    'bizId',
    'slaKind',
    'slaState',
    'startTime',
    'warnTime',
    'dueTime',
    'targetMinutes',
    'warnPercent',
  );
export type WholeClock = ReturnType<typeof wholeClock>;

const LIVE: readonly SlaState[] = ['running', 'warning', 'paused', 'breached'];
const ORDER_KINDS: readonly SlaKind[] = ['appoint', 'arrive', 'finish'];

/** Days ahead of its start whose calendar is read for a clock. */
const AHEAD = 370;

const hoursOf = async (context: Context, words: string, from: string): Promise<WorkingTime> =>
  clockHours(words, await specialDays(context, dayOf(from), addDays(dayOf(from), AHEAD)));

interface Timed {
  readonly bizType: 'repair' | 'registration';
  readonly bizId: string;
  readonly bizNo: string;
  readonly receiptsType: string | null;
  readonly urgency: string | null;
  readonly customerId: string | null;
  /** Moment at which the clocks begin; absent: now. */ readonly begins?: string;
}

/** Start a clock of each kind for which a policy fits. Kinds without a policy get none. */
async function start(context: Context, of: Timed, kinds: readonly SlaKind[]): Promise<void> {
  const policies = await context.find(slaPolicy, { slaKind: [...kinds] }, { limit: 1000 });
  if (policies.length === 0) return;
  const [person] = of.customerId ? await context.find(customer, { id: of.customerId }, { first: 1 }) : [];
  const clocks: Parameters<typeof context.append<typeof slaClock>>[1][number][] = [];
  for (const kind of kinds) {
    const policy = policyFor(
      policies,
      { receiptsType: of.receiptsType, urgency: of.urgency, customerLevel: person?.customerLevel ?? null },
      kind,
    );
    if (!policy) continue;
    const clock = {
      startTime: of.begins ?? context.now(),
      targetMinutes: policy.targetMinutes,
      warnPercent: policy.warnPercent,
      pausedMinutes: 0,
    };
    const businessHours = hoursInWords(policy);
    clocks.push({
      bizType: of.bizType,
      bizId: of.bizId,
      bizNo: of.bizNo,
      slaKind: kind,
      policyId: policy.id,
      businessHours,
      slaState: 'running',
      ...clock,
      ...momentsOf(clock, await hoursOf(context, businessHours, clock.startTime)),
    });
  }
  // Append without an entry in the action log: the row itself shows when the clock started.
  await context.append(slaClock, clocks);
}

/** When the day of a planned visit begins. */
const DAY_BEGINS = '08:00:00';

/** Return when the clocks of an order begin: on its wanted day for one that was planned ahead; absent: now. */
function beginOf(context: Context, { source, expectDate }: ClockedOrder): string | undefined {
  const begins = source === 'plan' && expectDate ? `${expectDate} ${DAY_BEGINS}` : '';
  return begins > context.now() ? begins : undefined;
}

/** Start the clocks of a new registration: appointment, arrival, finish. */
export async function startClocks(context: Context, order: ClockedOrder): Promise<void> {
  await start(
    context,
    {
      bizType: 'registration',
      bizId: order.id,
      bizNo: order.registrationNo,
      receiptsType: order.receiptsType,
      urgency: order.urgency,
      customerId: order.customerId,
      begins: beginOf(context, order),
    },
    ORDER_KINDS,
  );
  await showOn(context, order.id);
}

/** Start the clock of a new repair form, which runs until acceptance. */
export const startResponse = (context: Context, form: ClockedForm): Promise<void> =>
  start(
    context,
    {
      bizType: 'repair',
      bizId: form.id,
      bizNo: form.repairNo,
      receiptsType: form.receiptsType,
      urgency: form.urgency,
      customerId: form.customerId,
    },
    ['response'],
  );

/** Lock and return the clocks of an order that are neither met nor cancelled. */
async function liveOf(context: Context, bizId: string, kind?: SlaKind): Promise<Clock[]> {
  await context.call(holdOrder, { orderId: bizId });
  await context.sql.query(
    `select id from ${slaClock.table} where tenant_id = $1 and biz_id = $2 and met_time is null and is_deleted = 0 order by id for no key update`,
    [context.tenantId, bizId],
  );
  const found = await context.find(
    slaClock,
    { bizId, slaState: [...LIVE], ...(kind && { slaKind: kind }) },
    { limit: 1000 },
  );
  return found.filter((one) => !one.metTime).map(wholeClock);
}

const showOn = (context: Context, orderId: string): Promise<void> =>
  context.call(showClocks, { orderId, live: LIVE, worstFirst: WORST_FIRST });

const words = (clock: Clock): string => clock.businessHours ?? '00:00-23:59/7';

async function write(context: Context, clock: Clock, values: Partial<Clock>): Promise<void> {
  const after = { ...clock, ...values };
  await context.change(slaClock, clock.id, {
    ...values,
    slaState: stateAt(mustHave(after, 'slaState', 'warnTime', 'dueTime'), context.now()),
  });
}

/** Stop a clock as met at this moment. A clock that is met already does not change. */
export async function meetClock(context: Context, orderId: string, kind: SlaKind, at: string): Promise<void> {
  for (const clock of await liveOf(context, orderId, kind)) {
    const hours = await hoursOf(context, words(clock), clock.startTime);
    // If the clock is met during a pause, the pause ends at that moment and postpones the due time.
    const resumed = clock.slaState === 'paused' ? await resumedBy(context, clock, at) : {};
    const dueTime = resumed.dueTime ?? clock.dueTime;
    await write(context, clock, {
      ...resumed,
      metTime: at,
      slaState: 'running',
      breachMinutes: at > dueTime ? Math.max(1, workingMinutesBetween(dueTime, at, hours)) : 0,
    });
  }
  await showOn(context, orderId);
}

/**
 * Return the end of the time window promised to the customer, which replaces the due time of an arrival. Null for
 * another kind of clock, or without a promise.
 */
async function promiseFor(context: Context, clock: Clock): Promise<string | null> {
  if (clock.slaKind !== 'arrive') return null;
  return context.ask(promiseOfOrder, { orderId: clock.bizId });
}

async function reckoned(context: Context, clock: Clock, pausedMinutes: number): Promise<Partial<Clock>> {
  const facts = {
    startTime: clock.startTime,
    targetMinutes: clock.targetMinutes,
    warnPercent: clock.warnPercent,
    pausedMinutes,
  };
  return {
    pausedMinutes,
    ...momentsOf(facts, await hoursOf(context, words(clock), clock.startTime), await promiseFor(context, clock)),
  };
}

async function resumedBy(context: Context, clock: Clock, at: string): Promise<Partial<Clock>> {
  const paused = workingMinutesBetween(
    must(clock.pausedAt, 'pausedAt'),
    at,
    await hoursOf(context, words(clock), clock.startTime),
  );
  return {
    pausedAt: null,
    slaState: 'running',
    ...(await reckoned(context, clock, (clock.pausedMinutes ?? 0) + paused)),
  };
}

/** Pause the clocks of an order, which waits for the customer or for others. */
export async function pauseClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    if (clock.slaState !== 'paused')
      await context.change(slaClock, clock.id, { slaState: 'paused', pausedAt: context.now() });
  await showOn(context, orderId);
}

/** Resume the clocks of an order. The working minutes of the pause postpone the due time of each. */
export async function resumeClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    if (clock.slaState === 'paused') await write(context, clock, await resumedBy(context, clock, context.now()));
  await showOn(context, orderId);
}

/** Postpone the due times of an order's clocks by the working minutes of a delay that the company did not cause. */
export async function putOffClocks(context: Context, orderId: string, from: string, to: string): Promise<void> {
  for (const clock of await liveOf(context, orderId)) {
    const minutes = workingMinutesBetween(from, to, await hoursOf(context, words(clock), clock.startTime));
    await write(context, clock, await reckoned(context, clock, (clock.pausedMinutes ?? 0) + minutes));
  }
  await showOn(context, orderId);
}

/** Cancel the clocks of a cancelled order that are not met. */
export async function cancelClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    await context.change(slaClock, clock.id, { slaState: 'cancelled', pausedAt: null });
  await showOn(context, orderId);
}

/** Reopen a met clock, which goes on as if it had never stopped. */
export async function reopenClock(context: Context, orderId: string, kind: SlaKind): Promise<void> {
  await context.call(holdOrder, { orderId });
  const [clock] = (await context.find(slaClock, { bizId: orderId, slaKind: kind }, { limit: 1000 })).filter(
    (one) => one.metTime,
  );
  if (clock) await write(context, wholeClock(clock), { metTime: null, breachMinutes: null, slaState: 'running' });
  await showOn(context, orderId);
}

/** Compute the due time of the arrival again, after a time window was promised to the customer or withdrawn. */
export async function setArriveDue(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId, 'arrive'))
    await write(context, clock, await reckoned(context, clock, clock.pausedMinutes ?? 0));
  await showOn(context, orderId);
}

/**
 * Store the state that a clock has by now, and show it on its order. Return the clock with its new state; null if it
 * did not change.
 */
export async function tick(context: Context, id: string): Promise<{ clock: Clock; to: SlaState } | null> {
  const { bizType, bizId } = wholeClock(await context.get(slaClock, id));
  if (bizType === 'registration') await context.call(holdOrder, { orderId: bizId });
  await context.sql.query(`select id from ${slaClock.table} where tenant_id = $1 and id = $2 for no key update`, [
    context.tenantId,
    id,
  ]);
  const clock = wholeClock(await context.get(slaClock, id));
  const to = stateAt(clock, context.now());
  if (to === clock.slaState) return null;
  await context.change(slaClock, id, { slaState: to });
  if (clock.bizType === 'registration') await showOn(context, clock.bizId);
  return { clock, to };
}
