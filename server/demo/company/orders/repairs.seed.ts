import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server/context.ts';
import { closeSettled } from '#business/billing/collection/close-roll.server.ts';
import { recountFirstFix } from '#business/completion/completion/facts/first-fix.server.ts';
import { acceptTimeouts } from '#business/dispatch/visit/accept-timeout.server.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { closeEnded, escalateLate } from '#business/intake/urge/urge-clock.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { addDays, addMinutes, daysBetween, daysFrom } from '#kernel/language/days.ts';
import { staffMessage } from '#business/messaging/staff/staff-message.paper.ts';
import { slaTick } from '#business/scheduling/sla/sla-clock.server.ts';
import { Chance, type DatedStep, type DemoWorld, firstDayOf } from '#business/system/seed/demo-world.seed.ts';
import { photosSince, seedAnnexClasses } from '../annex-classes.seed.ts';
import { RepairCalls } from './calls.seed.ts';
import { Demand, MAX_LEAD_DAYS } from './demand.ts';
import { OrderBook } from './order-book.ts';
import type { Newcomers, SeedHome } from '../homes.seed.ts';
import { install } from './installs.seed.ts';
import { Orders } from './orders.seed.ts';
import { type Contracts, PlanVisits, readContracts } from './plan-visits.seed.ts';
import type { Crewman } from '../people.seed.ts';
import type { Staff } from '../service/diary.ts';
import { type Happening, PRODUCT } from '../service/job.ts';

/** Days before a planned visit from which it may be registered. */
const DAYS_AHEAD = 9;
/** Days after the end of the demo run for which events are planned: a run can be continued so far. */
const DAYS_TO_COME = 6;
/**
 * Shares of all events after which the statistics of the tables are updated: PostgreSQL's plans for empty tables would
 * scan full ones.
 */
const COUNTED = [0.5, 0.25, 0.08, 0.02] as const;
/**
 * Days between two runs of the nightly work in the past. One transaction handles all papers of these days, which
 * shortens the demo run.
 */
const NIGHTS = 7;

/** Run an event. If a rule refuses it, report the refusal and continue without it. */
async function happened(world: DemoWorld, event: Happening | DatedStep, chance: Chance): Promise<void> {
  if ('run' in event) {
    await event.run();
    return;
  }
  const work = (context: Context): Promise<unknown> => event.work(context, chance);
  try {
    await (event.who === PRODUCT ? world.product(event.at, work) : world.as(event.who, event.at, work));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.refused?.(event.at, error.reason);
  }
}

/**
 * Do the nightly work: close confirmed and paid orders, recount the first-fix rate, and report breached SLA clocks. A
 * repair after which the fault came back is no first fix.
 */
async function night(context: Context): Promise<void> {
  const steps = { step: <T>(work: (context: Context) => Promise<T>): Promise<T> => work(context) };
  await closeSettled(steps);
  await recountFirstFix(steps);
  await slaTick(steps);
}

/** Days after which a customer has found another way, if nobody could be sent. */
const STALE_DAYS = 16;

/** Cancel orders to which nobody could be sent, for example because a rule refused the plan. */
async function cancelStale(context: Context): Promise<void> {
  const since = addDays(context.today(), -STALE_DAYS);
  const open = await context.find(registration, { registerStatus: 'registered' }, { limit: 2000 });
  for (const { id, createTime, dispId } of open)
    if (!dispId && (createTime ?? since) < since)
      await context.act(registration, id, 'cancel', { cancelReason: 'self', reason: '回访时客户已自行解决' });
}

/** Mark old messages as read: those about SLA clocks after 24 hours, all others after 30 hours. */
export const readLongAgo = (context: Context): Promise<unknown> =>
  context.sql.query(
    `update ${staffMessage.table} set read_time = create_time + interval '40 minutes' where tenant_id = $1 and read_time is null
      and create_time < $2::timestamptz - case when message_event in ('slaWarning', 'slaBreach') then interval '24 hours' else interval '30 hours' end`,
    [context.tenantId, context.now()],
  );

/** Number of customers who urge their request in the last minutes, so that some urges are open at the end. */
const ASK_AGAIN = 3;

/** Do the timed work up to `world.now`. Then let some customers with open requests urge them. */
async function asOfNow(world: DemoWorld): Promise<void> {
  const { now } = world;
  const steps = { step: <T>(work: (context: Context) => Promise<T>): Promise<T> => world.product(now, work) };
  for (const work of [acceptTimeouts, slaTick, escalateLate, closeEnded]) await work(steps);
  await world.product(now, night);
  await world.product(now, readLongAgo);
  const waiting = await world.as('as_cs', now, (context) =>
    context.find(repairForm, { repairStatus: 'submitted' }, { first: 100 }),
  );
  for (const [at, one] of waiting
    .filter(({ createTime }) => (createTime ?? now) < addMinutes(now, -15))
    .slice(0, ASK_AGAIN)
    .entries())
    await world.as('as_cs', addMinutes(now, -4 - at * 3), (context) =>
      context.create(urge, {
        source: 'phone',
        urgeLevel: 'ask',
        content: '今天能安排上门吗？',
        repairFormId: one.id,
      } as Draft<typeof urge>),
    );
}

