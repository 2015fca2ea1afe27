import { must, mustHave } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { specialDays } from '../calendar.server.ts';
import { addDays, dayOf } from '#business/masterdata/days.rules.ts';
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

/** A clock with the columns that its start writes. */
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

/** The furthest a clock is reckoned ahead, in days. */
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
}

/** Begins the clocks that a policy asks for; a kind without a policy has none. */
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
      startTime: context.now(),
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
  // A clock is its own record: that it began is said by it, not by an entry beside it.
  await context.append(slaClock, clocks);
}

/** The clocks of a new registration: appointment, arrival, finish. */
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
    },
    ORDER_KINDS,
  );
  await showOn(context, order.id);
}

/** The clock of a new repair form: until somebody takes it up. */
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

/** The clocks of an order that were neither met nor cancelled, locked. */
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

/** What a clock was for has happened at that moment. The first time counts; a clock that was met stays as it is. */
export async function meetClock(context: Context, orderId: string, kind: SlaKind, at: string): Promise<void> {
  for (const clock of await liveOf(context, orderId, kind)) {
    const hours = await hoursOf(context, words(clock), clock.startTime);
    // What is met while it was paused had waited until then.
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

/** The promise to the customer, where the order has one, is until when somebody arrives. */
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

/** The order waits for something that is not ours: its clocks stand still. */
export async function pauseClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    if (clock.slaState !== 'paused')
      await context.change(slaClock, clock.id, { slaState: 'paused', pausedAt: context.now() });
  await showOn(context, orderId);
}

/** The order goes on: each clock is due later by as many business minutes as it stood still. */
export async function resumeClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    if (clock.slaState === 'paused') await write(context, clock, await resumedBy(context, clock, context.now()));
  await showOn(context, orderId);
}

/** The customer, the site or the weather put a visit off from one moment to another: that time does not count. */
export async function putOffClocks(context: Context, orderId: string, from: string, to: string): Promise<void> {
  for (const clock of await liveOf(context, orderId)) {
    const minutes = workingMinutesBetween(from, to, await hoursOf(context, words(clock), clock.startTime));
    await write(context, clock, await reckoned(context, clock, (clock.pausedMinutes ?? 0) + minutes));
  }
  await showOn(context, orderId);
}

/** The order is not to be done any more: what was not met is not asked for. */
export async function cancelClocks(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId))
    await context.change(slaClock, clock.id, { slaState: 'cancelled', pausedAt: null });
  await showOn(context, orderId);
}

/** What was finished is not: the same clock runs on as if it had never stopped. */
export async function reopenClock(context: Context, orderId: string, kind: SlaKind): Promise<void> {
  await context.call(holdOrder, { orderId });
  const [clock] = (await context.find(slaClock, { bizId: orderId, slaKind: kind }, { limit: 1000 })).filter(
    (one) => one.metTime,
  );
  if (clock) await write(context, wholeClock(clock), { metTime: null, breachMinutes: null, slaState: 'running' });
  await showOn(context, orderId);
}

/** The customer was promised a window, or the promise was taken back: the arrival is due by it. */
export async function setArriveDue(context: Context, orderId: string): Promise<void> {
  for (const clock of await liveOf(context, orderId, 'arrive'))
    await write(context, clock, await reckoned(context, clock, clock.pausedMinutes ?? 0));
  await showOn(context, orderId);
}

/** How a clock stands now is written and shown on its order; answers the state when it changed. */
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
