import { Languages, MoonStar, Sun } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { setLanguage, useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useLook, applyTheme } from '#kernel/web/theme/theme.ts';
import { Logo, ownPicture } from '../boot/logo.tsx';
import type { LoginCompany } from './company.ts';
import { HouseDrawing } from './house-drawing.tsx';
import { LoginForm } from './login-form.tsx';
import './login.css';

/**
 * Key of a note that the company showed a background picture last time. If so, the drawing is not shown while the
 * company loads.
 */
const OWN_PICTURE = 'anju-own-picture';
const OWN_LAST = localStorage.getItem(OWN_PICTURE) === '1';

function useCompany(): { company: LoginCompany; reached: boolean | null } {
  const [state, setState] = useState<{ company: LoginCompany; reached: boolean | null }>({
    company: {},
    reached: null,
  });
  useEffect(() => {
    get<LoginCompany>('blade-system/tenant/info', { domain: location.host }, { quiet: true }).then(
      (company) => {
        setState({ company: company ?? {}, reached: true });
        localStorage.setItem(OWN_PICTURE, ownPicture(company?.backgroundUrl) ? '1' : '');
      },
      () => setState({ company: {}, reached: false }),
    );
  }, []);
  return state;
}

function Switches(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const shown = useLook((look) => look.shown);
  return (
    <div className="login-switches">
      <SegmentedControl
        label={t(['语言', 'Language'])}
        items={[
          { key: 'zh', label: '中文' },
          { key: 'en', label: 'English' },
        ]}
        value={language}
        onChange={setLanguage}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t(['切换深色与浅色', 'Switch light and dark'])}
        onClick={() => applyTheme({ mode: shown === 'dark' ? 'light' : 'dark' })}
      >
        {shown === 'dark' ? <Sun size={16} aria-hidden /> : <MoonStar size={16} aria-hidden />}
      </button>
    </div>
  );
}

/** The login page: the company's background picture or the drawing of a house, and the login form. */
export function Login(): ReactElement {
  const t = useT();
  const { company, reached } = useCompany();
  const picture = ownPicture(company.backgroundUrl);
  useEffect(() => {
    document.title = t(['登录 · 安居', 'Log in · Anju']);
  });
  return (
    <div className="login">
      <section className="login-brand" aria-label={t(['安居', 'Anju'])} data-own={picture !== undefined}>
        {picture && <img className="login-picture" src={picture} alt="" />}
        <div className="login-logo">
          <Logo address={company.logoUrl} />
          <b>{t(['安居', 'Anju'])}</b>
          <span className="quiet">{t(['舒适家服务平台', 'Comfort at home, served'])}</span>
        </div>
        {!picture && !(reached === null && OWN_LAST) && (
          <>
            <HouseDrawing />
            <div className="login-motto">
              <h2>{t(['从传感器到工资单，一条线走完', 'From the sensor to the payslip, one thread'])}</h2>
              <p>
                {t([
                  '家里的一个读数变成一次上门，一次上门变成一笔说得清的工钱。',
                  'A reading at home becomes a visit, a visit becomes a wage that explains itself.',
                ])}
              </p>
            </div>
          </>
        )}
      </section>
      <main className="login-side">
        <Switches />
        <LoginForm company={company} />
        <footer className="login-foot">
          {reached !== null && (
            <span className={reached ? 'state-good' : 'state-bad'}>
              {reached ? t(['服务正常', 'Service is up']) : t(['连不上服务器', 'The server cannot be reached'])}
            </span>
          )}
          <span className="quiet">
            <Languages size={12} aria-hidden /> zh / en
          </span>
        </footer>
      </main>
    </div>
  );
}
