import { useEffect, useState } from 'react';
import { type Query, address } from '../http/http.ts';
import { personHeaders } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { readFrames } from './frames.ts';

/**
 * Time in ms without any data after which a connection counts as lost. The server sends a heartbeat every few seconds.
 */
const SILENT_MS = 10_000;
const AGAIN_MS = [1000, 2000, 5000];
/** HTTP statuses after which the stream is not opened again, because another attempt would fail too. */
const FINAL = [400, 403, 404];

/** State of an event stream that a component holds open. */
export interface StreamState {
  readonly isOpen: boolean;
  /** Time of the last message in ms, by the clock of this machine; null before the first. */ readonly heardMs:
    number | null;
  /** The refusal after which the stream is not opened again; null if there is none. */
  readonly refusal: Refused | null;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Read one connection until it ends, or sends nothing for `SILENT_MS`. */
async function readLine(
  url: string,
  signal: AbortSignal,
  hear: (data: unknown) => void,
  alive: () => void,
): Promise<void> {
  const line = new AbortController();
  const cut = (): void => line.abort();
  signal.addEventListener('abort', cut);
  let timer = setTimeout(cut, SILENT_MS);
  try {
    const response = await fetch(url, {
      headers: { ...personHeaders(), Accept: 'text/event-stream' },
      signal: line.signal,
    });
    if (!response.ok || !response.body) return;
    await readFrames(response.body, hear, () => {
      clearTimeout(timer);
      timer = setTimeout(cut, SILENT_MS);
      alive();
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  }
}

/**
 * Hold a stream open while the component is mounted. Before each attempt `first` makes an ordinary request, which
 * renews an expired login and shows a refusal. `first` and `hear` must be stable between renders.
 */
export function useStream(
  path: string,
  query: Query,
  { first, hear }: { first: (signal: AbortSignal) => Promise<void>; hear: (data: unknown) => void },
): StreamState {
  const [state, setState] = useState<StreamState>({ isOpen: false, heardMs: null, refusal: null });
  const url = address(path, query);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const alive = (): void => setState({ isOpen: true, heardMs: Date.now(), refusal: null });
    const keep = async (): Promise<void> => {
      for (let failures = 0; !signal.aborted; failures += 1) {
        try {
          await first(signal);
          alive();
          failures = 0;
          await readLine(url, signal, hear, alive);
        } catch (error) {
          if (error instanceof Refused && FINAL.includes(error.code) && !signal.aborted) {
            setState({ isOpen: false, heardMs: null, refusal: error });
            return;
          }
        }
        if (signal.aborted) return;
        setState((before) => ({ ...before, isOpen: false }));
        await wait(AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)], signal);
      }
    };
    void keep();
    return () => stop.abort();
  }, [url, first, hear]);
  return state;
}
