import { useCallback, useEffect, useReducer, useRef } from 'react';
import { Refused } from '#kernel/web/http/refused.ts';
import type { Handing } from './scan-draft.view.tsx';

const AGAIN_MS = 15_000;

/** Return whether a later attempt may succeed. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 0 || error.code >= 500 || [408, 429].includes(error.code));

interface Sending<T> {
  /** Returns what waits to be sent; null for nothing. */ readonly waiting: () => Handing | null;
  readonly post: (handing: Handing) => Promise<T>;
  readonly onSent: (answer: T) => void;
  /** No answer came: it is sent again. */ readonly onPassing: () => void;
  readonly onRefused: (error: unknown) => void;
}

/** Send what waits on this device as soon as the server can be reached, each attempt with the same key and body. */
export function useHanding<T>(
  id: string,
  sending: Sending<T>,
): { readonly isBusy: boolean; readonly send: () => void } {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const isSending = useRef(false);
  const latest = useRef(sending);
  latest.current = sending;
  const send = useCallback(async (): Promise<void> => {
    const handing = latest.current.waiting();
    if (!handing || isSending.current) return;
    isSending.current = true;
    draw();
    try {
      latest.current.onSent(await latest.current.post(handing));
    } catch (error) {
      if (isPassing(error)) latest.current.onPassing();
      else latest.current.onRefused(error);
    } finally {
      isSending.current = false;
      draw();
    }
  }, [id]);
  useEffect(() => {
    const again = (): void => void send();
    again();
    addEventListener('online', again);
    const timer = setInterval(again, AGAIN_MS);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [send]);
  return { isBusy: isSending.current, send: () => void send() };
}
