import { expect, test } from 'vitest';
import { papers } from '../../../../server/assemble.ts';
import { keeper } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';
import { barriers } from '../axe.ts';
import { PHONE, openPage, openScreens, tabsOf } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const SKILLS = papers.get('skill')!.menu!.path;
const HELP = 'http://help.example/start';

/** Add a page of the administration to the menu of all roles. */
async function menuTo(code: string, name: string, path: string, isOpen = 1): Promise<string> {
  const made = await by.post('blade-system/menu/submit', {
    code,
    name,
    nameEn: code,
    path,
    isOpen,
    category: 1,
    sort: 900,
  });
  expect(made.status, made.msg).toBe(200);
  return made.data.id as string;
}

await menuTo('help-inside', '帮助中心', HELP);
const helpWindow = await menuTo('help-window', '外部帮助', `${HELP}?own`, 2);
await menuTo('skill-window', '新窗技能', `${SKILLS}?target=_blank`);
test(
  'every address leads somewhere: home, console, self-test, the frame of another page, and the page that says there is none',
  { timeout: 60_000 },
  async () => {
    const { page, troubles } = await screens.of(by);
    await page.route(/^https?:\/\/(help|evil)\.example\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>help</p>' }),
    );
    for (const path of ['/', '/wel', '/lock', '/login']) {
      await page.goto(path);
      await page.waitForURL('**/wel/index');
    }
    await openPage(page, '/wel/dashboard');
    await page.locator('.page-head h1', { hasText: '控制台' }).waitFor();
    expect(await page.title()).toBe('控制台 · 安居');
    await openPage(page, '/test/index');
    await page.locator('.self-test dd', { hasText: /^\d+ 毫秒$/ }).waitFor();
    await expect.poll(() => page.locator('.self-test dd', { hasText: '1440 像素，第 4 档' }).count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    const before = await tabsOf(page);
    // Only external addresses that are entries of the menu are shown in a frame; others never.
    for (const [path, code] of [
      ['/no/such/page', '404'],
      [`/myiframe/${encodeURIComponent('https://evil.example/login')}`, '404'],
      ['/404', '404'],
      ['/403', '403'],
      ['/500', '500'],
    ] as const) {
      await page.goto(path);
      await page.waitForURL(`**/${code}`);
      expect(await page.locator('.page-code').innerText()).toBe(code);
      await page.locator('.tab').first().waitFor();
      expect(await tabsOf(page), path).toEqual(before);
    }
    // Errors inside the external page do not count.
    expect(troubles).toEqual([]);
    await page.locator('.menu-leaf', { hasText: '帮助中心' }).click();
    await page.frameLocator('.page-frame').locator('p', { hasText: 'help' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/myiframe/${encodeURIComponent(HELP)}`);
    await page.locator('.tab[data-current="true"]', { hasText: '帮助中心' }).waitFor();
    // Markup in an address is shown as text and does nothing.
    const forbidden = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen = new Set<string>();
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.add(effectiveDirective);
            if (seen.size === 2) resolve([...seen].toSorted());
          });
          const script = document.createElement('script');
          script.textContent = 'globalThis.hurt = true';
          document.body.append(script);
          document.body.insertAdjacentHTML('beforeend', '<img src="data:," alt="" onerror="globalThis.hurt = true">');
        }),
    );
    expect([forbidden, await page.evaluate(() => 'hurt' in globalThis)]).toEqual([
      ['script-src-attr', 'script-src-elem'],
      false,
    ]);
    await page.context().close();
  },
);

test('pages of a window of their own open in one, and an address may hide the menu', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  expect(
    await page
      .locator('.menu-leaf', { hasText: '外部帮助' })
      .evaluate((one: HTMLAnchorElement) => [one.href, one.target, one.rel]),
  ).toEqual([`${HELP}?own`, '_blank', 'noreferrer']);
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator('.menu-leaf', { hasText: '新窗技能' }).click(),
  ]);
  await window.locator('.page-head, .list-head').first().waitFor();
  expect([new URL(window.url()).pathname, new URL(window.url()).search]).toEqual([SKILLS, '']);
  await window.close();
  expect(new URL(page.url()).pathname).toBe('/wel/index');
  await page.goto(`${SKILLS}?target=_blank&size=30`);
  await page.waitForURL((url) => url.pathname === SKILLS && url.search === '?size=30');
  expect((await by.post(`blade-system/menu/remove?ids=${helpWindow}`)).status).toBe(200);
  await openPage(page, '/wel/index');
  expect(await page.locator('.menu-leaf', { hasText: '外部帮助' }).count()).toBe(0);
  await page.goto(`${SKILLS}?menu=false`);
  await page.locator('.list-head').waitFor();
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(size);
    expect(
      await page
        .locator('.top-bar, .side-menu, .tab-bar, .bottom-bar')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
    ).toBe(0);
    expect(await page.locator('.frame-page').boundingBox()).toEqual({ x: 0, y: 0, ...size });
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a part of the program that does not load is given up after 120 seconds with a retry, an answer after ten minutes', async () => {
  const { page } = await screens.of(by);
  await page.clock.install();
  await openPage(page, '/wel/index');
  // A release removed the script of the page. The page shows this, and a retry loads the new script.
  await page.route(/self-test.*\.js/, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.goto('/test/index');
  await page.locator('.page-message', { hasText: '产品刚刚升级' }).waitFor();
  await page.getByRole('button', { name: '重试' }).click();
  await page.locator('.self-test').waitFor();
  await page.route(/self-test.*\.js/, () => undefined);
  await page.goto('/test/index');
  await page.locator('.page-wait').waitFor({ state: 'attached' });
  // Real time passes too, on a busy machine many seconds, so stay well below the limit.
  await page.clock.fastForward(90_000);
  await expect.poll(() => page.locator('.page-wait').count()).toBe(1);
  await page.clock.fastForward(31_000);
  await page.locator('.page-message', { hasText: '页面没有载入' }).waitFor();
  await page.unroute(/self-test.*\.js/);
  await page.getByRole('button', { name: '重试' }).click();
  await page.locator('.self-test').waitFor();
  // A request that the server does not answer also fails, but only after ten minutes.
  await page.locator('.self-test dd', { hasText: '毫秒' }).waitFor();
  await page.route('**/oauth/user-info*', () => undefined);
  await page.goto('/test/index');
  await page.locator('.self-test dd', { hasText: '…' }).first().waitFor();
  await page.clock.fastForward(590_000);
  expect(await page.locator('.self-test dd', { hasText: '连不上' }).count()).toBe(0);
  await page.clock.fastForward(20_000);
  await page.locator('.self-test dd', { hasText: '连不上' }).waitFor();
  await page.context().close();
});

test('an ended login leads to the login page; a person without a menu learns whom to ask', async () => {
  const gone = await server.as('as_cs', { who: 'gone' });
  const { page } = await screens.of(gone, { refused: [400, 401] });
  await openPage(page, SKILLS);
  await gone.get('blade-auth/oauth/logout');
  // A background request may find the expired login before the click does.
  await page
    .locator('.menu-leaf[href]')
    .nth(3)
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await page.waitForURL('**/login*');
  await page.locator('.toast', { hasText: '登录已过期' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('anju-tabs') ?? '')).not.toContain(SKILLS);
  await page.context().close();
  await by.post('blade-system/role/submit', { roleName: '空角色', roleAlias: 'bare', scope: 'own', sort: 1 });
  const bare = await screens.of(await server.as('bare'), { refused: [403] });
  await bare.page.goto('/');
  await bare.page.locator('.menu-empty', { hasText: '没有可用的菜单' }).waitFor();
  await bare.page.context().close();
});
