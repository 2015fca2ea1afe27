import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useWatched } from '#kernel/web/realtime/watch.ts';
import { readHomeValues } from '../households/household.calls.ts';
import type { HomeDevice } from '../wall/wall.calls.ts';

const CLOCK_MS = 5000;

/** Current values of the devices of a home. */
export interface HomeValues {
  /** Values by device id; undefined: not loaded yet. */ readonly devices: ReadonlyMap<string, HomeDevice> | undefined;
  /** Present moment, from which ages are computed (milliseconds). */ readonly now: number;
}

const none: readonly HomeDevice[] = [];

/** Load the values of a home's devices; reload them at every message. */
export function useHomeValues(id: string): HomeValues {
  const client = useQueryClient();
  const { data, error } = useCall(readHomeValues, { id }, { of: 'row', quiet: true, retry: false });
  const hear = useCallback(
    () => void client.invalidateQueries({ queryKey: ['row', 'household', readHomeValues.path] }),
    [client],
  );
  const list = data ?? (error ? none : undefined);
  const devices = useMemo(() => list && new Map(list.map((one) => [one.id, one])), [list]);
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  useWatched('device', list?.map((one) => one.id) ?? [], hear);
  return { devices, now };
}
