import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const site = await BoardSite.of(server, await openScreens(server));

test("the map shows waiting orders, each day's route and its load, without requests to other hosts", async () => {
  const zhou = await site.hire('zhou', '周海涛');
  const [one, other, planned] = [await site.order(), await site.order(), await site.order()];
  await site.sent(planned, zhou, 15);
  expect((await fetch(server.base)).headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;");
  const { page, troubles } = await site.board();
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.base) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  await page.getByRole('radio', { name: '地图' }).click();
  // Both orders and the visit are at the same place.
  const estate = page.getByRole('button', { name: /待派 2 单，已排 1 单/ });
  await estate.click();
  await page.locator('.details .send').waitFor();
  await page.locator(`.order[aria-selected="true"][data-order="${one.id}"]`).waitFor();
  await estate.click();
  await page.locator(`.order[aria-selected="true"][data-order="${other.id}"]`).waitFor();
  await page.locator('.map-line', { hasText: '周海涛' }).click();
  await page.locator(`polyline[data-route="${zhou}"][data-chosen="true"]`).waitFor({ state: 'attached' });
  expect(await page.locator(`.map-person[data-technician="${zhou}"]`).getAttribute('title')).toMatch(
    /周海涛：1 单，负荷 13%，约 \d+ 公里/,
  );
  const before = (await estate.boundingBox())!;
  await page.getByRole('button', { name: '放大' }).click();
  await page.getByRole('button', { name: '放大' }).click();
  await page.getByRole('button', { name: '看全部' }).click();
  expect(await estate.boundingBox()).toEqual(before);
  expect(await barriers(page)).toEqual([]);
  // Taking up an order by keys switches from the map to the rows.
  await page.keyboard.press('d');
  await page.locator('.ghost').waitFor();
  await page.keyboard.press('Escape');
  expect(outside).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});
