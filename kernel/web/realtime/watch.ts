import { useEffect } from 'react';
import { postJson } from '../http/http.ts';
import { type LiveEvent, useLive } from './live.ts';

/** Interval in ms in which the page renews its watch. The server ends a watch that is not renewed. */
const AGAIN_MS = 25_000;

/** The present values of a row, by field. `at`: their time in ms. */
export interface WatchedValues {
  readonly id: string;
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const watch = (of: string, page: string, ids: readonly string[]): void => {
  void postJson('blade-core/watch', { of, page, ids: ids.join(',') }, { quiet: true }).catch(() => undefined);
};

/**
 * While mounted, call `hear` about once a second with the values of these rows. `hear` must be stable between renders.
 */
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
