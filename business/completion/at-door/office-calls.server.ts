import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type OwnCall, type Reading, implement, row as refuseRow, raw, sql } from '#kernel/server';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { type DoorAnswer, type ToWrite, readAtDoor, visitsToWrite } from './at-door.calls.ts';
import { bagOf, dayTermsOf, paymentMethodsOf } from './own-day.server.ts';
import { wholeVisit } from './visit-work.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';

const MOST = 60;
/**
 * States of a visit in which its completion may be written. Before the work begins (`accepted`, `appointed`), only a
 * fault that was solved remotely can be completed.
 */
const WRITABLE = ['accepted', 'appointed', 'working', 'paused'];

/**
 * Return visits at work, accepted visits whose planned start has passed, and visits whose completion was returned.
 * Those at work come first.
 */
async function toWrite(reading: Reading): Promise<ToWrite[]> {
  const rows = await reading
    .visible(visit, {
      also: sql`t.sent_time is not null and t.id in (select v.id from ${visitFacts} v where v.tenant_id = ${reading.tenantId} and v.is_deleted = 0 and (v.task_status in ('working', 'paused') or (v.task_status = 'accepted' and v.plan_start < ${reading.now()}))
      union all select d.dispatch_list_id from ${raw(completion.table)} d where d.tenant_id = ${reading.tenantId} and d.complete_status = 'refill' and d.is_deleted = 0)`,
    })
    .rows({ order: "(t.task_status in ('working', 'paused')) desc, t.plan_start asc", limit: MOST });
  const names = new Map(
    (
      await reading.sql.query<{ id: string; technician: string; customer: string }>(
        `select v.id::text as id, e.real_name as technician, f.customer_name as customer from ${visitFacts} v
    join ${technicianFacts} e on e.id = v.technician_id join ${dispatchFormFacts} f on f.id = v.disp_id where v.tenant_id = $1 and v.id = any($2::bigint[])`,
        [reading.tenantId, rows.map((row) => row.id)],
      )
    ).map((row) => [row.id, row]),
  );
  return rows.map(({ id, taskNo, taskStatus, planStart }) => ({
    id,
    taskNo,
    taskStatus,
    planStart,
    technicianName: names.get(id)?.technician ?? '',
    customerName: reading.visible(dispatchForm).present({ customerName: names.get(id)?.customer ?? '' }).customerName,
  }));
}

type Asked = CallInputOf<typeof readAtDoor>;

/** Return the named visit, else the newest visit of the named dispatch form. Refuse one that the caller may not see. */
async function named(reading: Reading, { dispatchListId, dispId }: Asked): Promise<AnsweredRow<typeof visit>> {
  const match = dispatchListId ? { id: dispatchListId } : { dispId: dispId ?? '0' };
  const [row] = await reading.visible(visit, { match }).rows({ order: 't.visit_seq desc, t.id desc', first: 1 });
  if (!row) throw refuseRow.missing({ title: visit.title });
  return row;
}

/**
 * Return all data to write a completion in the office: the visit, the stock of the technician's van, payment methods,
 * prices and tolerances.
 */
async function atDoor(reading: Reading, asked: Asked): Promise<DoorAnswer> {
  const of = await wholeVisit(reading, await named(reading, asked));
  const state = of.completion.completeStatus;
  const open = state === 'refill' || (WRITABLE.includes(of.taskStatus) && (!state || state === 'draft'));
  return {
    now: reading.now(),
    open,
    km: await systemKm(reading, of),
    visit: of,
    ...(await bagOf(reading, of.technicianId)),
    ways: await paymentMethodsOf(reading),
    terms: await dayTermsOf(reading),
  };
}

export const officeCalls: readonly OwnCall[] = [
  implement(visitsToWrite, { read: (_asked, reading) => toWrite(reading) }),
  implement(readAtDoor, { read: (asked, reading) => atDoor(reading, asked) }),
];
