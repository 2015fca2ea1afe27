import { createHash, randomInt } from 'node:crypto';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { systemKm } from './mileage.server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import { meetClock } from '#business/scheduling/sla/clocks.server.ts';
import { assertFree, roadsOf } from '../occupancy/conflicts.server.ts';
import { metresBetween, travelMinutes } from '../candidates/distance.rules.ts';
import { crewOf, occupy, releaseOccupancy } from '../occupancy/occupancy.server.ts';
import { assertHands, stepTime } from './visit-hands.server.ts';
import { visit } from './visit.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

type Visit = Row<typeof visit>;
interface Step {
  readonly at: string | null;
  readonly reason: string | null;
}

export async function acceptVisit(context: Context, of: Visit, { at, reason }: Step): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  if (!of.sentTime) throw refuse.visitNotSent();
  // Note that the technician's phone now gets the customer's number, to be able to call without network.
  await context.note(visit, of.id, 'phone', ['联系电话已下发到技师手机', 'The phone number went to the technician']);
  return { acceptTime: stepTime(context, of, at) };
}

export async function turnDown(
  context: Context,
  of: Visit,
  { at, reason, refuseReason }: Step & { refuseReason: Visit['refuseReason'] },
): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  if (!of.sentTime) throw refuse.visitNotSent();
  stepTime(context, of, at);
  await releaseOccupancy(context, of.id);
  return { refuseReason, resultNote: reason, isCurrent: false };
}

/**
 * Store the time window agreed with the customer: move the visit, promise the window in the registration, and notify
 * the customer.
 */
export async function appoint(
  context: Context,
  of: Visit,
  { from, to, at, reason }: Step & { from: string | null; to: string | null },
): Promise<Partial<Visit>> {
  if (!context.may('dispatchlist_appointForAll')) await assertHands(context, of, reason);
  if (!from || !to || from >= to) throw refuse.windowReversed();
  const when = stepTime(context, of, at);
  const order = await orderOf(context, of);
  const length = minutesBetween(of.planStart, of.planEnd);
  const inside = of.planStart >= from && of.planEnd <= to;
  const planned = inside
    ? { planStart: of.planStart, planEnd: of.planEnd }
    : { planStart: from, planEnd: minutesBetween(from, to) < length ? to : plus(from, length) };
  const crew = (await crewOf(context, of.dispId)).map((one) => one.technicianId);
  const { forced } = inside
    ? { forced: of.forced === true }
    : await assertFree(
        context,
        order,
        crew,
        { from: planned.planStart, to: planned.planEnd, except: of.id },
        { force: of.forced === true, reason: of.forceReason },
      );
  if (!inside) await occupy(context, { ...of, ...planned }, crew, forced);
  await meetClock(context, order.id, 'appoint', when);
  await context.change(registration, order.id, { promiseFrom: from, promiseTo: to });
  await context.call(notifyCustomer, {
    scene: 'appoint',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'task',
    bizId: of.id,
    variables: { name: order.customerName, from: from.slice(5, 16), to: to.slice(11, 16), no: order.registrationNo },
    again: when,
  });
  return { ...planned, appointFrom: from, appointTo: to, appointTime: when, forced };
}

const plus = (moment: string, minutes: number): string => {
  const [day, clock] = moment.split(' ');
  const total = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) + minutes;
  return total >= 1440
    ? `${day} 23:59:00`
    : `${day} ${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}:00`;
};

export async function depart(context: Context, of: Visit, { at, reason }: Step): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  await assertNotElsewhere(context, of);
  const when = stepTime(context, of, at);
  const order = await orderOf(context, of);
  await context.call(notifyCustomer, {
    scene: 'depart',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'task',
    bizId: of.id,
    variables: {
      name: order.customerName,
      no: order.registrationNo,
      eta: await arrivalOf(context, of, when),
      technician: (await context.get(technician, of.technicianId)).realName,
    },
    again: when,
  });
  return { departTime: when };
}

/**
 * Return the expected time of arrival (`HH:mm`), by distance and the company's speed. Without a distance it is the
 * planned start.
 */
async function arrivalOf(context: Context, of: Visit, when: string): Promise<string> {
  const km = await systemKm(context, of);
  const { speedKmh } = await roadsOf(context);
  return (km === null ? of.planStart : addMinutes(when, travelMinutes(Number(km), speedKmh))).slice(11, 16);
}

