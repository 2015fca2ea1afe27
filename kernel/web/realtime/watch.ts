import { useEffect } from 'react';
import { postJson } from '../http/http.ts';
import { type LiveEvent, useLive } from './live.ts';

/** The server forgets who does not say again that he looks. */
const AGAIN_MS = 25_000;

/** What a row says now; `at` is milliseconds. */
export interface WatchedValues {
  readonly id: string;
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const watch = (of: string, page: string, ids: readonly string[]): void => {
  void postJson('blade-core/watch', { of, page, ids: ids.join(',') }, { quiet: true }).catch(() => undefined);
};

/** Hears once a second what these rows say now, as long as the page is open; `hear` must stay the same from one drawing to the next. */
export function useWatched(of: string, ids: readonly string[], hear: (rows: readonly WatchedValues[]) => void): void {
  const named = ids.join(',');
  useEffect(() => {
    if (!named) return;
    const page = crypto.randomUUID();
    const say = (): void => watch(of, page, named.split(','));
    say();
    const timer = setInterval(say, AGAIN_MS);
    return () => {
      clearInterval(timer);
      watch(of, page, []);
    };
  }, [of, named]);
  const listen = (event: LiveEvent): void => {
    if (event.type !== 'values' || event.of !== of) return;
    const mine = (event.rows as readonly WatchedValues[]).filter((row) => named.split(',').includes(row.id));
    if (mine.length > 0) hear(mine);
  };
  useLive(listen);
}
