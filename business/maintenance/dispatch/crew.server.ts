import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { technician } from '../people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { crewMember } from './crew-member.paper.ts';
import { dispatchForm } from './dispatch-form/dispatch-form.paper.ts';
import { crewOf, reoccupy } from './occupancy.server.ts';
import { openVisits } from './pool.server.ts';

type Member = Row<typeof crewMember>;

const MOST = 5;

const nameOf = async (context: Context, id: string): Promise<string> => (await context.get(technician, id)).realName;

/** What the lead keeps: everything that the others do not get. */
const restFor = (others: readonly Member[]): Big => others.reduce((rest, one) => rest.minus(one.shareRatio), new Big(1));

/** The lead gets what the others leave; nobody may take more than there is. */
async function balance(context: Context, dispId: string): Promise<void> {
  const crew = await crewOf(context, dispId);
  const lead = crew.find((one) => one.crewRole === 'lead');
  if (!lead) return;
  const rest = restFor(crew.filter((one) => one.id !== lead.id));
  if (rest.lt(0)) throw refuse.shareNotWhole();
  if (!rest.eq(lead.shareRatio)) await context.change(crewMember, lead.id, { shareRatio: rest.toFixed(4) });
}

/** Puts a technician at the head of a form's crew: the lead before him leaves with his share. */
export async function leadBy(context: Context, dispId: string, technicianId: string): Promise<void> {
  const crew = await crewOf(context, dispId);
  const lead = crew.find((one) => one.crewRole === 'lead');
  if (lead?.technicianId === technicianId) return;
  const own = crew.find((one) => one.technicianId === technicianId);
  for (const one of [lead, own]) if (one) await context.change(crewMember, one.id, { isCurrent: false, leaveTime: context.now() });
  await context.create(crewMember, { dispId, technicianId, crewRole: 'lead', shareRatio: restFor(crew.filter((one) => one !== lead && one !== own)).toFixed(4) } as never);
}

async function joined(context: Context, values: Partial<Member>): Promise<Partial<Member>> {
  const crew = await crewOf(context, values.dispId!);
  if (crew.some((one) => one.technicianId === values.technicianId)) throw refuse.alreadyInCrew();
  if (crew.length >= MOST) throw refuse.crewFull({ most: MOST });
  const first = crew.length === 0;
  return { technicianName: await nameOf(context, values.technicianId!), joinTime: context.now(), isCurrent: true, crewRole: first ? 'lead' : values.crewRole === 'lead' && crew.some((one) => one.crewRole === 'lead') ? 'assist' : values.crewRole, ...(first && { shareRatio: '1' }) };
}

/** Who leads is changed by a transfer, and what he gets by what the others get. */
async function changed(context: Context, before: Member, values: Partial<Member>): Promise<Partial<Member>> {
  if (before.isCurrent && values.crewRole && (values.crewRole === 'lead') !== (before.crewRole === 'lead')) throw refuse.leadStays();
  const keeps = before.isCurrent && before.crewRole === 'lead' && values.shareRatio !== undefined;
  const shareRatio = keeps ? restFor((await crewOf(context, before.dispId)).filter((one) => one.id !== before.id)).toFixed(4) : undefined;
  return { ...(values.technicianId && { technicianName: await nameOf(context, values.technicianId) }), ...(shareRatio && { shareRatio }) };
}

/** Who belongs to the crew is free or not like its lead: the open visit takes or frees his time. */
async function followCrew(context: Context, dispId: string): Promise<void> {
  await balance(context, dispId);
  for (const one of await openVisits(context, dispId)) if (one.sentTime) await reoccupy(context, one);
}

export default behaviour<typeof crewMember>(crewMember, {
  async saving(context, { before, values }) {
    if (!before) return joined(context, values);
    const form = await context.get(dispatchForm, before.dispId);
    if (['confirmed', 'cancelled'].includes(form.dispatchStatus) && values.isCurrent === undefined) throw refuse.formOver({ no: form.dispNo });
    return changed(context, before, values);
  },
  async saved(context, { before, row }) {
    // The balance itself changes the lead: it must not begin anew.
    if (before && row.crewRole === 'lead') return;
    if (!before && row.crewRole === 'lead') return;
    await followCrew(context, row.dispId);
  },
  async removing(context, row) {
    const others = (await crewOf(context, row.dispId)).filter((one) => one.id !== row.id);
    if (row.crewRole === 'lead' && others.length) throw refuse.leadStays();
    await context.sql.query("update asdispatchformdetails set is_current = false, leave_time = $3 where tenant_id = $1 and id = $2", [context.tenantId, row.id, context.now()]);
    if (others.length) await followCrew(context, row.dispId);
  },
});
