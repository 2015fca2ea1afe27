import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { PHONE, openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const of = papers.get('repairForm')!;
const path = of.menu!.path;
const rows: { id: string }[] = [];
for (const urgency of ['high', 'normal', 'high']) rows.push(await saved(server, of, { urgency }));

test('the rows of a list are in groups with counts, one of which is shown; the address names it, and keys choose it', async () => {
  const { page, troubles } = await screens.of(by);
  await page.goto(path);
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await page.getByRole('button', { name: '分组' }).click();
  await page.getByRole('menuitem', { name: '紧急程度' }).click();
  const heads = page.locator('.groups .group-head');
  await heads.nth(2).waitFor();
  expect(await heads.allInnerTexts()).toEqual(['全部\n3', '一般\n1', '紧急\n2']);
  await heads.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.search === '?group=urgency&open=high');
  await page.locator(`tr[data-id="${rows[1].id}"]`).waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.table tbody tr[data-id]').count()).toBe(2);
  await expect.poll(() => page.locator('.list-head .quiet').first().innerText()).toBe('2');
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await page.locator('.group-head[aria-current]', { hasText: '紧急' }).waitFor();
  await page.getByRole('button', { name: '不分组' }).click();
  await page.locator('.groups').waitFor({ state: 'detached' });
  await page.locator(`tr[data-id="${rows[1].id}"]`).waitFor();
  // A change by another caller updates the counts of the groups.
  await page.goto(`${path}?group=urgency`);
  await page.locator('.group-head', { hasText: '紧急' }).waitFor();
  await Promise.all([
    page.locator('.group-head:has-text("紧急") small', { hasText: '3' }).waitFor(),
    by.post(`${of.path}/submit`, { id: rows[1].id, urgency: 'high' }),
  ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a group shows the sums of all its rows, of the columns in the table', async () => {
  const collection = papers.get('collection')!;
  for (const amount of ['100.00', '20.50']) await saved(server, collection, { amount, collectType: 'labor' });
  const { page, troubles } = await screens.of(by);
  await page.goto(`${collection.menu!.path}?group=collectType&size=10`);
  const group = page.locator('.group-head').nth(1);
  await group.locator('.group-sums', { hasText: '实收' }).waitFor();
  expect(await group.locator('.group-sums').innerText()).toContain('120.50');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone the groups are above the cards', async () => {
  const { page, troubles } = await screens.of(by, { size: PHONE });
  await page.goto(`${path}?group=createTime.day`);
  const head = page.locator('.groups .group-head').nth(1);
  await head.click();
  await page.locator('.group-head[aria-current]:not(:has-text("全部"))').waitFor();
  await page.locator(`.card[data-id="${rows[0].id}"]`).waitFor();
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});
