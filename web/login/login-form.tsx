import { CircleAlert, Eye, EyeOff, LockKeyhole, RefreshCw, User } from 'lucide-react';
import { type FormEvent, type ReactElement, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Refused } from '#kernel/web/http/refused.ts';
import { logInWith } from '#kernel/web/session/tokens.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { loadShell } from '../boot/load-shell.ts';
import { useCaptcha } from './captcha.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { type Problem, loginProblem } from './login-problem.ts';
import { Logo } from '../boot/logo.tsx';
import type { LoginCompany, DemoAccount } from './company.ts';

// Loaded on demand: it is rarely needed and includes the passkey library.
const SecondStep = lazy(() => import('../steps/second-step.tsx'));

interface Ticket {
  readonly ticket: string;
  readonly factors: { readonly totp: boolean; readonly passkey: boolean; readonly recovery: boolean };
}

function Trouble({ problem, field }: { problem: Problem | null; field: Problem['field'] }): ReactElement | null {
  if (problem?.field !== field) return null;
  return (
    <p className="login-trouble" id={`${field}-trouble`} role="alert">
      <CircleAlert size={14} aria-hidden /> {problem.text}
    </p>
  );
}

const described = (
  problem: Problem | null,
  field: Problem['field'],
): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
  problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': `${field}-trouble` } : {};

