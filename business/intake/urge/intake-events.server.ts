import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { assignedTechnician } from '../registration/dispatching.service.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { urge } from './urge.paper.ts';
import { notifyCustomer, notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';

/** Urgencies of forms about which the team's leader is notified too. */
const GRAVE = ['critical', 'safety'];

async function submitted(context: Context, id: string): Promise<void> {
  const form = await context.get(repairForm, id);
  if (form.repairStatus !== 'submitted') return;
  const to = { roles: ['as_cs'] };
  const about = {
    event: 'repairSubmitted',
    title: ['新报修待受理', 'New repair request to accept'],
    content: `${form.customerName} ${form.address} ${form.description}`,
    bizType: 'repair',
    bizId: id,
    bizNo: form.repairNo,
    todo: true,
  } as const;
  await context.call(notifyStaff, { ...about, to });
  if (GRAVE.includes(form.urgency))
    await context.call(notifyStaff, {
      ...about,
      to: { roles: ['as_leader'], team: form.customerServiceTeam },
      todo: false,
    });
  if (form.customerId)
    await context.call(notifyCustomer, {
      scene: 'repair',
      customerId: form.customerId,
      phone: form.phone,
      bizType: 'repair',
      bizId: id,
      variables: { name: form.customerName, no: form.repairNo },
    });
}

const done = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

/** Notify the customer that the urge was received, and later of its answer. */
async function toCustomer(
  context: Context,
  of: Row<typeof urge>,
  scene: 'urge' | 'answer',
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const about = of.registrationFormId
    ? await context.get(registration, of.registrationFormId)
    : of.repairFormId
      ? await context.get(repairForm, of.repairFormId)
      : null;
  if (!about?.customerId || !of.phone) return;
  await context.call(notifyCustomer, {
    scene,
    customerId: about.customerId,
    phone: of.phone,
    bizType: 'urge',
    bizId: of.id,
    variables: { name: of.customerName ?? '', no: of.urgeNo, ...more },
  });
}

async function answered(context: Context, id: string): Promise<void> {
  await done(context, id);
  const of = await context.get(urge, id);
  await toCustomer(context, of, 'answer', { result: of.handleResult ?? '' });
}

/** Notify the technician of the order, and the dispatchers of the team, about an urge. */
async function urged(context: Context, id: string): Promise<void> {
  const of = await context.get(urge, id);
  await toCustomer(context, of, 'urge', { content: of.content });
  const order = of.registrationFormId ? await context.get(registration, of.registrationFormId) : null;
  const technicianId = order?.dispId ? await context.ask(assignedTechnician, { dispId: order.dispId }) : null;
  const about = {
    event: 'urge',
    title: [`客户催单:${of.customerName ?? ''}`, `The customer is chasing: ${of.customerName ?? ''}`],
    content: of.content,
    bizType: 'urge',
    bizId: id,
    bizNo: of.urgeNo,
  } as const;
  await context.call(notifyStaff, {
    ...about,
    to: { roles: ['as_dispatcher'], team: of.customerServiceTeam },
    todo: true,
    dueTime: of.replyDeadline,
  });
  if (technicianId) await context.call(notifyStaff, { ...about, to: { technicians: [technicianId] } });
}

async function late(context: Context, id: string): Promise<void> {
  const of = await context.get(urge, id);
  if (of.urgeStatus !== 'escalated') return;
  await context.call(notifyStaff, {
    event: 'urge',
    to: { roles: ['as_leader'], team: of.customerServiceTeam },
    title: [`催单超时未答复:${of.customerName ?? ''}`, `Follow-up call not answered in time: ${of.customerName ?? ''}`],
    content: of.content,
    bizType: 'urge',
    bizId: id,
    bizNo: of.urgeNo,
    todo: true,
    again: 'late',
  });
}

/** Events of repair forms and urges, and whom each notifies. */
export const intakeEvents: EventCatalogue = {
  'repairForm.submit': submitted,
  'repairForm.reopen': submitted,
  'repairForm.accept': done,
  'repairForm.merge': done,
  'repairForm.reject': done,
  'repairForm.cancel': done,
  'urge.submit': urged,
  'urge.slaTick': late,
  'urge.answer': answered,
  'urge.answerEscalated': answered,
  'urge.close': done,
};
