import { useEffect, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';

interface Captcha {
  readonly key: string;
  readonly image: string;
}

/** The picture with the code, once the server has said that it asks for one. */
export function useCaptcha(asked: boolean): Captcha & { renew: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ key: '', image: '' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    get<Captcha>('blade-auth/oauth/captcha', {}, { quiet: true, signal: stop.signal }).then(
      (got) => setCaptcha({ key: got.key ?? '', image: got.image ?? '' }),
      () => undefined,
    );
    return () => stop.abort();
  }, [round, asked]);
  return { ...captcha, renew: () => setRound((now) => now + 1) };
}
