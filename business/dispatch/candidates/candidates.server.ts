import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { addDays, addMinutes, dayOf, minutesBetween, weekdayOf } from '#business/masterdata/days.rules.ts';
import { type Fitness, ranked, weightsIn } from './candidates.rules.ts';
import type { Ranked, Roads, findCandidates } from '../board/board.calls.ts';
import { firstFree } from '../board/free-window.rules.ts';
import { type Candidate, type PlannedJob, gapBetween, tasksOn, worksOn } from '../occupancy/conflicts.rules.ts';
import { candidatesOf, jobOf, lunchOf, roadsOf } from '../occupancy/conflicts.server.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { mayKnowPlanOf } from '../board/plan-visibility.rules.ts';
import { type SuggestedPart } from './suggested-parts.rules.ts';
import { weekPay } from './week-pay.service.ts';

type Order = Row<typeof registration>;
type Technician = Row<typeof technician>;

/** Opening moment of the slots a customer may want. */
const SLOT_STARTS: Readonly<Record<string, string>> = {
  am1: '08:30:00',
  am2: '10:30:00',
  pm1: '13:30:00',
  pm2: '15:30:00',
  eve: '18:00:00',
  any: '09:00:00',
};

/** Which order, or the order of which form, and when. */
type Asked = Partial<CallInputOf<typeof findCandidates>>;

async function orderFor(reading: Reading, query: Asked): Promise<Order> {
  const [form] = query.dispId ? await reading.visible(dispatchForm, { match: { id: query.dispId }, limit: 1 }) : [];
  const id = query.registrationFormId ?? form?.registrationFormId;
  const [order] = id ? await reading.visible(registration, { match: { id }, limit: 1 }) : [];
  if (!order) throw refuse.registrationMissing();
  return reading.get(registration, order.id);
}

/** The window that is meant: what was asked for, else what the customer wishes, else tomorrow morning. */
function windowOf(reading: Reading, order: Order, { from: asked, to, date }: Asked): { from: string; to: string } {
  const wished = order.expectDate && order.expectDate >= reading.today() ? order.expectDate : null;
  const day = date ?? wished ?? addDays(reading.today(), 1);
  const from = asked ?? `${day} ${SLOT_STARTS[order.expectSlot ?? 'any'] ?? '09:00:00'}`;
  return { from, to: to ?? addMinutes(from, order.stdMinutes ?? 60) };
}

/** When somebody must be there at the latest: the nearest clock that still runs, else what was promised. */
async function dueOf(reading: Reading, order: Order): Promise<string | null> {
  const [clock] = await reading.sql.query<{ due: string | null }>(
    "select left(min(due_time)::text, 19) as due from asslaclock where tenant_id = $1 and biz_type = 'registration' and biz_id = $2 and sla_kind in ('arrive', 'finish') and met_time is null and sla_state in ('running', 'warning', 'breached') and is_deleted = 0",
    [reading.tenantId, order.id],
  );
  return clock?.due ?? order.promiseTo;
}

/** Who was there last is asked of so many of the customer's newest orders: a plan that began with all arrivals of the company would read them all where he never had any. */
const ORDERS_BACK = 50;

/** Who was last at this customer for the same system. */
async function lastThere(reading: Reading, order: Order): Promise<string | null> {
  const [row] = await reading.sql.query<{ id: string }>(
    `select v.technician_id::text as id
    from (select id from asregistrationform where tenant_id = $1 and customer_id = $2 and repair_type = $3 and is_deleted = 0 order by create_time desc, id desc limit ${ORDERS_BACK}) r
      join lateral (select technician_id, arrive_time from dispatchlist where tenant_id = $1 and registration_form_id = r.id and arrive_time is not null and is_deleted = 0 order by create_time desc, id desc limit ${ORDERS_BACK}) v on true
    order by v.arrive_time desc limit 1`,
    [reading.tenantId, order.customerId, order.repairType],
  );
  return row?.id ?? null;
}

