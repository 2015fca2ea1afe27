import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Context, type OwnCall, type Reading, implement, row as refuseRow, raw, sql } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { LONGEST_DAYS } from '../occupancy/conflicts.rules.ts';
import { technicianOf, withPhone } from './own-visits.server.ts';
import { markVisitsSeen } from './on-phone.calls.ts';
import {
  dispatchDepartment,
  fileOfVisit,
  finishVisit,
  formOfVisit,
  ownVisits,
  registrationOfVisit,
  saveVisit,
  visitsOfDepartment,
} from './visit.calls.ts';
import { visit } from './visit.paper.ts';
import { deptFacts } from '#business/system/people/dept/dept-facts.relation.ts';

/** Maximal number of visits in one call of a phone. */
const MAX_SEEN = 40;

type Shown = AnsweredRow<typeof visit>;

/** Return a visit that the caller may see; refuse any other as missing. */
export async function visibleVisit(reading: Reading, id: string): Promise<Shown> {
  const [row] = await reading.visible(visit, { match: { id } }).rows({ first: 1 });
  if (!row) throw refuseRow.missing({ title: visit.title });
  return row;
}

/** Return the visits of a department and those below it in a span of days, for the board. */
async function allOf(reading: Reading, { deptId, from, to }: CallInputOf<typeof visitsOfDepartment>): Promise<Shown[]> {
  const start = from ?? reading.today();
  const end = to ?? start;
  return reading
    .visible(visit, {
      also: sql`t.plan_start < (${end}::date + 1)::timestamptz and t.plan_start >= (${start}::date - ${raw(LONGEST_DAYS)})::timestamptz and t.plan_end >= (${start}::date)::timestamptz and t.sent_time is not null${
        deptId
          ? sql` and t.dept_id in (
      with recursive below as (select id from ${deptFacts} where id = ${deptId} union all select d.id from ${deptFacts} d join below b on d.parent_id = b.id) select id from below)`
          : raw('')
      }`,
    })
    .rows({ order: 't.plan_start asc', limit: 1000 });
}

/** Return the caller's visits, as lead or helper. */
async function own(
  reading: Reading,
  { current, size, from, to, taskStatus }: CallInputOf<typeof ownVisits>,
): Promise<CallAnswer<typeof ownVisits>> {
  const me = await technicianOf(reading);
  const wanted = {
    match: taskStatus ? { taskStatus } : {},
    also: sql`t.sent_time is not null and (t.technician_id = ${me} or exists (select 1 from asdispatchformdetails c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.technician_id = ${me} and c.is_current and c.is_deleted = 0))
      ${from ? sql` and t.plan_start >= (${from}::date)::timestamptz` : raw('')}${to ? sql` and t.plan_start < (${to}::date + 1)::timestamptz` : raw('')}`,
  };
  const total = await reading.visible(visit, wanted).count();
  const rows = await reading
    .visible(visit, wanted)
    .rows({ order: 't.plan_start asc, t.id asc', limit: current * size });
  const page = rows.slice((current - 1) * size);
  return {
    records: await Promise.all(page.map((row) => withPhone(reading, row))),
    total,
    current,
    size,
    pages: Math.ceil(total / size),
  };
}

async function finishOnce(
  input: CallInputOf<typeof finishVisit>,
  context: Context,
): Promise<CallAnswer<typeof finishVisit>> {
  const { id, ...result } = input;
  const row = await visibleVisit(context, id);
  // A submitted completion may have ended the visit already; then nothing is left to do. A concurrent save of the
  // completion runs before or after, and the later one changes nothing.
  const [held] = await context.lockRows(visit, [row.id]);
  if (held && held.taskStatus !== row.taskStatus) return finishOnce(input, context);
  if (['finished', 'partial'].includes(row.taskStatus) && row.visitResult === result.visitResult) return row;
  return context.act(visit, row.id, 'finish', result);
}

/** Record that the technician's phone has shown visits. From now on a dispatcher cannot undo them. */
async function markSeen(
  { ids }: CallInputOf<typeof markVisitsSeen>,
  context: Context,
): Promise<CallAnswer<typeof markVisitsSeen>> {
  const rows = await context.sql.query(
    'update dispatchlist set seen_time = $4, version = version + 1, update_time = $4 where tenant_id = $1 and id = any($2::bigint[]) and technician_id = $3 and sent_time is not null and seen_time is null and is_deleted = 0 returning id',
    [context.tenantId, (ids ?? []).slice(0, MAX_SEEN), await technicianOf(context), context.now()],
  );
  return { count: rows.length };
}

export const visitCalls: readonly OwnCall[] = [
  implement(markVisitsSeen, { write: markSeen }),
  implement(saveVisit, {
    write: ({ given }, context) => context.submit(visit, { ...given, id: undefined, send: false }),
  }),
  implement(finishVisit, { write: finishOnce }),
  implement(visitsOfDepartment, { read: (query, reading) => allOf(reading, query) }),
  implement(ownVisits, { read: (query, reading) => own(reading, query) }),
  implement(dispatchDepartment, { read: async (_asked, reading) => reading.person.departments[0] ?? '' }),
  implement(fileOfVisit, {
    async read({ id }, reading) {
      const { registrationFormId } = await visibleVisit(reading, id);
      const order = registrationFormId ? await reading.get(registration, registrationFormId) : null;
      return order
        ? ((await reading.visible(serviceFile, { match: { id: order.registerMainId } }).rows({ first: 1 }))[0] ?? {})
        : {};
    },
  }),
  implement(registrationOfVisit, {
    async read({ id }, reading) {
      const { registrationFormId } = await visibleVisit(reading, id);
      return (await reading.visible(registration, { match: { id: registrationFormId } }).rows({ first: 1 }))[0] ?? {};
    },
  }),
  implement(formOfVisit, {
    async read({ id }, reading) {
      const { dispId } = await visibleVisit(reading, id);
      return (await reading.visible(dispatchForm, { match: { id: dispId } }).rows({ first: 1 }))[0] ?? {};
    },
  }),
];
