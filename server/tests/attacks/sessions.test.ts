import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const admin = await server.as('admin', { who: 'own' });
const cs = await server.as('as_cs');
const BASIC = `Basic ${btoa('saber:saber_secret')}`;
const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';
const FORM = 'application/x-www-form-urlencoded';
const login = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  server.stranger().send('POST', 'blade-auth/oauth/token', {
    body: new URLSearchParams({ tenantId: '000000', grant_type: 'password', ...fields }).toString(),
    headers: { authorization: BASIC, 'Content-Type': FORM, ...headers },
  });

async function withPassword(who: string): Promise<{ caller: TestCaller; account: string }> {
  const caller = await server.as('as_cs', { who });
  await server.tables('update blade_user set password = $2 where id = $1', [
    caller.id,
    await hashPassword(md5('Secret2026')),
  ]);
  return { caller, account: `as_cs_${who}` };
}

describe('登录与会话 Login and sessions', () => {
  test('伪造的令牌一个也打不开 forged tokens are refused', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({
      tenant_id: '000000',
      user_id: admin.id,
      role_name: 'administrator',
      account: 'admin',
      exp: 4_102_444_800,
    });
    const [{ access, id }] = await server.tables<{ access: string; id: string }>(
      'select access_hash as access, id::text as id from anju_session where user_id = $1',
      [admin.id],
    );
    const forged = [
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${part({ alg: 'HS256' })}.${claims}.c2lnbmF0dXJl`,
      access,
      id,
      admin.token.slice(0, -1),
      `${admin.token}x`,
      admin.token.toLowerCase(),
      "' or '1'='1",
      'null',
      'undefined',
      'x'.repeat(9000),
    ];
    for (const token of forged) {
      const answer = await server
        .stranger()
        .send('GET', 'blade-system/user/page', { headers: { 'Blade-Auth': `bearer ${token}` } });
      expect([answer.status, answer.reason], token.slice(0, 40)).toEqual([
        401,
        expect.stringMatching(/^http\.(sessionEnded|notLoggedIn)$/),
      ]);
    }
    // A token in another header, or the id of a person, logs nobody in.
    for (const headers of [
      { authorization: `bearer ${admin.token}` },
      { 'Blade-User': admin.id },
      { 'X-User-Id': admin.id, 'Tenant-Id': '000000' },
    ] as Record<string, string>[])
      expect((await server.stranger().send('GET', 'blade-system/user/page', { headers })).status).toBe(401);
  });

  test('并行猜密码猜不过五次，换一个转发地址也一样 parallel guesses get five tries, whatever address a header claims', async () => {
    const { account } = await withPassword('guessed');
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        login(
          { username: account, password: at === 29 ? 'Secret2026' : `Wrong${at}` },
          { 'X-Forwarded-For': `203.0.113.${at}`, 'X-Real-IP': `203.0.113.${at}` },
        ),
      ),
    );
    expect(guesses.filter((one) => one.reason === 'system.wrongPassword')).toHaveLength(5);
    expect(guesses.filter((one) => one.status === 200)).toEqual([]);
    expect((await login({ username: account, password: 'Secret2026' })).reason).toBe('system.accountLocked');
    const [{ ip }] = await server.tables<{ ip: string }>(
      "select string_agg(id, ' ') as ip from anju_attempt where id like 'address %'",
    );
    expect(ip).not.toContain('203.0.113');
  });

  test('登录不用来人带来的会话，刷新令牌不当访问令牌 a login never takes over a session of the request, and a refresh token opens no call', async () => {
    const { account } = await withPassword('fixed');
    const planted = 'planted-by-somebody-else-0123456789';
    const inside_ = await login(
      { username: account, password: 'Secret2026', access_token: planted, session_id: planted },
      { Cookie: `saber-access-token=${planted}; JSESSIONID=${planted}`, 'Blade-Auth': `bearer ${planted}` },
    );
    const [one, two] = [
      inside_.body as Record<string, string>,
      (await login({ username: account, password: 'Secret2026' })).body as Record<string, string>,
    ];
    expect(new Set([one.access_token, two.access_token, one.refresh_token, two.refresh_token, planted]).size).toBe(5);
    for (const token of [planted, one.refresh_token])
      expect(
        (
          await server
            .stranger()
            .send('GET', 'blade-system/user/info', { headers: { 'Blade-Auth': `bearer ${token}` } })
        ).status,
      ).toBe(401);
    expect(inside_.headers.get('set-cookie')).toBeNull();
  });

  test('别家网页带着 Cookie 发来的请求什么也做不成 cross-site requests with cookies are rejected', async () => {
    const Cookie = `saber-access-token=${admin.token}; Blade-Auth=bearer ${admin.token}; anju=${admin.token}`;
    for (const type of ['text/plain', FORM, 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await server.stranger().send('POST', 'blade-system/post/submit', {
        body: '{"postName":"evil"}',
        headers: { Cookie, Origin: 'https://evil.example', 'Content-Type': type },
      });
      expect(
        [
          answer.status,
          answer.headers.get('access-control-allow-origin'),
          answer.headers.get('access-control-allow-credentials'),
        ],
        type,
      ).toEqual([401, null, null]);
    }
    const forged = await fetch(`${server.base}/api/blade-system/post/submit`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'blade-auth',
      },
    });
    expect([forged.status >= 400, forged.headers.get('access-control-allow-origin')]).toEqual([true, null]);
  });

  test('地址里的令牌只用于下载，日志里没有 a token in the address is valid for downloads alone and is never logged', async () => {
    const query = `?blade-auth=${cs.token}&access_token=${cs.token}`;
    for (const [method, path] of [
      ['GET', `${CUSTOMERS}/list`],
      ['GET', 'blade-system/user/info'],
      ['POST', `${CUSTOMERS}/submit`],
      ['POST', `${CUSTOMERS}/export`],
    ] as const)
      expect((await server.stranger().send(method, `${path}${query}`)).status, path).toBe(401);
    expect((await server.stranger().send('GET', `${CUSTOMERS}/import/template?blade-auth=${cs.token}`)).status).toBe(
      200,
    );
    expect((await server.stranger().get(`${CUSTOMERS}/list`)).headers.get('referrer-policy')).toBe('no-referrer');
    const password = 'Secret2026Query';
    await server
      .stranger()
      .send('POST', `blade-auth/oauth/token?username=as_cs&password=${password}&grant_type=password&tenantId=000000`, {
        headers: { authorization: BASIC },
      });
    await server.assembly.log.write();
    const [{ text }] = await server.tables<{ text: string }>(
      "select coalesce(string_agg(t::text, ' '), '') || (select coalesce(string_agg(u::text, ' '), '') from blade_log_usual u) as text from blade_log_api t",
    );
    expect(text).toContain('/api/blade-auth/oauth/token');
    for (const secret of [cs.token, password, 'saber_secret', BASIC.slice(6)]) expect(text).not.toContain(secret);
  });

  test('密码的散列各不相同，换成弱密码不论以何种形式都不行 two hashes of a password differ, and a weak password is refused in any form', async () => {
    const [one, two] = await Promise.all([hashPassword(md5('Secret2026')), hashPassword(md5('Secret2026'))]);
    expect([one === two, one.startsWith('$argon2id$')]).toEqual([false, true]);
    const { account } = await withPassword('weak');
    const own = (await login({ username: account, password: 'Secret2026' })).body as Record<string, string>;
    const change = (oldPassword: string, newPassword: string): Promise<Answer> =>
      server.stranger().send('POST', 'blade-system/user/update-password', {
        body: JSON.stringify({ oldPassword, newPassword, newPassword1: newPassword }),
        headers: { 'Blade-Auth': `bearer ${own.access_token}`, 'Content-Type': 'application/json' },
      });
    for (const old of ['Secret2026', md5('Secret2026')])
      for (const weak of ['1', 'password', '12345678'])
        expect((await change(old, weak)).reason, `${old} ${weak}`).toBe('system.passwordWeak');
  });
});
