import { expect, test } from 'vitest';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { papers } from '../../../server/assemble.ts';
import type { StoredListSettings } from '#kernel/web/query/list-settings.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { PHONE, openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('repairForm')!;
const path = of.menu!.path;
const urgent = await saved(server, of, { urgency: 'high' });
const calm = await saved(server, of, { urgency: 'normal' });
const idOf = async (name: string): Promise<string> =>
  (
    (await by.get('blade-core/views', { paper: of.name })).data as {
      views: { id: string; name: string }[];
      shared: { id: string; name: string }[];
    }
  ).shared.find((view) => view.name === name)!.id;
const rowsOn = (page: import('playwright-core').Page): Promise<(string | null)[]> =>
  page.locator('.table tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));

test('a column hidden before the stored settings arrive stays hidden, in the browser and on the server', async () => {
  const { page, troubles } = await screens.of(by);
  const held = Promise.withResolvers<void>();
  await page.route('**/blade-core/views?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path);
  await page.locator(`tr[data-id="${urgent.id}"]`).waitFor();
  await page.getByRole('button', { name: '列', exact: true }).click();
  const head = page.locator('.table th', { hasText: '报修来源' });
  await head.waitFor();
  await page.locator('.column-list label', { hasText: '报修来源' }).click();
  await head.waitFor({ state: 'detached' });
  const settingsRead = page.waitForResponse((answer) => answer.url().includes('blade-core/views?'));
  held.resolve();
  await settingsRead;
  await expect
    .poll(async () => {
      const { settings } = (await by.get('blade-core/views', { paper: of.name })).data as StoredListSettings;
      return settings?.columns?.find((one) => one.key === 'source')?.hidden;
    })
    .toBe(true);
  expect(await head.count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a view is saved in the row of views, shown at once, and shared as a link that survives a rename', async () => {
  const { page, troubles } = await screens.of(by);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${path}?urgency=high`);
  await page.locator(`tr[data-id="${urgent.id}"]`).waitFor();
  await page.locator('.view-add').click();
  await page.getByRole('menuitem', { name: '把现在的条件存为视图' }).click();
  await page.locator('#view-name').fill('急的');
  await page.locator('.dialog').getByText('全公司').click();
  expect(await barriers(page)).toEqual([]);
  await page.locator('.dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('[role="tab"][aria-selected="true"]', { hasText: '急的' }).waitFor();
  const id = await idOf('急的');
  await page.waitForURL((url) => url.search === `?view=v${id}`);
  await page.locator('.view-tools').click();
  await page.getByRole('menuitem', { name: '复制链接' }).click();
  await page.locator('.toast', { hasText: '链接已复制' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.base}${path}?view=v${id}`);
  const renamed = await by.post('blade-core/views', {
    paper: of.name,
    view: { name: '很急的', shared: 'company', filters: { urgency: 'high' } },
    was: '急的',
  });
  expect([renamed.status, await idOf('很急的')]).toEqual([200, id]);
  const other = await screens.of(await server.as('as_manager', { who: 'view links' }));
  await other.page.goto(`${path}?view=v${id}`);
  await other.page.locator('[role="tab"][aria-selected="true"]', { hasText: '很急的' }).waitFor();
  await other.page.locator(`tr[data-id="${urgent.id}"]`).waitFor();
  expect(await rowsOn(other.page)).not.toContain(calm.id);
  expect([troubles, other.troubles]).toEqual([[], []]);
  await Promise.all([page.context().close(), other.page.context().close()]);
});

test('a shared own view has its conditions in the link, since others cannot find it by name', async () => {
  await by.post('blade-core/views', {
    paper: of.name,
    view: { name: '只有我', filters: { urgency: 'normal' }, sort: '-repairStatus' },
  });
  const { page, troubles } = await screens.of(by);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path);
  await page.getByRole('tab', { name: '只有我' }).click();
  await page.locator(`tr[data-id="${calm.id}"]`).waitFor();
  await page.locator('.view-add').click();
  await page.getByRole('menuitem', { name: '复制链接' }).click();
  await page.locator('.toast', { hasText: '链接已复制' }).waitFor();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect([...link.searchParams].toSorted()).toEqual([
    ['sort', '-repairStatus'],
    ['urgency', 'normal'],
  ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a view stores its form, a board or groups; another view is a table again', async () => {
  const { page, troubles } = await screens.of(by);
  const keep = async (name: string): Promise<void> => {
    await page.locator('.view-add').click();
    await page.getByRole('menuitem', { name: '把现在的条件存为视图' }).click();
    await page.locator('#view-name').fill(name);
    await page.locator('.dialog').getByRole('button', { name: '保存', exact: true }).click();
    await page.locator('[role="tab"][aria-selected="true"]', { hasText: name }).waitFor();
  };
  await page.goto(`${path}?urgency=high&as=kanban`);
  await page.locator('.board-card').first().waitFor();
  await keep('看板上急的');
  await page.goto(`${path}?group=repairStatus`);
  await page.locator('.group-head, .group-rail').first().waitFor();
  await keep('按状态分组');
  await page.goto(`${path}?urgency=high`);
  await page.locator('.table').waitFor();
  await keep('表格里急的');
  await page.getByRole('tab', { name: '看板上急的' }).click();
  await page.locator(`.board-card[data-id="${urgent.id}"]`).waitFor();
  expect(await page.locator(`.board-card[data-id="${calm.id}"]`).count()).toBe(0);
  await page.getByRole('tab', { name: '按状态分组' }).click();
  await page.waitForURL((url) => url.searchParams.get('group') === 'repairStatus' && !url.searchParams.has('as'));
  await page.getByRole('tab', { name: '表格里急的' }).click();
  await page.locator(`.table tr[data-id="${urgent.id}"]`).waitFor();
  expect(new URL(page.url()).searchParams.has('group')).toBe(false);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the default view of a list opens with its board', async () => {
  const fresh = await server.as('as_manager', { who: 'begins with a board' });
  await fresh.post('blade-core/views', {
    paper: of.name,
    view: { name: '先看板', filters: { urgency: 'high' }, as: 'kanban' },
  });
  const { page, troubles } = await screens.of(fresh);
  await page.goto(path);
  await page.getByRole('tab', { name: '先看板' }).click();
  await page.locator(`.board-card[data-id="${urgent.id}"]`).waitFor();
  await page.locator('.view-tools').click();
  await page.getByRole('menuitem', { name: '设为我的默认视图' }).click();
  await page.locator('.toast', { hasText: '已保存' }).waitFor();
  await page.goto(path);
  await page.locator(`.board-card[data-id="${urgent.id}"]`).waitFor();
  await page.locator('[role="tab"][aria-selected="true"]', { hasText: '先看板' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a link to a missing view, or another person’s, opens the own default view and says so', async () => {
  await by.post('blade-core/views', { paper: of.name, view: { name: '别人的', filters: { urgency: 'high' } } });
  const own = (
    (await by.get('blade-core/views', { paper: of.name })).data.views as { id: string; name: string }[]
  ).find((view) => view.name === '别人的')!;
  const other = await server.as('as_manager', { who: 'strange views' });
  const { page, troubles } = await screens.of(other, { size: PHONE });
  for (const key of ['v1', `v${own.id}`, 'my-nobody']) {
    await page.goto(`${path}?view=${key}`);
    await page.locator('.toast', { hasText: '链接里的视图不存在，或没有共享给你' }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has('view'));
    await page.locator(`.card[data-id="${calm.id}"]`).waitFor();
  }
  await pageSettled(page);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('filters by invisible fields show that they have no effect', async () => {
  const stock = papers.get('stock')!;
  await by.post('blade-core/views', {
    paper: stock.name,
    view: { name: '贵的', shared: 'company', filters: { avgCost_ge: '100' } },
  });
  const notesOf = async (account: string): Promise<string[]> => {
    const { page, troubles } = await screens.of(await server.as(account, { who: 'lost fields' }));
    await page.goto(stock.menu!.path);
    await page.getByRole('tab', { name: '贵的' }).click();
    await page.locator('[role="tab"][aria-selected="true"]', { hasText: '贵的' }).waitFor();
    await pageSettled(page);
    const words = await page.locator('.view-lost').allInnerTexts();
    expect(troubles).toEqual([]);
    await page.context().close();
    return words;
  };
  expect(await notesOf('as_technician')).toEqual([expect.stringContaining('有 1 个条件用的是你看不到的字段')]);
  expect(await notesOf('administrator')).toEqual([]);
});

test('settings that could not be saved are not applied to the next person in this window', async () => {
  const { page } = await screens.of(await server.as('as_cs', { who: 'first' }), { refused: [502, 401] });
  await page.route('**/blade-core/views', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto(path);
  const head = page.locator('.table th', { hasText: '报修来源' });
  await head.waitFor();
  await page.getByRole('button', { name: '列', exact: true }).click();
  const refused = page.waitForResponse((answer) => answer.url().endsWith('blade-core/views'));
  await page.locator('.column-list label', { hasText: '报修来源' }).click();
  await head.waitFor({ state: 'detached' });
  await refused;
  await page.unroute('**/blade-core/views');
  const { id } = await server.as('as_cs', { who: 'second' });
  await server.tables('update blade_user set password = $2 where id = $1', [id, await hashPassword(md5('Secret2026'))]);
  await page.locator('.person').first().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('#login-account').fill('as_cs_second');
  await page.locator('#login-password').fill('Secret2026');
  await page.keyboard.press('Enter');
  await page.locator('.frame .menu-leaf[href]').first().waitFor({ state: 'attached' });
  await page.locator(`.menu-leaf[href="${path}"]`).first().dispatchEvent('click');
  await page.locator('.table th', { hasText: '报修单号' }).waitFor();
  await expect.poll(() => head.count()).toBe(1);
  await page.context().close();
});
