import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { keeper, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { openScreens, pageSettled } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const admin = await keeper(server);
const of = paperNamed(server.app, 'customer');

test('a place is a small map: its numbers appear on request, and a click moves the place', async () => {
  const row = await saved(server, of, { location: '121.473700,31.230400' });
  const { page, troubles } = await screens.of(admin);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.base)) outside.push(request.url());
  });
  await page.goto(`${of.menu!.path}?id=${row.id}`);
  await page.locator('.place-detail .small-map-pin').waitFor();
  expect(await page.locator('.detail').textContent()).not.toContain('121.4737');
  await page.locator('.place-words button').click();
  await page.locator('.place-words .mono', { hasText: '121.4737' }).waitFor();
  expect(await page.locator('.place-words a').getAttribute('href')).toContain('position=121.4737,31.2304');

  await pageSettled(page);
  await page.keyboard.press('e');
  const input = page.locator('.place-input input');
  await input.waitFor();
  await page.locator('.place-input button[aria-expanded]').click();
  await page.locator('.place-input .small-map').click({ position: { x: 20, y: 20 } });
  await expect.poll(() => input.inputValue()).not.toBe('121.4737,31.2304');
  const chosen = await input.inputValue();
  const [lng, lat] = chosen.split(',').map(Number);
  // Left of the middle is west of it, above is north.
  expect([lng < 121.4737, lat > 31.2304]).toEqual([true, true]);
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: '更新成功' }).waitFor();
  const { location } = (await admin.get(`${of.path}/detail`, { id: row.id })).data;
  expect(location.split(',').map(Number)).toEqual([lng, lat]);
  // The map sends no request to other servers, which would reveal a customer's address.
  expect([outside, troubles]).toEqual([[], []]);
  await page.context().close();
});
