import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { basicHeaderOf, logins } from './testing/logins.ts';

const people = new Map([
  ['code-of-ada', { id: 7001, login: 'ada', name: 'Ada' }],
  ['code-of-eva', { id: 7002, login: 'eva', name: 'Eva' }],
]);
const requests: string[] = [];
/** A simulated provider. It accepts a code only with the verifier of a known request (PKCE) and the secret `ours`. */
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const form = new URLSearchParams(body);
    const answer = (status: number, data: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
    };
    if (request.url === '/token') {
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!people.has(form.get('code') ?? '') || form.get('client_secret') !== 'ours' || !requests.includes(verifier))
        answer(400, { error: 'invalid_grant' });
      else answer(200, { access_token: `token ${form.get('code')}`, token_type: 'bearer' });
    } else answer(200, people.get(String(request.headers.authorization).replace('Bearer token ', '')));
  });
});
await new Promise<void>((resolve) => {
  provider.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  provider.close();
});
const at = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const OAUTH_PROVIDERS = JSON.stringify([
  {
    source: 'github',
    name: ['GitHub', 'GitHub'],
    authorizeUrl: `${at}/authorize`,
    tokenUrl: `${at}/token`,
    userUrl: `${at}/user`,
    clientId: 'anju',
    clientSecret: 'ours',
    scope: 'read:user',
  },
]);

const server = await openTestServer(import.meta.url, { env: { OAUTH_PROVIDERS } });
const platform = await server.as('administrator');
const admin = await server.as('admin', { who: 'own' });
const { token, as, person } = logins(server);

