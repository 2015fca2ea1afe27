import { useEffect, useState } from 'react';
import { type Query, address } from '../http/http.ts';
import { personHeaders } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { readFrames } from './frames.ts';

/** The server says something every few seconds, if only that it is there: after so long the line is gone. */
const SILENT_MS = 10_000;
const AGAIN_MS = [1000, 2000, 5000];
/** Answers that do not become others by asking again. */
const FINAL = [400, 403, 404];

/** How a stream of a page stands. */
export interface StreamState {
  readonly isOpen: boolean;
  /** When it was heard last (milliseconds by the clock of this machine); null: not yet. */ readonly heardMs:
    number | null;
  /** Why there is none and will be none. */ readonly refusal: Refused | null;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads one line until it ends or falls silent. */
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
 * Keeps a stream of its own open as long as the page stands. Each time before it opens, `first` asks what the stream is about: that renews a
 * login that ran out, and says why there is nothing to hear. `first` and `hear` must stay the same from one drawing to the next.
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
