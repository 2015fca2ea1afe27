import { must } from '#kernel/language/must.ts';
import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { assertFree } from '../occupancy/conflicts.server.ts';
import { crewMember } from './crew-member.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { crewOf, reoccupy } from '../occupancy/occupancy.server.ts';
import { openVisits } from '../pool/pool.server.ts';
import { helperShare, shareIn } from './shares.rules.ts';
import { workHandedIn } from '../visit/visit-work.service.ts';
import { visit } from '../visit/visit.paper.ts';

type Member = Row<typeof crewMember>;

const MOST = 5;

const nameOf = async (context: Context, id: string): Promise<string> => (await context.get(technician, id)).realName;

/** Return the lead's share: 1 minus the shares of the others. */
const restFor = (others: readonly Member[]): Big =>
  others.reduce((rest, one) => rest.minus(one.shareRatio ?? '0'), new Big(1));

/** Set the lead's share to what the others leave; refuse if their shares exceed 1. */
async function balance(context: Context, dispId: string): Promise<void> {
  const crew = await crewOf(context, dispId);
  const lead = crew.find((one) => one.crewRole === 'lead');
  if (!lead) return;
  const rest = restFor(crew.filter((one) => one.id !== lead.id));
  if (rest.lt(0)) throw refuse.shareNotWhole();
  if (!rest.eq(lead.shareRatio ?? '-1')) await context.change(crewMember, lead.id, { shareRatio: rest.toFixed(4) });
}

/**
 * Make a technician the lead of a crew. The former lead leaves the crew, and the new lead gets the share that the
 * others leave. Return the crew, the lead first.
 */
export async function leadBy(context: Context, dispId: string, technicianId: string): Promise<Member[]> {
  const crew = await crewOf(context, dispId);
  const lead = crew.find((one) => one.crewRole === 'lead');
  if (lead?.technicianId === technicianId) return crew;
  const own = crew.find((one) => one.technicianId === technicianId);
  for (const one of [lead, own])
    if (one) await context.change(crewMember, one.id, { isCurrent: false, leaveTime: context.now() });
  const others = crew.filter((one) => one !== lead && one !== own);
  const first = await context.create(crewMember, {
    dispId,
    technicianId,
    crewRole: 'lead',
    shareRatio: restFor(others).toFixed(4),
  });
  return [first, ...others];
}

/**
 * Return the share of a helper for whom none was entered. It is the share that the company sets for the type of order,
 * but at most half of what is left to the lead.
 */
async function usualShare(context: Context, dispId: string, crew: readonly Member[]): Promise<string> {
  const form = await context.get(dispatchForm, dispId);
  return helperShare(
    shareIn(await context.parameter('as.dispatch.assistShare'), form.receiptsType ?? ''),
    restFor(crew.filter((one) => one.crewRole !== 'lead')),
  );
}

const assertNotIn = (crew: readonly Member[], technicianId: string | undefined): void => {
  if (crew.some((one) => one.technicianId === technicianId)) throw refuse.alreadyInCrew();
};

async function joined(context: Context, values: Partial<Member>): Promise<Partial<Member>> {
  const dispId = must(values.dispId, 'dispId');
  const crew = await crewOf(context, dispId);
  assertNotIn(crew, values.technicianId);
  if (crew.length >= MOST) throw refuse.crewFull({ most: MOST });
  const about = {
    technicianName: await nameOf(context, must(values.technicianId, 'technicianId')),
    joinTime: context.now(),
    isCurrent: true,
  };
  if (crew.length === 0) return { ...about, crewRole: 'lead', shareRatio: '1' };
  const crewRole =
    values.crewRole === 'lead' && crew.some((one) => one.crewRole === 'lead') ? 'assist' : values.crewRole;
  return {
    ...about,
    crewRole,
    shareRatio: values.shareRatio ?? (await usualShare(context, dispId, crew)),
  };
}

/**
 * Refuse a change of the lead while a visit is open, which needs a transfer. Also refuse a change between lead and
 * helper.
 */
async function assertLeadStays(context: Context, before: Member, values: Partial<Member>): Promise<void> {
  if (values.crewRole && (values.crewRole === 'lead') !== (before.crewRole === 'lead')) throw refuse.leadStays();
  if (before.crewRole === 'lead' && values.technicianId && (await openVisits(context, before.dispId)).length)
    throw refuse.leadStays();
}

/**
 * Return the values to store for a change: the name of a new technician, and for the lead the share that the others
 * leave.
 */
async function changed(context: Context, before: Member, values: Partial<Member>): Promise<Partial<Member>> {
  if (!before.isCurrent)
    return values.technicianId ? { technicianName: await nameOf(context, values.technicianId) } : {};
  await assertLeadStays(context, before, values);
  const others = (await crewOf(context, before.dispId)).filter((one) => one.id !== before.id);
  assertNotIn(others, values.technicianId);
  const share =
    values.shareRatio === undefined
      ? {}
      : {
          shareRatio:
            before.crewRole === 'lead' ? restFor(others).toFixed(4) : (values.shareRatio ?? before.shareRatio),
        };
  return { ...(values.technicianId && { technicianName: await nameOf(context, values.technicianId) }), ...share };
}

