import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { type Answer, TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { logins, toldOf } from './testing/logins.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'own' });
const { token, as, person } = logins(server);

describe('二次验证 Second factor', () => {
  const codeOf = (secret: string, step = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.ms() + step * 30_000 });
  const mfa = (body: Record<string, unknown>): Promise<Answer> => server.stranger().post('blade-auth/oauth/mfa', body);

  test('with one-time codes a password alone is not enough; each code and recovery code works once', async () => {
    const { id, login } = await person('careful');
    const inside = as(await login(), id);
    const { secret } = (await inside.post('blade-auth/oauth/totp/setup')).data;
    // The secret is not confirmed yet, so the login requires no code.
    expect((await login()).status).toBe(200);
    expect((await inside.post('blade-auth/oauth/totp/confirm', { code: '000000' })).reason).toBe('system.codeWrong');
    const { recoveryCodes } = (await inside.post('blade-auth/oauth/totp/confirm', { code: codeOf(secret) })).data;
    expect(recoveryCodes).toHaveLength(10);
    const stored = JSON.stringify(await server.tables('select * from anju_factor'));
    for (const hidden of [secret, ...recoveryCodes]) expect(stored).not.toContain(hidden);
    const first = await login();
    expect([first.reason, first.body.access_token]).toEqual(['system.secondStepNeeded', undefined]);
    const { ticket } = first.data;
    // A code works once, and this one was used to confirm the secret.
    expect((await mfa({ ticket, code: codeOf(secret) })).reason).toBe('system.secondStepWrong');
    server.clock.pass(30_000);
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
    await server.tables("delete from anju_attempt where id like 'address %'");
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

  test('where it is required, other calls are refused until its setup, and the last factor cannot be removed', async () => {
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
    server.clock.pass(30_000);
    expect((await inside.post('blade-auth/oauth/totp/remove', { code: codeOf(secret) })).reason).toBe(
      'system.secondFactorKept',
    );
    await server.tables("delete from blade_param where param_key = 'login.secondFactor'");
    server.app.ports.forget('000000');
  });

  test('先要做的事是一张单子，全部做完才能工作 required first steps are a list, and other calls need all of them', async () => {
    const { id, account } = await person('twofold');
    await server.tables("update blade_user set phone = '13800138000', email = 'own@example.com' where id = $1", [id]);
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
      await server.tables('update blade_user set must_change = true, password = $2 where id = $1', [
        id,
        await hashPassword(md5(shown)),
      ]);
      await server.tables('delete from anju_factor where user_id = $1', [id]);
      await server.tables('delete from anju_password where user_id = $1', [id]);
      const answer = await token({ tenantId: '000000', username: account, password: shown, grant_type: 'password' });
      expect(answer.body).toMatchObject({ must_first: 'password', must_first_all: ['password', 'factor'] });
      const inside = as(answer, id);
      // Until the required first steps are done, the session gets no personal data, not even that of its own person.
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
      // A renewed session keeps the required first steps of the old one: here none.
      expect(
        (await token({ grant_type: 'refresh_token', refresh_token: answer.body.refresh_token })).body.must_first,
      ).toBeUndefined();
    }
    await server.tables("delete from blade_param where param_key = 'login.secondFactor'");
    server.app.ports.forget('000000');
  });

  test('会话里猜口令、恢复码、旧密码，与登录同样计数、同样锁定 guesses inside a session count like logins and lock the same account', async () => {
    const guesses: [string, (who: TestCaller) => Promise<Answer>][] = [
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
      await server.tables("delete from anju_attempt where id like 'address %'");
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
    // With the password as proof, the call fails only because of the empty credential. A proof by the call `prove`
    // counts for one later registration.
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
    server.clock.pass(30_000);
    expect((await call('register', { credential: {}, code: codeOf(secret) })).reason).toBe('system.passkeyWrong');
    expect((await call('remove', { ids: '1' })).reason).toBe('system.proofNeeded');
  });

  test('a password set by an administrator only allows choosing another', async () => {
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
