import { useEffect, useState } from 'react';
import { personHeaders } from '../http/headers.ts';
import { session } from '../session/session.ts';
import { readFrames } from './frames.ts';

/**
 * What the server tells by itself. Two come from the page: `line` says that the stream is open or lost, `reopened` that it was away for a while,
 * and what was told meanwhile nobody heard.
 */
export interface LiveEvent {
  readonly type: string;
  readonly paper?: string;
  readonly id?: string;
  readonly [more: string]: unknown;
}

const listeners = new Set<(event: LiveEvent) => void>();
/** The other pages of the same person in this browser. */
let others: BroadcastChannel | undefined;
const AGAIN_MS = 5_000;
/** The first rows of a page are asked for at most so long before its stream. */
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

/** How many rows of a paper others changed since they were last looked at. */
export function useChanges(paper: string): [count: number, seen: () => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const listen = (event: LiveEvent): void => {
      // What the person did himself is on the screen already, and what came late is read again.
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

/** Told on this page and on the others that it reads for. */
function hear(event: LiveEvent): void {
  tell(event);
  others?.postMessage(event);
}

async function readStream(signal: AbortSignal, began: number): Promise<void> {
  // A page reads before it listens: what was told since then is told again.
  const ago = Math.round(performance.now() - began) + BEFORE_MS;
  const response = await fetch(`/api/blade-core/events?ago=${ago}`, {
    headers: { ...personHeaders(), Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`events ${response.status}`);
  // What was told longer ago is kept by no server: it may have changed unheard.
  if (performance.now() - began > AGAIN_MS) hear({ type: 'reopened' });
  hear({ type: 'line', isOpen: true });
  // A line that stands was asked of the database.
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

/** Opens the one stream of this person in this browser: whichever of his pages holds the lock reads it and tells the others. Two who are logged in beside each other hear each his own. */
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
