import { type OwnCall, type Reading, row as refuseRow } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { completion } from '../completion/completion.paper.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { bagOf, dayTermsOf, paymentMethodsOf } from './own-day.server.ts';
import { wholeVisit } from './visit-work.server.ts';

const MOST = 60;
/** Visits that a completion can be written for: at work, accepted for what was solved from afar, or sent back. */
const WRITABLE = ['accepted', 'appointed', 'working', 'paused'];

/** Visits whose completion is still to be written or corrected, those at work first, with whose they are and for whom. */
async function toWrite(reading: Reading): Promise<Record<string, unknown>[]> {
  const rows = await reading.visible(visit, {
    also: (
      values,
    ) => `t.sent_time is not null and t.id in (select v.id from ${visit.table} v where v.tenant_id = ${values.add(reading.tenantId)} and v.is_deleted = 0 and (v.task_status in ('working', 'paused') or (v.task_status = 'accepted' and v.plan_start < ${values.add(reading.now())}))
      union all select d.dispatch_list_id from ${completion.table} d where d.tenant_id = ${values.add(reading.tenantId)} and d.complete_status = 'refill' and d.is_deleted = 0)`,
    order: "(t.task_status in ('working', 'paused')) desc, t.plan_start asc",
    limit: MOST,
  });
  const names = new Map(
    (
      await reading.sql.query<{ id: string; technician: string; customer: string }>(
        `select v.id::text as id, e.real_name as technician, f.customer_name as customer from dispatchlist v
    join astechnician e on e.id = v.technician_id join asdispatchform f on f.id = v.disp_id where v.tenant_id = $1 and v.id = any($2::bigint[])`,
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
    customerName: reading.present(dispatchForm, { customerName: names.get(id)?.customer ?? '' }).customerName,
  }));
}

/** The visit that is named, else the newest of the dispatch form that is. */
async function named(reading: Reading, query: Readonly<Record<string, string>>): Promise<Row<typeof visit>> {
  const match = query.dispatchListId ? { id: idFrom(query.dispatchListId) } : { dispId: idFrom(query.dispId) };
  const [row] = await reading.visible(visit, { match, order: 't.visit_seq desc, t.id desc', limit: 1 });
  if (!row) throw refuseRow.missing({ title: visit.title });
  return row as unknown as Row<typeof visit>;
}

/** Everything that a completion is written from at a desk: the visit as at the door, the technician's van, ways to pay, prices and tolerances. */
async function atDoor(reading: Reading, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const of = await named(reading, query);
  const detail = await wholeVisit(reading, of);
  const state = (detail.completion as { completeStatus?: string }).completeStatus;
  const open = state === 'refill' || (WRITABLE.includes(of.taskStatus!) && (!state || state === 'draft'));
  return {
    now: reading.now(),
    open,
    km: await systemKm(reading, of),
    visit: { ...of, ...detail },
    ...(await bagOf(reading, of.technicianId)),
    ways: await paymentMethodsOf(reading),
    terms: await dayTermsOf(reading),
  };
}

export const officeCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'toWrite',
    needs: 'view',
    query: [],
    summary: ['待登记完工的任务', 'Visits whose completion is to be written'],
    read: (_asking, reading) => toWrite(reading),
  },
  {
    method: 'GET',
    path: 'atDoor',
    needs: 'view',
    query: ['dispatchListId', 'dispId'],
    summary: ['登记完工所需', 'What a completion is written from'],
    read: ({ query }, reading) => atDoor(reading, query),
  },
];
