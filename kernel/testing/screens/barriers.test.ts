import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper, saved } from '../sample.ts';
import { sheetWith } from '../sheets.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { DESK, PHONE, openScreens, pageSettled, animationsDone } from './browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const administrator = await keeper(server);
const of = papers.get('repairForm')!;
await saved(server, of);

test('the login page has no accessibility barrier', async () => {
  const { page } = await screens.ofStranger();
  await page.goto('/');
  await page.locator('#login-account').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.context().close();
});

const { page } = await screens.of(administrator);

/** Each screen with its name, its path and the steps that open it. */
const ways: readonly [name: string, path: string, open: (page: Page) => Promise<unknown>][] = [
  ['home', '/wel/index', (at) => at.locator('.page-head').first().waitFor()],
  ['desk', '/maintenance/desk', (at) => at.locator('.desk-box input').waitFor()],
  ['list', of.menu!.path, (at) => at.locator('.table tbody tr[data-id]').first().waitFor()],
  [
    'form',
    of.menu!.path,
    async (at) => {
      await at.locator('.table tbody tr[data-id]').first().waitFor();
      await at.locator('.list-head .strong').waitFor();
      await at.keyboard.press('n');
      await at.locator('.panel .field').first().waitFor();
    },
  ],
  [
    'detail',
    of.menu!.path,
    async (at) => {
      await at.locator('.table tbody tr[data-id]').first().waitFor();
      await at.keyboard.press('ArrowDown');
      await at.keyboard.press('Enter');
      await at.locator('.detail .detail-group').first().waitFor();
    },
  ],
  [
    'import',
    `/import/${of.name}`,
    async (at) => {
      await at.locator('.import-drop input').setInputFiles({
        name: 'forms.xlsx',
        mimeType: 'application/octet-stream',
        buffer: await sheetWith([
          ['客户', '故障描述'],
          ['没有这个人', '不热'],
        ]),
      });
      await at.locator('.import-counts').waitFor();
    },
  ],
];

test.for(ways)('%s has no barrier, light and dark', async ([, path, open]) => {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  await open(page);
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await page.locator(`html[data-mode=${look}]`).waitFor({ state: 'attached' });
    await pageSettled(page);
    await animationsDone(page);
    expect(await barriers(page), look).toEqual([]);
  }
});

test('the cards of a phone have no accessibility barrier', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(of.menu!.path);
  await page.locator('.cards .card-open').first().waitFor();
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
});
