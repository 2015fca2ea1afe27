import { Refusal } from '#kernel/language/refusal.ts';
import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import type { Booked } from './diary.ts';
import type { Doors } from './door.seed.ts';
import type { SeedJob } from './job.ts';
import type { Crew } from './leg.ts';

export const delays = [
  ['customer', '客户临时出差，约到后面几天'],
  ['parts', '配件明天才到区域仓'],
  ['previous', '前一单返工，今天赶不到'],
  ['customer', '小区停电检修，客户要求改期'],
] as const;

/**
 * Dispatch a technician: create the dispatch form of an order, or a further visit on an existing one. Soft conflicts
 * are overruled with a reason. Return the id of the visit.
 */
export async function sendVisit(
  context: Context,
  doors: Doors,
  job: SeedJob,
  { booked: { man, mate, from, to }, chance }: { readonly booked: Booked; readonly chance: Chance },
): Promise<string> {
  const orderId = job.orderId();
  if (!orderId) throw new Refusal(409, 'seed.noOrder', ['没有登记单', 'no order']);
  const order = await context.get(registration, orderId);
  const plan = { technicianId: man.id, planStart: from, planEnd: to, force: true, forceReason: '同片区顺路' };
  if (order.dispId) {
    // A form on hold waited for a part or an expert, which is there now.
    if ((await context.get(dispatchForm, order.dispId)).dispatchStatus === 'onHold')
      await context.act(dispatchForm, order.dispId, 'release');
    return (await context.submit(visit, { dispId: order.dispId, ...plan })).id;
  }
  const materialHint = await doors.by(chance).suggested(context, job, man.id);
  const form = await context.submit(dispatchForm, {
    registrationFormId: orderId,
    ...plan,
    dispatch: true,
    ...(materialHint.length && { materialHint }),
  });
  const { id, visitId } = form as unknown as { id: string; visitId: string };
  if (mate)
    await context.submit(crewMember, {
      dispId: id,
      technicianId: mate.id,
      shareRatio: '0.45',
      forceReason: '两人一组安装',
    } as Draft<typeof crewMember>);
  return visitId;
}

/** Create requests for two of the coming visits to be delayed, some minutes ago and not yet decided. */
export async function askToPutOff(world: DemoWorld, crew: Crew): Promise<void> {
  const { now } = world;
  const [coming, waiting] = await world.as('as_dispatcher', now, async (context) => [
    await context.find(visit, { taskStatus: ['accepted', 'appointed'] }, { first: 1000 }),
    new Set((await context.find(delay, { approveStatus: 'pending' }, { first: 200 })).map((one) => one.dispatchListId)),
  ]);
  const asking = coming
    .filter(
      (one) =>
        !waiting.has(one.id) && one.planStart > addMinutes(now, 600) && (one.sentTime ?? now) < addMinutes(now, -60),
    )
    .slice(0, 2);
  for (const [at, one] of asking.entries()) {
    const man = crew.byId(one.technicianId);
    const [delayReason, reasonDetail] = delays[at];
    if (man)
      await world.as(man.user, addMinutes(now, -12 - at * 9), (context) =>
        context.submit(delay, {
          dispId: one.dispId,
          delayReason,
          reasonDetail,
          newTime: addMinutes(one.planStart, at === 0 ? 1440 : 5 * 1440),
          customerAgreed: true,
        }),
      );
  }
}
