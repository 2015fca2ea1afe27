import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import {
  type Context,
  type OwnCall,
  type Reading,
  implement,
  row as refuseRow,
  joinedSql,
  raw,
  sql,
} from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { type PlacingVerdict, boardRows, findCandidates, placingVerdict, waitingOrders } from '../board/board.calls.ts';
import { boardOf } from '../board/board.server.ts';
import { ordersOf } from '../board/orders.server.ts';
import { candidatesFor } from '../candidates/candidates.server.ts';
import { assertWindow, conflictsFor } from '../occupancy/conflicts.server.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { mayKnowPlanOf } from '../board/plan-visibility.rules.ts';
import { transfer } from '../pool/transfer.server.ts';
import { planCalls } from '../board/plan/day-plan.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { severalCalls } from './send-several.server.ts';
import { dispatchRecords, pickDispatch, saveDispatch, transferDispatch } from './dispatch-form.calls.ts';
import { dispatchForm } from './dispatch-form.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Form = AnsweredRow<typeof dispatchForm>;

/** Return a dispatch form that the caller may see; refuse any other as missing. */
async function formSeen(reading: Reading, id: string): Promise<Form> {
  const [form] = await reading.visible(dispatchForm, { match: { id } }).rows({ first: 1 });
  if (!form) throw refuseRow.missing({ title: dispatchForm.title });
  return form;
}

/** Save a dispatch form with its crew. `dispatch: true` also dispatches its visit. */
async function save(
  {
    header,
    form,
    crew,
    technicianId,
    suggested,
    dispatch,
    force,
    forceReason,
    reason,
  }: CallInputOf<typeof saveDispatch>,
  context: Context,
): Promise<CallAnswer<typeof saveDispatch>> {
  const sent = header ?? form;
  const draft = {
    dispatch: false,
    ...sent,
    ...(crew && { crew }),
    ...(suggested && { suggested }),
    ...(dispatch !== null && { dispatch }),
    ...(force !== null && { force, forceReason: forceReason ?? reason }),
    ...(technicianId && { technicianId }),
  };
  if (!sent.id) return context.submit(dispatchForm, draft);
  const { id } = await formSeen(context, idFrom(String(sent.id)));
  return context.resubmit(dispatchForm, id, draft);
}

async function transferTo(
  { dispId, technicianId, planStart, planEnd, reason, force }: CallInputOf<typeof transferDispatch>,
  context: Context,
): Promise<CallAnswer<typeof transferDispatch>> {
  const form = await formSeen(context, dispId);
  if (!reason)
    throw refuse.transferReason({
      fields: [{ field: 'reason', words: ['请填写转派原因', 'Say why it is transferred'] }],
    });
  const visitId = await transfer(context, {
    dispId: form.id,
    technicianId,
    planStart,
    planEnd,
    reason,
    force: force === true,
  });
  return { ...(await context.get(dispatchForm, form.id)), visitId };
}

/** Return the visits of a dispatch form, the newest first, each with its technician and its action log. */
async function records(reading: Reading, dispId: string): Promise<CallAnswer<typeof dispatchRecords>> {
  const form = await formSeen(reading, dispId);
  const visits = await reading
    .visible(visit, { match: { dispId: form.id } })
    .rows({ order: 't.visit_seq desc', limit: 100 });
  const log = visits.length
    ? await reading.find(actionLog, { bizType: 'task', bizId: visits.map((one) => one.id) }, { first: 500 })
    : [];
  const names = new Map(
    (
      await reading.sql.query<{ id: string; name: string }>(
        `select id::text as id, real_name as name from ${technicianFacts} where tenant_id = $1 and id = any($2::bigint[])`,
        [reading.tenantId, visits.map((one) => one.technicianId)],
      )
    ).map((row) => [row.id, row.name]),
  );
  return visits.map((one) => ({
    ...one,
    technicianName: names.get(one.technicianId) ?? null,
    steps: log.filter((entry) => entry.bizId === one.id),
  }));
}

/** Return the conflicts of a technician in a time window, without saving. The board asks for it during a drag. */
async function verdict(
  { registrationFormId, technicianId, from, to, visitId }: CallInputOf<typeof placingVerdict>,
  reading: Reading,
): Promise<PlacingVerdict> {
  const [order] = await reading.visible(registration, { match: { id: registrationFormId } }).rows({ first: 1 });
  if (!order) throw refuseRow.missing({ title: registration.title });
  if (!from || !to) throw refuse.windowReversed();
  assertWindow({ from, to });
  const [one] = await reading.find(technician, { id: technicianId }, { first: 1 });
  if (!one || !mayKnowPlanOf(reading.person, one)) throw refuseRow.missing({ title: technician.title });
  const found = await conflictsFor(reading, await reading.get(registration, order.id), [technicianId], {
    from,
    to,
    except: visitId,
  });
  const [judged] = await candidatesFor(reading, { registrationFormId: order.id, technicianId, from, to });
  return {
    conflicts: found,
    allowed: found.length === 0,
    needForce: found.length > 0 && !found.some((one) => one.hard),
    reasons: judged?.reasons ?? [],
  };
}

const pick = (reading: Reading, { keyword, status, technicianId }: CallInputOf<typeof pickDispatch>): Promise<Form[]> =>
  reading
    .visible(dispatchForm, {
      match: status ? { dispatchStatus: status } : {},
      also: joinedSql(
        [
          technicianId
            ? sql`exists (select 1 from ${raw(crewMember.table)} c where c.tenant_id = t.tenant_id and c.disp_id = t.id and c.technician_id = ${technicianId} and c.is_current and c.is_deleted = 0)`
            : raw('true'),
          keyword
            ? sql`(t.disp_no ilike ${`%${keyword}%`} or t.customer_name ilike ${`%${keyword}%`} or t.registration_no ilike ${`%${keyword}%`})`
            : raw('true'),
        ],
        ' and ',
      ),
    })
    .rows({ limit: 100 });

export const dispatchCalls: readonly OwnCall[] = [
  ...planCalls,
  ...severalCalls,
  implement(saveDispatch, { write: save }),
  implement(transferDispatch, { write: transferTo }),
  implement(findCandidates, { read: (query, reading) => candidatesFor(reading, query) }),
  implement(boardRows, { read: (query, reading) => boardOf(reading, query) }),
  implement(placingVerdict, { read: verdict }),
  implement(waitingOrders, { read: (query, reading) => ordersOf(reading, query) }),
  implement(dispatchRecords, { read: ({ dispId }, reading) => records(reading, dispId) }),
  implement(pickDispatch, { read: (query, reading) => pick(reading, query) }),
];
