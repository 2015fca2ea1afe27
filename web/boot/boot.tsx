import { type ReactElement, Suspense, lazy, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { rememberedRefresh, session, useSession } from '#kernel/web/session/session.ts';
import { refreshTokensInTime, prepareLogin, renewTokens } from '#kernel/web/session/tokens.ts';
import { ToastList } from '#kernel/web/toast/toast-list.tsx';
import { fetchNext, whenIdle, whenUsed } from './first-load.ts';
import { loadShell } from './load-shell.ts';
import { Login } from '../login/login.tsx';

const Shell = lazyPart(loadShell, null);
const FromProvider = lazy(() => import('../steps/from-provider.tsx'));
const Register = lazy(() => import('../steps/register.tsx'));
const PublicPage = lazy(() => import('../pages/public-page.tsx'));
const FirstThings = lazy(() => import('../gate/first-things.tsx'));

/** Return the address that the person requested before the login page was shown; `/` by default. */
function wanted(): string {
  const from = new URLSearchParams(location.search).get('from');
  return from?.startsWith('/') && !from.startsWith('//') ? from : '/';
}

function goToLogin(): void {
  const here = location.pathname + location.search;
  const from =
    here === '/' || location.pathname === '/login' || location.pathname === '/lock'
      ? ''
      : `?from=${encodeURIComponent(here)}`;
  if (location.pathname !== '/login') history.replaceState(null, '', `/login${from}`);
}

/** Shows the login page, a required step such as registration or a new password, or the product. */
export function Boot(): ReactElement | null {
  const loggedIn = useSession((state) => state.session !== null);
  const guest = useSession((state) => state.session?.guestOf !== undefined);
  const first = useSession((state) => state.session?.first?.[0]);
  const [ready, setReady] = useState(() => session() !== null || rememberedRefresh() === null);
  useEffect(() => {
    if (!ready) void renewTokens().finally(() => setReady(true));
    // Prefetch the page that follows the login, while the person types.
    const stop = loggedIn
      ? undefined
      : whenUsed(() =>
          whenIdle(() => {
            fetchNext(wanted());
            void prepareLogin();
          }),
        );
    const end = refreshTokensInTime();
    return () => {
      stop?.();
      end();
    };
  }, []);
  if (!ready) return null;
  if (!loggedIn && location.pathname.startsWith('/oauth/redirect/'))
    return (
      <>
        <ToastList />
        <Suspense fallback={null}>
          <FromProvider />
        </Suspense>
      </>
    );
  // The code of the provider is used up, so when the registration is left, the address must be that of the login.
  if (guest && location.pathname.startsWith('/oauth/redirect/')) history.replaceState(null, '', '/login');
  if (guest)
    return (
      <>
        <ToastList />
        <Login />
        <Suspense fallback={null}>
          <Register />
        </Suspense>
      </>
    );
  if (first)
    return (
      <>
        <ToastList />
        <Suspense fallback={null}>
          <FirstThings what={first} />
        </Suspense>
      </>
    );
  const errorPage = (['/403', '/404', '/500'] as const).find((path) => path === location.pathname);
  if (!loggedIn && errorPage)
    return (
      <Suspense fallback={null}>
        <PublicPage path={errorPage} />
      </Suspense>
    );
  if (!loggedIn) goToLogin();
  else if (location.pathname === '/login' || location.pathname.startsWith('/oauth/redirect/'))
    history.replaceState(null, '', wanted());
  return (
    <>
      <ToastList />
      {loggedIn ? <Shell /> : <Login />}
    </>
  );
}
