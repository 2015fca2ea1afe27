import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type OwnCall, implement, row as refuseRow } from '#kernel/server';
import { addMinutes, dayOf } from '#kernel/language/days.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { Roads, VisitConflict } from '../board/board.calls.ts';
import { firstFree } from '../board/free-window.rules.ts';
import { mayBoard } from '../board/plan-visibility.rules.ts';
import { type Candidate, conflictsOf, gapBetween, worksOn } from '../occupancy/conflicts.rules.ts';
import {
  assertFirmWish,
  candidatesOf,
  jobOf,
  lunchOf,
  roadsOf,
  windowConflictsOf,
  wishConflictsOf,
} from '../occupancy/conflicts.server.ts';
import { plannedMinutes } from '../candidates/planned-minutes.rules.ts';
import { needsForce, wishOf, wishedSpans } from '../candidates/wish.rules.ts';
import { liveForm } from '../pool/pool.server.ts';
import { refuse } from '../refusals.ts';
import { visit } from '../visit/visit.paper.ts';
import { dispatchForm } from './dispatch-form.paper.ts';
import { sendSeveral } from './dispatch-form.calls.ts';

type Order = Row<typeof registration>;
type Sent = CallInputOf<typeof sendSeveral>;

/** An order to send, with its dispatch form, if any, and the minutes to plan. */
interface Held {
  readonly order: Order;
  readonly dispId: string | null;
  readonly minutes: number;
}

interface Placed extends Held {
  readonly from: string;
  readonly to: string;
  readonly conflicts: readonly VisitConflict[];
}

/**
 * Return the named orders and the technician, or refuse those outside the caller's scope. All are locked in the
 * declared order before the first is dispatched.
 */
async function held(
  context: Context,
  { orderIds, technicianId }: Pick<Sent, 'orderIds' | 'technicianId'>,
): Promise<{ orders: readonly Held[]; person: Row<typeof technician> }> {
  const seen = await context.visible(registration, { match: { id: orderIds } }).rows({ limit: orderIds.length });
  if (seen.length < orderIds.length) throw refuseRow.missing({ title: registration.title });
  await context.lockRows(registration, orderIds);
  const forms = new Map<string, Row<typeof dispatchForm> | null>();
  for (const id of orderIds) forms.set(id, await liveForm(context, id));
  await context.lockRows(
    dispatchForm,
    [...forms.values()].flatMap((form) => (form ? [form.id] : [])),
  );
  const [person] = await context.lockRows(technician, [technicianId]);
  if (!person || !mayBoard(context.person, person)) throw refuseRow.missing({ title: technician.title });
  const orders: Held[] = [];
  for (const id of orderIds) {
    const order = await context.get(registration, id);
    const form = forms.get(id);
    orders.push({ order, dispId: form?.id ?? null, minutes: plannedMinutes(order, form) });
  }
  return { orders, person };
}

/** Return a technician's day with one more visit in it. */
const withVisit = (one: Candidate, from: string, to: string, location: string | null, name: string): Candidate => ({
  ...one,
  taken: [...one.taken, { visitId: '', taskNo: name, from, to, working: false, location }].toSorted((a, b) =>
    a.from.localeCompare(b.from),
  ),
});

interface Begin {
  /** The moment at which the first order was put. */ readonly first: string;
  /** When the order before ends. */ readonly next: string;
  readonly now: string;
}

/**
 * Return the window of an order: the first free time inside its wish, else after the order before. `inTurn`: it follows
 * the order before.
 */
