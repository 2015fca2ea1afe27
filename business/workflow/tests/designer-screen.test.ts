import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, LOOKS, PHONE, chooseIn, openPage, openScreens, switchTheme } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { leaveProcessXml } from '../engine/shipped/leave-process.rules.ts';
import { ok, startInstanceOf, todoOf, versionOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [keeper, other, cs] = [await server.as('as_manager'), await server.as('as_manager'), await server.as('as_cs')];

const saved = async (modelKey: string): Promise<{ id: string; version: number }> => {
  const xml = leaveProcessXml.replaceAll('LeaveProcess', modelKey);
  const { id } = ok(
    await keeper.post('blade-flow/model/submit', { modelKey, name: '请假试画', modelEditorXml: xml }),
  ).data;
  return ok(await keeper.get('blade-flow/model/detail', { id })).data;
};

const openDesigner = async (page: Page, id: string): Promise<void> => {
  await openPage(page, `/flow/model/${id}`);
  await page.locator('.djs-container .djs-shape').first().waitFor();
};

const nameOfPanel = (page: Page) => page.getByLabel('名称', { exact: true });
const findings = (page: Page) => page.locator('.design-checks:not([data-stale="true"])');

test('a process is drawn by keyboard and mouse, its error mended, deployed, started and approved', async () => {
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  await openPage(page, '/flow/model');
  await page.keyboard.press('n');
  await page.locator('.djs-palette').waitFor();
  // While no node is selected, the panel edits the process itself.
  await page.getByLabel('流程标识').fill('drawnHere');
  await page.keyboard.press('Tab');
  await nameOfPanel(page).fill('画出来的审批');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  await page.locator('.design-canvas svg[tabindex]').first().focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => nameOfPanel(page).inputValue()).toBe('开始');
  await page.keyboard.press('F2');
  await expect.poll(() => nameOfPanel(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: '审批', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => nameOfPanel(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('主管审批');
  await page.keyboard.press('Enter');
  await chooseIn(page.getByLabel('加一种'), '发起人');
  await page.getByRole('button', { name: '服务', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => nameOfPanel(page).inputValue()).toBe('');
  await nameOfPanel(page).fill('通知');
  await page.keyboard.press('Enter');
  // With the mouse: append the end event by the buttons beside the node.
  await page.locator('.djs-context-pad [data-action="append.end-event"]').click();
  await expect.poll(() => page.locator('.djs-shape:not([data-element-id$="_label"])').count()).toBe(4);
  await expect.poll(() => findings(page).innerText()).toContain('没有选择服务');
  await expect.poll(() => page.locator('.lint-mark[data-level="error"]').innerText()).toBe('1');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/flow\/model\/\d+$/);
  const deploy = page.getByRole('button', { name: '部署…' });
  await expect.poll(() => deploy.getAttribute('title')).toContain('1 处错误');
  expect(await deploy.isDisabled()).toBe(true);
  await page.keyboard.press('F8');
  await expect.poll(() => nameOfPanel(page).inputValue()).toBe('通知');
  await chooseIn(page.getByLabel('服务', { exact: true }), '发送通知');
  for (const [label, value] of [
    ['接收人', '${applyUser}'],
    ['标题', '已审批'],
    ['内容', '主管已同意'],
  ]) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => page.locator('.lint-mark[data-level="error"]').count()).toBe(0);
  await page.keyboard.press('Control+s');
  await expect.poll(() => deploy.isEnabled()).toBe(true);
  await deploy.click();
  await page.getByRole('dialog').getByRole('button', { name: '部署', exact: true }).click();
  await expect.poll(() => page.locator('.design-head .pill').innerText()).toContain('v1');
  const definition = await versionOf(server, 'drawnHere');
  const instance = await startInstanceOf(keeper, definition);
  expect(await todoOf(keeper, instance)).toMatchObject([{ taskName: '主管审批' }]);
  await openPage(page, '/work/todo');
  await page.getByText('主管审批').first().waitFor();
  await page.keyboard.press('a');
  await expect.poll(async () => (await todoOf(keeper, instance)).length).toBe(0);
  const [row] = await server.tables<{ state: string }>('select state from wf_instance where id = $1', [instance]);
  expect(row.state).toBe('completed');
  expect(troubles).toEqual([]);
}, 120_000);

/** Assert that the logo of the library is inside the canvas, not covered, and links to its address. */
async function assertLogo(page: Page): Promise<void> {
  const logo = page.locator('.bjs-powered-by:visible').first();
  await logo.waitFor();
  const seen = await logo.evaluate((link) => {
    const box = link.getBoundingClientRect();
    const canvas = link.closest('.bjs-container')!.getBoundingClientRect();
    const corners = [
      [box.x + box.width / 2, box.y + box.height / 2],
      [box.x + 2, box.y + 2],
      [box.right - 2, box.bottom - 2],
    ];
    return {
      isInside: box.x >= canvas.x && box.right <= canvas.right && box.y >= canvas.y && box.bottom <= canvas.bottom,
      isInWindow: box.x >= 0 && box.right <= innerWidth && box.y >= 0 && box.bottom <= innerHeight,
      isOnTop: corners.every(([x, y]) => link.contains(document.elementFromPoint(x, y))),
      width: box.width,
      height: box.height,
      href: (link as HTMLAnchorElement).getAttribute('href'),
      opacity: getComputedStyle(link).opacity,
      colour: getComputedStyle(link).color,
    };
  });
  expect(seen).toMatchObject({
    isInside: true,
    isInWindow: true,
    isOnTop: true,
    href: 'http://bpmn.io',
    opacity: '1',
    colour: 'rgb(64, 64, 64)',
  });
  expect(seen.width).toBeGreaterThanOrEqual(53);
  expect(seen.height).toBeGreaterThanOrEqual(21);
}

test.each([
  ['at the desk', DESK],
  ['on the phone', PHONE],
])(
  'the logo of the drawing library is wholly seen %s, in every look and face of the designer',
  async (_, size) => {
    const { id } = await saved(`logo${size.width}`);
    const { page, troubles } = await screens.of(keeper, { size });
    await openDesigner(page, id);
    for (const look of LOOKS) {
      await switchTheme(page, look);
      for (const face of ['模拟', '设计']) {
        await page.locator('.design-head').getByRole('radiogroup').getByRole('radio', { name: face }).click();
        await assertLogo(page);
      }
    }
    expect(troubles).toEqual([]);
  },
  90_000,
);

test('the second step shows tokens and a minimap without changes, 确定 saves, and leaving asks', async () => {
  const { id } = await saved('second');
  const { page } = await screens.of(keeper, { size: DESK });
  await openDesigner(page, id);
  await page.locator('.design-canvas svg[tabindex]').first().focus();
  await page.keyboard.press('Tab');
  await nameOfPanel(page).fill('递交');
  await page.keyboard.press('Enter');
  await page.locator('.tab', { hasText: '请假流程' }).locator('.tab-close').click();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '预览' }).click();
  const preview = page.locator('.design-preview');
  await preview.locator('.djs-minimap.open').waitFor();
  await preview.locator('.bts-palette').waitFor();
  expect(await preview.locator('.djs-palette').count()).toBe(0);
  await preview.getByLabel('流程变量，每行一个').fill(`taskUser = ${cs.id}\ndays = 5`);
  await preview.getByRole('button', { name: '走一遍' }).click();
  await expect.poll(() => preview.locator('.design-steps').innerText()).toContain('老板审批');
  await preview.getByRole('button', { name: '确定' }).click();
  await expect
    .poll(async () => ok(await keeper.get('blade-flow/model/detail', { id })).data.modelEditorXml)
    .toContain('name="递交"');
}, 60_000);

