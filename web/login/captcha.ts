import { useEffect, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';

interface Captcha { readonly key: string; readonly image: string }

/** The picture with the code. A server that asks for none answers without a picture. */
export function useCaptcha(): Captcha & { renew: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ key: '', image: '' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    get<Captcha>('blade-auth/oauth/captcha', {}, { quiet: true, signal: stop.signal })
      .then((got) => setCaptcha({ key: got.key ?? '', image: got.image ?? '' }), () => undefined);
    return () => stop.abort();
  }, [round]);
  return { ...captcha, renew: () => setRound((now) => now + 1) };
}
