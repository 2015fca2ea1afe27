import { startAuthentication } from '@simplewebauthn/browser';
import { CircleAlert, KeyRound, ShieldCheck } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { type Proof, secondStep } from '#kernel/web/session/tokens.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface SecondStepProps {
  readonly ticket: string;
  readonly factors: { readonly totp: boolean; readonly passkey: boolean; readonly recovery: boolean };
  readonly remember: boolean;
  readonly onBack: () => void;
}

/** The login step after the password: a code, a passkey, or a recovery code. */
export default function SecondStep({ ticket, factors, remember, onBack }: SecondStepProps): ReactElement {
  const t = useT();
  const [way, setWay] = useState<'code' | 'recovery'>(factors.totp ? 'code' : 'recovery');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const showsCode = factors.totp || way === 'recovery';

  async function prove(proof: () => Promise<Proof>): Promise<void> {
    setBusy(true);
    setTrouble('');
    try {
      await secondStep(ticket, await proof(), remember);
    } catch (error) {
      // No message if the person cancelled the prompt of the device.
      if ((error as Error).name !== 'NotAllowedError') setTrouble((error as Error).message);
      setCode('');
    } finally {
      setBusy(false);
    }
  }
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    if (code) void prove(async () => (way === 'code' ? { code } : { recoveryCode: code }));
  };
  const byPasskey = (): void =>
    void prove(async () => ({
      credential: await startAuthentication({
        optionsJSON: await get('blade-auth/oauth/passkey/options', { ticket }, { quiet: true }),
      }),
    }));
  const label =
    way === 'code'
      ? t(['验证器中的 6 位动态口令', 'The 6 digits of your authenticator'])
      : t(['恢复码', 'Recovery code']);
  return (
    <form className="login-form" onSubmit={enter} noValidate>
      <div className="login-company">
        <span className="login-mark">
          <ShieldCheck size={20} aria-hidden />
        </span>
        <div>
          <h1>{t(['二次验证', 'Second step'])}</h1>
          <span className="quiet">{t(['再确认一次是您本人', 'One more proof that it is you'])}</span>
        </div>
      </div>
      {factors.passkey && (
        <button type="button" className="button strong login-enter" disabled={busy} onClick={byPasskey}>
          <KeyRound size={16} aria-hidden /> {t(['用通行密钥登录', 'Use a passkey'])}
        </button>
      )}
      {showsCode && (
        <div className="login-field" style={{ marginTop: factors.passkey ? 20 : 0 }}>
          <label htmlFor="second-step">{label}</label>
          <div className="login-input">
            <input
              key={way}
              id="second-step"
              autoFocus
              inputMode={way === 'code' ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={20}
              value={code}
              onChange={(event) => {
                setCode(event.target.value.trim());
                setTrouble('');
              }}
              aria-invalid={trouble ? true : undefined}
              aria-describedby={trouble ? 'second-step-trouble' : undefined}
            />
          </div>
        </div>
      )}
      {trouble && (
        <p className="login-trouble" id="second-step-trouble" role="alert">
          <CircleAlert size={14} aria-hidden /> {trouble}
        </p>
      )}
      {showsCode && (
        <button
          type="submit"
          className={`button login-enter${factors.passkey ? '' : ' strong'}`}
          disabled={busy || !code}
        >
          {t(['确认', 'Confirm'])}
        </button>
      )}
      <div className="login-way">
        {factors.recovery && way === 'code' && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setWay('recovery');
              setCode('');
            }}
          >
            {t(['手机不在身边？用恢复码', 'No phone at hand? Use a recovery code'])}
          </button>
        )}
        {way === 'recovery' && factors.totp && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setWay('code');
              setCode('');
            }}
          >
            {t(['用动态口令', 'Use the authenticator'])}
          </button>
        )}
        <button type="button" className="link" onClick={onBack}>
          {t(['换个账号', 'Another account'])}
        </button>
      </div>
    </form>
  );
}
