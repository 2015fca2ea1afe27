import { type ReactElement, useEffect, useState } from 'react';
import { loginByProvider } from '#kernel/web/session/tokens.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Page for the return from a login provider. Its code is exchanged once for a session, as a password would be. */
export default function FromProvider(): ReactElement {
  const t = useT();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const source = location.pathname.split('/').at(-1) ?? '';
    const query = new URLSearchParams(location.search);
    history.replaceState(null, '', location.pathname);
    loginByProvider(source, query.get('code') ?? '', query.get('state') ?? '').catch((error: Error) =>
      setTrouble(error.message),
    );
  }, []);
  return (
    <main className="error-page">
      <h1>{trouble ? t(['登录没有成功', 'You are not logged in']) : t(['正在登录…', 'Logging in…'])}</h1>
      {trouble && <p role="alert">{trouble}</p>}
      {trouble && (
        <p>
          <a className="button strong" href="/login">
            {t(['返回登录', 'Back to the login'])}
          </a>
        </p>
      )}
    </main>
  );
}
