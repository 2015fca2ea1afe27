import { useEffect, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { putOffline, getOffline } from '#kernel/web/http/offline/database.ts';
import { ownerNow } from '#kernel/web/http/offline/outbox.ts';

/**
 * Return the person's own data: at once what this phone stored before, then the server's answer, which is stored for
 * times without a network.
 */
export function useOwn<T>(
  name: string,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): { readonly data: T | undefined; readonly failed: boolean; readonly again: () => void } {
  const [data, setData] = useState<T>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const place = `day/${ownerNow()}/${name}`;
  const params = JSON.stringify(query);
  useEffect(() => {
    let gone = false;
    const read = async (): Promise<void> => {
      const before = await getOffline<T>(place).catch(() => undefined);
      if (before !== undefined && !gone) setData(before);
      try {
        const fresh = await get<T>(path, JSON.parse(params) as Record<string, string>, { quiet: true });
        if (!gone) {
          setData(fresh);
          setFailed(false);
        }
        await putOffline(place, fresh);
      } catch {
        if (!gone) setFailed(true);
      }
    };
    void read();
    return () => {
      gone = true;
    };
  }, [place, path, params, round]);
  return { data, failed, again: () => setRound((now) => now + 1) };
}
