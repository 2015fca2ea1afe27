import type { GuestKind } from '#kernel/server';
import { guestMark } from '#business/customers/guest/guest-view.server.ts';
import type { LinkedDocuments } from '#business/messaging/sms/message-links.server.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { planPage } from './plan-page.server.ts';
import { planHtml } from './plan-view.server.ts';
import { storeReply } from './store-reply.server.ts';

/** States in which a visit has ended. */
const ENDED: readonly string[] = ['done', 'skipped', 'cancelled'];

/** Links to one planned visit, by which its customer replies. */
export const planKind: GuestKind = {
  name: 'plan',
  paper: planOccurrence,
  async subject(reading, id) {
    const [row] = await reading.find(planOccurrence, { id }, { first: 1 });
    if (!row) return null;
    return { ended: ENDED.includes(String(row.planStatus)) ? (row.updateTime ?? null) : null, phone: row.phone ?? '' };
  },
  async page(reading, id, sight) {
    const page = await planPage(reading, id);
    const title = page.headline[sight.language === 'en' ? 1 : 0];
    return { company: page.company, title, body: planHtml(page, sight), mark: guestMark(page, sight) };
  },
  pictures: () => Promise.resolve(new Map()),
  verbs: {
    reply: { fields: { reply: 8, day: 10, slot: 8, turn: 40 }, work: storeReply },
  },
};

/** Messages about a planned visit may carry the link by which its customer replies. */
export const planLinks: readonly LinkedDocuments[] = [
  { bizType: 'plan', link: (_reading, rowId) => Promise.resolve({ kind: 'plan', rowId }) },
];
