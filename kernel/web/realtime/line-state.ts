import { useCallback, useState } from 'react';
import { serverNow } from '../i18n/company-time.ts';
import { type LiveEvent, useLive } from './live.ts';

/** How the one stream of the person stands. */
export interface LineState {
  /** Since when it is lost (milliseconds by the clock of the server); null: it is open. */ readonly lostMs:
    number | null;
  readonly isStorageAway: boolean;
}

/** Hears whether the stream is open and the database there, for pages that live by both. */
export function useLineState(): LineState {
  const [state, setState] = useState<LineState>({ lostMs: null, isStorageAway: false });
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type === 'line')
        setState((before) => ({ ...before, lostMs: event.isOpen ? null : (before.lostMs ?? serverNow().getTime()) }));
      if (event.type === 'storage') setState((before) => ({ ...before, isStorageAway: event.away === true }));
    }, []),
  );
  return state;
}
