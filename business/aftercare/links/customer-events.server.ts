import { must } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { labelOfKey } from '#business/customers/guest/guest-words.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { consent } from '../consent/consent.paper.ts';

/** Notify the dispatchers of the team that a customer wishes another time. */
async function wished(context: Context, id: string, happened: string): Promise<void> {
  const order = await context.get(registration, id);
  const [zh, en] = labelOfKey(timeSlot, order.wishSlot);
  await context.call(notifyStaff, {
    event: 'customerWish',
    to: { roles: ['as_dispatcher'], team: order.customerServiceTeam },
    title: [`客户想改时间:${order.customerName}`, `Another time wished: ${order.customerName}`],
    content: [`想改到 ${order.wishDate ?? ''} ${zh}`, `Wishes ${order.wishDate ?? ''} ${en}`],
    bizType: 'registration',
    bizId: id,
    bizNo: order.registrationNo,
    again: happened,
  });
}

/** Notify the technician of the answer to a price. */
async function answered(context: Context, id: string): Promise<void> {
  const of = await context.get(consent, id);
  const { technicianId, completionNo, customerName } = await context.get(
    completion,
    must(of.completionId, 'completionId'),
  );
  if (!technicianId) return;
  const isAgreed = of.consentStatus === 'agreed';
  await context.call(notifyStaff, {
    event: 'consentAnswered',
    to: { technicians: [technicianId] },
    title: isAgreed
      ? ['客户同意了费用', 'The customer agreed to the price']
      : ['客户不同意费用', 'The customer did not agree'],
    content: [`${customerName ?? ''} ${of.totalAmount}元`, `${customerName ?? ''} CNY ${of.totalAmount}`],
    bizType: 'completion',
    bizId: must(of.completionId, 'completionId'),
    bizNo: completionNo,
    again: id,
  });
}

/** Events of what customers do by a link, and whom each notifies. */
export const customerEvents: EventCatalogue = {
  'registration.wished': wished,
  'consent.answered': (context, id) => answered(context, id),
};
