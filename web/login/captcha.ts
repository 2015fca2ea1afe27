import { useEffect, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';

interface Captcha {
  readonly key: string;
  readonly image: string;
}

/** Return a captcha if the server requires one, and a function that loads another. */
export function useCaptcha(isRequired: boolean): Captcha & { renew: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ key: '', image: '' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isRequired) return undefined;
    const stop = new AbortController();
    get<Captcha>('blade-auth/oauth/captcha', {}, { quiet: true, signal: stop.signal }).then(
      (got) => setCaptcha({ key: got.key ?? '', image: got.image ?? '' }),
      () => undefined,
    );
    return () => stop.abort();
  }, [round, isRequired]);
  return { ...captcha, renew: () => setRound((now) => now + 1) };
}