/** Refuse if a member of the crew is on the way to or at another visit. */
async function assertNotElsewhere(context: Context, of: Visit): Promise<void> {
  const crew = (await crewOf(context, of.dispId)).map((one) => one.technicianId);
  await context.sql.query(
    `select id from ${technicianFacts} where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [context.tenantId, crew],
  );
  const [other] = await context.sql.query<{ no: string }>(
    `select v.task_no as no from dispatchlist v where v.tenant_id = $1 and v.id <> $2 and v.is_deleted = 0 and v.task_status in ('traveling', 'working', 'paused')
      and (v.technician_id = any($3::bigint[]) or exists (select 1 from asdispatchformdetails c where c.tenant_id = $1 and c.disp_id = v.disp_id and c.is_current and c.is_deleted = 0 and c.technician_id = any($3::bigint[]))) limit 1`,
    [context.tenantId, of.id, crew],
  );
  if (other) throw refuse.elsewhere({ no: other.no });
}

export async function arrive(
  context: Context,
  of: Visit,
  { location, at, reason }: Step & { location: string | null },
): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  if (of.taskStatus !== 'traveling') await assertNotElsewhere(context, of);
  const when = stepTime(context, of, at);
  const order = await orderOf(context, of);
  const metres = metresBetween(location, order.location);
  if (metres === null && order.location && !reason)
    throw refuse.arriveNowhere({
      fields: [{ field: 'reason', words: ['没有位置，请填写说明', 'No position: say why'] }],
    });
  const most = Number(await context.parameter('as.arrive.maxMetres')) || 500;
  if (metres !== null && metres > most && !reason)
    throw refuse.arriveFarOff(
      { metres, most },
      { fields: [{ field: 'reason', words: ['距离过远，请填写说明', 'Too far off: say why'] }] },
    );
  await meetClock(context, order.id, 'arrive', when);
  return {
    arriveTime: when,
    departTime: of.departTime ?? when,
    arriveLocation: location,
    arriveDistance: metres,
    travelMinutes: of.departTime ? minutesBetween(of.departTime, when) : 0,
    ...(await code(context, of, order)),
  };
}

const hashOf = (visitId: string, entered: string): string =>
  createHash('sha256').update(`${visitId} ${entered}`).digest('hex');

/**
 * Send a code of six digits to the customer, and return its hash to store. The technician enters it at the end as proof
 * of presence.
 */
async function code(context: Context, of: Visit, order: Row<typeof registration>): Promise<Partial<Visit>> {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  await context.call(notifyCustomer, {
    scene: 'code',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'task',
    bizId: of.id,
    variables: { name: order.customerName, code: digits, no: order.registrationNo },
    again: 'arrive',
  });
  return { codeHash: hashOf(of.id, digits) };
}

/**
 * Return whether a code was sent for this visit, or for another visit at the same phone number. A visit that began more
 * than 24 hours before `at` does not count.
 */
export async function codeFits(context: Context, of: Visit, entered: string, at: string): Promise<boolean> {
  const rows = await context.sql.query<{ id: string; hash: string }>(
    `select v.id::text as id, v.code_hash as hash from dispatchlist v
    where v.tenant_id = $1 and v.is_deleted = 0 and v.code_hash is not null and v.arrive_time > $3::timestamptz - interval '24 hours' and (v.id = $2 or (v.registration_form_id is not null
      and v.registration_form_id = any(array(select r.id from ${registrationFacts} r where r.tenant_id = $1 and r.is_deleted = 0 and r.phone = (select r2.phone from ${registrationFacts} r2 where r2.id = $4)))))`,
    [context.tenantId, of.id, at, of.registrationFormId],
  );
  return rows.some((row) => hashOf(row.id, entered) === row.hash);
}

export async function pause(context: Context, of: Visit, { at, reason }: Step): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  return { pausedAt: stepTime(context, of, at) };
}

export async function resume(context: Context, of: Visit, { at, reason }: Step): Promise<Partial<Visit>> {
  await assertHands(context, of, reason);
  const when = stepTime(context, of, at);
  return {
    pausedAt: null,
    resumedAt: when,
    pauseMinutes: (of.pauseMinutes ?? 0) + (of.pausedAt ? minutesBetween(of.pausedAt, when) : 0),
  };
}
