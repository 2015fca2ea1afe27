import { isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { addDays, addMinutes, dayOf, minutesBetween, weekdayOf } from '#kernel/language/days.ts';
import { type Fitness, ranked, weightsIn } from './candidates.rules.ts';
import type { Ranked, Roads, findCandidates } from '../board/board.calls.ts';
import { firstFree } from '../board/free-window.rules.ts';
import { type Candidate, type PlannedJob, gapBetween, tasksOn, worksOn } from '../occupancy/conflicts.rules.ts';
import { candidatesOf, jobOf, lunchOf, roadsOf } from '../occupancy/conflicts.server.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { mayKnowPlanOf } from '../board/plan-visibility.rules.ts';
import { placingFactsOf } from './placing-facts.server.ts';
import { weekPay } from './week-pay.service.ts';
import { plannedMinutes } from './planned-minutes.rules.ts';
import { wishOf, wishedSpans } from './wish.rules.ts';

type Order = Row<typeof registration>;
type Technician = Row<typeof technician>;

/** When a visit begins if its customer wants no certain time. */
const ANY_TIME = '09:00:00';

/** The order, named by its id or that of its dispatch form, and the time. */
type Query = Partial<CallInputOf<typeof findCandidates>>;

async function orderFor(reading: Reading, query: Query): Promise<Order> {
  const [form] = query.dispId
    ? await reading.visible(dispatchForm, { match: { id: query.dispId } }).rows({ first: 1 })
    : [];
  const id = query.registrationFormId ?? form?.registrationFormId;
  const [order] = id ? await reading.visible(registration, { match: { id } }).rows({ first: 1 }) : [];
  if (!order) throw refuse.registrationMissing();
  return reading.get(registration, order.id);
}

/** Return the time window: the requested one, else the customer's wish, else tomorrow morning. */
function windowOf(
  reading: Reading,
  order: Order,
  minutes: number,
  { from: wanted, to, date }: Query,
): { from: string; to: string } {
  const wish = wishOf(order);
  const wished = wish?.day && wish.day >= reading.today() ? wish.day : null;
  const day = date ?? wished ?? addDays(reading.today(), 1);
  const from = wanted ?? `${day} ${wish?.from ?? ANY_TIME}`;
  return { from, to: to ?? addMinutes(from, minutes) };
}

/** Return the level of a technician as a number: `t3` is 3, and a level without a number is 2. */
export const levelOf = (one: Technician): number => Number(one.technicianLevel.slice(1)) || 2;

/**
 * Return the first free time window of each candidate on the day, within the promise or wish if possible, else later.
 * Null if there is none.
 */
async function windowsOn(
  reading: Reading,
  order: Order,
  candidates: readonly Candidate[],
  job: PlannedJob,
  roads: Roads,
): Promise<({ readonly from: string; readonly to: string } | null)[]> {
  const day = dayOf(job.from);
  const minutes = minutesBetween(job.from, job.to);
  const now = reading.now();
  const spans = wishedSpans(wishOf(order), { day, minutes, now });
  const later = (moment: string): string => (moment > now ? moment : now);
  const wanted = {
    minutes,
    location: job.location,
    lunch: await lunchOf(reading),
    gap: (from: string | null, to: string | null) => gapBetween(from, to, roads),
  };
  return candidates.map((one) => {
    const his = {
      day,
      works: worksOn(one, day),
      workStart: one.workStart.slice(0, 5),
      workEnd: one.workEnd.slice(0, 5),
      taken: one.taken,
      away: one.away,
    };
    const from =
      spans
        .map((span) => firstFree(his, wanted, { from: later(span.from), to: span.to }))
        .find((start) => start !== null) ?? null;
    return from ? { from, to: addMinutes(from, minutes) } : null;
  });
}

/**
 * Return the technicians whom the caller may dispatch for an order, ranked, with reasons. `free` looks for the first
 * free time window of each on the day.
 */
export async function candidatesFor(reading: Reading, query: Query): Promise<Ranked[]> {
  const order = await orderFor(reading, query);
  const [form] = order.dispId ? await reading.find(dispatchForm, { id: order.dispId }, { first: 1 }) : [];
  const window = windowOf(reading, order, plannedMinutes(order, form), query);
  const day = dayOf(window.from);
  const people = (
    await reading.find(technician, query.technicianId ? { id: query.technicianId } : {}, { limit: 1000 })
  ).filter((one) => one.status === 1 && isEmployedOn(one, day) && mayKnowPlanOf(reading.person, one));
  const ids = people.map((one) => one.id);
  const [candidates, job, roads, pay, facts] = [
    await candidatesOf(reading, people, day, day, form?.currentVisitId ?? null),
    await jobOf(reading, order, window.from, window.to),
    await roadsOf(reading),
    await reading.ask(weekPay, { technicianIds: ids, monday: addDays(day, 1 - weekdayOf(day)) }),
    mustGet(await placingFactsOf(reading, [order], ids), order.id),
  ];
  const windows = query.free ? await windowsOn(reading, order, candidates, job, roads) : [];
  const fit = candidates.map((candidate, at): Fitness => ({
    candidate,
    ...(query.free && { window: windows[at] }),
    startsAt: people[at].homeLocation,
    level: levelOf(people[at]),
    wasLast: candidate.id === facts.lastId,
    preferred: facts.preferredIds.includes(candidate.id),
    parts: { wanted: facts.parts.wanted, held: facts.parts.heldBy.get(candidate.id) ?? 0 },
    weekPay: pay.get(candidate.id) ?? 0,
    tasksToday: tasksOn(candidate, day),
  }));
  return ranked(fit, job, roads, weightsIn(await reading.parameter('as.dispatch.weights')), facts.due, {
    wish: wishOf(order),
    now: reading.now(),
  });
}
