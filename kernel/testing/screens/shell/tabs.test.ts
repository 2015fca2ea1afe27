import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../../server/assemble.ts';
import { keeper, saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { DESK, openPage, openScreens, tabOf, tabsOf } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const skill = papers.get('skill')!;
const SKILLS = skill.menu!.path;
const made = await by.post('blade-system/menu/submit', {
  code: 'more-skills',
  name: '更多技能',
  nameEn: 'More skills',
  path: `${SKILLS}?view=more`,
  category: 1,
  sort: 1,
});
if (made.status !== 200) throw new Error(made.msg);

const ofTab = async (page: Page, name: string, item: string): Promise<void> => {
  await tabOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('tabs close one by one, except the first and pinned ones; open tabs return after a reload', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, SKILLS);
  for (const path of ['/system/param', '/system/role', '/system/post', SKILLS]) {
    await page.locator(`.menu-leaf[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
  }
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '技能', '参数', '角色', '岗位']);
  expect(await tabOf(page, '工作台').locator('.tab-close').count()).toBe(0);
  await tabOf(page, '岗位').click({ button: 'middle' });
  await tabOf(page, '岗位').waitFor({ state: 'detached' });
  await tabOf(page, '角色').dragTo(tabOf(page, '技能'));
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '角色', '技能', '参数']);
  await ofTab(page, '参数', '固定');
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '参数', '角色', '技能']);
  await page.reload();
  await page.locator('.tab[data-current="true"]', { hasText: '技能' }).waitFor();
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '参数', '角色', '技能']);
  const [twin] = await Promise.all([page.waitForEvent('popup'), ofTab(page, '技能', '复制到新窗口')]);
  await twin.locator('.tab[data-current="true"]', { hasText: '技能' }).waitFor();
  await twin.close();
  await ofTab(page, '技能', '关闭其他');
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '参数', '技能']);
  expect(new URL(page.url()).pathname).toBe(SKILLS);
  await page.getByRole('button', { name: '页签操作' }).click();
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await page.waitForURL('**/wel/index');
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '参数']);
  await ofTab(page, '参数', '取消固定');
  await tabOf(page, '参数').locator('.tab-close').click();
  await expect.poll(() => tabsOf(page)).toEqual(['工作台']);
  await ofTab(page, '工作台', '清除缓存');
  await page.locator('.dialog', { hasText: '是否需要清除缓存?' }).getByRole('button', { name: '确定' }).click();
  await page.locator('.toast', { hasText: '清除完毕' }).waitFor();
  // Many open pages: their tabs scroll, the current one is visible, and the page stays within the window.
  await page.evaluate(() =>
    sessionStorage.setItem(
      'anju-tabs',
      JSON.stringify(
        [...document.querySelectorAll('.menu-leaf[href]')]
          .slice(0, 30)
          .map((leaf) => ({ path: leaf.getAttribute('href'), search: '' })),
      ),
    ),
  );
  await page.goto('/system/param');
  await page.locator('.tab').nth(30).waitFor({ state: 'attached' });
  const edges = (): Promise<number[]> =>
    page.evaluate(() =>
      ['.frame-page', '.tab[data-current="true"]'].map(
        (one) => document.querySelector(one)!.getBoundingClientRect().right,
      ),
    );
  await expect.poll(async () => (await edges()).every((right) => right <= DESK.width)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('menus are found by the beginning of their name, then by pinyin and initials; Esc closes, Enter opens', async () => {
  await saved(server, papers.get('customer')!, { customerName: '技能一般的' });
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  await ofTab(page, '工作台', '搜索菜单');
  const palette = page.getByRole('dialog', { name: '菜单搜索', exact: true });
  await palette.getByRole('heading', { name: '菜单搜索', exact: true }).waitFor();
  const found = async (typed: string): Promise<string[]> => {
    await palette.getByRole('combobox').fill(typed);
    await palette
      .locator('li', { hasText: typed === 'jineng' || typed === 'jn' ? '技能' : typed })
      .first()
      .waitFor();
    return palette.locator('li[role="option"] > span').allInnerTexts();
  };
  expect((await found('技能'))[0]).toBe('技能');
  // A matching record appears below the other hits and does not move them.
  await palette.locator('li', { hasText: '技能一般的' }).waitFor();
  expect((await found('技能'))[0]).toBe('技能');
  expect(await found('技能')).toContain('更多技能');
  expect(await found('jn')).toContain('技能');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  expect((await found('jineng'))[0]).toBe('技能');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${SKILLS}`);
  // The side menu is filtered in the same way. Enter opens the first match, and Esc clears the search.
  const find = page.getByRole('searchbox', { name: '查找菜单' });
  const leaves = () => page.locator('.side-menu .menu-leaf').allInnerTexts();
  const all = (await leaves()).length;
  await find.fill('没有这样的');
  await page.locator('.side-menu .menu-empty', { hasText: '没有这样的菜单' }).waitFor();
  await find.fill('gw');
  await expect.poll(leaves).toContain('岗位');
  expect((await leaves()).length).toBeLessThan(all);
  // Typed letters match the initials of pinyin syllables from the start: gong gao matches `gg`, and xi tong guan li
  // does not.
  await find.fill('gg');
  await expect.poll(leaves).toContain('通知公告');
  expect(await leaves()).not.toContain('角色');
  await find.fill('岗位');
  await find.press('Enter');
  await page.waitForURL('**/system/post');
  await find.press('Escape');
  await expect.poll(async () => (await leaves()).length).toBe(all);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a tab shown again retains its scroll position', async () => {
  for (let n = 0; n < 12; n++) await saved(server, skill);
  const { page, troubles } = await screens.of(by, { size: { width: 1440, height: 420 } });
  await openPage(page, SKILLS);
  const box = page.locator('.table-box').first();
  await box.locator('tbody tr[data-id]').nth(8).waitFor();
  await box.evaluate((one) => {
    one.scrollTop = 90;
  });
  const left = await box.evaluate((one) => one.scrollTop);
  expect(left).toBeGreaterThan(40);
  await tabOf(page, '工作台').locator('.tab-title').click();
  await page.waitForURL('**/wel/index');
  await tabOf(page, '技能').locator('.tab-title').click();
  await page.waitForURL(`**${SKILLS}`);
  await expect.poll(() => box.evaluate((one) => one.scrollTop)).toBe(left);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('an empty selection shows a message, and a removal a confirmation, in the common words', async () => {
  const row = await saved(server, skill, { skillCode: 'GONE-1' });
  const { page, troubles } = await screens.of(by);
  await openPage(page, `${SKILLS}?keyword=GONE-1`);
  await page.locator(`tr[data-id="${row.id}"]`).waitFor();
  await page.keyboard.press('Delete');
  await page.locator('.toast', { hasText: '请选择至少一条数据' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  const question = page.locator('.dialog', { hasText: '确定将选择数据删除?' });
  expect(await question.locator('.dialog-foot button').allInnerTexts()).toEqual(['取消', '确定']);
  await question.getByRole('button', { name: '确定' }).click();
  await page.locator('.toast', { hasText: '删除成功' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a list has ten rows and offers 30, 50, 100 and 200; a reset clears the filters but not the range of days', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, `${SKILLS}?skillCode=nothing&createTime_dategt=2026-11-01&createTime_datelt=2026-11-30`);
  const size = page.getByLabel('每页条数');
  await size.click();
  await page.locator('.list-below li').first().waitFor();
  const offered = await page.locator('.list-below li').allInnerTexts();
  await page.keyboard.press('Escape');
  expect([await size.getAttribute('data-value'), offered]).toEqual([
    '10',
    [10, 30, 50, 100, 200].map((one) => `${one} 条/页`),
  ]);
  await page.getByRole('button', { name: '重置' }).click();
  await page.waitForURL((url) => !url.searchParams.has('skillCode'));
  expect([...new URL(page.url()).searchParams]).toEqual([
    ['createTime_dategt', '2026-11-01'],
    ['createTime_datelt', '2026-11-30'],
  ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the title of a hidden tab follows the language', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/maintenance/asmaterialshipments/scan');
  await expect.poll(() => tabsOf(page)).toEqual(['工作台', '扫码移交']);
  await page.locator(`.menu-leaf[href="${SKILLS}"]`).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => tabsOf(page)).toEqual(['Workbench', 'Hand over by scanning', 'Skills']);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test.for([
  [
    'param',
    { paramName: '名', paramKey: 'k', paramValue: 'v' },
    { paramName: '请输入参数名称', paramKey: '请输入参数键名', paramValue: '请输入参数键值' },
  ],
  [
    'dict',
    { code: 'c', dictValue: '名', sort: 1, isSealed: 0 },
    { code: '请输入字典编号', dictValue: '请输入字典名称', sort: '请输入字典排序', isSealed: '请选择封存' },
  ],
  [
    'dict-biz',
    { code: 'c', dictValue: '名', sort: 1, isSealed: 0 },
    { code: '请输入字典编号', dictValue: '请输入字典名称', sort: '请输入字典排序', isSealed: '请选择封存' },
  ],
  ['tenant-package', { packageName: '包', menuId: made.data.id }, { packageName: '请输入产品包名称' }],
])('%s asks for what must be there in the known words', async ([name, good, words]) => {
  const row = await by.post(`blade-system/${name}/submit`, good);
  expect(row.status, row.msg).toBe(200);
  for (const [field, msg] of Object.entries(words)) {
    const answer = await by.post(`blade-system/${name}/submit`, { id: row.data.id, [field]: '' });
    expect([answer.status, answer.data.fields], field).toEqual([400, expect.arrayContaining([{ field, msg }])]);
  }
});
