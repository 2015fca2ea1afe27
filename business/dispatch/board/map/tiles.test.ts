import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite } from '../../testing/board-site.ts';

const TILES = 'https://tiles.test/{z}/{x}/{y}.png';
const server = await openTestServer(import.meta.url, {
  webRoot: true,
  env: { MAP_TILES: TILES, MAP_DATUM: 'gcj02' },
});
const site = await BoardSite.of(server, await openScreens(server));

test('map tiles of a configured host are drawn; page and header allow that host alone', async () => {
  await site.hire('zhou', '周海涛');
  await site.order();
  const answer = await fetch(server.base);
  expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https://tiles.test;");
  expect(await answer.text()).toContain(`<meta name="map-tiles" content="${TILES}" data-datum="gcj02">`);
  const { page, troubles } = await site.board();
  const requested = new Set<string>();
  await page.route('https://tiles.test/**', async (route) => {
    requested.add(route.request().url());
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await page.keyboard.press('g');
  await page.locator('.map-routes image').first().waitFor({ state: 'attached' });
  await expect.poll(() => requested.size, { timeout: 60_000 }).toBeGreaterThan(3);
  expect([...requested].every((url) => /^https:\/\/tiles\.test\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});
