import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { get, postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { endSession, useSession } from '#kernel/web/session/session.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

const out = async (): Promise<void> => {
  await get('blade-auth/oauth/logout', {}, { quiet: true }).catch(() => undefined);
  endSession();
};

/**
 * Registration for somebody who logged in by a provider and has no account. The dialog closes only by sending it or by
 * going back to the login.
 */
export default function Register(): ReactElement {
  const t = useT();
  const person = useSession((state) => state.session);
  const [hosted, setHosted] = useState<string | null>(null);
  const [values, setValues] = useState({
    tenantId: '',
    name: person?.name ?? '',
    account: '',
    password: '',
    password2: '',
  });
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  useEffect(() => {
    get<{ tenantId?: string }>('blade-system/tenant/info', { domain: location.host }, { quiet: true }).then(
      (company) => setHosted(company?.tenantId ?? ''),
      () => setHosted(''),
    );
  }, []);
  const tenantId = hosted || values.tenantId;
  const input = (name: keyof typeof values, label: string, type = 'text'): ReactElement => (
    <div className="plain-field">
      <label htmlFor={`register-${name}`}>{label}</label>
      <input
        id={`register-${name}`}
        className="plain-input"
        type={type}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        value={values[name]}
        onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
      />
    </div>
  );

  async function register(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = !tenantId
      ? t(['请先输入租户编号', 'Enter the company number first'])
      : !values.account
        ? t(['请先输入账号名称', 'Enter an account first'])
        : !values.password || !values.password2
          ? t(['请先输入密码', 'Enter a password first'])
          : values.password !== values.password2
            ? t(['两次密码输入不一致', 'The two passwords differ'])
            : '';
    if (wrong) {
      toast.bad(wrong);
      return;
    }
    setBusy(true);
    try {
      await postJson(
        'blade-user/register-guest',
        { tenantId, name: values.name, account: values.account, password: values.password, oauthId: person?.guestOf },
        { quiet: true },
      );
      setDone(true);
    } catch (error) {
      // Without a reason the answer is not from our server, so its text is not shown.
      toast.bad(error instanceof Refused && error.reason ? error.message : t(['提交失败', 'It was not sent']));
    } finally {
      setBusy(false);
    }
  }
  if (done) {
    return (
      <Dialog
        must
        title={t(['注册提示', 'Registration'])}
        width={420}
        onClose={() => void out()}
        foot={
          <button type="button" className="button strong" data-autofocus onClick={() => void out()}>
            {t(['确定', 'OK'])}
          </button>
        }
      >
        <p className="dialog-text">
          {t([
            '注册申请已提交,请耐心等待管理员通过!',
            'Your request was sent: please wait until an administrator lets you in.',
          ])}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      must
      title={t(['账号注册', 'Register an account'])}
      width={460}
      onClose={() => undefined}
      foot={
        <>
          <button type="button" className="button" onClick={() => void out()}>
            {t(['返回登录', 'Back to the login'])}
          </button>
          <button type="submit" form="register" className="button strong" disabled={busy}>
            {t(['注册', 'Register'])}
          </button>
        </>
      }
    >
      <form id="register" className="dialog-fields" onSubmit={(event) => void register(event)} noValidate>
        {hosted === '' && input('tenantId', t(['租户编号', 'Company number']))}
        {input('name', t(['用户名', 'Name']))}
        {input('account', t(['账号名称', 'Account']))}
        {input('password', t(['密码', 'Password']), 'password')}
        {input('password2', t(['确认密码', 'Password again']), 'password')}
      </form>
    </Dialog>
  );
}
