import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper } from '../sample.ts';
import { openStory } from '../story.ts';
import { barriers } from './axe.ts';
import { PHONE, openPage, openScreens, tabsOf, toolOf } from './browser.ts';

const story = await openStory(import.meta.url, { webRoot: true });
const screens = await openScreens(story);
const by = await keeper(story);
const SKILLS = papers.get('skill')!.menu!.path;
const HELP = 'http://help.example/start';

/** A page of the administration's own, in the menu of everybody. */
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
    expect(await page.locator('.self-test dd', { hasText: '1440 像素，第 4 档' }).count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    const before = await tabsOf(page);
    // A link of a stranger shows his page nowhere in ours: only what stands in the menu is framed.
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
    // What another page does within its frame is its own affair.
    expect(troubles).toEqual([]);
    await page.locator('.menu-leaf', { hasText: '帮助中心' }).click();
    await page.frameLocator('.page-frame').locator('p', { hasText: 'help' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/myiframe/${encodeURIComponent(HELP)}`);
    await page.locator('.tab[data-current="true"]', { hasText: '帮助中心' }).waitFor();
    // What got into the page all the same acts no more than a text does.
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

test('what opens in a window of its own does, and an address may leave the menu away', async () => {
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

test('eleven themes by their names, any colour, and they are there after a reload', async () => {
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

test('the badge counts faults to 99; they are uploaded or cleared after a question; full screen and the narrow menu go on and off', async () => {
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
  const end = async (button: string, said: string): Promise<void> => {
    await bug.click();
    await dialog.getByRole('button', { name: button }).click();
    await page.locator('.dialog-foot').getByRole('button', { name: '确定' }).click();
    await page.locator('.toast', { hasText: said }).last().waitFor();
    await bug.waitFor({ state: 'detached' });
  };
  await bug.click();
  await dialog.locator('th').first().waitFor();
  expect(await dialog.locator('th').allInnerTexts()).toEqual(['类型', '地址', '内容', '时间']);
  expect((await dialog.boundingBox())!.width).toBeGreaterThan(1300);
  await page.keyboard.press('Escape');
  await end('上传到服务器', '发送成功');
  const [{ count }] = await story.tables<{ count: number }>(
    "select count(*)::int as count from blade_log_error where message like 'fault %'",
  );
  expect(count).toBeGreaterThan(0);
  await fail(1);
  // A fault that follows a call that failed carries its number.
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
    (await story.tables("select 1 from blade_log_error where message = 'fault 0' and request_id = $1", [requestId]))
      .length,
  ).toBe(1);
  await fail(1);
  await end('清空本地日志', '清空成功');
  await toolOf(page, '全屏').click();
  await toolOf(page, '退出全屏').waitFor();
  // It goes with a reload; the first press brings it back.
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
    // First the dialog goes, then the lock comes.
    expect(await waited).toBe(true);
    for (const one of [page, other]) await one.locator('.lock').waitFor();
    const later = await page.context().newPage();
    await later.goto('/wel/index');
    await later.locator('.lock').waitFor();
    expect(
      await page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })),
    ).not.toContain('只有我知道');
    await page.reload();
    // Tab goes round inside the lock: nothing behind it can be reached.
    await page.waitForFunction(() => document.activeElement?.matches('.lock input'));
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.lock') !== null)).toBe(true);
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

test('the frame has four sizes; on a phone the menu lies over the page and a choice closes it', async () => {
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
  // A phone has none of the keys that buttons name.
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

test('a part of the product that does not arrive is given up after 120 seconds, with a way to try again; an answer after ten minutes', async () => {
  const { page } = await screens.of(by);
  await page.clock.install();
  await openPage(page, '/wel/index');
  // After a new release the old part is gone: it is said, and trying again loads the new one.
  await page.route(/self-test.*\.js/, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.goto('/test/index');
  await page.locator('.page-message', { hasText: '产品刚刚升级' }).waitFor();
  await page.getByRole('button', { name: '重试' }).click();
  await page.locator('.self-test').waitFor();
  await page.route(/self-test.*\.js/, () => undefined);
  await page.goto('/test/index');
  await page.locator('.page-wait').waitFor({ state: 'attached' });
  await page.clock.fastForward(119_000);
  expect(await page.locator('.page-wait').count()).toBe(1);
  await page.clock.fastForward(2_000);
  await page.locator('.page-message', { hasText: '页面没有载入' }).waitFor();
  await page.unroute(/self-test.*\.js/);
  await page.getByRole('button', { name: '重试' }).click();
  await page.locator('.self-test').waitFor();
  // So are answers, after ten minutes.
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

test('who was vouched for asks for an account: the dialog stays until he does, and says what is missing in order', async () => {
  const guest = await screens.of(by, { refused: [400, 401, 403, 502] });
  await guest.page.addInitScript(() => {
    const kept = JSON.parse(sessionStorage.getItem('anju-session') ?? '{}') as object;
    sessionStorage.setItem('anju-session', JSON.stringify({ ...kept, guestOf: 'nobody', name: '来宾' }));
  });
  await guest.page.goto('/');
  const dialog = guest.page.getByRole('dialog', { name: '账号注册' });
  await dialog.locator('#register-account').waitFor();
  expect(await dialog.locator('#register-name').inputValue()).toBe('来宾');
  await guest.page.keyboard.press('Escape');
  await guest.page.mouse.click(5, 5);
  expect([await dialog.count(), await dialog.getByRole('button', { name: '关闭' }).count()]).toEqual([1, 0]);
  const says = async (words: string): Promise<void> => {
    await dialog.getByRole('button', { name: '注册' }).click();
    await guest.page.locator('.toast', { hasText: words }).waitFor();
  };
  if (await dialog.locator('#register-tenantId').count()) {
    await says('请先输入租户编号');
    await dialog.locator('#register-tenantId').fill('000000');
  }
  await says('请先输入账号名称');
  await dialog.locator('#register-account').fill('ada');
  await says('请先输入密码');
  await dialog.locator('#register-password').fill('Lovelace1815');
  await dialog.locator('#register-password2').fill('Lovelace1816');
  await says('两次密码输入不一致');
  await dialog.locator('#register-password2').fill('Lovelace1815');
  await guest.page.route('**/register-guest*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await says('提交失败');
  await dialog.getByRole('button', { name: '注册' }).isEnabled();
  await guest.page.context().close();
});

test('the top bar has its tools; a top menu narrows the menu to what it was given; department and role are switched only where the company wants it', async () => {
  const [{ id: skillMenu }] = await story.tables<{ id: string }>(
    'select id::text as id from blade_menu where path = $1',
    [SKILLS],
  );
  const made = await by.post('blade-system/topmenu/submit', { code: 'mine', name: '我的菜单', sort: 900 });
  expect(
    (await by.post('blade-system/topmenu/grant', { topMenuIds: [made.data.id], menuIds: [skillMenu] })).status,
  ).toBe(200);
  const notice = await (
    await story.as('as_manager')
  ).post('blade-desk/notice/submit', {
    title: '冬季作息调整',
    category: 1,
    releaseTime: '2026-11-23 09:00:00',
    content: '<p>自12月1日起</p>',
  });
  expect(notice.status, notice.msg).toBe(200);
  const { page, troubles } = await screens.of(by);
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
  // Where nobody opened the page of personal information, its fields stand apart too.
  const fields = await dialog
    .locator('.plain-field')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
  expect(fields[1][0] - fields[0][1]).toBeGreaterThanOrEqual(12);
  await dialog.getByRole('button', { name: '切换' }).click();
  await page.locator('.toast', { hasText: '请选择部门' }).waitFor();
  await dialog.getByLabel('部门').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: '切换' }).click();
  await page.locator('.toast', { hasText: '请选择角色' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('personal information is saved, a portrait is a small jpg or png, and a new password is typed twice', async () => {
  const { page, troubles } = await screens.of(await story.as('as_cs', { who: 'me' }));
  await openPage(page, '/info/index');
  const portrait = (name: string, mimeType: string, size: number) =>
    page.getByLabel('更换头像').setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) });
  for (const [name, type, size] of [
    ['me.gif', 'image/gif', 10],
    ['me.png', 'image/png', 501 * 1024],
  ] as const) {
    await portrait(name, type, size);
    await page.locator('.toast', { hasText: '头像只能是 jpg 或 png,不超过 500 kB' }).getByRole('button').click();
  }
  await page.getByLabel('姓名').fill('新名字');
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.toast', { hasText: '操作成功!' }).waitFor();
  await page.locator('.person-name', { hasText: '新名字' }).waitFor();
  await page.getByRole('tab', { name: '修改密码' }).click();
  await page.locator('#oldPassword').fill('Old2026pass');
  await page.locator('#newPassword').fill('New2026pass');
  await page.locator('#newPassword1').fill('New2027pass');
  await page.keyboard.press('Enter');
  await page.locator('.field-problem', { hasText: '两次密码输入不一致' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('an answer of nobody is an unknown fault, a save that failed can be tried again, and what is saved is said', async () => {
  const { page } = await screens.of(by, { refused: [502] });
  await openPage(page, '/system/param');
  await page.keyboard.press('n');
  const value = page.locator('.panel [data-field="paramValue"] textarea');
  await value.fill('1');
  for (const name of ['paramName', 'paramKey'])
    await page.locator(`.panel [data-field="${name}"] input`).fill('story.words');
  expect(await value.inputValue()).toBe('1');
  await page.route('**/blade-system/param/s*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  // Looked for before it is said, as somebody looks at his screen: it goes by itself.
  await Promise.all([page.locator('.toast', { hasText: '未知错误' }).waitFor(), page.keyboard.press('Control+s')]);
  await page.unroute('**/blade-system/param/s*');
  await Promise.all([page.locator('.toast', { hasText: '新增成功' }).waitFor(), page.keyboard.press('Control+s')]);
  await page.context().close();
});

test('a login that has ended leads to the login page; who has no menu is told whom to ask', async () => {
  const gone = await story.as('as_cs', { who: 'gone' });
  const { page } = await screens.of(gone, { refused: [400, 401] });
  await openPage(page, SKILLS);
  await gone.get('blade-auth/oauth/logout');
  await page.locator('.menu-leaf[href]').nth(3).click();
  await page.waitForURL('**/login*');
  await page.locator('.toast', { hasText: '登录已过期' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('anju-tabs') ?? '')).not.toContain(SKILLS);
  await page.context().close();
  await by.post('blade-system/role/submit', { roleName: '空角色', roleAlias: 'bare', scope: 'own', sort: 1 });
  const bare = await screens.of(await story.as('bare'), { refused: [403] });
  await bare.page.goto('/');
  await bare.page.locator('.menu-empty', { hasText: '没有可用的菜单' }).waitFor();
  await bare.page.context().close();
});
