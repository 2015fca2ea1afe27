import { addedTo, type App } from '#kernel/server';
import { MESSAGE_QUEUED } from './sms/queue.server.ts';
import { channelTick, sendWaiting } from './sms/sending.server.ts';
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
  app.outbox.subscribe(MESSAGE_QUEUED, (context, { data }) =>
    sendWaiting(app, context, data as { id: string; text?: string }),
  );
  for (const events of addedTo(app, messageEvents)) {
    for (const [event, work] of Object.entries(events))
      app.outbox.subscribe(event, (context, { id, data }) => work(context, String(data.id), id));
  }
  app.jobs.scheduleForCompanies('messages.channels', '* * * * *', (steps) => channelTick(app, steps));
}