describe('第三方登录 Providers', () => {
  /** Cookies of this test's browser. */
  let browser = '';
  async function way(): Promise<string> {
    const response = await fetch(`${server.base}/api/blade-auth/oauth/render/github?tenantId=000000`, {
      redirect: 'manual',
      headers: { Cookie: browser },
    });
    browser = response.headers.get('set-cookie')!.split(';')[0];
    expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/);
    const to = new URL(response.headers.get('location')!);
    expect(to.searchParams.get('redirect_uri')).toBe(`${server.base}/api/blade-auth/oauth/callback/github`);
    requests.push(to.searchParams.get('code_challenge')!);
    return to.searchParams.get('state')!;
  }

  test('a person from a provider requests an account, waits, is admitted with roles, and logs in by the provider', async () => {
    const state = await way();
    const back = await fetch(`${server.base}/api/blade-auth/oauth/callback/github?code=code-of-ada&state=${state}`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe(`/oauth/redirect/github?code=code-of-ada&state=${state}`);
    const social = (code: string, state: string): Promise<Answer> =>
      token({ grant_type: 'social', source: 'github', code, state }, { headers: { Cookie: `other=1; ${browser}` } });
    const guest = await social('code-of-ada', state);
    expect(guest.body, guest.msg).toMatchObject({ user_id: '-1', role_name: 'guest', nick_name: 'Ada' });
    expect((await social('code-of-ada', state)).reason).toBe('system.stateWrong');
    expect((await social('code-of-eve', await way())).reason).toBe('system.providerFailed');
    const caller = as(guest, '-1');
    for (const path of ['blade-auth/oauth/user-info', 'blade-system/menu/routes', 'blade-system/user/info'])
      expect((await caller.get(path)).status, path).toBe(401);
    const register = (more: Record<string, string> = {}): Promise<Answer> =>
      caller.send(
        'POST',
        `blade-user/register-guest?${new URLSearchParams({ tenantId: '000000', name: 'Ada', account: 'ada', password: 'Lovelace1815', oauthId: guest.body.oauth_id, ...more })}`,
      );
    expect((await register({ tenantId: '' })).msg).toBe('请先输入租户编号');
    expect((await register({ account: '' })).msg).toBe('请先输入账号名称');
    expect((await register({ password: '' })).msg).toBe('请先输入密码');
    expect((await register({ tenantId: '100009' })).reason).toBe('system.unknownTenant');
    expect(
      (
        await server
          .stranger()
          .send('POST', 'blade-user/register-guest?tenantId=000000&account=eve&password=Lovelace1815')
      ).status,
    ).toBe(401);
    expect((await register()).status).toBe(200);
    expect((await register({ account: 'ada2' })).reason).toBe('system.registeredAlready');
    const enter = (): Promise<Answer> =>
      token({ tenantId: '000000', username: 'ada', password: 'Lovelace1815', grant_type: 'password' });
    expect((await enter()).reason).toBe('system.wrongPassword');
    const waiting = (await admin.get('blade-system/user/page', { registerState: 'pending' })).data.records as {
      id: string;
      account: string;
    }[];
    expect(waiting.map((one) => one.account)).toEqual(['ada']);
    const [{ role, dept }] = await server.tables<{ role: string; dept: string }>(
      "select (select id::text from blade_role where tenant_id = '000000' and role_alias = 'as_cs') as role, (select id::text from blade_dept where tenant_id = '000000' limit 1) as dept",
    );
    const userIds = waiting[0].id;
    expect(
      (await (await server.as('as_cs')).post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).status,
    ).toBe(403);
    expect((await admin.post('blade-system/user/submit', { id: userIds, status: 1 })).reason).toBe(
      'system.registrationOpen',
    );
    const [{ foreign }] = await server.tables<{ foreign: string }>(
      "insert into blade_dept (id, tenant_id, dept_name, full_name, sort, create_time, update_time) values (next_id($1), '100007', '别家', '别家', 1, now(), now()) returning id::text as foreign",
      [server.clock.ms()],
    );
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: foreign })).status).toBe(400);
    expect((await admin.post('blade-system/user/grant', { userIds, roleIds: '9223372036854775807' })).status).toBe(404);
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).status).toBe(200);
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).reason).toBe(
      'system.notWaiting',
    );
    expect((await enter()).body).toMatchObject({ account: 'ada', role_name: 'as_cs' });
    expect((await social('code-of-ada', await way())).body).toMatchObject({ account: 'ada', user_id: userIds });

    // Another registration is turned away once, with a reason, by a permitted person. Both logins are then refused with
    // that reason.
    const eva = await social('code-of-eva', await way());
    expect(
      (
        await as(eva, '-1').send(
          'POST',
          `blade-user/register-guest?${new URLSearchParams({ tenantId: '000000', name: 'Eva', account: 'eva', password: 'Lovelace1815', oauthId: eva.body.oauth_id })}`,
        )
      ).status,
    ).toBe(200);
    const [{ id: evaId }] = (await admin.get('blade-system/user/page', { registerState: 'pending' })).data.records as {
      id: string;
    }[];
    const turnAway = (who: TestCaller, reason: string): Promise<Answer> =>
      who.post('blade-user/audit-refuse', { userIds: evaId, reason });
    expect([(await turnAway(await server.as('as_cs'), '不认识')).status, (await turnAway(admin, ' ')).status]).toEqual([
      403, 400,
    ]);
    expect((await turnAway(admin, '不认识')).status).toBe(200);
    expect([
      (await turnAway(admin, '不认识')).reason,
      (await admin.post('blade-user/audit-pass', { userIds: evaId, roleId: role, deptId: dept })).reason,
    ]).toEqual(['system.notWaiting', 'system.notWaiting']);
    expect((await admin.post('blade-system/user/submit', { id: evaId, status: 1 })).reason).toBe(
      'system.registrationOpen',
    );
    expect(
      (await token({ tenantId: '000000', username: 'eva', password: 'Lovelace1815', grant_type: 'password' })).reason,
    ).toBe('system.wrongPassword');
    const later = await social('code-of-eva', await way());
    expect(later.body.user_id).toBe('-1');
    expect(
      (
        await as(later, '-1').send(
          'POST',
          `blade-user/register-guest?${new URLSearchParams({ tenantId: '000000', name: 'Eva', account: 'eva2', password: 'Lovelace1815', oauthId: later.body.oauth_id })}`,
        )
      ).msg,
    ).toBe('注册申请未获通过,请联系管理员');
    expect(JSON.stringify((await admin.get('blade-system/user/history', { id: evaId })).data)).toContain(
      '拒绝注册申请：不认识',
    );
  });

  test('谁出去谁回来：别的浏览器拿着同样的 state 进不去 a login must return in its own browser: another with the same state is refused', async () => {
    const enter = (state: string, Cookie: string): Promise<Answer> =>
      token({ grant_type: 'social', source: 'github', code: 'code-of-ada', state }, { headers: { Cookie } });
    const own = browser;
    for (const foreign of ['', 'anju_way=', `anju_way=${'x'.repeat(43)}`, `anju_way=${'y'.repeat(5000)}`])
      expect((await enter(await way(), foreign)).reason, foreign.slice(0, 20)).toBe('system.stateWrong');
    // Two logins of one browser share the cookie that marks it, so both can be completed.
    const [one, two] = [await way(), await way()];
    expect([browser === own, (await enter(one, browser)).status, (await enter(two, browser)).status]).toEqual([
      own !== '',
      200,
      200,
    ]);
  });

  test('a code for another program works once, within a minute, at its registered address, for that program alone', async () => {
    const redirect = 'https://reports.example/back?from=anju';
    await platform.post('blade-system/client/submit', {
      clientId: 'reports',
      clientSecret: 'reports-secret',
      authorizedGrantTypes: ['authorization_code'],
      accessTokenValidity: 600,
      refreshTokenValidity: 900,
      webServerRedirectUri: redirect,
    });
    const { id, login } = await person('single');
    const inside = as(await login(), id);
    const verifier = 'a-verifier-that-nobody-else-has';
    const asks = (more: Record<string, string> = {}): Promise<Answer> =>
      inside.get('blade-auth/oauth/authorize', {
        client_id: 'reports',
        response_type: 'code',
        redirect_uri: redirect,
        state: 'xyz',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        mode: 'json',
        ...more,
      });
    for (const redirectUri of ['https://reports.example/back', `${redirect}&x=1`, 'https://evil.example/'])
      expect((await asks({ redirect_uri: redirectUri })).reason, redirectUri).toBe('system.redirectUnknown');
    expect((await asks({ client_id: 'saber' })).reason).toBe('system.redirectUnknown');
    expect((await asks({ code_challenge: '挑战'.repeat(21) })).status).toBe(400);
    const codeOf = async (): Promise<string> => {
      const to = new URL((await asks()).body.location as string);
      expect(to.searchParams.get('state')).toBe('xyz');
      return to.searchParams.get('code')!;
    };
    const exchange = (code: string, more: Record<string, string> = {}): Promise<Answer> =>
      token(
        { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...more },
        { client: basicHeaderOf('reports', 'reports-secret') },
      );
    const code = await codeOf();
    expect((await exchange(code)).body).toMatchObject({ user_id: id, client_id: 'reports', expires_in: 600 });
    expect((await exchange(code)).reason).toBe('system.codeEnded');
    expect((await exchange(await codeOf(), { code_verifier: 'another' })).reason).toBe('system.codeEnded');
    expect((await exchange(await codeOf(), { redirect_uri: 'https://reports.example/' })).reason).toBe(
      'system.codeEnded',
    );
    const late = await codeOf();
    server.clock.pass(61_000);
    expect((await exchange(late)).reason).toBe('system.codeEnded');
  });
});