test('the second to save learns of the first, and reloads or overwrites', async () => {
  const { id } = await saved('both');
  const { page } = await screens.of(keeper, { size: DESK, refused: [409] });
  await openDesigner(page, id);
  const { version } = ok(await other.get('blade-flow/model/detail', { id })).data;
  ok(await other.post('blade-flow/model/submit', { id, version, description: '先存的' }));
  await page.locator('.design-canvas svg[tabindex]').first().focus();
  await page.keyboard.press('Tab');
  await nameOfPanel(page).fill('后存的');
  await page.keyboard.press('Control+s');
  const bar = page.locator('.design-conflict');
  await bar.waitFor();
  await bar.getByRole('button', { name: '用我的覆盖' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(ok(await keeper.get('blade-flow/model/detail', { id })).data.modelEditorXml).toContain('name="后存的"');
}, 60_000);

test('a version and the drawing are shown side by side, with their differences', async () => {
  const { id } = await saved('compared');
  ok(await keeper.post(`blade-flow/model/deploy?modelId=${id}&category=flow_leave`, {}));
  const { page, troubles } = await screens.of(keeper, { size: DESK });
  await openDesigner(page, id);
  await page.locator('.design-canvas svg[tabindex]').first().focus();
  await page.keyboard.press('Tab');
  await nameOfPanel(page).fill('递交');
  await page.keyboard.press('Enter');
  const faces = page.locator('.design-head').getByRole('radiogroup');
  await faces.getByRole('radio', { name: '版本 1' }).click();
  await page.locator('.design-versions tbody tr', { hasText: 'v1' }).getByRole('button', { name: '与图对比' }).click();
  const list = page.locator('.design-difference > ul');
  await expect.poll(() => list.innerText()).toContain('递交');
  await expect.poll(() => list.locator('li').count()).toBe(1);
  await expect.poll(() => page.locator('.design-side .diff-changed').count()).toBe(2);
  expect(troubles).toEqual([]);
}, 60_000);
