import { expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { openPage, openScreens, pageSettled, chooseIn } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { paperNamed } from '#kernel/server/app.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const administrator = await server.as('administrator');

test('a company sets its own first page, which stays open while the workbench closes; its quiet codes show no message', async () => {
  await administrator.post('blade-system/param/own', { paramKey: 'web.firstPage', paramValue: '/wel/dashboard' });
  await administrator.post('blade-system/param/own', { paramKey: 'web.quietCodes', paramValue: '404' });
  server.clock.pass(11_000);
  const { id } = await server.as('as_cs', { who: 'first' });
  await server.tables('update blade_user set password = $2 where id = $1', [id, await hashPassword(md5('Secret2026'))]);
  const own = await screens.ofStranger({ refused: [400, 404] });
  await own.page.goto('/login');
  await own.page.locator('#login-account').fill('as_cs_first');
  await own.page.locator('#login-password').fill('Secret2026');
  await own.page.keyboard.press('Enter');
  await own.page.waitForURL('**/wel/dashboard');
  const titles = own.page.locator('.tab-title');
  await expect.poll(() => titles.allInnerTexts()).toEqual(['控制台']);
  await own.page.evaluate(() => {
    history.pushState({}, '', '/wel/index');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => titles.allInnerTexts()).toEqual(['控制台', '工作台']);
  await own.page.locator('.tab[data-current="true"]', { hasText: '工作台' }).waitFor();
  await pageSettled(own.page);
  await titles.last().press('Delete');
  await expect.poll(() => titles.allInnerTexts()).toEqual(['控制台']);
  await own.page.goto('/maintenance/asrepairform?id=1');
  await pageSettled(own.page);
  expect(await own.page.locator('.toast').count()).toBe(0);
  await own.page.context().close();
  for (const paramKey of ['web.firstPage', 'web.quietCodes'])
    await administrator.post('blade-system/param/own', { paramKey, paramValue: null });
});

test('a view saved for a role opens first for its people; workbench tiles remain as arranged by mouse or keys', async () => {
  const cs = await server.as('as_cs', { who: 'tiles' });
  const paper = paperNamed(server.app, 'customer');
  const manager = await screens.of(await server.as('as_manager,as_cs', { who: 'tiles' }), {
    size: { width: 1440, height: 900 },
  });
  await openPage(manager.page, `${paper.menu!.path}?customerLevel_in=vip`);
  await manager.page.getByRole('button', { name: '存为视图' }).click();
  await manager.page.getByLabel('视图名称').fill('贵宾');
  await manager.page.getByLabel('一个角色').check();
  await chooseIn(manager.page.getByLabel('角色', { exact: true }), '客服');
  await manager.page.getByLabel('打开列表时默认用它').check();
  expect(await barriers(manager.page)).toEqual([]);
  await manager.page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await manager.page.locator('.toast', { hasText: '视图已保存' }).waitFor();
  await manager.page.context().close();
  const own = await screens.of(cs);
  await openPage(own.page, paper.menu!.path);
  await own.page.getByRole('tab', { name: '贵宾', selected: true }).waitFor();
  await openPage(own.page, '/wel/dashboard');
  const tiles = (): Promise<(string | null)[]> =>
    own.page
      .locator('.page:not([hidden]) .home-card')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tile')));
  await own.page.getByRole('button', { name: '整理' }).click();
  const [first, second, third] = await tiles();
  await own.page.locator(`[data-tile="${first}"]`).getByRole('button', { name: /后移$/ }).press('Enter');
  await expect.poll(async () => (await tiles()).slice(0, 2)).toEqual([second, first]);
  await own.page.locator(`[data-tile="${third}"]`).dragTo(own.page.locator(`[data-tile="${second}"]`));
  await expect.poll(async () => (await tiles()).slice(0, 3)).toEqual([third, second, first]);
  await own.page
    .locator(`[data-tile="${second}"]`)
    .getByRole('button', { name: /^不显示/ })
    .click();
  await own.page.getByRole('button', { name: /^显示/ }).waitFor();
  // Removing a tile removes its button too: the focus moves to the next tile.
  await own.page.waitForFunction(() => document.activeElement?.closest('.home-card') !== null);
  expect(await barriers(own.page)).toEqual([]);
  await own.page.getByRole('button', { name: '完成' }).click();
  await openPage(own.page, '/wel/dashboard');
  await expect.poll(async () => (await tiles()).slice(0, 2)).toEqual([third, first]);
  expect((await cs.get('blade-core/views', { paper: '@home' })).data.settings).toMatchObject({ hidden: [second] });
  await own.page.context().close();
});
