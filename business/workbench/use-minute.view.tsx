import { useEffect, useState } from 'react';
import { momentNow } from '#kernel/web/i18n/company-time.ts';

const MINUTE_MS = 60_000;

/** The moment by the clocks of the company, told anew every minute: what counts down goes on by itself. */
export function useMinute(): string {
  const [now, setNow] = useState(momentNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(momentNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
