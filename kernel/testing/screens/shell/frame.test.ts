import { expect, test } from 'vitest';
import { papers } from '../../../../server/assemble.ts';
import { keeper } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';
import { PHONE, chooseIn, openPage, openScreens, toolOf } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const SKILLS = papers.get('skill')!.menu!.path;

test('eleven named themes and any colour can be chosen, and last after a reload', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  const look = () =>
    page.evaluate(() => [
      document.documentElement.dataset.theme,
      getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
    ]);
  expect(await look()).toEqual(['default', '#0e68c2']);
  await toolOf(page, '主题与颜色').click();
  const choices = page.locator('.look-themes button');
  await choices.first().waitFor();
  const seen: (string | undefined)[] = [];
  for (let at = 0; at < (await choices.count()); at++) {
    await choices.nth(at).click();
    seen.push((await look())[0]);
  }
  expect(seen).toEqual(['default', 'white', 'dark', 'colourful', 'smart', 'iview', 'vip', 'cool', 'd2', 'hey', 'lte']);
  expect(await page.getByRole('button', { name: '#409EFF', exact: true }).getAttribute('aria-pressed')).toBe('true');
  const [, ofTheme] = await look();
  await page.getByRole('button', { name: '#D4537E', exact: true }).click();
  const chosen = await look();
  expect(chosen[1]).not.toBe(ofTheme);
  await page.reload();
  expect(await look()).toEqual(chosen);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the badge shows at most 99 errors; they are uploaded or cleared after a confirmation; full screen and the narrow menu switch on and off', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  const fail = (times: number): Promise<void> =>
    page.evaluate((all) => {
      for (let at = 0; at < all; at++) dispatchEvent(new ErrorEvent('error', { message: `fault ${at}` }));
    }, times);
  const bug = page.getByRole('button', { name: /条错误日志/ });
  expect(await bug.count()).toBe(0);
  await fail(120);
  await page.locator('.with-badge', { has: bug }).locator('.badge', { hasText: /^99$/ }).waitFor();
  const dialog = page.getByRole('dialog', { name: '错误日志' });
  const end = async (button: string, message: string): Promise<void> => {
    await bug.click();
    await dialog.getByRole('button', { name: button }).click();
    await page.locator('.dialog-foot').getByRole('button', { name: '确定' }).click();
    await page.locator('.toast', { hasText: message }).last().waitFor();
    await bug.waitFor({ state: 'detached' });
  };
  await bug.click();
  await dialog.locator('th').first().waitFor();
  expect(await dialog.locator('th').allInnerTexts()).toEqual(['类型', '地址', '内容', '时间']);
  expect((await dialog.boundingBox())!.width).toBeGreaterThan(1300);
  await page.keyboard.press('Escape');
  await end('上传到服务器', '发送成功');
  const [{ count }] = await server.tables<{ count: number }>(
    "select count(*)::int as count from blade_log_error where message like 'fault %'",
  );
  expect(count).toBeGreaterThan(0);
  await fail(1);
  // An error after a failed call is reported with the request id of that call.
  const requestId = '0f9a1c1e-0000-4000-8000-00000000beef';
  await page.route(
    '**/api/blade-auth/oauth/logout',
    (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': requestId },
        json: { code: 500, success: false, msg: '坏了', data: {} },
      }),
    { times: 1 },
  );
  await bug.click();
  await dialog.getByRole('button', { name: '上传到服务器' }).click();
  await page.locator('.dialog-foot').getByRole('button', { name: '确定' }).click();
  await page.locator('.toast', { hasText: '坏了' }).waitFor();
  await fail(1);
  troubles.length = 0;
  await page.keyboard.press('Escape');
  await end('上传到服务器', '发送成功');
  expect(
    (await server.tables("select 1 from blade_log_error where message = 'fault 0' and request_id = $1", [requestId]))
      .length,
  ).toBe(1);
  await fail(1);
  await end('清空本地日志', '清空成功');
  await toolOf(page, '全屏').click();
  await toolOf(page, '退出全屏').waitFor();
  // A reload leaves full screen; the first press of a key or button restores it.
  await page.reload();
  await toolOf(page, '全屏').waitFor();
  await page.locator('.page-head h1').first().click();
  await toolOf(page, '退出全屏').click();
  await toolOf(page, '全屏').waitFor();
  await page.getByRole('button', { name: '收起菜单' }).click();
  for (const gone of ['.menu-leaf span', '.top-logo b'])
    await page.locator(`.frame[data-collapsed="true"] ${gone}`).first().waitFor({ state: 'hidden' });
  expect(await page.locator('.top-logo .logo').isVisible()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test(
  'a lock covers all tabs of the browser, those opened later too; its password is kept as a hash and forgotten when it opens',
  { timeout: 60_000 },
  async () => {
    const { page, troubles } = await screens.of(by);
    await openPage(page, '/wel/index');
    const other = await page.context().newPage();
    await openPage(other, SKILLS);
    await page.bringToFront();
    await toolOf(page, '锁屏').click();
    await page.getByRole('button', { name: '锁定' }).click();
    await page.locator('.field-problem', { hasText: '请输入锁屏密码' }).waitFor();
    await page.locator('#lock-password').fill('只有我知道');
    const waited = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          let closed = false;
          new MutationObserver(() => {
            if (!document.querySelector('.dialog')) closed = true;
            if (document.querySelector('.lock')) resolve(closed);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press('Enter');
    // The dialog closes before the lock screen appears.
    expect(await waited).toBe(true);
    for (const one of [page, other]) await one.locator('.lock').waitFor();
    const later = await page.context().newPage();
    await later.goto('/wel/index');
    await later.locator('.lock').waitFor();
    expect(
      await page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })),
    ).not.toContain('只有我知道');
    await page.reload();
    // Tab stays inside the lock screen.
    await page.waitForFunction(() => document.activeElement?.matches('.lock input'));
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.lock') !== null)).toBe(true);
    }
    await page.locator('.lock input').fill('猜一个');
    await page.keyboard.press('Enter');
    await page.locator('.field-problem', { hasText: '锁屏密码不对' }).waitFor();
    await page.locator('.lock input').fill('只有我知道');
    await page.keyboard.press('Enter');
    for (const one of [page, other, later]) await one.locator('.lock').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => sessionStorage.getItem('anju-lock'))).toBeNull();
    await toolOf(page, '锁屏').click();
    await page.locator('#lock-password').fill('再锁一次');
    await page.keyboard.press('Enter');
    await page.locator('.lock').getByRole('button', { name: '退出登录' }).click();
    await page.locator('#login-account').waitFor();
    expect(
      await page.evaluate(() => [
        sessionStorage.getItem('anju-lock'),
        sessionStorage.getItem('anju-locked'),
        sessionStorage.getItem('anju-session'),
      ]),
    ).toEqual([null, null, null]);
    expect(troubles).toEqual([]);
    await page.context().close();
  },
);

