import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { MAX_OF_ADDRESS } from './tries.server.ts';

const server = await openTestServer(import.meta.url, { env: { CAPTCHA: 'on', TRUST_PROXY: 'loopback' } });
const CLIENT = { authorization: `Basic ${btoa('saber:saber_secret')}` };
const MINUTE = 60_000;

/** Fetch a captcha and set its stored answer to a known one. Return the headers that solve it. */
async function picture(): Promise<Record<string, string>> {
  const { data } = await server.stranger().get('blade-auth/oauth/captcha');
  await server.tables('update anju_captcha set answer = $2 where id = $1', [
    data.key,
    createHash('sha256').update('abcde').digest('base64url'),
  ]);
  const [{ answer }] = await server.tables<{ answer: string }>('select answer from anju_captcha where id = $1', [
    data.key,
  ]);
  expect(answer).toHaveLength(43);
  return { 'Captcha-Key': data.key, 'Captcha-Code': 'abcde' };
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

async function login(
  username: string,
  password: string,
  more: { headers?: Record<string, string>; dialect?: 'open' | 'saber'; grant?: string; tenantId?: string } = {},
): Promise<Answer> {
  const { headers = await picture(), dialect = 'saber', grant = 'captcha', tenantId = '000000' } = more;
  return server.stranger().send('POST', dialect === 'saber' ? 'blade-auth/oauth/token' : 'blade-auth/token', {
    body: form({ tenantId, username, password, grant_type: grant, grantType: grant }),
    headers: { ...CLIENT, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}

const renew = (token: string): Promise<Answer> =>
  server.stranger().send('POST', 'blade-auth/oauth/token', {
    body: form({ grant_type: 'refresh_token', refresh_token: token }),
    headers: { ...CLIENT, 'Content-Type': 'application/x-www-form-urlencoded' },
  });

/** Asks who is logged in with a token. */
const asks = (token: string): Promise<Answer> =>
  server.stranger().send('GET', 'blade-auth/oauth/user-info', { headers: { 'Blade-Auth': `bearer ${token}` } });

async function person(who: string): Promise<{ caller: TestCaller; account: string }> {
  const caller = await server.as('as_cs', { who });
  await server.tables('update blade_user set password = $2 where id = $1', [
    caller.id,
    await hashPassword(md5('Secret2026')),
  ]);
  return { caller, account: `as_cs_${who}` };
}

describe('登录 Logging in', () => {
  test('没有验证码或验证码不对不能登录，一张图只用一次 a login needs a captcha, and each works once', async () => {
    const { account } = await person('captcha');
    expect((await login(account, 'Secret2026', { headers: {} })).reason).toBe('system.captchaNeeded');
    const headers = await picture();
    expect((await login(account, 'Secret2026', { headers: { ...headers, 'Captcha-Code': 'abcdf' } })).reason).toBe(
      'system.wrongCaptcha',
    );
    expect((await login(account, 'Secret2026', { headers })).reason).toBe('system.wrongCaptcha');
    const good = await picture();
    const done = await login(account, 'Secret2026', { headers: { ...good, 'Captcha-Code': 'ABCDE' } });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await login(account, 'Secret2026', { headers: good })).reason).toBe('system.wrongCaptcha');
    const late = await picture();
    server.clock.pass(6 * MINUTE);
    expect((await login(account, 'Secret2026', { headers: late })).reason).toBe('system.wrongCaptcha');
  });

  test('两种方言，密码可明文可 md5 both dialects, the password plain or as md5', async () => {
    const { account, caller } = await person('dialects');
    const saber = (await login(account, md5('Secret2026'))).body;
    expect(saber).toMatchObject({
      token_type: 'bearer',
      user_id: caller.id,
      account,
      tenant_id: '000000',
      expires_in: 3600,
    });
    const open = (await login(account, 'Secret2026', { dialect: 'open' })).data;
    expect(open).toMatchObject({ tokenType: 'bearer', userId: caller.id, account, expiresIn: 3600 });
    for (const token of [saber.access_token, open.accessToken]) expect((await asks(token)).data.account).toBe(account);
    expect(
      (
        await login(account, 'Secret2026', {
          headers: { ...(await picture()), authorization: `Basic ${btoa('saber:wrong')}` },
        })
      ).reason,
    ).toBe('http.wrongClient');
  });

  test('错五次锁三十分钟，不存在的账号也一样，可解锁 five failures lock known and unknown accounts, and an unlock lifts it', async () => {
    const { account, caller } = await person('forgetful');
    for (const name of [account, 'nobody_at_all']) {
      for (const left of [4, 3, 2, 1, 0]) {
        const answer = await login(name, 'wrong');
        expect([answer.reason, answer.data.left], name).toEqual(['system.wrongPassword', left]);
      }
      expect((await login(name, 'Secret2026')).reason, name).toBe('system.accountLocked');
    }
    const admin = await server.as('admin', { who: 'unlocks' });
    const unlocked = await admin.send('POST', `blade-system/user/unlock?userIds=${caller.id}`);
    expect(unlocked.status, JSON.stringify(unlocked.body)).toBe(200);
    expect((await admin.get('blade-system/user/history', { id: caller.id })).data[0].action).toBe('unlock');
    // A call that names nobody, or an unknown person, is refused.
    for (const call of ['unlock', 'reset-password', 'grant'])
      expect(
        [
          (await admin.post(`blade-system/user/${call}`)).reason,
          (await admin.post(`blade-system/user/${call}?userIds=${caller.id},9223372036854775807`)).status,
        ],
        call,
      ).toEqual(['row.noneChosen', 404]);
    expect((await login(account, 'Secret2026')).status).toBe(200);
    expect((await login('nobody_at_all', 'x')).reason).toBe('system.accountLocked');
    server.clock.pass(31 * MINUTE);
    expect((await login('nobody_at_all', 'x')).data.left).toBe(4);
  });
});

/** Parts of an answer that a caller can compare with another. */
const answerParts = ({ status, reason, msg, data }: Answer): unknown => ({ status, reason, msg, data });

describe('地址 Addresses', () => {
  const wrong = (at: number): Promise<Answer> => login(`spray${at}`, 'wrong');
  const resting = async (many: number): Promise<void> => {
    while (server.clock.resting < many)
      await new Promise((soon) => {
        setTimeout(soon, 10);
      });
  };
  const addressRows = (): Promise<{ failures: number; locked: boolean }[]> =>
    server.tables("select failures, locked_until is not null as locked from anju_attempt where id like 'address %'");

  test('一个地址错多少次也不锁：答错越来越慢，答对的照常；解锁两样都解 an address is never locked: its wrong answers wait longer and longer, right ones never do; an unlock lifts both', async () => {
    server.clock.pass(31 * MINUTE);
    const { account, caller } = await person('beside');
    // The first ten wrong answers are not delayed, since they may be typing errors.
    for (let at = 0; at < 10; at++) expect((await wrong(at)).reason).toBe('system.wrongPassword');
    for (let at = 10; at < 50; at++) {
      const late = wrong(at);
      await resting(1);
      if (at === 10) expect((await login(account, 'Secret2026')).status).toBe(200);
      if (at === 49) expect((await login(account, 'Secret2026')).status).toBe(200);
      server.clock.pass(5000);
      expect((await late).reason).toBe('system.wrongPassword');
    }
    expect(await addressRows()).toEqual([{ failures: 50, locked: false }]);
    // A person at that address becomes locked, and an administrator's unlock ends the lock and the delays.
    for (let at = 0; at < 5; at++) {
      const late = login(account, 'wrong');
      await resting(1);
      server.clock.pass(5000);
      expect((await late).data.left).toBe(4 - at);
    }
    expect((await login(account, 'Secret2026')).reason).toBe('system.accountLocked');
    expect(
      (await (await server.as('admin', { who: 'lifts' })).send('POST', `blade-system/user/unlock?userIds=${caller.id}`))
        .status,
    ).toBe(200);
    expect(await addressRows()).toEqual([]);
    expect((await login(account, 'Secret2026')).status).toBe(200);
    expect((await wrong(0)).reason).toBe('system.wrongPassword');
  });

  test('一家的 IPv6 地址再多也算一个 all IPv6 addresses of one network count as one', async () => {
    server.clock.pass(31 * MINUTE);
    for (let at = 0; at < 4; at++)
      expect(
        (
          await login(`six${at}`, 'wrong', {
            headers: { ...(await picture()), 'X-Forwarded-For': `2001:db8:1:2::${at}` },
          })
        ).reason,
      ).toBe('system.wrongPassword');
    expect(
      (await login('seven', 'wrong', { headers: { ...(await picture()), 'X-Forwarded-For': '2001:db8:1:3::1' } }))
        .reason,
    ).toBe('system.wrongPassword');
    expect(
      (
        await server.tables<{ failures: number }>(
          "select failures from anju_attempt where id like 'address 2001%' order by 1",
        )
      ).map((one) => one.failures),
    ).toEqual([1, 4]);
    await server.tables("delete from anju_attempt where id like 'address 2001%'");
  });

  test('等待的登录有上限：超出的 429 并说何时再来；来过的人照常进门 those who wait are bounded: more are refused (429) and told when to come again, and who is known here is let in', async () => {
    server.clock.pass(31 * MINUTE);
    const { account } = await person('known');
    const { account: fresh, caller } = await person('fresh');
    await server.tables("update anju_session set ip = '192.0.2.1' where user_id = $1", [caller.id]);
    for (let at = 0; at < 10; at++) await wrong(at);
    const waiting = Array.from({ length: MAX_OF_ADDRESS }, (_, at) => wrong(100 + at));
    await resting(MAX_OF_ADDRESS);
    for (let at = 0; at < 30; at++) {
      const refused = await wrong(200 + at);
      expect([refused.status, refused.reason, Number(refused.headers.get('retry-after')) > 0]).toEqual([
        429,
        'http.tooMany',
        true,
      ]);
    }
    // Refused tries (429) were not checked: they count neither for an account nor for the address.
    expect((await addressRows())[0].failures).toBe(10 + MAX_OF_ADDRESS);
    expect((await login(account, 'Secret2026')).status).toBe(200);
    expect((await login(fresh, 'Secret2026')).status).toBe(429);
    server.clock.pass(5000);
    expect((await Promise.all(waiting)).map((one) => one.reason)).toEqual(waiting.map(() => 'system.wrongPassword'));
    expect((await login(fresh, 'Secret2026')).status).toBe(200);
    server.clock.pass(31 * MINUTE);
  });

  test('没有的公司与有的公司答得一样 an unknown company gets the same answer as a known one', async () => {
    await server.as('admin', { tenantId: '100001', who: 'made' });
    const companies = ['100001', '100099', 'x'.repeat(500)];
    for (let round = 0; round < 6; round++) {
      const answers = [];
      for (const tenantId of companies) {
        const pending = login('nobody_there', 'wrong', { tenantId });
        const ticking = setInterval(() => {
          server.clock.pass(500);
        }, 50);
        answers.push(answerParts(await pending));
        clearInterval(ticking);
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    const info = await Promise.all(
      ['https://nobody.example', 'x'.repeat(500)].map((domain) =>
        server.stranger().get('blade-system/tenant/info', { domain }),
      ),
    );
    for (const one of info) expect(one.data).toEqual({});
  });
});

describe('会话 Sessions', () => {
  test('续期换新;一分钟内重复得到同一个;之后重复视为被盗 a renewal rotates tokens; a repeat within a minute gets the same pair, a later one counts as theft', async () => {
    const { account } = await person('renews');
    const first = (await login(account, 'Secret2026')).body;
    const [one, two] = await Promise.all([renew(first.refresh_token), renew(first.refresh_token)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.access_token).toBe(one.body.access_token);
    expect(one.body.refresh_token).not.toBe(first.refresh_token);
    expect((await asks(one.body.access_token)).status).toBe(200);
    server.clock.pass(61_000);
    expect((await renew(first.refresh_token)).reason).toBe('system.refreshEnded');
    expect((await asks(one.body.access_token)).status).toBe(401);
    expect((await renew(one.body.refresh_token)).reason).toBe('system.refreshEnded');
  });

  test('退出后令牌失效;一小时后须续期 a logout ends the session, and after an hour it must be renewed', async () => {
    const { account } = await person('leaves');
    const first = (await login(account, 'Secret2026')).body;
    expect(
      (
        await server
          .stranger()
          .send('GET', 'blade-auth/oauth/logout', { headers: { 'Blade-Auth': `bearer ${first.access_token}` } })
      ).status,
    ).toBe(200);
    expect((await asks(first.access_token)).status).toBe(401);
    expect((await renew(first.refresh_token)).reason).toBe('system.refreshEnded');
    const second = (await login(account, 'Secret2026')).body;
    server.clock.pass(61 * MINUTE);
    expect((await asks(second.access_token)).reason).toBe('http.sessionEnded');
    expect((await renew(second.refresh_token)).status).toBe(200);
  });

  test('改密码：旧密码须对，新密码须强，其他会话结束 changing the password ends the other sessions', async () => {
    const { account } = await person('changes');
    const here = (await login(account, 'Secret2026')).body.access_token as string;
    const there = (await login(account, 'Secret2026')).body.access_token as string;
    const change = (query: Record<string, string>): Promise<Answer> =>
      server.stranger().send('POST', `blade-system/user/update-password?${form(query)}`, {
        headers: { 'Blade-Auth': `bearer ${here}` },
      });
    expect((await change({ oldPassword: 'wrong', newPassword: 'Better2027', newPassword1: 'Better2027' })).reason).toBe(
      'system.oldPasswordWrong',
    );
    expect((await change({ oldPassword: 'Secret2026', newPassword: 'weak', newPassword1: 'weak' })).reason).toBe(
      'system.passwordWeak',
    );
    expect(
      (await change({ oldPassword: 'Secret2026', newPassword: 'Better2027', newPassword1: 'Better2028' })).reason,
    ).toBe('system.passwordsDiffer');
    const changed = await change({ oldPassword: 'Secret2026', newPassword: 'Better2027', newPassword1: 'Better2027' });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect([(await asks(here)).status, (await asks(there)).status]).toEqual([200, 401]);
    expect((await login(account, 'Secret2026')).reason).toBe('system.wrongPassword');
    expect(
      (await change({ oldPassword: md5('Better2027'), newPassword: md5('Third2028'), newPassword1: md5('Third2028') }))
        .status,
    ).toBe(200);
    expect((await login(account, 'Third2028')).status).toBe(200);
  });

  test('公司可以要求更长、更多种、不重复、定期更换的密码，处处一样 a company’s password policy applies wherever a password is set', async () => {
    const admin = await server.as('admin', { who: 'policy', tenantId: '100001' });
    const member = await server.as('as_cs', { who: 'policy', tenantId: '100001' });
    await server.tables('update blade_user set password = $2 where id = $1', [
      member.id,
      await hashPassword(md5('Secret2026')),
    ]);
    const rule = (paramKey: string, paramValue: string): Promise<Answer> =>
      admin.post('blade-system/param/submit', { paramName: paramKey, paramKey, paramValue });
    for (const [key, value] of [
      ['password.leastLength', '12'],
      ['password.kinds', '4'],
      ['password.former', '2'],
      ['password.days', '90'],
    ])
      expect((await rule(key, value)).status).toBe(200);
    const enter = (password: string): Promise<Answer> => login('as_cs_policy', password, { tenantId: '100001' });
    const change = async (old: string, fresh: string, language = 'zh'): Promise<Answer> => {
      const { access_token: token } = (await enter(old)).body as Record<string, string>;
      return server
        .stranger()
        .send(
          'POST',
          `blade-system/user/update-password?${form({ oldPassword: old, newPassword: fresh, newPassword1: fresh })}`,
          { headers: { 'Blade-Auth': `bearer ${token}`, 'Anju-Lang': language } },
        );
    };
    const weak = await change('Secret2026', 'Longer2026only');
    expect([weak.reason, weak.msg]).toEqual([
      'system.passwordWeak',
      '密码至少12位，并含字母和数字，并在大写、小写、数字、符号中至少有4种',
    ]);
    expect((await change('Secret2026', 'Aa1!short', 'en')).msg).toBe(
      'At least 12 characters, with letters and digits, and at least 4 of capitals, small letters, digits and signs',
    );
    // The rule also holds for a password that an administrator sets, for a new or an existing user.
    for (const body of [
      { account: 'fresh1', realName: '新人', password: 'Secret2026' },
      { id: member.id, password: 'Secret2026' },
    ])
      expect((await admin.post('blade-system/user/submit', body)).reason).toBe('system.passwordWeak');
    expect((await change('Secret2026', 'Brand-new-2026')).status).toBe(200);
    expect((await change('Brand-new-2026', 'Secret2026-x')).status).toBe(200);
    for (const used of ['Secret2026-x', 'Brand-new-2026'])
      expect((await change('Secret2026-x', used)).reason, used).toBe('system.passwordUsed');
    expect((await change(md5('Secret2026-x'), md5('Brand-new-2026'))).reason).toBe('system.passwordUsed');
    expect((await admin.post('blade-system/user/submit', { id: member.id, password: 'Brand-new-2026' })).reason).toBe(
      'system.passwordUsed',
    );
    expect((await change('Secret2026-x', 'Third-one-2026')).status).toBe(200);
    expect((await change('Third-one-2026', 'Brand-new-2026')).status).toBe(200);
    // After ninety days a login succeeds, but the session must change the password before any other call.
    expect((await enter('Brand-new-2026')).body.first ?? null).toBeNull();
    server.clock.pass(91 * 24 * 60 * MINUTE);
    const old = (await enter('Brand-new-2026')).body as Record<string, string>;
    const works = (token: string): Promise<Answer> =>
      server.stranger().send('GET', 'blade-core/jobs', { headers: { 'Blade-Auth': `bearer ${token}` } });
    expect((await works(old.access_token)).reason).toBe('http.passwordFirst');
    expect((await change('Brand-new-2026', 'Fourth-one-2026')).status).toBe(200);
    expect((await works((await enter('Fourth-one-2026')).body.access_token as string)).status).toBe(200);
    server.clock.pass(-91 * 24 * 60 * MINUTE);
    expect(
      (await server.tables('select 1 from anju_password where user_id = $1', [member.id])).length,
    ).toBeLessThanOrEqual(24);
  });

  test('停用的用户、过期的公司几秒内出门 a disabled user or an expired company loses access within seconds', async () => {
    const { caller } = await person('closed');
    const admin = await server.as('administrator', { who: 'closes' });
    expect((await caller.get('blade-auth/oauth/user-info')).status).toBe(200);
    const closed = await admin.post('blade-system/user/update', { id: caller.id, status: 0 });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect((await caller.get('blade-auth/oauth/user-info')).reason).toBe('http.sessionEnded');
    const other = await server.as('admin', { tenantId: '100001' });
    expect((await other.get('blade-auth/oauth/user-info')).status).toBe(200);
    // Another server closes the company after its days of grace; this one notices without a message.
    await server.tables("update blade_tenant set expire_time = to_timestamp($1 / 1000.0) where tenant_id = '100001'", [
      server.clock.ms() - 8 * 24 * 60 * MINUTE,
    ]);
    server.clock.pass(16_000);
    expect((await other.get('blade-auth/oauth/user-info')).reason).toBe('http.sessionEnded');
    expect((await login('admin', 'x', { tenantId: '100001' })).reason).toBe('system.wrongPassword');
    // The right password reveals the cause of a refusal.
    await server.tables('update blade_user set password = $2 where id = $1', [
      other.id,
      await hashPassword(md5('Right-word-2026')),
    ]);
    expect((await login('admin', 'Right-word-2026', { tenantId: '100001' })).reason).toBe('system.companyOver');
  });
});
