import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { papers } from '../../../server/assemble.ts';
import { keeper } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { openScreens } from './browser.ts';
import { Releases } from './releases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);
const SKILLS = papers.get('skill')!.menu!.path;

test(
  'the page that is kept answers at once, whatever the server does; a release is found beside it, offered, and never runs in circles',
  { timeout: 60_000 },
  async () => {
    const releases = await Releases.of(server);
    const { page } = await screens.of(by, { kept: true });
    const begun = (one: Page, build: 'first' | 'next'): Promise<unknown> =>
      one.waitForFunction(
        (isNext) =>
          document.querySelector('.frame h1') !== null &&
          (document.querySelector('script[src*="-next."]') !== null) === isNext,
        build === 'next',
      );
    const workerReady = (): Promise<void> =>
      page.evaluate(() =>
        navigator.serviceWorker.ready.then(
          ({ active }) =>
            new Promise<void>((resolve) => {
              const look = (): void => {
                if (active?.state === 'activated') resolve();
              };
              active?.addEventListener('statechange', look);
              look();
            }),
        ),
      );
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads++;
    });
    // The service worker caches the client after the first page has loaded.
    await page.goto(`${releases.base}/wel/index`);
    await workerReady();
    // While the server starts, the worker serves the page at any address, with a content security policy for its own
    // scripts.
    releases.bring('none');
    const answer = (await page.goto(`${releases.base}${SKILLS}?menu=false`))!;
    await page.locator('.list-head').waitFor();
    expect([
      answer.fromServiceWorker(),
      answer
        .headers()
        ['content-security-policy'].includes(`'nonce-${/nonce="([^"]+)"/.exec(await answer.text())![1]}'`),
    ]).toEqual([true, true]);
    expect(await page.locator('.top-bar').isVisible()).toBe(false);
    // An address without a page comes from the server.
    expect((await page.goto(`${releases.base}/healthz`))!.status()).toBe(503);
    // A new release loads slowly, and the cached page of the earlier one opens at once. Until all its files are cached,
    // a reload gets the new page from the server.
    releases.bring('next');
    releases.hold(/\/assets\/day-|^\/wel/);
    await page.goto(`${releases.base}/wel/index`);
    await begun(page, 'first');
    await expect.poll(() => page.evaluate(() => caches.has('news-of-anju'))).toBe(true);
    releases.hold(/\/assets\/day-/);
    const second = await page.context().newPage();
    await second.goto(`${releases.base}/wel/index`);
    await begun(second, 'next');
    // When the new release is complete, it is cached, and open pages offer to load it.
    releases.letGo();
    const offered = page.locator('.toast', { hasText: '新版本已就绪' });
    await offered.waitFor();
    await offered.getByRole('button', { name: '刷新' }).click();
    await begun(page, 'next');
    expect(await second.locator('.toast').count()).toBe(0);
    // The worker script has not changed so far. A changed one does not take over while pages are open, because their
    // requests would never be answered.
    releases.worker = '// another';
    expect(
      await page.evaluate(async () => {
        const now = await navigator.serviceWorker.ready;
        await now.update();
        return now.active === navigator.serviceWorker.controller;
      }),
    ).toBe(true);
    const waits = (): Promise<boolean> =>
      page.evaluate(() => navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state === 'installed'));
    await expect.poll(waits).toBe(true);
    // A release removed a script of the open page: the page reloads by itself and gets the new script.
    await page.goto('about:blank');
    releases.bring('first');
    releases.hold(/^\/test/);
    await page.goto(`${releases.base}/test/index`, { waitUntil: 'commit' });
    releases.letGo();
    await page.locator('.self-test').waitFor();
    await begun(page, 'first');
    // A script is missing for good: the page reloads once, and then shows a message.
    await page.goto('about:blank');
    releases.missing = /info-/;
    loads = 0;
    // The page reloads before its first load ends, so do not wait for that.
    await page.goto(`${releases.base}/info/index`, { waitUntil: 'commit' });
    await page.locator('.page-message', { hasText: '产品刚刚升级' }).waitFor();
    expect([loads, await waits()]).toEqual([2, true]);
    await page.context().close();
  },
);
