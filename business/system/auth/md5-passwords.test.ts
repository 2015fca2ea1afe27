import { expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { env: { CAPTCHA: 'off' } });
const BEGUN = md5('Begun2026x');

/** A person whose password the server does not know: their client sends its md5. */
async function person(who: string): Promise<{
  account: string;
  login: (client: string, password: string) => Promise<Answer>;
  change: (old: string, fresh: string) => Promise<Answer>;
}> {
  const caller = await server.as('as_cs', { who });
  await server.tables(
    "update blade_user set password = $2, real_name = '王晓明', phone = '13812344321' where id = $1",
    [caller.id, await hashPassword(BEGUN)],
  );
  const account = `as_cs_${who}`;
  const login = (client: string, password: string): Promise<Answer> =>
    server.stranger().send('POST', 'blade-auth/oauth/token', {
      body: new URLSearchParams({
        tenantId: '000000',
        username: account,
        password,
        grant_type: 'password',
      }).toString(),
      headers: { authorization: `Basic ${btoa(client)}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  const change = async (oldPassword: string, newPassword: string): Promise<Answer> => {
    const { access_token: token } = (await login('saber:saber_secret', oldPassword)).body;
    return server.stranger().send('POST', 'blade-system/user/update-password', {
      body: JSON.stringify({ oldPassword, newPassword, newPassword1: newPassword }),
      headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
    });
  };
  return { account, login, change };
}

test('md5 来的新密码：常见的、由账号姓名手机号组成的都不行 a new password sent as md5 is refused if common or made of its owner’s names', async () => {
  const { account, change } = await person('summed');
  for (const weak of [
    '123456',
    'password',
    'admin123',
    'Abc123456',
    'qwerty123',
    'woaini1314',
    'P@ssw0rd',
    account,
    `${account}123`,
    account.toUpperCase(),
    '王晓明',
    '王晓明123',
    '13812344321',
    '12344321',
    '344321',
  ]) {
    const answer = await change(BEGUN, md5(weak));
    expect([answer.status, answer.reason, answer.data?.fields?.[0]?.field], weak).toEqual([
      400,
      'system.passwordCommon',
      'newPassword',
    ]);
  }
  const fine = md5('Quiet7River!');
  expect((await change(BEGUN, fine)).status).toBe(200);
  expect(
    (await server.tables<{ unjudged: boolean }>('select unjudged from blade_user where account = $1', [account]))[0]
      .unjudged,
  ).toBe(true);
});

test('未经评判的密码，下次从本系统网页登录要换成能评判的；家族客户端照常 a password of unknown strength must be changed at the next login in our own client; other clients continue', async () => {
  const { login, change, account } = await person('unjudged');
  const password = md5('Quiet7River!');
  await change(BEGUN, password);
  const [theirs, ours] = [await login('saber:saber_secret', password), await login('anju:anju_secret', password)];
  expect([theirs.body.must_first, ours.body.must_first]).toEqual([undefined, 'password']);
  const inside = (path: string, body?: object): Promise<Answer> =>
    server.stranger().send(body ? 'POST' : 'GET', path, {
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'Blade-Auth': `bearer ${ours.body.access_token}`, 'Content-Type': 'application/json' },
    });
  expect((await inside('blade-maintenance/webApi/ascustomer/list')).reason).toBe('http.passwordFirst');
  expect(
    (
      await inside('blade-system/user/update-password', {
        oldPassword: 'Quiet7River!',
        newPassword: 'short',
        newPassword1: 'short',
      })
    ).reason,
  ).toBe('system.passwordWeak');
  expect(
    (
      await inside('blade-system/user/update-password', {
        oldPassword: 'Quiet7River!',
        newPassword: 'Loud8Mountain',
        newPassword1: 'Loud8Mountain',
      })
    ).status,
  ).toBe(200);
  expect((await inside('blade-maintenance/webApi/ascustomer/list')).status).toBe(200);
  expect((await login('anju:anju_secret', md5('Loud8Mountain'))).body.must_first).toBeUndefined();
  expect(
    (await server.tables<{ unjudged: boolean }>('select unjudged from blade_user where account = $1', [account]))[0]
      .unjudged,
  ).toBe(false);
});

test('公司可以不收 md5 来的新密码；管理员代设的也一样评判 a company may refuse md5 passwords; those set by an administrator are checked alike', async () => {
  const admin = await server.as('admin', { who: 'boss' });
  const { change } = await person('closed');
  const bodyOf = (password: string): object => ({ account: `made${password.slice(0, 4)}`, realName: '新人', password });
  expect((await admin.post('blade-system/user/submit', bodyOf(md5('123456')))).reason).toBe('system.passwordCommon');
  expect(
    (
      await admin.post('blade-system/param/submit', {
        paramName: 'md5',
        paramKey: 'login.md5Change',
        paramValue: 'off',
      })
    ).status,
  ).toBe(200);
  expect((await change(BEGUN, md5('Quiet7River!'))).reason).toBe('system.passwordSumClosed');
  expect((await change('Begun2026x', 'Quiet7River!')).status).toBe(200);
});