/** How many of the suggested parts each technician carries in full; numbered parts lie in a row of stock each. */
async function partsIn(
  reading: Reading,
  ids: readonly string[],
  wanted: readonly SuggestedPart[],
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const rows = await reading.sql.query<{ technicianId: string; held: number }>(
    `select h.technician as "technicianId", count(*)::int as held
    from (select w.technician_id::text as technician, wanted."materialId"
      from jsonb_to_recordset($3::jsonb) as wanted ("materialId" bigint, qty numeric) join asstock s on s.material_id = wanted."materialId" and s.tenant_id = $1 and s.material_status = 'good' and s.is_deleted = 0
      join aswarehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.warehouse_type = 'person' and w.technician_id = any($2::bigint[])
      group by 1, 2, wanted.qty having sum(s.on_hand - s.reserved) >= coalesce(wanted.qty, 1)) h group by 1`,
    [reading.tenantId, ids, JSON.stringify(wanted)],
  );
  return new Map(rows.map((row) => [row.technicianId, row.held]));
}

const levelOf = (one: Technician): number => Number(one.technicianLevel.slice(1)) || 2;

/** The window that suits each of them on the day: in what was promised or wished where there is room, else later that day; null where he has none. */
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
  const wish = {
    from: order.promiseFrom && dayOf(order.promiseFrom) === day ? order.promiseFrom : job.from,
    to:
      order.promiseTo && dayOf(order.promiseTo) === day
        ? order.promiseTo
        : addMinutes(job.from, Math.max(minutes, 120)),
  };
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
      firstFree(his, wanted, { from: later(wish.from), to: wish.to }) ??
      firstFree(his, wanted, { from: later(`${day} 00:00:00`), to: `${day} 23:59:59` });
    return from ? { from, to: addMinutes(from, minutes) } : null;
  });
}

/** Technicians for an order, best first, each with plain reasons. Only those the asking person may send. `free` asks for each one's own first free window of the day. */
export async function candidatesFor(reading: Reading, query: Asked): Promise<Ranked[]> {
  const order = await orderFor(reading, query);
  const window = windowOf(reading, order, query);
  const day = dayOf(window.from);
  const people = (await reading.find(technician, query.technicianId ? { id: query.technicianId } : {}, 1000)).filter(
    (one) => one.status === 1 && one.technicianStatus !== 'left' && mayKnowPlanOf(reading.person, one),
  );
  const ids = people.map((one) => one.id);
  const [form] = order.dispId ? await reading.find(dispatchForm, { id: order.dispId }, 1) : [];
  const wanted = form?.materialHint ?? [];
  const [candidates, job, roads, pay, last, parts, [served]] = [
    await candidatesOf(reading, people, day, day, form?.currentVisitId ?? null),
    await jobOf(reading, order, window.from, window.to),
    await roadsOf(reading),
    await reading.ask(weekPay, { technicianIds: ids, monday: addDays(day, 1 - weekdayOf(day)) }),
    await lastThere(reading, order),
    await partsIn(reading, ids, wanted),
    await reading.find(customer, { id: order.customerId }, 1),
  ];
  const windows = query.free ? await windowsOn(reading, order, candidates, job, roads) : [];
  const fit = candidates.map((candidate, at): Fitness => ({
    candidate,
    ...(query.free && { window: windows[at] }),
    startsAt: people[at].homeLocation,
    level: levelOf(people[at]),
    wasLast: candidate.id === last,
    preferred: served?.preferredTechnicianIds?.includes(candidate.id) ?? false,
    parts: { wanted: wanted.length, held: parts.get(candidate.id) ?? 0 },
    weekPay: pay.get(candidate.id) ?? 0,
    tasksToday: tasksOn(candidate, day),
  }));
  return ranked(
    fit,
    job,
    roads,
    weightsIn(await reading.parameter('as.dispatch.weights')),
    await dueOf(reading, order),
  );
}
