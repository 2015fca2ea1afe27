import { QueryClientProvider } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { QuestionHost } from '#kernel/web/dialogs/ask.tsx';
import { get } from '#kernel/web/http/http.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { type PendingStep, changeSession, endSession, session } from '#kernel/web/session/session.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChangePassword } from '../pages/change-password.tsx';
import { FactorsSection } from '../pages/security/factors.tsx';
import './first-things.css';
import '../pages/pages.css';

const leave = (): void =>
  void get('blade-auth/oauth/logout', {}, { quiet: true })
    .catch(() => undefined)
    .then(() => endSession());
const goOn = (done: PendingStep): void => {
  const left = session()?.first?.filter((one) => one !== done);
  changeSession({ first: left?.length ? left : undefined });
};

/**
 * A page with a step that is required before work: a new password after a reset, or a second factor if the company
 * requires one.
 */
export default function FirstThings({ what }: { what: PendingStep }): ReactElement {
  const t = useT();
  const title =
    what === 'password'
      ? t(['请先设置自己的密码', 'Choose a password of your own'])
      : t(['请先设置二次验证', 'Set up a second factor first']);
  const why =
    what === 'password'
      ? t([
          '当前密码由管理员重置，只能用一次。',
          'Your password was reset by an administrator and is good for this login only.',
        ])
      : t(['公司要求登录时再确认一次身份。', 'Your company asks for a second proof at login.']);
  return (
    <QueryClientProvider client={queryClient}>
      <main className="first-things">
        <div className="first-things-card">
          <header>
            <ShieldCheck size={22} aria-hidden />
            <div>
              <h1>{title}</h1>
              <p className="quiet">{why}</p>
            </div>
          </header>
          {what === 'password' ? (
            <ChangePassword onDone={() => goOn(what)} />
          ) : (
            <FactorsSection onDone={() => goOn(what)} />
          )}
          <p>
            <button type="button" className="link" onClick={leave}>
              {t(['退出登录', 'Log out'])}
            </button>
          </p>
        </div>
      </main>
      <QuestionHost />
    </QueryClientProvider>
  );
}
