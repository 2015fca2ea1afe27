import { useCallback, useState } from 'react';
import { serverNow } from '../i18n/company-time.ts';
import { type LiveEvent, useLive } from './live.ts';

/** State of the person's event stream, and whether the server has lost its database (`isStorageAway`). */
export interface LineState {
  /** Time in ms, by the server's clock, at which the stream was lost; null while it is open. */
  readonly lostMs: number | null;
  readonly isStorageAway: boolean;
}

/** The state of the stream and of the database, for pages that depend on both. */
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