/**
 * Plan visits for the demo account of the technician, which most people try first: four today and three tomorrow,
 * promised two days ago.
 */
function arrangedDays(orders: Orders, today: string, crew: readonly Crewman[]): void {
  const tried = crew.find((one) => one.user.role === 'as_technician' && one.user.account === 'as_technician');
  if (!tried) return;
  for (const [ahead, count] of [
    [0, 4],
    [1, 3],
  ] as const)
    for (let at = 0; at < count; at += 1)
      orders.order({ day: addDays(today, -2), wanted: addDays(today, ahead), team: tried.team }, tried);
}

/**
 * Plan all calls, orders and installations. Installations come first, since they need two technicians who are free at
 * the same time.
 */
function plan(
  world: DemoWorld,
  book: OrderBook,
  { newcomers, crew, contracts }: { newcomers: Newcomers; crew: readonly Crewman[]; contracts: Contracts },
): void {
  const [calls, orders, planVisits] = [new RepairCalls(book), new Orders(book, contracts), new PlanVisits(book)];
  const demand = new Demand(new Chance(world.random), crew, world.share);
  const first = firstDayOf(world);
  const back = daysBetween(first, world.today);
  const days = daysFrom(first, addDays(world.today, DAYS_TO_COME));
  for (const day of days) for (let left = demand.installs(); left > 0; left -= 1) install(book, newcomers, day);
  arrangedDays(orders, world.today, crew);
  const agreed = contracts.visits.flatMap((one) => {
    const wanted = planVisits.visit(one);
    return wanted ? [{ wanted, team: one.team }] : [];
  });
  const visits = daysFrom(days[0], addDays(world.today, DAYS_TO_COME + MAX_LEAD_DAYS));
  const wanted = Map.groupBy(
    demand.orders(visits, (team, month) => book.callShare(team, month), agreed),
    ({ day }) => day,
  );
  for (const day of days) {
    for (const one of wanted.get(day) ?? []) orders.order(one);
    for (let left = demand.calls(day); left > 0; left -= 1) calls.call(day);
  }
  for (let ago = back - 2; ago >= 2; ago -= 1) book.finance.day(addDays(world.today, -ago));
  const nights = [2, 1, 0];
  for (let ago = back - NIGHTS; ago > 2; ago -= NIGHTS) nights.push(ago);
  for (const ago of nights) {
    book.happens({ at: `${addDays(world.today, -ago)} 02:30:00`, who: PRODUCT, work: night });
    book.happens({ at: `${addDays(world.today, -ago)} 10:15:00`, who: 'as_cs', work: cancelStale });
  }
  book.happens({ at: photosSince(world.today), who: 'as_admin', work: seedAnnexClasses });
}

/**
 * Make about a thousand calls, sixteen hundred orders and forty installations a month, in the order in which they
 * happened. Return a function that continues up to a later `world.now`.
 */
export async function seedRepairs(
  world: DemoWorld,
  { homes, newcomers }: { readonly homes: readonly SeedHome[]; readonly newcomers: Newcomers },
  staff: Staff,
): Promise<() => Promise<void>> {
  const book = new OrderBook(world, homes, staff);
  const contracts = await readContracts(world, homes, DAYS_TO_COME + DAYS_AHEAD);
  plan(world, book, { newcomers, crew: staff.crew, contracts });
  for (const step of world.dated?.() ?? []) book.dated(step);
  const { events } = book;
  events.sort(byTime);
  for (const share of COUNTED) {
    const at = Math.floor(events.length * share);
    events.splice(at, 0, { at: events[at].at, who: PRODUCT, work: async () => world.settled?.() });
  }
  await upToNow(world, book);
  return async () => {
    book.turn();
    book.finance.day(addDays(world.today, -2));
    book.happens({ at: `${world.today} 02:30:00`, who: PRODUCT, work: night });
    events.sort(byTime);
    await upToNow(world, book);
  };
}

const byTime = (one: { at: string }, other: { at: string }): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;

/** Run all events before `world.now`, then the timed work and the requests that are open at that moment. */
async function upToNow(world: DemoWorld, book: OrderBook): Promise<void> {
  await world.concurrency(
    book.events,
    (event) => ('run' in event ? undefined : event.worker),
    (event, lane) => happened(world, event, lane),
  );
  await asOfNow(world);
  await book.service.atThisMoment();
}
