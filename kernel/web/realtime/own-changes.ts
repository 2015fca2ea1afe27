import { refreshSoon } from '../query/client.ts';
import { session } from '../session/session.ts';
import { type LiveEvent, useLive } from './live.ts';

/**
 * What others changed is told by a quiet pill; what the person did himself shows at once, on whatever page of his and whatever paper it touched,
 * and so does what was changed while the page was coming.
 */
function hear(event: LiveEvent): void {
  if (event.type === 'changed' && event.paper && (event.late || event.by === session()?.userId))
    refreshSoon(event.paper, event.request);
}

export const useOwnChanges = (): void => useLive(hear);
