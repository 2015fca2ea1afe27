import type { App, Change } from '#kernel/server/app.ts';
import { ChangeLine } from '#kernel/server/database/change-line.ts';
import { Database } from '#kernel/server/database/database.ts';
import { CHANGED, EMITTED, NotificationLine, PERSON, STREAMS } from '#kernel/server/database/notification-line.ts';
import type { EventStreams } from '#kernel/server/http/realtime/events.ts';
import type { Watch } from '#kernel/server/http/realtime/watch.ts';
import { PRESENCE } from '#kernel/server/rows/detail/presence.ts';

/**
 * Type of the message that sends a page's subscription to live values to all processes, since another one may hold its
 * event stream.
 */
export const WATCH = 'watch';

/** Open two connections for notifications between processes: one listens, the other publishes. */
export function openLines(
  appUrl: string,
  {
    app,
    hear,
    events,
    watch,
    works,
  }: {
    app: () => App;
    hear: (change: Change) => void;
    events?: EventStreams;
    watch?: (watch: Watch) => void;
    /**
     * True if jobs and events run in this process. A process without them ignores notifications of new ones: `nudge`
     * would send them again, without end.
     */
    works: boolean;
  },
): { readonly changes: ChangeLine; readonly line: NotificationLine } {
  // Listening occupies a connection permanently. Publishing has its own, so that neither waits for connections of the
  // business.
  const changes = new ChangeLine(new Database({ url: appUrl, most: 1 }), hear);
  const line = new NotificationLine(new Database({ url: appUrl, most: 1 }), {
    [STREAMS]: (tenantId) => events?.renew(tenantId || null),
    [CHANGED]: (payload) => changes.hear(payload),
    [PRESENCE]: (payload) => {
      if (payload !== null) events?.present(app(), payload);
    },
    [PERSON]: (payload) =>
      changes.hearPerson(payload, (tenantId, personId, data) => {
        if (data.type === WATCH) watch?.(data.watch as Watch);
        else events?.publish(tenantId, personId, data);
      }),
    [EMITTED]: (payload) => {
      if (!works || !changes.isFromElsewhere(payload)) return;
      app().outbox.kick();
      app().jobs.nudge();
    },
  });
  return { changes, line };
}