/** Name of the company: known from the host, or typed after a click on 换公司 (other company). */
function CompanyHead({
  company,
  tenantId,
  onChange,
  problem,
}: {
  company: LoginCompany;
  tenantId: string;
  onChange: (id: string) => void;
  problem: Problem | null;
}): ReactElement {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const name =
    company.tenantName && tenantId === company.tenantId ? company.tenantName : t(['登录安居', 'Log in to Anju']);
  return (
    <>
      <div className="login-company">
        <Logo address={company.logoUrl} size={20} name="login-mark" />
        <div>
          <h1>{name}</h1>
          <span className="quiet">
            {location.host}{' '}
            <button type="button" className="link" onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
              {t(['换公司', 'Other company'])}
            </button>
          </span>
        </div>
      </div>
      {(choosing || problem?.field === 'tenant') && (
        <div className="login-field">
          <label htmlFor="login-tenant">{t(['租户编号', 'Company number'])}</label>
          <div className="login-input">
            <input
              id="login-tenant"
              value={tenantId}
              onChange={(event) => onChange(event.target.value.trim())}
              autoComplete="organization"
              {...described(problem, 'tenant')}
            />
          </div>
          <Trouble problem={problem} field="tenant" />
        </div>
      )}
    </>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: Problem | null;
}

interface PasswordFieldProps extends FieldProps {
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

/** Input for the password, with a button that shows and hides it. */
function PasswordField({ value, onChange, problem, shown, onShow }: PasswordFieldProps): ReactElement {
  const t = useT();
  const password = useRef<HTMLInputElement>(null);
  return (
    <div className="login-field">
      <label htmlFor="login-password">{t(['密码', 'Password'])}</label>
      <div className="login-input">
        <LockKeyhole size={16} aria-hidden />
        <input
          ref={password}
          id="login-password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...described(problem, 'password')}
        />
        <button
          type="button"
          className="icon-button small"
          onClick={() => {
            onShow(!shown);
            password.current?.focus();
          }}
          aria-label={shown ? t(['隐藏密码', 'Hide password']) : t(['显示密码', 'Show password'])}
          aria-pressed={shown}
        >
          {shown ? <Eye size={16} aria-hidden /> : <EyeOff size={16} aria-hidden />}
        </button>
      </div>
      <Trouble problem={problem} field="password" />
    </div>
  );
}

interface CaptchaFieldProps extends FieldProps {
  readonly image: string;
  readonly onRenew: () => void;
}

/** Input for the captcha; a click on its picture loads another one. */
function CaptchaField({ image, value, onChange, onRenew, problem }: CaptchaFieldProps): ReactElement {
  const t = useT();
  return (
    <div className="login-field">
      <label htmlFor="login-captcha">{t(['验证码', 'Code'])}</label>
      <div className="login-captcha">
        <div className="login-input">
          <input
            id="login-captcha"
            maxLength={6}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t(['不分大小写', 'Upper or lower case'])}
            value={value}
            onChange={(event) => onChange(event.target.value.trim())}
            {...described(problem, 'captcha')}
          />
        </div>
        <img src={image} width={112} height={38} alt={t(['验证码图片', 'Picture with the code'])} onClick={onRenew} />
        <button type="button" className="icon-button" onClick={onRenew} aria-label={t(['换一张', 'Another picture'])}>
          <RefreshCw size={16} aria-hidden />
        </button>
      </div>
      <Trouble problem={problem} field="captcha" />
    </div>
  );
}

/** Buttons for the login by other providers (OAuth). */
function Providers({ company, tenantId }: { company: LoginCompany; tenantId: string }): ReactElement | null {
  const t = useT();
  if (!company.providers || company.providers.length === 0) return null;
  return (
    <div className="login-providers">
      <h2>{t(['其他方式', 'Other ways'])}</h2>
      {company.providers.map((one) => (
        <a
          key={one.source}
          className="button"
          href={`/api/blade-auth/oauth/render/${one.source}?tenantId=${encodeURIComponent(tenantId)}`}
        >
          {t(one.name)}
        </a>
      ))}
    </div>
  );
}

/** The login form. Only the field with the problem turns red. */
export function LoginForm({ company }: { company: LoginCompany }): ReactElement {
  const t = useT();
  const [value, setValue] = useState({
    tenantId: '000000',
    username: '',
    password: '',
    captchaCode: '',
    remember: false,
  });
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [step, setStep] = useState<Ticket | null>(null);
  const captcha = useCaptcha(company.captcha === true);
  const language = useLanguage();
  // After a change of language, remove the message in the former language.
  useEffect(() => setProblem(null), [language]);
  const change = (part: Partial<typeof value>): void => {
    setValue((now) => ({ ...now, ...part }));
    setProblem(null);
  };
  useEffect(() => {
    if (company.tenantId) setValue((now) => ({ ...now, tenantId: company.tenantId ?? now.tenantId }));
  }, [company.tenantId]);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    const empty: Problem | null = !value.username
      ? { field: 'account', text: t(['请输入账号', 'Enter your account']) }
      : !value.password
        ? { field: 'password', text: t(['请输入密码', 'Enter your password']) }
        : captcha.image && !value.captchaCode
          ? { field: 'captcha', text: t(['请输入验证码', 'Enter the code in the picture']) }
          : null;
    if (empty) {
      setProblem(empty);
      document.getElementById(`login-${empty.field}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await logInWith({ ...value, captchaKey: captcha.image ? captcha.key : '' });
    } catch (error) {
      if ((error as Refused).reason === 'system.secondStepNeeded') {
        setStep((error as Refused).data as unknown as Ticket);
        return;
      }
      const wrong = loginProblem(error as Refused, t);
      setProblem(wrong);
      setValue((now) => ({ ...now, captchaCode: '' }));
      captcha.renew();
      document.getElementById(`login-${wrong.field}`)?.focus();
    } finally {
      setBusy(false);
    }
  }

  function choose(demo: DemoAccount): void {
    change({ username: demo.account, password: demo.password, tenantId: demo.tenant });
    document.getElementById(captcha.image ? 'login-captcha' : 'login-enter')?.focus();
    void loadShell();
  }

  const again = (): void => {
    setStep(null);
    change({ password: '', captchaCode: '' });
    captcha.renew();
  };
  if (step)
    return (
      <Suspense fallback={<div className="login-form" />}>
        <SecondStep {...step} remember={value.remember} onBack={again} />
      </Suspense>
    );
  return (
    <form className="login-form" onSubmit={(event) => void enter(event)} noValidate>
      <CompanyHead
        company={company}
        tenantId={value.tenantId}
        onChange={(tenantId) => change({ tenantId })}
        problem={problem}
      />
      <div className="login-field">
        <label htmlFor="login-account">{t(['账号', 'Account'])}</label>
        <div className="login-input">
          <User size={16} aria-hidden />
          <input
            id="login-account"
            autoFocus
            autoComplete="username"
            value={value.username}
            onChange={(event) => change({ username: event.target.value.trim() })}
            onBlur={() => void loadShell()}
            {...described(problem, 'account')}
          />
        </div>
        <Trouble problem={problem} field="account" />
      </div>
      <PasswordField
        value={value.password}
        onChange={(password) => change({ password })}
        problem={problem}
        shown={shown}
        onShow={setShown}
      />
      {captcha.image && (
        <CaptchaField
          image={captcha.image}
          value={value.captchaCode}
          onChange={(captchaCode) => change({ captchaCode })}
          onRenew={captcha.renew}
          problem={problem}
        />
      )}
      <div className="login-remember">
        <label>
          <input
            type="checkbox"
            checked={value.remember}
            onChange={(event) => change({ remember: event.target.checked })}
          />{' '}
          {t(['记住我 7 天', 'Remember me for 7 days'])}
        </label>
        <span className="quiet">{t(['公用电脑请勿勾选', 'Not on a shared computer'])}</span>
      </div>
      <button id="login-enter" type="submit" className="button strong login-enter" disabled={busy} aria-busy={busy}>
        {busy ? t(['正在登录…', 'Logging in…']) : t(['登录', 'Log in'])}
      </button>
      <Providers company={company} tenantId={value.tenantId} />
      <DemoAccounts accounts={company.demo} onChoose={choose} />
    </form>
  );
}
