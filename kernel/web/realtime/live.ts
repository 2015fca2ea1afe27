import { useEffect, useState } from 'react';
import { personHeaders } from '../http/headers.ts';
import { session } from '../session/session.ts';
import { readFrames } from './frames.ts';

/**
 * An event from the server. The page itself adds `line` (the stream opened or was lost) and `reopened` (events were
 * missed while it was lost).
 */
export interface LiveEvent {
  readonly type: string;
  readonly paper?: string;
  readonly id?: string;
  readonly [more: string]: unknown;
}

const listeners = new Set<(event: LiveEvent) => void>();
/** Channel to the person's other pages in this browser. */
let others: BroadcastChannel | undefined;
const AGAIN_MS = 5_000;
/** Maximum time between the first request for rows of a page and the opening of its stream, in ms. */
const BEFORE_MS = 1_000;

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

export function useLive(listen: (event: LiveEvent) => void): void {
  useEffect(() => {
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
    };
  }, [listen]);
}

/**
 * Return the number of rows of a paper that other people have changed since it was last reset, and a function that
 * resets it.
 */
export function useChanges(paper: string): [count: number, seen: () => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const listen = (event: LiveEvent): void => {
      // Do not count one's own changes, which are already visible, and late events (from before the stream was open),
      // which cause a refresh.
      if (
        event.type === 'changed' &&
        event.paper === paper &&
        !event.late &&
        event.action !== 'comment' &&
        event.by !== session()?.userId
      )
        setIds((now) => new Set([...now, event.id ?? '']));
    };
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
    };
  }, [paper]);
  return [ids.size, () => setIds((now) => (now.size ? new Set() : now))];
}

/** Send an event to this page and to the person's other pages. */
function hear(event: LiveEvent): void {
  tell(event);
  others?.postMessage(event);
}

async function readStream(signal: AbortSignal, began: number): Promise<void> {
  // A page reads rows before its stream is open, so it also asks for the events since then.
  const ago = Math.round(performance.now() - began) + BEFORE_MS;
  const response = await fetch(`/api/blade-core/events?ago=${ago}`, {
    headers: { ...personHeaders(), Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`events ${response.status}`);
  // After a long interruption the server no longer has all events, so rows may have changed unnoticed.
  if (performance.now() - began > AGAIN_MS) hear({ type: 'reopened' });
  hear({ type: 'line', isOpen: true });
  // The server opens a stream only if its database is available.
  hear({ type: 'storage', away: false });
  await readFrames(response.body, (data) => {
    const event = data as LiveEvent;
    hear(event);
    if (event.type === 'storage' && event.away === false) hear({ type: 'reopened' });
  });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function keepReading(signal: AbortSignal, began: number): Promise<void> {
  while (!signal.aborted && session()) {
    await readStream(signal, began).catch(() => undefined);
    if (!signal.aborted) hear({ type: 'line', isOpen: false });
    await pause(AGAIN_MS);
  }
}

/**
 * Open the event stream of the person, once per browser. The page that holds a lock reads it, and forwards events to
 * the person's other pages. Each person who is logged in has a stream of their own.
 */
export function openStream(): () => void {
  const stop = new AbortController();
  const began = performance.now();
  const name = `anju-live ${session()?.tenantId ?? ''} ${session()?.userId ?? ''}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event: MessageEvent<LiveEvent>) => tell(event.data));
  others = channel;
  if (navigator.locks)
    void navigator.locks
      .request(name, { signal: stop.signal }, () => keepReading(stop.signal, began))
      .catch(() => undefined);
  else void keepReading(stop.signal, began);
  return () => {
    stop.abort();
    channel.close();
    if (others === channel) others = undefined;
  };
}
