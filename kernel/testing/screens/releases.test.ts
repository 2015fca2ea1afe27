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
    const kept = (): Promise<void> =>
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
    // Kept once the first page has all it asked for.
    await page.goto(`${releases.base}/wel/index`);
    await kept();
    // A server that is just starting: the page is there, at any address, as it was asked for, with the policy that belongs to it.
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
    // What is no page is the server's own.
    expect((await page.goto(`${releases.base}/healthz`))!.status()).toBe(503);
    // A release on a slow line: what is kept comes at once. While its last part takes its time, whoever loads again has the new one, from the server.
    releases.bring('next');
    releases.hold(/\/assets\/day-|^\/wel/);
    await page.goto(`${releases.base}/wel/index`);
    await begun(page, 'first');
    await expect.poll(() => page.evaluate(() => caches.has('news-of-anju'))).toBe(true);
    releases.hold(/\/assets\/day-/);
    const second = await page.context().newPage();
    await second.goto(`${releases.base}/wel/index`);
    await begun(second, 'next');
    // It is kept when it is whole, and offered to the pages that are open.
    releases.letGo();
    const offered = page.locator('.toast', { hasText: '新版本已就绪' });
    await offered.waitFor();
    await offered.getByRole('button', { name: '刷新' }).click();
    await begun(page, 'next');
    expect(await second.locator('.toast').count()).toBe(0);
    // It is the same worker as before, and even another one takes over from none while pages are open: what they had asked for would never come.
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
    // A part that a release took away: the page begins anew by itself, with that of the release.
    await page.goto('about:blank');
    releases.bring('first');
    releases.hold(/^\/test/);
    await page.goto(`${releases.base}/test/index`, { waitUntil: 'commit' });
    releases.letGo();
    await page.locator('.self-test').waitFor();
    await begun(page, 'first');
    // A part that is gone for good: it begins anew once, and then says so.
    await page.goto('about:blank');
    releases.missing = /info-/;
    loads = 0;
    // It begins anew before it has loaded: nobody waits for the first.
    await page.goto(`${releases.base}/info/index`, { waitUntil: 'commit' });
    await page.locator('.page-message', { hasText: '产品刚刚升级' }).waitFor();
    expect([loads, await waits()]).toEqual([2, true]);
    await page.context().close();
  },
);
