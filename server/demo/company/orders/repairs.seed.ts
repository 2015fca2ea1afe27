import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server/context.ts';
import { closeSettled } from '#business/billing/collection/close-roll.server.ts';
import { recountFirstFix } from '#business/completion/completion/first-fix.server.ts';
import { acceptTimeouts } from '#business/dispatch/visit/accept-timeout.server.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { closeEnded, escalateLate } from '#business/intake/urge/urge-clock.server.ts';
import { addDays, addMinutes } from '#business/masterdata/days.rules.ts';
import { staffMessage } from '#business/messaging/staff/staff-message.paper.ts';
import { slaTick } from '#business/scheduling/sla/sla-clock.server.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { photosSince, seedAnnexClasses } from '../annex-classes.seed.ts';
import { seedDaysOf } from './calendar.ts';
import { RepairCalls } from './calls.seed.ts';
import { type Case, OrderBook } from './order-book.ts';
import type { Newcomers, SeedHome } from '../homes.seed.ts';
import { install } from './installs.seed.ts';
import { Orders } from './orders.seed.ts';
import type { Crewman } from '../people.seed.ts';
import { works } from '../service/diary.ts';
import { type Happening, PRODUCT } from '../service/job.ts';

const DAYS_A_MONTH = 30.4;
const FORMS_A_MONTH = 105;
const ORDERS_A_MONTH = 70;
const INSTALLS_A_MONTH = 20;
/** Calls of today and yesterday: what the desk has before it, and little more than the days before brought. */
const RECENT = 17;
/** When so much has happened, rows are counted anew: plans made for empty tables read full ones from end to end. */
const COUNTED = [0.25, 0.08, 0.02] as const;
/** What the nights bring is brought once a week, all of it in one transaction: a transaction a paper would make the first start longer. */
const NIGHTS = 7;

/** What a rule refuses did not happen: the months go on without it. */
async function happened(world: DemoWorld, event: Happening, chance: Chance): Promise<void> {
  const work = (context: Context): Promise<unknown> => event.work(context, chance);
  try {
    await (event.who === PRODUCT ? world.product(event.at, work) : world.as(event.who, event.at, work));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.refused?.(event.at, error.reason);
  }
}

/** What is settled is put away, a fix after which the fault came back was none, and whoever answers for a promise hears that it was broken. */
async function night(context: Context): Promise<void> {
  const steps = { step: <T>(work: (context: Context) => Promise<T>): Promise<T> => work(context) };
  await closeSettled(steps);
  await recountFirstFix(steps);
  await slaTick(steps);
}

/** What was told long ago has been read: of broken promises what was told before yesterday, of everything else a day more. */
const readLongAgo = (context: Context): Promise<unknown> =>
  context.sql.query(
    `update ${staffMessage.table} set read_time = create_time + interval '40 minutes' where tenant_id = $1 and read_time is null
      and create_time < $2::timestamptz - case when message_event in ('slaWarning', 'slaBreach') then interval '36 hours' else interval '2 days' end`,
    [context.tenantId, context.now()],
  );

/** What the clock does up to this minute; and three who ask again right now, so that somebody still waits for an answer in time. */
async function asOfNow(world: DemoWorld, open: readonly Case[]): Promise<void> {
  const steps = { step: <T>(work: (context: Context) => Promise<T>): Promise<T> => world.product(world.now, work) };
  for (const work of [acceptTimeouts, slaTick, escalateLate, closeEnded]) await work(steps);
  await world.product(world.now, night);
  await world.product(world.now, readLongAgo);
  // Nobody asks again, and nobody is sent, before he has called.
  for (const [at, one] of open
    .filter(({ at: called }) => called < addMinutes(world.now, -15))
    .slice(-3)
    .entries()) {
    await world.as('as_cs', addMinutes(world.now, -4 - at * 5), (context) =>
      context.create(urge, {
        source: 'phone',
        urgeLevel: 'ask',
        content: '今天能安排上门吗？',
        repairFormId: one.formId,
      } as Draft<typeof urge>),
    );
  }
}

