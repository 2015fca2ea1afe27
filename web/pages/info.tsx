import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { get, postJson } from '#kernel/web/http/http.ts';
import { uploadFile } from '#kernel/web/http/files.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { changeSession } from '#kernel/web/session/session.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChangePassword } from './change-password.tsx';
import { FactorsSection } from './security/factors.tsx';
import { PROOF_FIELDS, ProofField, proofFrom, useHasFactor } from './security/proof-field.tsx';
import { LivingSessions } from '#kernel/web/session/living-sessions.view.tsx';
import './pages.css';

interface Me {
  readonly id: string;
  readonly account?: string;
  readonly name?: string;
  readonly realName?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly avatar?: string;
  readonly version?: number;
}

const AVATAR_LIMIT = 500 * 1024;

function Avatar({ link, onChange }: { link: string; onChange: (link: string) => void }): ReactElement {
  const t = useT();
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (!['image/jpeg', 'image/png'].includes(file.type) || file.size > AVATAR_LIMIT)
      toast.bad(t(['头像只能是 jpg 或 png,不超过 500 kB', 'A picture must be jpg or png, at most 500 kB']));
    else onChange((await uploadFile(file)).link);
  };
  return (
    <label className="info-avatar">
      {link ? <img src={link} alt={t(['头像', 'Picture'])} /> : <span aria-hidden>+</span>}
      <input
        type="file"
        accept="image/jpeg,image/png"
        className="sr-only"
        aria-label={t(['更换头像', 'Change picture'])}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <small>{t(['更换头像', 'Change picture'])}</small>
    </label>
  );
}

/** Fields of a person that can be changed only with the password or a second factor. */
const PROVED = ['realName', 'name', 'phone', 'email'] as const;

function InfoForm(): ReactElement {
  const t = useT();
  const hasFactor = useHasFactor();
  const [proof, setProof] = useState('');
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => get<Me>('blade-system/user/info') });
  const [changes, setChanges] = useState<Partial<Me>>({});
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const dirty = Object.keys(changes).length > 0;
  useDirtyTab(dirty);
  useEffect(() => setChanges({}), [data]);
  const me = { ...data, ...changes };
  const isProved = PROVED.some((name) => changes[name] !== undefined && changes[name] !== (data?.[name] ?? ''));
  const save = async (): Promise<void> => {
    try {
      await postJson(
        'blade-system/user/update-info',
        { id: data?.id, ...changes, version: data?.version, ...(isProved && proofFrom(proof, hasFactor)) },
        { quiet: true },
      );
      changeSession({ name: me.realName || me.name || '', avatar: me.avatar ?? '' });
      setProof('');
      setWrong({});
      await client.invalidateQueries({ queryKey: ['me'] });
      toast.good(t(['操作成功!', 'Saved']));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
      toast.bad(error.message);
    }
  };
  const input = (name: 'realName' | 'name' | 'phone' | 'email', label: string, kind = 'text'): ReactElement => (
    <div className="plain-field">
      <label htmlFor={`info-${name}`}>{label}</label>
      <input
        id={`info-${name}`}
        className="plain-input"
        type={kind}
        value={me[name] ?? ''}
        onChange={(event) => setChanges((now) => ({ ...now, [name]: event.target.value }))}
        aria-invalid={Boolean(wrong[name])}
      />
      {wrong[name] && (
        <p className="field-problem" role="alert">
          {wrong[name]}
        </p>
      )}
    </div>
  );
  return (
    <form
      className="info-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Avatar link={me.avatar ?? ''} onChange={(avatar) => setChanges((now) => ({ ...now, avatar }))} />
      <div className="plain-field">
        <span>{t(['账号', 'Account'])}</span>
        <b>{data?.account ?? ''}</b>
      </div>
      {input('realName', t(['姓名', 'Name']))}
      {input('name', t(['昵称', 'Nickname']))}
      {input('phone', t(['手机', 'Mobile']), 'tel')}
      {input('email', t(['邮箱', 'E-mail']), 'email')}
      {isProved && (
        <ProofField
          hasFactor={hasFactor}
          value={proof}
          problem={PROOF_FIELDS.map((name) => wrong[name]).find(Boolean)}
          onChange={setProof}
        />
      )}
      <div>
        <button
          type="submit"
          className="button strong"
          disabled={!dirty}
          title={dirty ? undefined : t(['没有改动', 'Nothing was changed'])}
        >
          {t(['保存', 'Save'])}
        </button>
      </div>
    </form>
  );
}

/** Page with the person's own data, password, second factors and sessions. */
export default function Info(): ReactElement {
  const t = useT();
  const [tab, setTab] = useState<'info' | 'password' | 'factors' | 'sessions'>('info');
  return (
    <div className="info">
      <header className="page-head">
        <h1>{t(['个人信息', 'Personal info'])}</h1>
      </header>
      <div className="chips" role="tablist">
        <button type="button" role="tab" aria-selected={tab === 'info'} onClick={() => setTab('info')}>
          {t(['个人信息', 'Personal info'])}
        </button>
        <button type="button" role="tab" aria-selected={tab === 'password'} onClick={() => setTab('password')}>
          {t(['修改密码', 'Change password'])}
        </button>
        <button type="button" role="tab" aria-selected={tab === 'factors'} onClick={() => setTab('factors')}>
          {t(['二次验证', 'Second factor'])}
        </button>
        <button type="button" role="tab" aria-selected={tab === 'sessions'} onClick={() => setTab('sessions')}>
          {t(['登录设备', 'Devices'])}
        </button>
      </div>
      {tab === 'info' && <InfoForm />}
      {tab === 'password' && <ChangePassword />}
      {tab === 'factors' && <FactorsSection />}
      {tab === 'sessions' && <LivingSessions />}
    </div>
  );
}
