import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

/** A provider as a browser meets it: it prompts for nothing, redirects at once, and answers as Ada. */
const provider = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://provider');
  if (url.pathname === '/authorize')
    response
      .writeHead(302, {
        location: `${url.searchParams.get('redirect_uri')}?code=ada&state=${encodeURIComponent(url.searchParams.get('state') ?? '')}`,
      })
      .end();
  else
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(
        JSON.stringify(
          url.pathname === '/token'
            ? { access_token: 'of-ada', token_type: 'bearer' }
            : { id: 7001, login: 'ada', name: 'Ada' },
        ),
      );
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

const server = await openTestServer(import.meta.url, { webRoot: true, env: { OAUTH_PROVIDERS } });
const screens = await openScreens(server);
const administrator = await server.as('administrator');

test('a person from a provider sends a registration, reads that it waits, and is logged out', async () => {
  const guest = await screens.ofStranger({ refused: [401] });
  await guest.page.goto('/login');
  await guest.page.getByRole('link', { name: 'GitHub' }).click();
  const dialog = guest.page.getByRole('dialog', { name: '账号注册' });
  await dialog.locator('#register-account').fill('ada');
  if (await dialog.locator('#register-tenantId').count()) await dialog.locator('#register-tenantId').fill('000000');
  for (const name of ['password', 'password2']) await dialog.locator(`#register-${name}`).fill('Lovelace1815');
  await dialog.getByRole('button', { name: '注册' }).click();
  const notice = guest.page.getByRole('dialog', { name: '注册提示' });
  await notice.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor();
  await notice.getByRole('button', { name: '确定' }).click();
  await notice.waitFor({ state: 'detached' });
  await guest.page.locator('#login-account').waitFor();
  expect([
    new URL(guest.page.url()).pathname,
    await guest.page.evaluate(() => sessionStorage.getItem('anju-session')),
  ]).toEqual(['/login', null]);
  expect((await administrator.get('blade-system/user/page', { registerState: 'pending' })).data.records).toMatchObject([
    { account: 'ada', realName: 'Ada' },
  ]);
  await guest.page.context().close();
});