/** Of ten who go on a day, how many jobs were arranged for it: days that fill up, a full today and days to come. */
const arrangedFor: readonly (readonly [ahead: number, jobsOfTen: number])[] = [
  [-5, 2],
  [-4, 3],
  [-3, 4],
  [-2, 5],
  [-1, 7],
  [0, 21],
  [1, 10],
  [2, 6],
  [3, 3],
];

/** What is arranged for these days was placed over so many days, later ones more often: no week brings much more than the one before. */
const ARRANGED_DAYS = 120;

/** What was arranged for these days; the technician who is tried first has his day, and heard of it the day before yesterday. */
function season(world: DemoWorld, orders: Orders, chance: Chance, crew: readonly Crewman[]): void {
  const most = Math.min(ARRANGED_DAYS, Math.round(world.months * DAYS_A_MONTH) - 1);
  const before = (): number => chance.between(4, most);
  const arranged = (): string => addDays(world.today, -Math.min(before(), before()));
  const tried = crew.find((one) => one.user.role === 'as_technician' && one.user.account === 'as_technician');
  for (const [ahead, count] of [
    [0, 4],
    [1, 3],
  ] as const)
    for (let at = 0; at < count; at += 1) orders.order(addDays(world.today, -2), addDays(world.today, ahead), tried);
  for (const [ahead, jobsOfTen] of arrangedFor) {
    const day = addDays(world.today, ahead);
    const there = crew.filter((man) => !man.team.startsWith('install') && works(man, day)).length;
    for (let at = 0; at < Math.round((there * jobsOfTen) / 10); at += 1) orders.order(arranged(), day);
  }
}

/** About a hundred calls, seventy orders and twenty installations a month, made step by step as they happened. */
export async function seedRepairs(
  world: DemoWorld,
  { homes, newcomers }: { readonly homes: readonly SeedHome[]; readonly newcomers: Newcomers },
  crew: readonly Crewman[],
): Promise<void> {
  const book = new OrderBook(world, homes, crew);
  const [calls, orders] = [new RepairCalls(book), new Orders(book)];
  const chance = new Chance(world.random);
  const back = Math.round(world.months * DAYS_A_MONTH);
  const [yesterday, daysAgo] = [addDays(world.today, -1), addDays(world.today, -2)];
  season(world, orders, chance, crew);
  for (const day of seedDaysOf(chance, daysAgo, back - 2, world.months * FORMS_A_MONTH)) calls.call(day);
  // Early in the day most of what is fresh came in yesterday.
  for (let tries = 0, came = 0; came < RECENT && tries < RECENT * 4; tries += 1)
    came += Number(calls.call(tries % 2 ? yesterday : world.today));
  for (const day of seedDaysOf(chance, yesterday, back, world.months * ORDERS_A_MONTH)) orders.order(day);
  for (const day of seedDaysOf(chance, daysAgo, back, world.months * INSTALLS_A_MONTH)) install(book, newcomers, day);
  const nights = [2, 1, 0];
  for (let ago = back - 2; ago >= 2; ago -= 1) book.finance.day(addDays(world.today, -ago));
  for (let ago = back - NIGHTS; ago > 2; ago -= NIGHTS) nights.push(ago);
  for (const ago of nights) book.happens({ at: `${addDays(world.today, -ago)} 02:30:00`, who: PRODUCT, work: night });
  book.happens({ at: photosSince(world.today), who: 'as_admin', work: seedAnnexClasses });
  const { events } = book;
  events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  for (const share of COUNTED) {
    const at = Math.floor(events.length * share);
    events.splice(at, 0, { at: events[at].at, who: PRODUCT, work: async () => world.settled?.() });
  }
  await world.concurrency(
    events,
    (event) => event.worker,
    (event, lane) => happened(world, event, lane),
  );
  await asOfNow(world, calls.open());
  await book.service.atThisMoment();
}
