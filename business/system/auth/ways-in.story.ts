import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sm2 } from 'sm-crypto-v2';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, Caller, openStory } from '#kernel/stories/story.ts';

const people = new Map([
  ['code-of-ada', { id: 7001, login: 'ada', name: 'Ada' }],
  ['code-of-eva', { id: 7002, login: 'eva', name: 'Eva' }],
]);
const asked: string[] = [];
/** A provider as they are: it binds a code to the sum it was told on the way, and knows us by a secret. */
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
      if (!people.has(form.get('code') ?? '') || form.get('client_secret') !== 'ours' || !asked.includes(verifier))
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

const story = await openStory(import.meta.url, { env: { OAUTH_PROVIDERS } });
const platform = await story.as('administrator');
const admin = await story.as('admin', { who: 'own' });
const basic = (client: string, secret: string): string => `Basic ${btoa(`${client}:${secret}`)}`;
const SABER = basic('saber', 'saber_secret');
const FORM = 'application/x-www-form-urlencoded';

const token = (
  fields: Record<string, string>,
  {
    path = 'blade-auth/oauth/token',
    client = SABER,
    headers = {},
  }: { path?: string; client?: string; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  story
    .stranger()
    .send('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { authorization: client, 'Content-Type': FORM, ...headers },
    });
/** What was done with an account, newest first, in the words of the reader. */
const toldOf = async (reader: Caller, id: string): Promise<string[]> =>
  (await reader.get('blade-system/user/history', { id })).data.map((one: { actionName: string }) => one.actionName);
const as = (answer: Answer, id = '0'): Caller => new Caller(story.base, String(answer.body.access_token), id, '000000');

/** Somebody with a password of his own. */
async function person(
  who: string,
  roles = 'as_cs',
): Promise<{
  id: string;
  account: string;
  login: (password?: string, more?: Parameters<typeof token>[1]) => Promise<Answer>;
}> {
  const caller = await story.as(roles, { who });
  await story.tables('update blade_user set password = $2 where id = $1', [
    caller.id,
    await hashPassword(md5('Secret2026')),
  ]);
  const account = `${roles.replaceAll(',', '_')}_${who}`;
  return {
    id: caller.id,
    account,
    login: (password = 'Secret2026', more = {}) =>
      token({ tenantId: '000000', username: account, password, grant_type: 'password' }, more),
  };
}

describe('系统客户端 Clients', () => {
  test('a client logs people in only by the ways it was given, for as long as it says, and its secret is shown to nobody', async () => {
    const { login } = await person('clients');
    const made = await platform.post('blade-system/client/submit', {
      clientId: 'kiosk',
      clientSecret: 'kiosk-secret',
      authorizedGrantTypes: ['refresh_token'],
      accessTokenValidity: 120,
      refreshTokenValidity: 900,
    });
    expect(made.status, made.msg).toBe(200);
    const kiosk = basic('kiosk', 'kiosk-secret');
    expect((await login(undefined, { client: kiosk })).reason).toBe('system.grantClosed');
    expect(
      (
        await platform.post('blade-system/client/submit', {
          id: made.data.id,
          authorizedGrantTypes: ['password', 'refresh_token'],
        })
      ).status,
    ).toBe(200);
    const inside = await login(undefined, { client: kiosk });
    expect(inside.body, inside.msg).toMatchObject({ expires_in: 120, client_id: 'kiosk' });
    story.clock.pass(121_000);
    expect((await as(inside).get('blade-auth/oauth/user-info')).status).toBe(401);
    // Another client may not renew what this one was given.
    expect((await token({ grant_type: 'refresh_token', refresh_token: inside.body.refresh_token })).reason).toBe(
      'system.refreshEnded',
    );
    expect(
      (await token({ grant_type: 'refresh_token', refresh_token: inside.body.refresh_token }, { client: kiosk })).body,
    ).toMatchObject({ expires_in: 120 });
    for (const path of [`detail?id=${made.data.id}`, 'list?clientId=kiosk'])
      expect(JSON.stringify((await platform.get(`blade-system/client/${path}`)).body)).not.toMatch(
        /kiosk-secret|clientSecret":"[^"]/,
      );
    // Closed or removed, it takes those along who came by it, and nobody else.
    const by = async (): Promise<Answer> => login(undefined, { client: kiosk });
    const [here, elsewhere] = [await by(), await login()];
    const alive = async (one: Answer): Promise<number> => (await as(one).get('blade-auth/oauth/user-info')).status;
    expect((await platform.post('blade-system/client/submit', { id: made.data.id, status: 0 })).status).toBe(200);
    expect([await alive(here), await alive(elsewhere), (await by()).reason]).toEqual([401, 200, 'http.wrongClient']);
    expect((await platform.post('blade-system/client/submit', { id: made.data.id, status: 1 })).status).toBe(200);
    const again = await by();
    expect(await alive(again)).toBe(200);
    expect((await platform.post('blade-system/client/remove', { ids: made.data.id })).status).toBe(200);
    expect([await alive(again), await alive(elsewhere)]).toEqual([401, 200]);
    expect((await token({ grant_type: 'refresh_token', refresh_token: again.body.refresh_token })).status).not.toBe(
      200,
    );
    expect((await admin.get('blade-system/client/list')).status).toBe(403);
    expect(
      (
        await platform.post('blade-system/client/submit', {
          clientId: 'open',
          clientSecret: 'long enough',
          authorizedGrantTypes: ['password'],
          accessTokenValidity: 60,
          refreshTokenValidity: 900,
          webServerRedirectUri: 'http://elsewhere.example/back',
        })
      ).reason,
    ).toBe('system.redirectWrong');
  });

  test('a password in an SM2 envelope opens both dialects, with and without the 04 before it', async () => {
    const { account, login } = await person('sealed');
    const { data } = await admin.get('blade-system/client/public-key');
    for (let round = 0; round < 3; round++) {
      const cipher = sm2.doEncrypt('Secret2026', data.publicKey, 0);
      expect((await login(cipher)).status).toBe(200);
      expect(
        (
          await token(
            { tenantId: '000000', account, password: `04${cipher}`, grantType: 'password' },
            { path: 'blade-auth/token', client: basic('saber3', 'saber3_secret') },
          )
        ).data,
      ).toMatchObject({ account, tokenType: 'bearer' });
    }
    const wrong = sm2.doEncrypt('Secret2027', data.publicKey, 0);
    expect((await login(wrong)).reason).toBe('system.wrongPassword');
    // What no key of ours opens is no guess.
    expect((await login('ab'.repeat(120))).reason).toBe('system.envelopeClosed');
  });
});

describe('部门与角色 Duties', () => {
  test('who works in one of his roles has only its buttons, and only his own can be chosen', async () => {
    const { id, login } = await person('both', 'as_cs,as_store');
    const roles = (await as(await login()).get('blade-system/role/select', { userId: id })).data as {
      id: string;
      roleAlias: string;
    }[];
    const store = roles.find((one) => one.roleAlias === 'as_store')!;
    const [{ id: foreign }] = await story.tables<{ id: string }>(
      "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'admin'",
    );
    const first = await login();
    expect(
      (
        await token(
          { grant_type: 'refresh_token', refresh_token: first.body.refresh_token },
          { headers: { 'Role-Id': foreign, 'Dept-Id': '' } },
        )
      ).reason,
    ).toBe('system.notYourDuty');
    const switched = await token(
      { grant_type: 'refresh_token', refresh_token: first.body.refresh_token },
      { headers: { 'Role-Id': store.id, 'Dept-Id': '' } },
    );
    expect(switched.body, switched.msg).toMatchObject({ role_id: store.id, role_name: 'as_store' });
    const narrow = as(switched, id);
    const writes = (caller: Caller): Promise<Answer> => caller.post('blade-maintenance/webApi/asrepairform/submit', {});
    expect((await writes(narrow)).status).toBe(403);
    expect((await narrow.get('blade-auth/oauth/user-info')).data.roles).toEqual(['as_store']);
    // It stays so after the next renewal, and ends with the login.
    const later = await token({ grant_type: 'refresh_token', refresh_token: switched.body.refresh_token });
    expect(later.body.role_name).toBe('as_store');
    expect((await writes(as(await login()))).status).toBe(400);
  });
});

describe('第三方登录 Providers', () => {
  /** What the browser of this story keeps of its ways out. */
  let browser = '';
  async function way(): Promise<string> {
    const response = await fetch(`${story.base}/api/blade-auth/oauth/render/github?tenantId=000000`, {
      redirect: 'manual',
      headers: { Cookie: browser },
    });
    browser = response.headers.get('set-cookie')!.split(';')[0];
    expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/);
    const to = new URL(response.headers.get('location')!);
    expect(to.searchParams.get('redirect_uri')).toBe(`${story.base}/api/blade-auth/oauth/callback/github`);
    asked.push(to.searchParams.get('code_challenge')!);
    return to.searchParams.get('state')!;
  }

  test('who is vouched for asks for an account, waits, is let in with duties, and comes back by the same way', async () => {
    const state = await way();
    const back = await fetch(`${story.base}/api/blade-auth/oauth/callback/github?code=code-of-ada&state=${state}`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe(`/oauth/redirect/github?code=code-of-ada&state=${state}`);
    const social = (code: string, given: string): Promise<Answer> =>
      token(
        { grant_type: 'social', source: 'github', code, state: given },
        { headers: { Cookie: `other=1; ${browser}` } },
      );
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
        await story
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
    const [{ role, dept }] = await story.tables<{ role: string; dept: string }>(
      "select (select id::text from blade_role where tenant_id = '000000' and role_alias = 'as_cs') as role, (select id::text from blade_dept where tenant_id = '000000' limit 1) as dept",
    );
    const userIds = waiting[0].id;
    expect(
      (await (await story.as('as_cs')).post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).status,
    ).toBe(403);
    expect((await admin.post('blade-system/user/submit', { id: userIds, status: 1 })).reason).toBe(
      'system.registrationOpen',
    );
    const [{ foreign }] = await story.tables<{ foreign: string }>(
      "insert into blade_dept (id, tenant_id, dept_name, full_name, sort, create_time, update_time) values (next_id($1), '100007', '别家', '别家', 1, now(), now()) returning id::text as foreign",
      [story.clock.ms()],
    );
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: foreign })).status).toBe(400);
    expect((await admin.post('blade-system/user/grant', { userIds, roleIds: '9223372036854775807' })).status).toBe(404);
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).status).toBe(200);
    expect((await admin.post('blade-user/audit-pass', { userIds, roleId: role, deptId: dept })).reason).toBe(
      'system.notWaiting',
    );
    expect((await enter()).body).toMatchObject({ account: 'ada', role_name: 'as_cs' });
    expect((await social('code-of-ada', await way())).body).toMatchObject({ account: 'ada', user_id: userIds });

    // Another is turned away: with a reason, by who may, once; he does not get in by either way, and is told so.
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
    const turnAway = (who: Caller, reason: string): Promise<Answer> =>
      who.post('blade-user/audit-refuse', { userIds: evaId, reason });
    expect([(await turnAway(await story.as('as_cs'), '不认识')).status, (await turnAway(admin, ' ')).status]).toEqual([
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

  test('谁出去谁回来：别的浏览器拿着同样的 state 进不去 who went out comes back: another browser with the same state does not get in', async () => {
    const enter = (state: string, Cookie: string): Promise<Answer> =>
      token({ grant_type: 'social', source: 'github', code: 'code-of-ada', state }, { headers: { Cookie } });
    const own = browser;
    for (const foreign of ['', 'anju_way=', `anju_way=${'x'.repeat(43)}`, `anju_way=${'y'.repeat(5000)}`])
      expect((await enter(await way(), foreign)).reason, foreign.slice(0, 20)).toBe('system.stateWrong');
    // A browser that is under way keeps its mark: two ways of it at once both come back.
    const [one, two] = [await way(), await way()];
    expect([browser === own, (await enter(one, browser)).status, (await enter(two, browser)).status]).toEqual([
      own !== '',
      200,
      200,
    ]);
  });

  test('a code for another program goes to its registered address, once, within a minute, to that program alone', async () => {
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
        { client: basic('reports', 'reports-secret') },
      );
    const code = await codeOf();
    expect((await exchange(code)).body).toMatchObject({ user_id: id, client_id: 'reports', expires_in: 600 });
    expect((await exchange(code)).reason).toBe('system.codeEnded');
    expect((await exchange(await codeOf(), { code_verifier: 'another' })).reason).toBe('system.codeEnded');
    expect((await exchange(await codeOf(), { redirect_uri: 'https://reports.example/' })).reason).toBe(
      'system.codeEnded',
    );
    const late = await codeOf();
    story.clock.pass(61_000);
    expect((await exchange(late)).reason).toBe('system.codeEnded');
  });
});

