import type { Locator, Page } from 'playwright-core';
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
const path = `${of.menu!.path}?as=kanban`;
const column = (page: Page, state: string): Locator => page.locator(`.board-column[data-state="${state}"]`);
const card = (page: Page, id: string): Locator => page.locator(`.board-card[data-id="${id}"]`);
const stateOf = async (id: string): Promise<string> => (await by.get(`${of.path}/detail`, { id })).data.repairStatus;

/** Drag a card over a column without dropping it. */
async function holdOver(page: Page, what: Locator, where: Locator): Promise<void> {
  const [from, to] = [(await what.boundingBox())!, (await where.boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + from.height - 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 6 });
  await page.mouse.move(to.x + to.width / 2 + 2, to.y + 122);
}

test('a board by states: a drop does the verb to that state with its inputs; without such a verb it shows the reason', async () => {
  const row = await saved(server, of);
  const other = await saved(server, of);
  const { page, troubles } = await screens.of(by);
  await page.goto(of.menu!.path);
  await page.locator(`tr[data-id="${row.id}"]`).waitFor();
  await page.getByRole('radio', { name: '看板' }).click();
  await page.waitForURL((url) => url.searchParams.get('as') === 'kanban');
  await card(page, row.id).waitFor();
  await expect.poll(() => column(page, 'submitted').locator('header small').innerText()).toBe('2');
  await expect.poll(() => column(page, 'closed').getAttribute('data-folded')).toBe('true');
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  // Rows reach this state only by work on other papers, so a card cannot be dropped there.
  await holdOver(page, card(page, row.id), column(page, 'dispatched'));
  await page.locator('.board-hint', { hasText: '由系统在办理中写入' }).waitFor();
  await page.mouse.up();
  expect(await stateOf(row.id)).toBe('submitted');
  await holdOver(page, card(page, row.id), column(page, 'rejected'));
  await page.locator('.board-hint[data-drop="yes"]', { hasText: '驳回' }).waitFor();
  await page.mouse.up();
  const dialog = page.locator('.dialog');
  await dialog.locator('[data-field="reason"] input, [data-field="reason"] textarea').first().fill('地址不在服务区');
  await dialog.getByRole('button', { name: '驳回' }).click();
  await column(page, 'rejected').locator(`[data-id="${row.id}"]`).waitFor();
  expect(await stateOf(row.id)).toBe('rejected');
  expect(await column(page, 'submitted').locator('header small').innerText()).toBe('1');
  // The keyboard opens a card like a row.
  await card(page, other.id).locator('.card-open').focus();
  await page.keyboard.press('Enter');
  await page.locator('.detail .detail-group').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({ state: 'detached' });
  await card(page, other.id).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '受理' }).waitFor();
  await page.keyboard.press('Escape');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a column shows fifty cards and links to the others; a folded one is not queried until it is unfolded', async () => {
  for (let n = 0; n < 51; n++) await saved(server, of, { description: '很多很多' });
  const { page, troubles } = await screens.of(by);
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`${of.path}/`) && request.url().includes('repairStatus_equal')) urls.push(request.url());
  });
  await page.goto(`${path}&keyword=很多很多`);
  await column(page, 'submitted').locator('.board-card').nth(49).waitFor();
  await pageSettled(page);
  // Only the column of the row that was saved just before is read again.
  expect(new Set(urls.map((url) => new URL(url).searchParams.get('repairStatus_equal')))).toEqual(
    new Set(['submitted']),
  );
  await column(page, 'submitted').getByRole('button', { name: '还有 1 条' }).click();
  await page.waitForURL((url) => url.searchParams.get('open') === 'submitted' && !url.searchParams.has('as'));
  await page.locator('.table tbody tr[data-id]').first().waitFor();
  await expect.poll(() => page.locator('.list-head .quiet').first().innerText()).toBe('51');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone the columns are side by side, one visible', async () => {
  const row = await saved(server, of, { description: '口袋里' });
  const { page, troubles } = await screens.of(by, { size: PHONE });
  await page.goto(`${path}&keyword=口袋里`);
  await card(page, row.id).waitFor();
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  await card(page, row.id).locator('.card-open').click();
  await page.locator('.detail .detail-group').first().waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
