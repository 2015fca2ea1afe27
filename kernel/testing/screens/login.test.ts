import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { openTestServer } from '../test-server.ts';
import { type Watched, openScreens } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, env: { CAPTCHA: 'on' } });
const screens = await openScreens(server);

/** Create a person with a password. */
async function person(who: string): Promise<string> {
  const caller = await server.as('as_cs', { who });
  await server.tables('update blade_user set password = $2 where id = $1', [
    caller.id,
    await hashPassword(md5('Secret2026')),
  ]);
  return `as_cs_${who}`;
}

/** Open the login page with a captcha whose answer is known. */
async function loginPage(): Promise<Watched> {
  const watched = await screens.ofStranger({ refused: [400] });
  await watched.page.goto('/');
  await watched.page.locator('.login-captcha img').waitFor();
  return watched;
}

/** Fill in the form as a person does and wait for the answer. */
async function tryToEnter({ page }: Watched, account: string, password: string): Promise<number> {
  await server.tables('update anju_captcha set answer = $1', [
    createHash('sha256').update('abcde').digest('base64url'),
  ]);
  await page.locator('#login-account').fill(account);
  await page.locator('#login-password').fill(password);
  await page.locator('#login-captcha').fill('ABCDE');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/oauth/token')),
    page.keyboard.press('Enter'),
  ]);
  return answer.status();
}

test('a wrong password shows the remaining tries, then locks; only the password turns red', async () => {
  const account = await person('wrong');
  const login = await loginPage();
  const { page } = login;
  const messages: string[] = [];
  for (let tries = 0; tries < 5; tries++) {
    // A captcha works once: wait for the next one before the next try.
    const picture = await page.locator('.login-captcha img').getAttribute('src');
    expect(await tryToEnter(login, account, 'Wrong2026')).toBe(400);
    await page.waitForFunction(
      (before) => document.querySelector('.login-captcha img')?.getAttribute('src') !== before,
      picture,
    );
    await page.locator('.login-trouble').waitFor();
    messages.push(await page.locator('.login-trouble').innerText());
    if (tries === 0)
      expect(await page.locator('[aria-invalid="true"]').evaluateAll((all) => all.map((one) => one.id))).toEqual([
        'login-password',
      ]);
  }
  const left = messages.map((words) => Number(/还可以试\s*(\d+)\s*次/.exec(words)?.[1] ?? 0));
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect(messages.at(-1)).toContain('锁定');
  expect(await tryToEnter(login, account, 'Secret2026')).toBe(400);
  await page.locator('.login-trouble', { hasText: '锁定' }).waitFor();
  expect(login.troubles).toEqual([]);
  await page.context().close();
});

test('the right password opens the workbench of the role, and a logout leads back', async () => {
  const account = await person('right');
  const login = await loginPage();
  expect(await tryToEnter(login, account, 'Secret2026')).toBe(200);
  await login.page.locator('.frame .menu-leaf').first().waitFor();
  await login.page.goto('/info/index');
  await login.page.locator('.person').click();
  await login.page.getByRole('menuitem', { name: '退出登录' }).click();
  await login.page.locator('#login-account').waitFor();
  // After the logout no data of the person remains in the browser.
  expect(
    await login.page.evaluate(() => [
      sessionStorage.getItem('anju-session'),
      sessionStorage.getItem('anju-lock'),
      /info/.test(sessionStorage.getItem('anju-tabs') ?? ''),
    ]),
  ).toEqual([null, null, false]);
  expect(login.troubles).toEqual([]);
  await login.page.context().close();
});

