import { expect, test } from 'vitest';
import pg from 'pg';
import { openTestServer } from '../../test-server.ts';
import { DESK, PHONE, openPage, openScreens, switchLanguage } from '../browser.ts';

/** Return the marker of a demo company of which five of thirteen weeks are loaded. */
const marker = (more: object = {}): string => JSON.stringify({ archive: 'a', slice: 4, done: 5, of: 13, ...more });

const server = await openTestServer(import.meta.url, {
  webRoot: true,
  async before({ ownerUrl }) {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("insert into anju_meta (id, value) values ('demo', $1)", [marker()]).finally(() => owner.end());
  },
});
const screens = await openScreens(server);

test('a bar shows the loaded weeks of the demo, covers nothing, and disappears when all are loaded', async () => {
  const { page, troubles } = await screens.of(await server.as('as_cs'));
  await openPage(page, '/maintenance/asrepairform');
  const bar = page.locator('.arrival-bar');
  await expect.poll(() => bar.innerText()).toBe('演示数据 5/13 周');
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    const [box, frame] = [await bar.boundingBox(), await page.locator('.frame').boundingBox()];
    expect([box?.height, box?.width]).toEqual([24, size.width]);
    // The frame and the bar share the height: they do not overlap.
    expect(frame!.height).toBe(size.height - 24);
  }
  await page.setViewportSize(DESK);
  await switchLanguage(page, 'en');
  await expect.poll(() => bar.innerText()).toBe('Demo data: week 5 of 13');
  await server.tables("update anju_meta set value = $1 where id = 'demo'", [marker({ slice: 5, done: 6 })]);
  await expect.poll(() => bar.innerText()).toBe('Demo data: week 6 of 13');
  await server.tables("update anju_meta set value = $1 where id = 'demo'", [marker({ isFinished: true })]);
  await expect.poll(() => bar.count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});
