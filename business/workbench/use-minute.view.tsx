import { useEffect, useState } from 'react';
import { momentNow } from '#kernel/web/i18n/company-time.ts';

const MINUTE_MS = 60_000;

/** Return the present moment in the tenant's zone. It is updated every minute, so that countdowns move. */
export function useMinute(): string {
  const [now, setNow] = useState(momentNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(momentNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