describe('二次验证 Second factor', () => {
  const codeOf = (secret: string, step = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: story.clock.ms() + step * 30_000 });
  const mfa = (body: Record<string, unknown>): Promise<Answer> => story.stranger().post('blade-auth/oauth/mfa', body);

  test('with one-time codes a password alone opens nothing; a code counts once, a recovery code once', async () => {
    const { id, login } = await person('careful');
    const inside = as(await login(), id);
    const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
    // Not confirmed yet: nothing is asked.
    expect((await login()).status).toBe(200);
    expect((await inside.post('blade-auth/oauth/totp/confirm', { code: '000000' })).reason).toBe('system.codeWrong');
    const { recoveryCodes } = (await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).data;
    expect(recoveryCodes).toHaveLength(10);
    const kept = JSON.stringify(await story.tables('select * from anju_factor'));
    for (const hidden of [secret, ...recoveryCodes]) expect(kept).not.toContain(hidden);
    const first = await login();
    expect([first.reason, first.body.access_token]).toEqual(['system.secondStepNeeded', undefined]);
    const { ticket } = first.data;
    // The code that confirmed it was used then.
    expect((await mfa({ ticket, code: codeOf(secret) })).reason).toBe('system.secondStepWrong');
    story.clock.pass(30_000);
    const done = await mfa({ ticket, code: codeOf(secret) });
    expect(done.body, done.msg).toMatchObject({ user_id: id });
    expect((await mfa({ ticket, code: codeOf(secret, 1) })).status).toBe(401);
    expect((await mfa({ ticket: 'made-up', code: '123456' })).status).toBe(401);
    const again = (await login()).data.ticket;
    expect((await mfa({ ticket: again, recoveryCode: recoveryCodes[3].toUpperCase() })).status).toBe(200);
    expect((await mfa({ ticket: (await login()).data.ticket, recoveryCode: recoveryCodes[3] })).reason).toBe(
      'system.secondStepWrong',
    );
    // Wrong codes lock like wrong passwords.
    await story.tables("delete from anju_attempt where id like 'address %'");
    const { ticket: tried } = (await login()).data;
    for (let at = 0; at < 4; at++) await mfa({ ticket: tried, code: '111111' });
    expect((await mfa({ ticket: tried, code: codeOf(secret, 1) })).reason).toBe('system.accountLocked');
    expect((await as(done, id).get('blade-auth/oauth/factors')).data).toMatchObject({
      totp: true,
      recoveryLeft: 9,
      required: false,
    });
    // Phone and codes are lost: the administrator's reset is the way back.
    const shown = Object.values(
      (await admin.post('blade-system/user/reset-password', { userIds: id })).data,
    )[0] as string;
    await admin.post('blade-system/user/unlock', { userIds: id });
    expect((await login(shown)).body).toMatchObject({ must_first: 'password' });
    expect(await toldOf(admin, id)).toContain('重置密码，并清除二次验证');
    expect(await toldOf(admin.inEnglish(), id)).toContain('Password reset, second factors removed');
  });

  test('where the company asks for it, nothing else is answered until it is set up, and the last one stays', async () => {
    const { id, login } = await person('newcomer');
    await admin.post('blade-system/param/submit', {
      paramName: '二次验证',
      paramKey: 'login.secondFactor',
      paramValue: 'required',
    });
    const answer = await login();
    expect(answer.body.must_first).toBe('factor');
    const inside = as(answer, id);
    expect((await inside.get('blade-system/menu/routes')).reason).toBe('http.enrollFirst');
    const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
    expect((await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).status).toBe(200);
    expect((await inside.get('blade-system/menu/routes')).status).toBe(200);
    story.clock.pass(30_000);
    expect((await inside.post('blade-auth/oauth/totp/remove', { code: codeOf(secret) })).reason).toBe(
      'system.secondFactorKept',
    );
    await story.tables("delete from blade_param where param_key = 'login.secondFactor'");
    story.house.ports.forget('000000');
  });

  test('先要做的事是一张单子，全部做完才能工作 what comes first is a list, and nothing works before all of it is done', async () => {
    const { id, account } = await person('twofold');
    await story.tables("update blade_user set phone = '13800138000', email = 'own@example.com' where id = $1", [id]);
    await admin.post('blade-system/param/submit', {
      paramName: '二次验证',
      paramKey: 'login.secondFactor',
      paramValue: 'required',
    });
    const shown = (await admin.post('blade-system/user/reset-password', { userIds: id })).data[account];
    for (const order of [
      ['password', 'factor'],
      ['factor', 'password'],
    ]) {
      await story.tables('update blade_user set must_change = true, password = $2 where id = $1', [
        id,
        await hashPassword(md5(shown)),
      ]);
      await story.tables('delete from anju_factor where user_id = $1', [id]);
      await story.tables('delete from anju_password where user_id = $1', [id]);
      const answer = await token({ tenantId: '000000', username: account, password: shown, grant_type: 'password' });
      expect(answer.body).toMatchObject({ must_first: 'password', must_first_all: ['password', 'factor'] });
      const inside = as(answer, id);
      // What owes a proof is told no personal data, not even its own.
      const { data: own } = await inside.get('blade-system/user/info');
      expect([own.account, own.phone, own.email, own.birthday]).toEqual([account, '', '', '']);
      expect((await inside.post('blade-system/user/update-info', { phone: '13900139000' })).status).toBe(403);
      for (const [at, step] of order.entries()) {
        expect((await inside.get('blade-system/menu/routes')).reason, `${order} ${at}`).toBe(
          at === 0 ? 'http.passwordFirst' : step === 'factor' ? 'http.enrollFirst' : 'http.passwordFirst',
        );
        if (step === 'password')
          expect(
            (
              await inside.post('blade-system/user/update-password', {
                oldPassword: shown,
                newPassword: 'Own2026pass',
                newPassword1: 'Own2026pass',
              })
            ).status,
          ).toBe(200);
        else {
          const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
          expect((await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).status).toBe(200);
        }
      }
      expect((await inside.get('blade-system/menu/routes')).status).toBe(200);
      expect((await inside.get('blade-system/user/info')).data.phone).toBe('13800138000');
      // Renewed, a session owes what it owed: nothing.
      expect(
        (await token({ grant_type: 'refresh_token', refresh_token: answer.body.refresh_token })).body.must_first,
      ).toBeUndefined();
    }
    await story.tables("delete from blade_param where param_key = 'login.secondFactor'");
    story.house.ports.forget('000000');
  });

  test('会话里猜口令、恢复码、旧密码，与登录同样计数、同样锁定 guesses inside a session count like logins and lock the same account', async () => {
    const guesses: [string, (who: Caller) => Promise<Answer>][] = [
      [
        'update-password',
        (who) =>
          who.post('blade-system/user/update-password', {
            oldPassword: 'wrong',
            newPassword: 'Own2026pass',
            newPassword1: 'Own2026pass',
          }),
      ],
      ['totp/confirm', (who) => who.post('blade-auth/oauth/totp/confirm', { code: '111111' })],
      ['passkey/prove by password', (who) => who.post('blade-auth/oauth/passkey/prove', { password: 'wrong' })],
      ['totp/remove', (who) => who.post('blade-auth/oauth/totp/remove', { code: '111111' })],
      ['recovery-codes', (who) => who.post('blade-auth/oauth/recovery-codes', { recoveryCode: 'abcde-fghjk' })],
      ['passkey/register', (who) => who.post('blade-auth/oauth/passkey/register', { code: '111111', credential: {} })],
      [
        'passkey/remove',
        (who) => who.post('blade-auth/oauth/passkey/remove', { ids: '1', recoveryCode: 'abcde-fghjk' }),
      ],
    ];
    for (const [name, guess] of guesses) {
      const { id, login } = await person(`guess${guesses.findIndex(([one]) => one === name)}`);
      const inside = as(await login(), id);
      const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
      if (!['update-password', 'totp/confirm', 'passkey/prove by password'].includes(name))
        expect((await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).status).toBe(200);
      const answers = await Promise.all(Array.from({ length: 9 }, () => guess(inside)));
      expect(
        answers.filter((one) => one.data?.left !== undefined),
        name,
      ).toHaveLength(5);
      expect(
        answers.filter((one) => one.reason === 'system.accountLocked'),
        name,
      ).toHaveLength(4);
      expect((await login()).reason, name).toBe('system.accountLocked');
      await story.tables("delete from anju_attempt where id like 'address %'");
    }
  });

  test('新通行密钥要口令；还没有第二因素时要密码 a new passkey needs a code, or the password where there is no second factor', async () => {
    const { id, login } = await person('keyring');
    const inside = as(await login(), id);
    const call = (path: string, body: object = {}): Promise<Answer> =>
      inside.post(`blade-auth/oauth/passkey/${path}`, body);
    const named = async (answer: Promise<Answer>): Promise<unknown> => {
      const { reason, data } = await answer;
      return [reason, data?.fields?.[0]?.field];
    };
    expect(await named(call('register', { credential: {} }))).toEqual(['system.proofNeeded', 'password']);
    // With the proof it fails by the key alone; a proof is good for one key.
    expect((await call('register', { credential: {}, password: 'Secret2026' })).reason).toBe('system.passkeyWrong');
    expect((await call('prove', { password: 'Secret2026' })).status).toBe(200);
    expect((await call('register', { credential: {} })).reason).toBe('system.passkeyWrong');
    expect((await call('register', { credential: {} })).reason).toBe('system.proofNeeded');
    const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
    const { recoveryCodes } = (await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).data;
    expect(await named(call('register', { credential: {}, password: 'Secret2026' }))).toEqual([
      'system.proofNeeded',
      'code',
    ]);
    expect((await call('register', { credential: {}, recoveryCode: recoveryCodes[0] })).reason).toBe(
      'system.passkeyWrong',
    );
    story.clock.pass(30_000);
    expect((await call('register', { credential: {}, code: codeOf(secret) })).reason).toBe('system.passkeyWrong');
    expect((await call('remove', { ids: '1' })).reason).toBe('system.proofNeeded');
  });

  test('a password that an administrator chose is good for choosing another one', async () => {
    const { id, account } = await person('forgetful');
    const shown = (await admin.post('blade-system/user/reset-password', { userIds: id })).data[account];
    const answer = await token({ tenantId: '000000', username: account, password: shown, grant_type: 'password' });
    expect(answer.body.must_first).toBe('password');
    const inside = as(answer, id);
    expect((await inside.get('blade-system/menu/routes')).reason).toBe('http.passwordFirst');
    expect(
      (
        await inside.post('blade-system/user/update-password', {
          oldPassword: shown,
          newPassword: 'Own2026pass',
          newPassword1: 'Own2026pass',
        })
      ).status,
    ).toBe(200);
    expect((await inside.get('blade-system/menu/routes')).status).toBe(200);
  });
});

