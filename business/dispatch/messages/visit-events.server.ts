import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit } from '../visit/visit.paper.ts';
import { ORDER_PLACED } from '#business/intake/home/orders-follow-file.server.ts';
import { liveForm, openVisits } from '../pool/pool.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';

interface About {
  readonly of: Row<typeof visit>;
  readonly form: Row<typeof dispatchForm>;
  readonly team: string;
  readonly where: string;
  readonly when: Label;
}

/** Return a visit and its texts for messages: customer, place, time. */
async function aboutVisit(context: Context, id: string): Promise<About> {
  const of = await context.get(visit, id);
  const form = await context.get(dispatchForm, of.dispId);
  const order = await context.get(registration, form.registrationFormId);
  const [from, to] = [minuteWords(of.planStart), of.planEnd.slice(11, 16)];
  return {
    of,
    form,
    team: order.customerServiceTeam,
    where: `${order.customerName} ${order.address}`,
    when: [`${from[0]}–${to}`, `${from[1]}–${to}`],
  };
}

const toTechnician = (
  about: About,
  event: 'visitCreated' | 'visitTransferred' | 'visitMoved' | 'visitCancelled' | 'visitRecalled',
  title: Label,
  more: { todo?: boolean; dueTime?: string | null; again?: string } = {},
) =>
  ({
    event,
    to: { technicians: [about.of.technicianId] },
    title,
    content: [`${about.when[0]} ${about.where}`, `${about.when[1]} ${about.where}`],
    bizType: 'task',
    bizId: about.of.id,
    bizNo: about.of.taskNo,
    ...more,
  }) as const;

/** Return a to-do for dispatchers about a refused or recalled visit. The next dispatch of the form completes it. */
const toDispatcher = (about: About, event: 'visitRefused' | 'visitRecalled', title: Label, again: string) =>
  ({
    event,
    to: { roles: ['as_dispatcher'], team: about.team },
    title,
    content: `${about.of.taskNo} ${about.where}`,
    bizType: 'dispatch',
    bizId: about.form.id,
    bizNo: about.form.dispNo,
    todo: true,
    again,
  }) as const;

async function sent(context: Context, id: string): Promise<void> {
  const about = await aboutVisit(context, id);
  await context.call(todoDone, { bizId: about.form.id });
  // The visit was accepted or has ended meanwhile, so its acceptance need not be requested.
  if (about.of.taskStatus !== 'pendingAccept') return;
  await context.call(
    notifyStaff,
    toTechnician(about, 'visitCreated', ['新任务，请接单', 'New visit: please accept it'], {
      todo: true,
      dueTime: about.of.acceptDue,
    }),
  );
}

const answered = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

async function turnedDown(context: Context, id: string): Promise<void> {
  await answered(context, id);
  await context.call(
    notifyStaff,
    toDispatcher(
      await aboutVisit(context, id),
      'visitRefused',
      ['技师拒单，请改派', 'Turned down by the technician: send somebody else'],
      id,
    ),
  );
}

const recalled =
  (title: Label) =>
  async (context: Context, id: string): Promise<void> => {
    await answered(context, id);
    const about = await aboutVisit(context, id);
    await context.call(notifyStaff, toDispatcher(about, 'visitRecalled', title, id));
    await context.call(notifyStaff, toTechnician(about, 'visitRecalled', ['任务已收回', 'Visit taken back']));
  };

const gone =
  (event: 'visitTransferred' | 'visitCancelled', title: Label) =>
  async (context: Context, id: string): Promise<void> => {
    await answered(context, id);
    const about = await aboutVisit(context, id);
    await context.call(notifyStaff, toTechnician(about, event, title));
    if (event === 'visitCancelled')
      await context.call(notifyStaff, {
        ...toTechnician(about, event, title),
        to: { roles: ['as_dispatcher'], team: about.team },
      });
  };

/** Notify the technician that the time has changed. */
async function replanned(context: Context, id: string, happened: string): Promise<void> {
  await context.call(
    notifyStaff,
    toTechnician(await aboutVisit(context, id), 'visitMoved', ['任务已改期', 'Visit moved'], { again: happened }),
  );
}

async function moved(context: Context, id: string, happened: string): Promise<void> {
  await context.call(
    notifyStaff,
    toTechnician(
      await aboutVisit(context, id),
      'visitMoved',
      ['任务已改期，请重新预约', 'Visit moved: make a new appointment'],
      { again: happened },
    ),
  );
}

/** Copy the changed address of an order to its dispatch form, and notify the technicians of open visits. */
async function orderPlaced(context: Context, id: string, happened: string): Promise<void> {
  const form = await liveForm(context, id);
  if (!form) return;
  const { address, premisesId } = await context.get(registration, id);
  await context.change(dispatchForm, form.id, { address, premisesId });
  for (const one of await openVisits(context, form.id))
    await context.call(
      notifyStaff,
      toTechnician(await aboutVisit(context, one.id), 'visitMoved', ['地址已更改', 'The address has changed'], {
        again: happened,
      }),
    );
}

/** Handlers of events of visits, by name of the event. */
export const visitEvents: EventCatalogue = {
  'visit.sent': sent,
  'visit.accept': answered,
  'visit.refuse': turnedDown,
  'visit.timeout': recalled(['接单超时，请改派', 'Not accepted in time: send somebody else']),
  'visit.backToPool': recalled(['任务退回工单池，请改派', 'Visit back in the pool: send somebody else']),
  'visit.updateUser': gone('visitTransferred', ['任务已转派', 'Visit handed over']),
  'visit.cancel': gone('visitCancelled', ['任务已取消', 'Visit cancelled']),
  'visit.mirror': gone('visitCancelled', ['任务已取消', 'Visit cancelled']),
  'visit.moved': moved,
  'visit.replanned': replanned,
  'visit.confirm': answered,
  [ORDER_PLACED]: orderPlaced,
};
