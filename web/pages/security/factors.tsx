import { KeyRound, ShieldCheck, Smartphone, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import './security.css';
import { dayInWords, momentWords } from '#kernel/web/i18n/dates.ts';
import { proofFrom } from './proof-field.tsx';
import { type FactorProof, type ProofPlace, useFactors } from './use-factors.ts';

const Qr = withControls(() => import('#kernel/web/import-export/print/qr.tsx').then((module) => module.Qr));

/** Shows new recovery codes, only once: the person writes them down, copies or prints them. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement {
  const t = useT();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.good(t(['已复制', 'Copied']));
  };
  return (
    <section className="security-codes" role="status">
      <p>
        <b>{t(['恢复码只显示这一次', 'These recovery codes are shown once'])}</b>
      </p>
      <p className="quiet">
        {t([
          '手机丢失时每个可登录一次，请保存在安全的地方。',
          'Each lets you in once when your phone is lost: keep them in a safe place.',
        ])}
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="security-row">
        <button type="button" className="button" onClick={() => void copy()}>
          {t(['复制', 'Copy'])}
        </button>
        <button type="button" className="button strong" onClick={onDone}>
          {t(['已保存好', 'I have kept them'])}
        </button>
      </p>
    </section>
  );
}

function CodeForm({ label, onCode }: { label: string; onCode: (code: string) => Promise<void> }): ReactElement {
  const t = useT();
  const [code, setCode] = useState('');
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    void onCode(code)
      .catch(() => undefined)
      .finally(() => setCode(''));
  };
  return (
    <form className="security-row" onSubmit={enter}>
      <label>
        {label}{' '}
        <input
          className="plain-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          size={8}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button type="submit" className="button strong" disabled={!/^\d{3}\s?\d{3}$/.test(code)}>
        {t(['确认', 'Confirm'])}
      </button>
    </form>
  );
}

function ProofForm({
  hasFactor,
  onProof,
  onLeave,
}: {
  hasFactor: boolean;
  onProof: (proof: FactorProof) => Promise<void>;
  onLeave: () => void;
}): ReactElement {
  const t = useT();
  const [proof, setProof] = useState('');
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    void onProof(proofFrom(proof, hasFactor))
      .catch(() => undefined)
      .finally(() => setProof(''));
  };
  return (
    <form className="security-row" onSubmit={enter}>
      <label>
        {hasFactor ? t(['当前动态口令或恢复码', 'Code of now, or a recovery code']) : t(['登录密码', 'Your password'])}{' '}
        <input
          className="plain-input"
          type={hasFactor ? 'text' : 'password'}
          autoComplete={hasFactor ? 'one-time-code' : 'current-password'}
          maxLength={100}
          size={14}
          value={proof}
          onChange={(event) => setProof(event.target.value)}
        />
      </label>
      <button type="submit" className="button strong" disabled={proof.trim() === ''}>
        {t(['确认', 'Confirm'])}
      </button>
      <button type="button" className="button" onClick={onLeave}>
        {t(['取消', 'Cancel'])}
      </button>
    </form>
  );
}

/** Section for the second factors: an authenticator app, passkeys, and recovery codes. */
export function FactorsSection({ onDone }: { onDone?: () => void }): ReactElement {
  const t = useT();
  const { held, setup, codes, hide, proving, prove, begin, confirm, addPasskey, removePasskey, dropTotp, newCodes } =
    useFactors(onDone);
  const proofAt = (at: ProofPlace): ReactElement | null =>
    proving?.at === at && held ? (
      <ProofForm hasFactor={held.totp || held.passkeys.length > 0} onProof={proving.then} onLeave={() => prove(null)} />
    ) : null;
  if (codes.length)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          hide();
          onDone?.();
        }}
      />
    );
  if (!held) return <div className="security" />;
  return (
    <div className="security">
      <section>
        <header className="security-row">
          <Smartphone size={18} aria-hidden />
          <h3>{t(['动态口令', 'One-time codes'])}</h3>
          <span className={held.totp ? 'state-good' : 'quiet'}>
            {held.totp ? t(['已启用', 'Switched on']) : t(['未启用', 'Off'])}
          </span>
          {!held.totp && !setup && (
            <button type="button" className="button" onClick={begin}>
              {t(['设置', 'Set up'])}
            </button>
          )}
          {held.totp && (
            <button type="button" className="button" onClick={() => prove({ at: 'totp', then: dropTotp })}>
              {t(['停用', 'Switch off'])}
            </button>
          )}
        </header>
        {setup && (
          <div className="security-setup">
            <div>
              <Qr value={setup.uri} size={148} />
            </div>
            <div>
              <p>
                {t([
                  '用手机上的验证器扫码，再输入它显示的 6 位数字。',
                  'Scan it with the authenticator on your phone and type the 6 digits it shows.',
                ])}
              </p>
              <p className="quiet">
                {t(['扫不了就手工输入：', 'If it cannot be scanned, type: '])}
                <code>{setup.secret}</code>
              </p>
              <CodeForm label={t(['动态口令', 'Code'])} onCode={confirm} />
            </div>
          </div>
        )}
        {proofAt('totp')}
      </section>
      <section>
        <header className="security-row">
          <KeyRound size={18} aria-hidden />
          <h3>{t(['通行密钥', 'Passkeys'])}</h3>
          <span className="quiet">{t(['指纹、面容或安全密钥', 'Finger, face or a security key'])}</span>
          <button type="button" className="button" onClick={() => prove({ at: 'keys', then: addPasskey })}>
            {t(['添加', 'Add'])}
          </button>
        </header>
        {proofAt('keys')}
        <ul>
          {held.passkeys.map((key) => (
            <li key={key.id} className="security-row">
              <b>{key.name}</b>
              <span className="quiet">
                {key.usedTime
                  ? t([`最近使用 ${key.usedTime.slice(0, 16)}`, `last used ${momentWords(key.usedTime, 'en')}`])
                  : t([`添加于 ${key.createTime.slice(0, 10)}`, `added ${dayInWords(key.createTime, 'en')}`])}
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={t([`删除 ${key.name}`, `Remove ${key.name}`])}
                onClick={() => void removePasskey(key.id, key.name)}
              >
                <Trash2 size={15} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {(held.totp || held.passkeys.length > 0) && (
        <section>
          <header className="security-row">
            <ShieldCheck size={18} aria-hidden />
            <h3>{t(['恢复码', 'Recovery codes'])}</h3>
            <span className="quiet">{t([`剩 ${held.recoveryLeft} 个`, `${held.recoveryLeft} left`])}</span>
            <button type="button" className="button" onClick={() => prove({ at: 'codes', then: newCodes })}>
              {t(['重新生成', 'New ones'])}
            </button>
          </header>
          {proofAt('codes')}
        </section>
      )}
      {held.required && (
        <p className="quiet">
          {t(['公司要求二次验证，至少保留一种。', 'Your company asks for a second factor: keep at least one.'])}
        </p>
      )}
    </div>
  );
}
