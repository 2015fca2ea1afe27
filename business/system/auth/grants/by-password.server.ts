import type { OpenCall } from '#kernel/server/http/route.ts';
import { isCaptcha } from '#kernel/server/session/captcha.ts';
import { asMd5, isPassword, wasteTime } from '#kernel/server/session/password.ts';
import { unsealedPassword } from '../../clients/sm2-key.server.ts';
import { refuse } from '../../refusals.ts';
import { LOCK_MINUTES, accountKey, addressKey, assertNotLocked, countFailure, countForAddress, forgetFailures } from '../attempts.server.ts';
import { entered } from '../factors/second-step.server.ts';
import { type Asked, type Granted, given, headerOf, tenancyOf, tenantGiven } from './asked.ts';

async function assertCaptcha(call: OpenCall): Promise<void> {
  const { house } = call;
  if (!house.settings.captcha) return;
  const key = headerOf(call, 'captcha-key');
  const code = headerOf(call, 'captcha-code');
  if (!key || !code) throw refuse.captchaNeeded({ fields: [{ field: 'captcha', words: ['请输入验证码', 'Enter the code from the picture'] }] });
  if (!await isCaptcha(house, key, code)) throw refuse.wrongCaptcha({ fields: [{ field: 'captcha', words: ['验证码不正确或已过期', 'The code is wrong or too old'] }] });
}

/** One hash at a time per core: a flood of logins must not starve those who work. */
let hashing: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = hashing.then(work, work);
  hashing = turn.catch(() => {});
  return turn;
};

/** Account and password, in clear, as md5 or in an SM2 envelope; with a picture where the house asks for one. */
export async function byPassword(asked: Asked): Promise<Granted> {
  const { call } = asked;
  const { house } = call;
  const tenantId = tenantGiven(call);
  const account = given(call, 'username', 'account').trim();
  const sealed = given(call, 'password');
  if (!account || !sealed) throw refuse.missingLogin();
  if (account.length > 64 || sealed.length > 512) throw refuse.wrongPassword({ left: 0, minutes: LOCK_MINUTES });
  await assertCaptcha(call);
  const tenancy = await tenancyOf(house, tenantId);
  const keys = [accountKey(tenantId, account), addressKey(call.request.ip)];
  await assertNotLocked(house, keys);
  const password = unsealedPassword(house, sealed);
  // No guess of this account, whoever it was for: the client was given another key.
  if (password === null) { await countForAddress(house, call.request.ip); throw refuse.envelopeClosed(); }
  const [user] = await house.db.read(tenancy, (sql) => sql.query<{ id: string; password: string | null }>('select id, password from blade_user where tenant_id = $1 and account = $2 and is_deleted = 0 and status = 1', [tenantId, account]));
  // Tried and counted before the next one is looked at: whoever sends a hundred guesses at once has no more of them than one after the other.
  const left = await inTurn(async () => {
    await assertNotLocked(house, keys);
    const right = user?.password ? await isPassword(asMd5(password), user.password) : await wasteTime(asMd5(password)).then(() => false);
    return right ? null : countFailure(house, tenantId, account, call.request.ip);
  });
  if (left !== null) {
    throw refuse.wrongPassword({ left, minutes: LOCK_MINUTES }, { fields: [{ field: 'password', words: ['账号或密码不对', 'Account or password is wrong'] }], data: { left, lockMinutes: LOCK_MINUTES } });
  }
  const granted = await entered(asked, tenancy, user.id, account);
  // Not before he is in: who knows the password must not try codes without end.
  await forgetFailures(house, keys.slice(0, 1));
  return granted;
}
