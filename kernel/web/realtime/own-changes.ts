import { refreshSoon } from '../query/client.ts';
import { session } from '../session/session.ts';
import { type LiveEvent, useLive } from './live.ts';

/**
 * Refresh after one's own changes, on all pages, and after changes that happened while the page loaded. Changes by
 * others only show a note.
 */
function hear(event: LiveEvent): void {
  if (event.type === 'changed' && event.paper && (event.late || event.by === session()?.userId))
    refreshSoon(event.paper, event.request);
}

export const useOwnChanges = (): void => useLive(hear);
