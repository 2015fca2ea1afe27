import { type App, asMd5, isCaptcha, isPassword, type OpenAsking, type Tenancy, wasteTime } from '#kernel/server';
import { unsealedPassword } from '../../clients/sm2-key.server.ts';
import { refuse } from '../../refusals.ts';
import { LOCK_MINUTES, forgetFailures } from '../attempts.server.ts';
import { entered } from '../factors/second-step.server.ts';
import { tried, triedForAddress } from '../tries.server.ts';
import { type LoginAttempt, type Granted, loginHeader, tenantOfInput } from './login-attempt.server.ts';

async function assertCaptcha(call: OpenAsking): Promise<void> {
  const { app } = call;
  if (!app.settings.captcha) return;
  const key = loginHeader(call, 'Captcha-Key');
  const code = loginHeader(call, 'Captcha-Code');
  if (!key || !code)
    throw refuse.captchaNeeded({
      fields: [{ field: 'captcha', words: ['请输入验证码', 'Enter the code from the picture'] }],
    });
  if (!(await isCaptcha(app, key, code)))
    throw refuse.wrongCaptcha({
      fields: [{ field: 'captcha', words: ['验证码不正确或已过期', 'The code is wrong or too old'] }],
    });
}

/**
 * Return the account of a company. Unknown or closed companies cost the same time and are answered like an unknown
 * account, so that callers cannot tell them apart.
 */
async function accountIn(
  app: App,
  tenantId: string,
  account: string,
): Promise<{ tenancy: Tenancy | null; user: { id: string; password: string | null } | undefined }> {
  const tenancy = await app.ports.tenancy(tenantId);
  const [user] = await app.db.read(tenancy ?? { tenantId, zone: 'UTC' }, (sql) =>
    sql.query<{ id: string; password: string | null }>(
      'select id, password from blade_user where tenant_id = $1 and account = $2 and is_deleted = 0 and status = 1',
      [tenantId, account],
    ),
  );
  return { tenancy, user };
}

/**
 * Log in by account and password, which is in clear, md5 or an SM2 envelope, with a captcha if the product requires
 * one.
 */
export async function byPassword(attempt: LoginAttempt): Promise<Granted> {
  const { call, input } = attempt;
  const { app } = call;
  const tenantId = tenantOfInput(attempt);
  const account = input.username ?? input.account;
  const sealed = input.password;
  if (!account || !sealed) throw refuse.missingLogin();
  if (account.length > 64 || sealed.length > 512) throw refuse.wrongPassword({ left: 0, minutes: LOCK_MINUTES });
  await assertCaptcha(call);
  const who = { tenantId, account, ip: call.request.ip };
  const password = unsealedPassword(app, sealed);
  // Decryption failed, so the client uses another key. The try counts for the address, but not as a wrong password of
  // the account.
  if (password === null) {
    await triedForAddress(call, who);
    throw refuse.envelopeClosed();
  }
  const outcome = await tried(call, who, async () => {
    const { tenancy, user } = await accountIn(app, tenantId, account);
    if (user?.password) return (await isPassword(asMd5(password), user.password)) ? { tenancy, id: user.id } : null;
    await wasteTime(asMd5(password));
    return null;
  });
  if ('left' in outcome) {
    const { left } = outcome;
    throw refuse.wrongPassword(
      { left, minutes: LOCK_MINUTES },
      {
        fields: [{ field: 'password', words: ['账号或密码不对', 'Account or password is wrong'] }],
        data: { left, lockMinutes: LOCK_MINUTES },
      },
    );
  }
  const { tenancy, id } = outcome.right;
  // The password proves membership of the company, so the refusal names its cause.
  if (!tenancy) throw refuse.companyOver();
  const granted = await entered(attempt, tenancy, id, account);
  // Forget failures only after the second step: the password alone must not allow endless codes.
  await forgetFailures(app, tenantId, account);
  return granted;
}
