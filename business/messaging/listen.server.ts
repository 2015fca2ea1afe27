import { addedTo, type App, forgetEventText } from '#kernel/server';
import { MESSAGE_QUEUED } from './sms/queue.server.ts';
import { type QueuedText, channelTick, sendWaiting } from './sms/sending.server.ts';
import { messageEvents } from './event-catalogue.server.ts';
import { MESSAGES_CHANGED } from './notify-staff.server.ts';

/**
 * Subscribe to the events that send messages (after-sales design §8.7), refresh browsers, and send queued messages.
 * Define the channels' work of each minute.
 */
export function listenForMessages(app: App): void {
  app.outbox.subscribe(MESSAGES_CHANGED, async (context, { data }) => {
    for (const receiver of data.receivers as string[])
      app.notifyPerson(context.tenantId, receiver, { type: 'message' });
  });
  app.outbox.subscribe(MESSAGE_QUEUED, async (context, { id, data }) => {
    const message = data as unknown as QueuedText;
    await sendWaiting(app, context, message);
    // A text that the log does not show, such as one with a code, is stored no longer than the delivery takes.
    if (message.text !== undefined) await forgetEventText(context, id);
  });
  for (const events of addedTo(app, messageEvents)) {
    for (const [event, work] of Object.entries(events))
      app.outbox.subscribe(event, (context, { id, data }) => work(context, String(data.id), id));
  }
  app.jobs.scheduleForCompanies('messages.channels', '* * * * *', (steps) => channelTick(app, steps));
}
