import { useCallback, useEffect, useRef, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import type { WirePage, WireRow } from '#kernel/web/registry/rows.ts';
import { poolPage } from '../devices/device-list.calls.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';

/** The stream tells at once; where it is cut off, the pool is asked again so often. */
const EVERY_MS = 5000;
const MOST = 20;

/** Devices that wait for a home, the last one that announced itself first. */
export interface DevicePool {
  readonly rows: readonly WireRow[];
  /** Undefined: not answered yet. */ readonly isReachable: boolean | undefined;
}

/** The pool as it is now: asked anew whenever a device announces itself. */
export function usePool(keyword: string): DevicePool {
  const [pool, setPool] = useState<DevicePool>({ rows: [], isReachable: navigator.onLine ? undefined : false });
  const asked = useRef(0);
  const ask = useCallback(async () => {
    const turn = (asked.current += 1);
    try {
      const { records } = await get<WirePage>(
        poolPage.path,
        { current: 1, size: MOST, bindStatus: 'unbound,ignored', keyword },
        { quiet: true },
      );
      if (turn === asked.current) setPool({ rows: records, isReachable: true });
    } catch (error) {
      // What was seen stays in sight: in a cellar nobody wants an empty page.
      if (turn === asked.current && error instanceof Refused)
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
      asked.current += 1;
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