test('the frame has four sizes; on a phone the menu covers the page and closes after a choice', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, SKILLS);
  const shown = (): Promise<boolean[]> =>
    page.evaluate(() =>
      ['.top-search kbd', '.top-menu', '.tab-bar', '.bottom-bar'].map((one) =>
        document.querySelector(one)!.checkVisibility(),
      ),
    );
  const sizes: [number, boolean[]][] = [
    [1200, [true, true, true, false]],
    [1199, [false, true, true, false]],
    [992, [false, true, true, false]],
    [991, [false, false, true, false]],
    [768, [false, false, true, false]],
    [767, [false, false, false, true]],
  ];
  for (const [width, seen] of sizes) {
    await page.setViewportSize({ width, height: 900 });
    expect(await shown(), `${width} px`).toEqual(seen);
  }
  await page.setViewportSize(PHONE);
  // A phone has no keyboard, so buttons name no keys.
  await page.locator('.bottom-bar').getByText('首页').click();
  await page.locator('.button', { hasText: '来电受理' }).waitFor();
  expect(
    await page.locator('.button kbd').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
  ).toBe(0);
  await page.locator('.bottom-bar').getByRole('button', { name: '菜单' }).click();
  const menu = page.locator('.side-menu[data-open="true"]');
  await menu.locator('.menu-leaf[href="/system/param"]').click();
  await page.waitForURL('**/system/param');
  await menu.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('names of the top menu are never cut; those without room move behind its last button', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  const bar = page.locator('.top-menu');
  const more = bar.locator('.top-menu-more');
  const names = (): Promise<string[]> =>
    bar
      .locator('> div > button')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => (one.scrollWidth > one.clientWidth ? 'cut' : (one as HTMLElement).innerText)),
      );
  await page.setViewportSize({ width: 1920, height: 900 });
  // The home entry appears before the menu of rooms has loaded.
  await expect.poll(async () => (await names()).length).toBeGreaterThan(5);
  await expect.poll(() => more.isVisible()).toBe(false);
  const all = await names();
  await page.setViewportSize({ width: 1000, height: 900 });
  await more.click();
  const behind = page.getByRole('menu', { name: '更多' }).getByRole('menuitem');
  await expect.poll(async () => [...(await names()), ...(await behind.allInnerTexts())]).toEqual(all);
  expect(await behind.count()).toBeGreaterThan(0);
  const [last, ends] = await Promise.all([bar.boundingBox(), page.locator('.top-search').boundingBox()]);
  expect(last!.x + last!.width).toBeLessThanOrEqual(ends!.x);
  const [first] = await behind.allInnerTexts();
  await page.keyboard.press('Enter');
  await expect.poll(() => more.getAttribute('aria-current')).toBe('true');
  expect(await more.innerText()).toContain(first);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the top bar has its tools; a top menu limits the menu to its pages; department and role can be switched only where the company allows it', async () => {
  const [{ id: skillMenu }] = await server.tables<{ id: string }>(
    'select id::text as id from blade_menu where path = $1',
    [SKILLS],
  );
  const made = await by.post('blade-system/topmenu/submit', { code: 'mine', name: '我的菜单', sort: 900 });
  expect(
    (await by.post('blade-system/topmenu/grant', { topMenuIds: [made.data.id], menuIds: [skillMenu] })).status,
  ).toBe(200);
  const notice = await (
    await server.as('as_manager')
  ).post('blade-desk/notice/submit', {
    title: '冬季作息调整',
    category: 1,
    releaseTime: '2026-11-23 09:00:00',
    content: '<p>自12月1日起</p>',
  });
  expect(notice.status, notice.msg).toBe(200);
  const { page, troubles } = await screens.of(by, { size: { width: 1920, height: 900 } });
  await openPage(page, '/wel/index');
  for (const name of ['主题与颜色', 'English', '全屏', '锁屏']) await toolOf(page, name).waitFor();
  await page
    .locator('.top-tools')
    .getByRole('button', { name: /^消息，\d+ 条未读/ })
    .click();
  const kinds = page.locator('.bell-sheet .segments button');
  expect((await kinds.allInnerTexts()).map((one) => one.replaceAll(/[\s\d]/g, ''))).toEqual(['通知', '消息', '待办']);
  await kinds.first().click();
  await page.locator('.bell-sheet', { hasText: '冬季作息调整' }).waitFor();
  await page.keyboard.press('Escape');
  const leaves = (): Promise<number> => page.locator('.menu-leaf[href]').count();
  const all = await leaves();
  const top = page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button');
  expect((await top.allInnerTexts())[0]).toBe('首页');
  await top.filter({ hasText: '我的菜单' }).click();
  await expect.poll(leaves).toBe(1);
  await top.first().click();
  await expect.poll(leaves).toBe(all);
  const entries = async (): Promise<string[]> => {
    await page.locator('.person').click();
    return page.getByRole('menuitem').allInnerTexts();
  };
  expect(await entries()).toEqual(['工作台', '个人信息', '退出登录']);
  await by.post('blade-system/param/submit', { paramName: '切换', paramKey: 'login.switchMode', paramValue: 'on' });
  await openPage(page, '/wel/index');
  expect(await entries()).toContain('切换部门角色');
  await page.getByRole('menuitem', { name: '切换部门角色' }).click();
  const dialog = page.getByRole('dialog', { name: '用户信息选择' });
  // The fields have a gap between them, although the page of personal information, which has the same fields, was never
  // opened.
  const fields = await dialog
    .locator('.plain-field')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
  expect(fields[1][0] - fields[0][1]).toBeGreaterThanOrEqual(12);
  await dialog.getByRole('button', { name: '切换' }).click();
  await page.locator('.toast', { hasText: '请选择部门' }).waitFor();
  await chooseIn(dialog.getByLabel('部门'), 1);
  await dialog.getByRole('button', { name: '切换' }).click();
  await page.locator('.toast', { hasText: '请选择角色' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
