import { useCallback, useEffect, useRef, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import type { WirePage, WireRow } from '#kernel/web/registry/rows.ts';
import { poolPage } from '../devices/device-list.calls.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';

/** Interval of reloading, in case the live stream is interrupted. */
const EVERY_MS = 5000;
const MOST = 20;

/** Devices without a home that announced themselves, the last announcement first. */
export interface DevicePool {
  readonly rows: readonly WireRow[];
  /** Did the last request reach the server? Undefined: no answer yet. */ readonly isReachable: boolean | undefined;
}

/** Load the pool of devices; reload it at every announcement. */
export function usePool(keyword: string): DevicePool {
  const [pool, setPool] = useState<DevicePool>({ rows: [], isReachable: navigator.onLine ? undefined : false });
  const turns = useRef(0);
  const ask = useCallback(async () => {
    const turn = (turns.current += 1);
    try {
      const { records } = await get<WirePage>(
        poolPage.path,
        { current: 1, size: MOST, bindStatus: 'unbound,ignored', keyword },
        { quiet: true },
      );
      if (turn === turns.current) setPool({ rows: records, isReachable: true });
    } catch (error) {
      // Retain the last rows, so that the page is not empty without a network.
      if (turn === turns.current && error instanceof Refused)
        setPool(({ rows }) => ({ rows, isReachable: error.code !== 0 }));
    }
  }, [keyword]);
  useEffect(() => {
    void ask();
    const again = (): void => void ask();
    const timer = setInterval(again, EVERY_MS);
    addEventListener('online', again);
    addEventListener('offline', again);
    return () => {
      turns.current += 1;
      clearInterval(timer);
      removeEventListener('online', again);
      removeEventListener('offline', again);
    };
  }, [ask]);
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if ((event.type === 'changed' && event.paper === powerOnDevice.name) || event.type === 'reopened') void ask();
      },
      [ask],
    ),
  );
  return pool;
}
