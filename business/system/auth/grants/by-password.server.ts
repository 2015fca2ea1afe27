import { type App, asMd5, isCaptcha, isPassword, type OpenAsking, type Tenancy, wasteTime } from '#kernel/server';
import { unsealedPassword } from '../../clients/sm2-key.server.ts';
import { refuse } from '../../refusals.ts';
import { LOCK_MINUTES, forgetFailures } from '../attempts.server.ts';
import { entered } from '../factors/second-step.server.ts';
import { tried, triedForAddress } from '../tries.server.ts';
import { type LoginAttempt, type Granted, requestHeader, tenantOfInput } from './login-attempt.server.ts';

async function assertCaptcha(call: OpenAsking): Promise<void> {
  const { app } = call;
  if (!app.settings.captcha) return;
  const key = requestHeader(call, 'captcha-key');
  const code = requestHeader(call, 'captcha-code');
  if (!key || !code)
    throw refuse.captchaNeeded({
      fields: [{ field: 'captcha', words: ['请输入验证码', 'Enter the code from the picture'] }],
    });
  if (!(await isCaptcha(app, key, code)))
    throw refuse.wrongCaptcha({
      fields: [{ field: 'captcha', words: ['验证码不正确或已过期', 'The code is wrong or too old'] }],
    });
}

/** Companies that are none, or work no more, are answered as one where nobody has this account: with the same work. */
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

/** Account and password, in clear, as md5 or in an SM2 envelope; with a picture where the product asks for one. */
export async function byPassword(asked: LoginAttempt): Promise<Granted> {
  const { call, input } = asked;
  const { app } = call;
  const tenantId = tenantOfInput(asked);
  const account = input.username ?? input.account;
  const sealed = input.password;
  if (!account || !sealed) throw refuse.missingLogin();
  if (account.length > 64 || sealed.length > 512) throw refuse.wrongPassword({ left: 0, minutes: LOCK_MINUTES });
  await assertCaptcha(call);
  const who = { tenantId, account, ip: call.request.ip };
  const password = unsealedPassword(app, sealed);
  // No guess of this account, whoever it was for: the client was given another key.
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
  // Who knows the password belongs to the company, and is told why he does not get in.
  if (!tenancy) throw refuse.companyOver();
  const granted = await entered(asked, tenancy, id, account);
  // Not before he is in: who knows the password must not try codes without end.
  await forgetFailures(app, tenantId, account);
  return granted;
}
