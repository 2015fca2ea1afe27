import type { Reading } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import type { LinkedDocuments, MessageLink } from '#business/messaging/sms/message-links.server.ts';

const toOrder = (rowId: string | null | undefined): MessageLink | null => (rowId ? { kind: 'order', rowId } : null);

/** Return the row with the order of a document. */
const orderIn = (
  bizType: LinkedDocuments['bizType'],
  order: (reading: Reading, bizId: string) => Promise<string | null | undefined>,
): LinkedDocuments => ({ bizType, link: async (reading, bizId) => toOrder(await order(reading, bizId)) });

/** Messages about an order and its documents may carry the link to the page of the order. */
export const orderLinks: readonly LinkedDocuments[] = [
  orderIn('registration', (_reading, id) => Promise.resolve(id)),
  orderIn('task', async (reading, id) => (await reading.get(visit, id)).registrationFormId),
  orderIn('completion', async (reading, id) => (await reading.get(completion, id)).registrationFormId),
  orderIn('repair', async (reading, id) => (await reading.get(repairForm, id)).registrationFormId),
  orderIn('urge', async (reading, id) => (await reading.get(urge, id)).registrationFormId),
  orderIn('delay', async (reading, id) => {
    const { dispatchListId } = await reading.get(delay, id);
    return dispatchListId && (await reading.get(visit, dispatchListId)).registrationFormId;
  }),
];
