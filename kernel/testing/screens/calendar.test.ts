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
const leave = papers.get('leaveForm')!;
const day = (page: Page, on: string): Locator => page.locator(`.calendar-day[data-day="${on}"]`);
const entry = (page: Page, id: string): Locator => page.locator(`.calendar-day [data-id="${id}"]`);
const wantedOn = async (id: string): Promise<string> => (await by.get(`${of.path}/detail`, { id })).data.expectDate;

/** Drag an entry over a day without dropping it. */
async function holdOver(page: Page, what: Locator, where: Locator): Promise<void> {
  const [from, to] = [(await what.boundingBox())!, (await where.boundingBox())!];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 14, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.move(to.x + to.width / 2 + 2, to.y + to.height / 2);
}

test('a calendar: an entry dragged to another day is saved and can be undone; a refused one shows the reason', async () => {
  const row = await saved(server, of, { expectDate: '2026-11-25' });
  const over = await saved(server, of, { expectDate: '2026-11-24' });
  expect((await by.post(`${of.path}/update`, { id: over.id, action: 'reject', reason: '不服务' })).status).toBe(200);
  const { page, troubles } = await screens.of(by);
  await page.goto(of.menu!.path);
  await page.locator(`tr[data-id="${row.id}"]`).waitFor();
  await page.getByRole('radio', { name: '日历' }).click();
  await day(page, '2026-11-25').locator(`[data-id="${row.id}"]`).waitFor();
  expect(await day(page, '2026-11-23').getAttribute('data-today')).toBe('true');
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  await holdOver(page, entry(page, over.id), day(page, '2026-11-27'));
  await page
    .locator('.calendar-why', { hasText: '已驳回' })
    .or(page.locator('.calendar-why', { hasText: '不能修改' }))
    .waitFor();
  await page.mouse.up();
  await holdOver(page, entry(page, row.id), day(page, '2026-11-27'));
  await page.locator('.calendar-day[data-over]').waitFor();
  await page.mouse.up();
  await day(page, '2026-11-27').locator(`[data-id="${row.id}"]`).waitFor();
  expect([await wantedOn(row.id), await wantedOn(over.id)]).toEqual(['2026-11-27', '2026-11-24']);
  await page.locator('.toast', { hasText: '已改到' }).getByRole('button', { name: '撤销' }).click();
  await day(page, '2026-11-25').locator(`[data-id="${row.id}"]`).waitFor();
  expect(await wantedOn(row.id)).toBe('2026-11-25');
  await page.getByRole('button', { name: '下个月' }).click();
  await page.waitForURL((url) => url.searchParams.get('month') === '2026-12');
  await day(page, '2026-12-31').waitFor();
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await page.getByRole('radio', { name: '周', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('month') === '2026-11-23');
  await entry(page, row.id).waitFor();
  await expect.poll(() => page.locator('.calendar-day').count()).toBe(7);
  await page.getByRole('button', { name: '下一周' }).click();
  await day(page, '2026-12-06').waitFor();
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  await entry(page, row.id).getByRole('button').press('Enter');
  await page.locator('.detail .detail-group').first().waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a day shows three of its rows and their number, and links to all of them', async () => {
  for (let n = 0; n < 5; n++) await saved(server, of, { expectDate: '2026-11-26', description: '挤在一天' });
  const { page, troubles } = await screens.of(by);
  await page.goto(`${of.menu!.path}?as=calendar&keyword=挤在一天`);
  await day(page, '2026-11-26').locator('[data-id]').nth(2).waitFor();
  await expect.poll(() => day(page, '2026-11-26').locator('[data-id]').count()).toBe(3);
  expect(await day(page, '2026-11-26').locator('header small').innerText()).toBe('5');
  await day(page, '2026-11-26').getByRole('button', { name: '还有 2 条' }).click();
  await page.waitForURL((url) => url.searchParams.get('expectDate_dategt') === '2026-11-26');
  await page.locator('.table tbody tr[data-id]').nth(4).waitFor();
  await expect.poll(() => page.locator('.table tbody tr[data-id]').count()).toBe(5);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('an entry of several days is on each of them; on a phone the days with rows are one below the other', async () => {
  const row = await saved(server, leave, { startTime: '2026-11-30 09:00:00', endTime: '2026-12-02 18:00:00' });
  const desk = await screens.of(by);
  await desk.page.goto(`${leave.menu!.path}?as=calendar&month=2026-11`);
  await entry(desk.page, row.id).nth(2).waitFor();
  expect(
    await entry(desk.page, row.id).evaluateAll((all) =>
      all.map((one) => one.closest<HTMLElement>('.calendar-day')!.dataset.day),
    ),
  ).toEqual(['2026-11-30', '2026-12-01', '2026-12-02']);
  const phone = await screens.of(by, { size: PHONE });
  await phone.page.goto(`${leave.menu!.path}?as=calendar&month=2026-12`);
  await entry(phone.page, row.id).last().waitFor();
  await pageSettled(phone.page);
  expect(await barriers(phone.page)).toEqual([]);
  for (const [on, shown] of [
    ['2026-12-01', true],
    ['2026-12-15', false],
    ['2026-11-30', false],
  ] as const)
    expect(await day(phone.page, on).isVisible(), on).toBe(shown);
  expect([desk.troubles, phone.troubles]).toEqual([[], []]);
  await Promise.all([desk.page.context().close(), phone.page.context().close()]);
});
