import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, ShieldCheck, Smartphone, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { get, post } from '#kernel/web/http/http.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/words/words.ts';
import './security.css';
import { dayWords, momentWords } from '#kernel/web/words/dates.ts';

const Qr = withControls(() => import('#kernel/web/transfer/print/qr.tsx').then((module) => module.Qr));

interface Held {
  readonly totp: boolean;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly createTime: string;
    readonly usedTime: string;
  }[];
  readonly recoveryLeft: number;
  readonly required: boolean;
}

/** Codes that are shown once: to be written down, copied or printed. */
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

/** What is asked before a factor is changed: its code or a recovery code, or the password where there is no factor yet. */
type Proof = { readonly code: string } | { readonly recoveryCode: string } | { readonly password: string };

function ProofForm({
  hasFactor,
  onProof,
  onLeave,
}: {
  hasFactor: boolean;
  onProof: (proof: Proof) => Promise<void>;
  onLeave: () => void;
}): ReactElement {
  const t = useT();
  const [given, setGiven] = useState('');
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    const proof = !hasFactor
      ? { password: given }
      : /^\d{3}\s?\d{3}$/.test(given)
        ? { code: given }
        : { recoveryCode: given };
    void onProof(proof)
      .catch(() => undefined)
      .finally(() => setGiven(''));
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
          value={given}
          onChange={(event) => setGiven(event.target.value)}
        />
      </label>
      <button type="submit" className="button strong" disabled={given.trim() === ''}>
        {t(['确认', 'Confirm'])}
      </button>
      <button type="button" className="button" onClick={onLeave}>
        {t(['取消', 'Cancel'])}
      </button>
    </form>
  );
}

/** Makes a key on this device; null where it cannot. */
async function keyOfDevice(failed: () => void): Promise<unknown> {
  try {
    return await startRegistration({ optionsJSON: await get('blade-auth/oauth/passkey/register-options') });
  } catch (error) {
    if (['NotSupportedError', 'SecurityError', 'InvalidStateError'].includes((error as Error).name)) failed();
    return null;
  }
}

/** What one proves oneself with besides the password: an authenticator app, passkeys, and codes for a lost phone. */
export function Factors({ onDone }: { onDone?: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { data: held } = useQuery({ queryKey: ['factors'], queryFn: () => get<Held>('blade-auth/oauth/factors') });
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  /** What waits for a proof, and where its form stands. */
  const [proving, setProving] = useState<{
    readonly at: 'totp' | 'keys' | 'codes';
    readonly then: (proof: Proof) => Promise<void>;
  } | null>(null);
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: ['factors'] });
  const finished = async (shown: readonly string[]): Promise<void> => {
    setSetup(null);
    setProving(null);
    setCodes(shown);
    await again();
    if (!shown.length) onDone?.();
  };
  const setUp = async (proof?: Proof): Promise<void> => {
    setSetup(await post('blade-auth/oauth/totp/setup', proof));
    setProving(null);
  };
  const begin = (): void => {
    if (held?.passkeys.length) setProving({ at: 'totp', then: setUp });
    else void setUp();
  };
  const confirm = async (code: string): Promise<void> =>
    finished((await post<{ recoveryCodes: string[] }>('blade-auth/oauth/totp/confirm', { code })).recoveryCodes);
  // Proved before the device makes its key: a wrong code leaves none behind on it.
  const addPasskey = async (proof: Proof): Promise<void> => {
    await post('blade-auth/oauth/passkey/prove', proof);
    const credential = await keyOfDevice(() =>
      toast.bad(t(['此设备不能添加通行密钥', 'This device cannot add a passkey'])),
    );
    if (!credential) return setProving(null);
    const name = `${navigator.platform || 'Passkey'} ${new Date().toISOString().slice(0, 10)}`;
    await finished(
      (await post<{ recoveryCodes: string[] }>('blade-auth/oauth/passkey/register', { name, credential }))
        .recoveryCodes,
    );
  };
  const removePasskey = async (id: string, name: string): Promise<void> => {
    if (await ask({ title: t([`删除通行密钥“${name}”？`, `Remove the passkey “${name}”?`]), danger: true }))
      setProving({
        at: 'keys',
        then: async (proof) => {
          await post('blade-auth/oauth/passkey/remove', { ids: id, ...proof });
          setProving(null);
          await again();
        },
      });
  };
  const dropTotp = async (proof: Proof): Promise<void> => {
    await post('blade-auth/oauth/totp/remove', proof);
    await finished([]);
  };
  const newCodes = async (proof: Proof): Promise<void> =>
    finished((await post<{ recoveryCodes: string[] }>('blade-auth/oauth/recovery-codes', proof)).recoveryCodes);
  const proofAt = (at: 'totp' | 'keys' | 'codes'): ReactElement | null =>
    proving?.at === at && held ? (
      <ProofForm
        hasFactor={held.totp || held.passkeys.length > 0}
        onProof={proving.then}
        onLeave={() => setProving(null)}
      />
    ) : null;
  if (codes.length)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes([]);
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
            <button type="button" className="button" onClick={() => setProving({ at: 'totp', then: dropTotp })}>
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
          <button type="button" className="button" onClick={() => setProving({ at: 'keys', then: addPasskey })}>
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
                  : t([`添加于 ${key.createTime.slice(0, 10)}`, `added ${dayWords(key.createTime, 'en')}`])}
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
            <button type="button" className="button" onClick={() => setProving({ at: 'codes', then: newCodes })}>
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
