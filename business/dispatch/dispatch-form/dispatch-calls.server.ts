import { type CallInput, type Context, type OwnCall, type Reading, row as refuseRow } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import type { VisibleRow } from '#kernel/server';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import type { PlacingVerdict } from '../board/answers.rules.ts';
import { boardOf } from '../board/board.server.ts';
import { ordersOf } from '../board/orders.server.ts';
import { candidatesFor } from '../candidates/candidates.server.ts';
import { assertWindow, conflictsFor } from '../occupancy/conflicts.server.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { mayKnowPlanOf } from '../board/plan-visibility.rules.ts';
import { transfer } from '../pool/transfer.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { dispatchForm } from './dispatch-form.paper.ts';

type Body = Readonly<Record<string, unknown>>;

const text = (given: unknown): string =>
  typeof given === 'string' ? given : given === undefined || given === null ? '' : String(given);
const momentIn = (given: unknown): string | null =>
  /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text(given)) ? `${text(given).slice(0, 16).replace('T', ' ')}:00` : null;

/** The dispatch form that a call names, if the asking person may see it. */
async function formSeen(reading: Reading, id: unknown): Promise<VisibleRow> {
  const [form] = await reading.visible(dispatchForm, { match: { id: idFrom(text(id)) }, limit: 1 });
  if (!form) throw refuseRow.missing({ title: dispatchForm.title });
  return form;
}

/** Header and crew in one call; `dispatch: true` sends it at once. */
async function save({ body }: CallInput, context: Context): Promise<unknown> {
  const header = (typeof body.header === 'object' && body.header !== null ? body.header : body) as Body;
  const crew = Array.isArray(body.crew) ? { crew: body.crew } : {};
  const given = {
    ...header,
    ...crew,
    dispatch: body.dispatch ?? header.dispatch ?? false,
    ...(body.force !== undefined && { force: body.force, forceReason: body.forceReason ?? body.reason }),
    ...(body.technicianId !== undefined && { technicianId: body.technicianId }),
  };
  if (!header.id) return context.submit(dispatchForm, given);
  await formSeen(context, header.id);
  return context.resubmit(dispatchForm, text(header.id), given);
}

async function updateUser({ body }: CallInput, context: Context): Promise<unknown> {
  const form = await formSeen(context, body.dispId);
  const reason = text(body.reason).trim();
  if (!reason)
    throw refuse.transferReason({
      fields: [{ field: 'reason', words: ['请填写转派原因', 'Say why it is transferred'] }],
    });
  const visitId = await transfer(context, {
    dispId: form.id,
    technicianId: idFrom(text(body.technicianId)),
    planStart: momentIn(body.planStart),
    planEnd: momentIn(body.planEnd),
    reason,
    force: body.force === true || body.force === 'true',
  });
  return { ...(await context.get(dispatchForm, form.id)), visitId };
}

/** Who was sent, when, why, by whom. */
async function records(reading: Reading, dispId: string): Promise<unknown> {
  const form = await formSeen(reading, dispId);
  const visits = await reading.visible(visit, {
    match: { dispId: form.id },
    order: 't.visit_seq desc',
    limit: 100,
  });
  const log = visits.length
    ? await reading.first(actionLog, { bizType: 'task', bizId: visits.map((one) => one.id) }, 500)
    : [];
  const names = new Map(
    (
      await reading.sql.query<{ id: string; name: string }>(
        'select id::text as id, real_name as name from astechnician where tenant_id = $1 and id = any($2::bigint[])',
        [reading.tenantId, visits.map((one) => one.technicianId)],
      )
    ).map((row) => [row.id, row.name]),
  );
  return visits.map((one) => ({
    ...one,
    technicianName: names.get(String(one.technicianId)) ?? null,
    steps: log.filter((entry) => entry.bizId === one.id),
  }));
}