test('without a login only the login and the information pages are shown; a login leads back to the address, and a token is renewed before it expires', async () => {
  const account = await person('returns');
  const { page } = await screens.ofStranger({ refused: [400] });
  for (const path of ['/404', '/403', '/500']) {
    await page.goto(path);
    expect(await page.locator('.page-code').innerText()).toBe(path.slice(1));
    expect(await page.locator('#login-account').count()).toBe(0);
  }
  await page.goto('/lock');
  await page.locator('#login-account').waitFor();
  // A session without a token is invalid.
  await page.evaluate(() =>
    sessionStorage.setItem('anju-session', JSON.stringify({ access: '', refresh: '', tenantId: '000000', roles: [] })),
  );
  await page.goto('/maintenance/asskill?keyword=x');
  await page.waitForURL('**/login?from=*');
  await page.locator('.login-captcha img').waitFor();
  expect(await page.title()).toBe('登录 · 安居');
  await page.clock.install();
  expect(await tryToEnter({ page, troubles: [] }, account, 'Secret2026')).toBe(200);
  await page.waitForURL('**/maintenance/asskill?keyword=x');
  await page.locator('.frame .menu-leaf').first().waitFor();
  await page.goto('/login');
  await page.locator('.frame .menu-leaf').first().waitFor();
  expect(new URL(page.url()).pathname).not.toBe('/login');
  const renewed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/oauth/token')) renewed.push(request.postData() ?? '');
  });
  await page.clock.fastForward(2_900_000);
  expect(renewed).toEqual([]);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/oauth/token')),
    page.clock.fastForward(120_000),
  ]);
  expect([answer.status(), renewed.length]).toEqual([200, 1]);
  expect(renewed[0]).toContain('refresh_token');
  await page.context().close();
});

test('the login page is Chinese until another language is chosen, and remembers the choice', async () => {
  const { page, troubles } = await screens.ofStranger({ language: 'unsaid' });
  await page.goto('/');
  await page.locator('#login-account').waitFor();
  expect([await page.title(), await page.evaluate(() => document.documentElement.lang)]).toEqual([
    '登录 · 安居',
    'zh-CN',
  ]);
  await page.keyboard.press('Enter');
  await page.locator('.login-trouble', { hasText: '请输入账号' }).waitFor();
  await page.getByRole('radio', { name: 'English' }).click();
  // The message in Chinese disappears.
  await page.locator('.login-trouble').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('#login-account').waitFor();
  expect([await page.title(), await page.evaluate(() => document.documentElement.lang)]).toEqual([
    'Log in · Anju',
    'en',
  ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a passkey is added under personal info and required at the next login; a recovery code replaces it once', async () => {
  const account = await person('passkey');
  const login = await screens.ofStranger({ refused: [400] });
  const { page } = login;
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Passkeys need a host name, not an address.
  const home = server.base.replace('127.0.0.1', 'localhost');
  const atTheDoor = async (): Promise<void> => {
    await page.goto(`${home}/login`);
    await page.locator('.login-captcha img').waitFor();
  };
  await atTheDoor();
  expect(await tryToEnter(login, account, 'Secret2026')).toBe(200);
  await page.locator('.frame').waitFor();
  await page.goto(`${home}/info/index`);
  await page.getByRole('tab', { name: '二次验证' }).click();
  await page.locator('.security section', { hasText: '通行密钥' }).getByRole('button', { name: '添加' }).click();
  // A person without a second factor confirms by password.
  await page.locator('.security input[type=password]').fill('Secret2026');
  await page.keyboard.press('Enter');
  await page.locator('.security-codes li').nth(9).waitFor();
  const codes = await page.locator('.security-codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: '已保存好' }).click();
  await page.locator('.security li').waitFor();
  const leave = async (): Promise<void> => {
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.removeItem('anju-refresh');
    });
    await atTheDoor();
  };
  await leave();
  expect(await tryToEnter(login, account, 'Secret2026')).toBe(400);
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await page.locator('.frame').waitFor();
  await leave();
  await tryToEnter(login, account, 'Secret2026');
  await page.locator('#second-step').fill(codes[0]);
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
  await leave();
  await tryToEnter(login, account, 'Secret2026');
  await page.locator('#second-step').fill(codes[0]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.login-trouble').innerText()).toContain('二次验证不对');
  expect(login.troubles).toEqual([]);
});

test('a reset password must be replaced before anything else', async () => {
  const caller = await server.as('as_cs', { who: 'reset' });
  await server.tables('update blade_user set password = $2, must_change = true where id = $1', [
    caller.id,
    await hashPassword(md5('Handed2026')),
  ]);
  const login = await loginPage();
  expect(await tryToEnter(login, 'as_cs_reset', 'Handed2026')).toBe(200);
  await login.page.getByRole('heading', { name: '请先设置自己的密码' }).waitFor();
  expect(await login.page.locator('.frame').count()).toBe(0);
  await login.page.locator('#oldPassword').fill('Handed2026');
  for (const name of ['newPassword', 'newPassword1']) await login.page.locator(`#${name}`).fill('MyOwn2026');
  await login.page.keyboard.press('Enter');
  await login.page.locator('.frame').waitFor();
  expect(login.troubles).toEqual([]);
});