/**
 * Check a technician who joins an open visit, as for a dispatch: refuse hard conflicts, and soft ones without a reason.
 */
async function assertMayJoin(context: Context, of: Row<typeof visit>, member: Member): Promise<void> {
  const order = await orderOf(context, of);
  const { forced } = await assertFree(
    context,
    order,
    [member.technicianId],
    { from: of.planStart, to: of.planEnd, except: of.id },
    { force: Boolean(member.forceReason), reason: member.forceReason },
  );
  if (forced) await context.change(visit, of.id, { forced: true, forceReason: of.forceReason ?? member.forceReason });
}

/** Set the lead's share and book the crew's time for open visits again. `joining` is the member to check, if any. */
async function followCrew(context: Context, dispId: string, joining: Member | null): Promise<void> {
  await balance(context, dispId);
  const open = (await openVisits(context, dispId)).filter((one) => one.sentTime);
  await context.lockRows(
    visit,
    open.map((one) => one.id),
  );
  for (const one of open) {
    if (joining) await assertMayJoin(context, one, joining);
    await reoccupy(context, await context.get(visit, one.id));
  }
}

/**
 * If the completion is already submitted, notify the present crew, and members who were removed or replaced, about the
 * new crew and its shares.
 */
async function tellAfterWork(
  context: Context,
  row: Member,
  before: Member | null,
  more: readonly Member[] = [],
): Promise<void> {
  const no = await context.ask(workHandedIn, { dispId: row.dispId });
  if (no === null) return;
  const crew = await crewOf(context, row.dispId);
  const shares = crew
    .map((one) => `${one.technicianName} ${new Big(one.shareRatio ?? '0').times(100).toFixed(0)}%`)
    .join('、');
  await context.call(notifyStaff, {
    event: 'crewChanged',
    to: {
      technicians: [
        ...new Set([
          ...crew.map((one) => one.technicianId),
          row.technicianId,
          ...(before ? [before.technicianId] : []),
          ...more.map((one) => one.technicianId),
        ]),
      ],
    },
    title: [`完工单 ${no} 的班组已变更`, `The crew of completion ${no} was changed`],
    content: [`计件分配：${shares}`, `Shares of the pay: ${shares}`],
    bizType: 'dispatch',
    bizId: row.dispId,
    bizNo: no,
    again: `${row.id}#${row.version}`,
  });
}

/** Return the dispatch forms that still have a current member if these rows are deleted. */
async function remaining(context: Context, rows: readonly Member[]): Promise<ReadonlySet<string>> {
  const forms = await context.sql.query<{ id: string }>(
    'select distinct t.disp_id::text as id from asdispatchformdetails t where t.tenant_id = $1 and t.disp_id = any($2::bigint[]) and t.id <> all($3::bigint[]) and t.is_current and t.is_deleted = 0',
    [context.tenantId, rows.map((row) => row.dispId), rows.map((row) => row.id)],
  );
  return new Set(forms.map((one) => one.id));
}

const joins = (before: Member | null, row: Member): boolean =>
  row.isCurrent === true && (!before || before.technicianId !== row.technicianId || !before.isCurrent);

export default behaviour<typeof crewMember>(crewMember, {
  async saving(context, { before, values }) {
    if (!before) return joined(context, values);
    const form = await context.get(dispatchForm, before.dispId);
    if (['confirmed', 'cancelled'].includes(form.dispatchStatus) && values.isCurrent === undefined)
      throw refuse.formOver({ no: form.dispNo });
    return changed(context, before, values);
  },
  async saved(context, { before, row }) {
    // A saved lead needs no balance: `balance` itself saves the lead's share.
    if (before && row.crewRole === 'lead') return;
    if (!before && row.crewRole === 'lead') return;
    await followCrew(context, row.dispId, joins(before, row) ? row : null);
    if (
      !before ||
      before.technicianId !== row.technicianId ||
      before.shareRatio !== row.shareRatio ||
      before.isCurrent !== row.isCurrent
    )
      await tellAfterWork(context, row, before);
  },
  async staying(context, rows) {
    const others = await remaining(context, rows);
    return new Map(
      rows
        .filter((row) => row.crewRole === 'lead' && others.has(row.dispId))
        .map((row) => [row.id, refuse.leadStays()]),
    );
  },
  async leaving(context, rows) {
    const others = await remaining(context, rows);
    await context.sql.query(
      'update asdispatchformdetails set is_current = false, leave_time = $3 where tenant_id = $1 and id = any($2::bigint[])',
      [context.tenantId, rows.map((row) => row.id), context.now()],
    );
    for (const [dispId, gone] of Map.groupBy(rows, (row) => row.dispId)) {
      if (others.has(dispId)) await followCrew(context, dispId, null);
      await tellAfterWork(context, gone[0], null, gone.slice(1));
    }
  },
});