describe('登录设备 Sessions', () => {
  test('everybody sees and ends his own; who looks after accounts also those of others, and the log tells', async () => {
    const { id, login } = await person('everywhere');
    const [phone, desk] = [as(await login(), id), as(await login(), id)];
    const { records, total } = (await desk.get('blade-system/user/sessions')).data as {
      records: { id: string; own: boolean }[];
      total: number;
    };
    expect(total).toBeGreaterThanOrEqual(2);
    expect(records.filter((one) => one.own)).toHaveLength(1);
    const stranger = await story.as('as_store', { who: 'nosy' });
    expect((await stranger.get('blade-user/sessions', { userId: id })).status).toBe(403);
    expect(
      (await stranger.post('blade-user/end-sessions', { ids: records.map((one) => one.id).join(',') })).data.count,
    ).toBe(0);
    const others = records
      .filter((one) => !one.own)
      .map((one) => one.id)
      .join(',');
    expect((await desk.post('blade-user/end-sessions', { ids: others })).status).toBe(200);
    expect((await phone.get('blade-auth/oauth/user-info')).status).toBe(401);
    const left = (await admin.get('blade-system/user/sessions', { userId: id })).data.records as { id: string }[];
    expect(
      (await admin.post('blade-system/user/end-sessions', { ids: left.map((one) => one.id).join(',') })).data.count,
    ).toBe(1);
    expect((await desk.get('blade-auth/oauth/user-info')).status).toBe(401);
    expect([(await toldOf(admin, id))[0], (await toldOf(admin.inEnglish(), id))[0]]).toEqual([
      '结束会话',
      'Session ended',
    ]);
  });
});
