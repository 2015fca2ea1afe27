import { sm2 } from 'sm-crypto-v2';
import { describe, expect, test } from 'vitest';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { basicHeaderOf, logins } from './testing/logins.ts';

const server = await openTestServer(import.meta.url);
const platform = await server.as('administrator');
const admin = await server.as('admin', { who: 'own' });
const { token, as, person } = logins(server);

describe('系统客户端 Clients', () => {
  test('a client has only its permitted grants and token lifetime, and no call returns its secret', async () => {
    const { login } = await person('clients');
    const made = await platform.post('blade-system/client/submit', {
      clientId: 'kiosk',
      clientSecret: 'kiosk-secret',
      authorizedGrantTypes: ['refresh_token'],
      accessTokenValidity: 120,
      refreshTokenValidity: 900,
    });
    expect(made.status, made.msg).toBe(200);
    const kiosk = basicHeaderOf('kiosk', 'kiosk-secret');
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
    server.clock.pass(121_000);
    expect((await as(inside).get('blade-auth/oauth/user-info')).status).toBe(401);
    // Another client may not renew this client's token.
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
    // A closed or removed client ends the sessions of its people, and no others.
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

  test('an SM2 password works in both dialects, with or without its 04 prefix', async () => {
    const { account, login } = await person('sealed');
    const { data } = await admin.get('blade-system/client/public-key');
    for (let round = 0; round < 3; round++) {
      const cipher = sm2.doEncrypt('Secret2026', data.publicKey, 0);
      expect((await login(cipher)).status).toBe(200);
      expect(
        (
          await token(
            { tenantId: '000000', account, password: `04${cipher}`, grantType: 'password' },
            { path: 'blade-auth/token', client: basicHeaderOf('saber3', 'saber3_secret') },
          )
        ).data,
      ).toMatchObject({ account, tokenType: 'bearer' });
    }
    const wrong = sm2.doEncrypt('Secret2027', data.publicKey, 0);
    expect((await login(wrong)).reason).toBe('system.wrongPassword');
    // A text that no key of ours decrypts counts as no guess.
    expect((await login('ab'.repeat(120))).reason).toBe('system.envelopeClosed');
  });
});