/** What speaks against a technician in a window, before anything is saved: the board asks while something is dragged. */
async function verdict({ query }: CallInput, reading: Reading): Promise<PlacingVerdict> {
  const [order] = await reading.visible(registration, {
    match: { id: idFrom(query.registrationFormId) },
    limit: 1,
  });
  if (!order) throw refuseRow.missing({ title: registration.title });
  const from = momentIn(query.from);
  const to = momentIn(query.to);
  if (!from || !to) throw refuse.windowReversed();
  assertWindow({ from, to });
  const [one] = await reading.find(technician, { id: idFrom(query.technicianId) }, 1);
  if (!one || !mayKnowPlanOf(reading.person, one)) throw refuseRow.missing({ title: technician.title });
  const found = await conflictsFor(reading, await reading.get(registration, order.id), [idFrom(query.technicianId)], {
    from,
    to,
    except: query.visitId ? idFrom(query.visitId) : null,
  });
  const [judged] = await candidatesFor(reading, {
    registrationFormId: order.id,
    technicianId: query.technicianId,
    from,
    to,
  });
  return {
    conflicts: found,
    allowed: found.length === 0,
    needForce: found.length > 0 && !found.some((one) => one.hard),
    reasons: judged?.reasons ?? [],
  };
}

async function pick(reading: Reading, query: Readonly<Record<string, string>>): Promise<VisibleRow[]> {
  return reading.visible(dispatchForm, {
    match: query.status ? { dispatchStatus: query.status.split(',') } : {},
    also: (values) =>
      [
        query.technicianId
          ? `exists (select 1 from ${crewMember.table} c where c.tenant_id = t.tenant_id and c.disp_id = t.id and c.technician_id = ${values.add(idFrom(query.technicianId))} and c.is_current and c.is_deleted = 0)`
          : 'true',
        query.keyword
          ? `(t.disp_no ilike ${values.add(`%${query.keyword}%`)} or t.customer_name ilike ${values.add(`%${query.keyword}%`)} or t.registration_no ilike ${values.add(`%${query.keyword}%`)})`
          : 'true',
      ].join(' and '),
    limit: 100,
  });
}

export const dispatchCalls: readonly OwnCall[] = [
  {
    method: 'POST',
    path: 'save',
    needs: 'save',
    summary: ['保存派工单(可同时派工)', 'Save a dispatch form, or dispatch at once'],
    write: save,
  },
  {
    method: 'POST',
    path: 'updateUser',
    needs: 'transfer',
    summary: ['转派', 'Transfer to another technician'],
    write: updateUser,
  },
  {
    method: 'GET',
    path: 'getUsers',
    needs: 'view',
    query: ['dispId', 'registrationFormId', 'date', 'from', 'to', 'free'],
    summary: ['候选技师', 'Ranked candidates'],
    read: ({ query }, reading) => candidatesFor(reading, query),
  },
  {
    method: 'GET',
    path: 'technicianList',
    needs: 'view',
    query: ['date', 'from', 'to', 'days', 'team'],
    summary: ['看板技师行', 'Rows of the board'],
    read: ({ query }, reading) => boardOf(reading, query),
  },
  {
    method: 'GET',
    path: 'verdict',
    needs: 'view',
    query: ['registrationFormId', 'technicianId', 'from', 'to', 'visitId'],
    summary: ['排程冲突', 'What speaks against a window'],
    read: verdict,
  },
  {
    method: 'GET',
    path: 'waitingOrders',
    needs: 'view',
    query: ['team'],
    summary: ['看板待派单', 'Orders that wait, for the board'],
    read: ({ query }, reading) => ordersOf(reading, query),
  },
  {
    method: 'GET',
    path: 'dispatchRecordList',
    needs: 'view',
    query: ['dispId'],
    summary: ['派工记录', 'Assignment history'],
    read: ({ query }, reading) => records(reading, query.dispId),
  },
  {
    method: 'GET',
    path: 'selectDispatchList',
    needs: 'view',
    query: ['keyword', 'status', 'technicianId'],
    summary: ['选择派工单', 'Picker of dispatch forms'],
    read: ({ query }, reading) => pick(reading, query),
  },
];
