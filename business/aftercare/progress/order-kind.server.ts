import type { GuestKind } from '#kernel/server';
import { guestMark } from '#business/customers/guest/guest-view.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { askForTime, cancelByCustomer, consentToPrice, signForPrice, urgeOrder } from './order-acts.server.ts';
import { orderPage } from './order-page.server.ts';
import { picturesOfOrder } from './order-pictures.server.ts';
import { orderHtml } from './order-view.server.ts';

/** Maximum length of a drawn signature as text. */
const MAX_SIGNATURE = 100_000;

/** Links to the progress of one order. */
export const orderKind: GuestKind = {
  name: 'order',
  paper: registration,
  async subject(reading, id) {
    const [order] = await reading.find(registration, { id }, { first: 1 });
    if (!order) return null;
    const ended = order.registerStatus === 'cancelled' ? (order.updateTime ?? null) : order.closeTime;
    return { ended, phone: order.phone };
  },
  async page(reading, id, sight) {
    const page = await orderPage(reading, id, sight.language);
    const title = page.headline[sight.language === 'en' ? 1 : 0];
    return { company: page.company, title, body: orderHtml(page, sight), mark: guestMark(page, sight) };
  },
  pictures: picturesOfOrder,
  verbs: {
    urge: { fields: { want: 8, turn: 40 }, work: urgeOrder },
    reschedule: { fields: { day: 10, slot: 8, turn: 40 }, work: askForTime },
    cancel: { fields: { reason: 16 }, work: cancelByCustomer },
    consent: { fields: { mark: 16, total: 24, answer: 8, code: 6 }, work: consentToPrice },
    sign: { fields: { mark: 16, total: 24, sign: MAX_SIGNATURE }, work: signForPrice },
  },
};