function windowFor(
  one: Candidate,
  { order, minutes }: Held,
  { first, next, now }: Begin,
  { roads, lunch }: { roads: Roads; lunch: { from: string; to: string } },
): { from: string; to: string; inTurn: boolean } {
  const day = dayOf(first);
  const free = (from: string, to: string): string | null =>
    firstFree(
      {
        day,
        works: worksOn(one, day),
        workStart: one.workStart.slice(0, 5),
        workEnd: one.workEnd.slice(0, 5),
        taken: one.taken,
        away: one.away,
      },
      { minutes, location: order.location, lunch, gap: (a, b) => gapBetween(a, b, roads) },
      { from, to },
    );
  const wish = wishOf(order);
  const wished = (wish?.from ? wishedSpans({ ...wish, firm: true }, { day, minutes, now }) : [])
    .map((span) => free(span.from > first ? span.from : first, span.to))
    .find((start) => start !== null);
  const from = wished ?? free(next, `${day} 23:59:59`) ?? next;
  return { from, to: addMinutes(from, minutes), inTurn: !wished };
}

/**
 * Return the time window and conflicts of each order, one after another from a moment on. Each gets the first free
 * time, inside its wish if possible; if there is none, the time right after the order before.
 */
async function placed(context: Context, { orders, person }: Awaited<ReturnType<typeof held>>, from: string) {
  const day = dayOf(from);
  let [one] = await candidatesOf(context, [person], day, day);
  const terms = { roads: await roadsOf(context), lunch: await lunchOf(context) };
  const found: Placed[] = [];
  let next = from;
  for (const of of orders) {
    const { order } = of;
    const { inTurn, ...window } = windowFor(one, of, { first: from, next, now: context.now() }, terms);
    const job = await jobOf(context, order, window.from, window.to);
    found.push({
      ...of,
      ...window,
      conflicts: [
        ...(await windowConflictsOf(context, window)),
        ...wishConflictsOf(context, order, window),
        ...conflictsOf(one, job, terms.roads),
      ],
    });
    one = withVisit(one, window.from, window.to, order.location, order.registrationNo);
    if (inTurn) next = window.to;
  }
  return found;
}

/**
 * Refuse if there are conflicts, unless all are soft and forced with a reason. The refusal names the customer of each. A
 * time outside a wish needs a reason here, because the product chose the times.
 */
function assertNothingAgainst(all: readonly Placed[], { force, reason }: Pick<Sent, 'force' | 'reason'>): void {
  for (const one of all) assertFirmWish(one.order, one.conflicts);
  const against = all.flatMap(({ order, conflicts }) =>
    conflicts.map((one): VisitConflict => ({
      ...one,
      words: [`${order.customerName}：${one.words[0]}`, `${order.customerName}: ${one.words[1]}`],
    })),
  );
  const needForce = !against.some((one) => one.hard);
  if (against.length === 0 || (needForce && force && reason)) return;
  const words: Label = [against.map((one) => one.words[0]).join('；'), against.map((one) => one.words[1]).join('; ')];
  throw refuse.timeConflict({ words }, { data: { needForce, conflicts: against } });
}

async function send(context: Context, one: Placed, { technicianId, reason }: Sent): Promise<string> {
  const forcing = one.conflicts.length > 0 ? { force: one.conflicts.some(needsForce), forceReason: reason } : {};
  const window = { planStart: one.from, planEnd: one.to };
  if (one.dispId) {
    const made = await context.submit(visit, { dispId: one.dispId, technicianId, ...window, ...forcing });
    return made.id;
  }
  const made = await context.submit(dispatchForm, {
    registrationFormId: one.order.id,
    technicianId,
    dispatch: true,
    ...window,
    ...forcing,
  });
  return 'visitId' in made ? String(made.visitId) : '';
}

/** Dispatch several orders to one technician, one after another; all or none. */
async function several(sent: Sent, context: Context): Promise<CallAnswer<typeof sendSeveral>> {
  const all = await placed(context, await held(context, sent), sent.from);
  assertNothingAgainst(all, sent);
  const made: { orderId: string; visitId: string; from: string; to: string }[] = [];
  for (const one of all)
    made.push({ orderId: one.order.id, visitId: await send(context, one, sent), from: one.from, to: one.to });
  return made;
}

export const severalCalls: readonly OwnCall[] = [implement(sendSeveral, { write: several })];
