import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../../server/assemble.ts';
import { keeper, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';
import { openPage, openScreens } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const [customer, file] = [papers.get('customer')!, papers.get('serviceFile')!];
const rows = [
  await saved(server, customer, { customerName: '欧阳丁乙' }),
  await saved(server, customer, { customerName: '欧阳丁丙' }),
];

/** Hold the answer to a search text until the test releases it. */
async function holdAnswer(
  page: Page,
  call: string,
  text: string,
): Promise<{ arrived: Promise<void>; release(): void }> {
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    (url) => url.pathname.endsWith(call) && url.searchParams.get('q') === text,
    async (route) => {
      arrived.resolve();
      await held.promise;
      await route.continue();
    },
  );
  return { arrived: arrived.promise, release: held.resolve };
}

test('Enter pressed in a picker before the answer takes the row that matches the text, not an earlier one', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, file.menu!.path);
  await page.keyboard.press('n');
  const field = page.locator('.panel [data-field="customerId"]');
  await field.locator('input').click();
  await page.keyboard.type('欧阳丁');
  const options = page.locator('.ant-select-item-option', { hasText: '欧阳丁' });
  await expect.poll(() => options.count()).toBe(2);
  const isFirst = (await options.first().innerText()).includes('欧阳丁乙');
  const wanted = isFirst ? '欧阳丁丙' : '欧阳丁乙';
  const { arrived, release } = await holdAnswer(page, 'blade-core/options', wanted);
  await page.keyboard.type(wanted.slice(-1));
  await page.keyboard.press('Enter');
  await arrived;
  expect(await field.innerText()).not.toContain(isFirst ? '欧阳丁乙' : '欧阳丁丙');
  release();
  await expect.poll(() => field.innerText()).toContain(wanted);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a save pressed while Enter waits for its answer does not judge the form without its row', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, file.menu!.path);
  await page.keyboard.press('n');
  const field = page.locator('.panel [data-field="customerId"]');
  await field.locator('input').click();
  const { arrived, release } = await holdAnswer(page, 'blade-core/options', '欧阳丁丙');
  await page.keyboard.type('欧阳丁丙');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await arrived;
  expect(await page.locator('.panel .field-problem').count()).toBe(0);
  release();
  await expect.poll(() => field.innerText()).toContain('欧阳丁丙');
  expect(await field.locator('.field-problem').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('Enter pressed in the palette before its records opens the one that matches', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  await page.keyboard.press('Control+k');
  await page.locator('.palette-box input:focus').waitFor();
  const { arrived, release } = await holdAnswer(page, 'blade-core/search', '欧阳丁丙');
  await page.keyboard.type('欧阳丁丙');
  await page.keyboard.press('Enter');
  await arrived;
  await page.locator('.palette').waitFor();
  release();
  await page.waitForURL((url) => url.pathname === customer.menu!.path && url.searchParams.get('id') === rows[1].id);
  expect(troubles).toEqual([]);
  await page.context().close();
});
