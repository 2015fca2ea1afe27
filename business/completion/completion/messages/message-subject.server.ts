import { documentOfOrder } from '#business/dispatch/messages/message-subjects.server.ts';
import type { MessageSubject } from '#business/messaging/message-subject.server.ts';
import { completion } from '../completion.paper.ts';

/** Makes completions available to messages to customers, with their price. */
export const completionSubject: MessageSubject = {
  bizType: 'completion',
  paper: completion,
  async read(reading, id) {
    const document = await documentOfOrder(reading, completion, id);
    const amount = (await reading.get(completion, id)).receivableAmount;
    return { ...document, values: { ...document.values, amount } };
  },
};
