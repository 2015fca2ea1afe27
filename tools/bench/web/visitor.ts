/// <reference lib="dom" />
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Network of Chrome's preset Slow 4G: 562 ms round trip, 1.44 Mbit/s down. */
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 };
/** Factor by which the processor is slowed down, to that of a weak office computer. */
const WEAK = 4;

/** Path of the table that most figures use. */
export const TABLE = '/maintenance/asrepairform';
export const ROWS = 'tbody tr[data-id] td';

/** A browser context of one person, without the data of others. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/**
 * Open a browser context. `kept`: the service worker may cache the product, as on a second visit; otherwise it is
 * blocked.
 */
export async function visitor(browser: Browser, kept = false): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: kept ? 'allow' : 'block',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  return { context, page, cdp, close: () => context.close() };
}

export const slowLine = ({ cdp }: Visitor): Promise<unknown> => cdp.send('Network.emulateNetworkConditions', SLOW_4G);

/** Slow the connections of the service workers, which the setting for the page does not affect. */
export async function slowWorkers(browser: Browser): Promise<void> {
  const cdp = await browser.newBrowserCDPSession();
  const { targetInfos } = await cdp.send('Target.getTargets');
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false });
    const tell = (id: number, method: string, params: object): Promise<unknown> =>
      cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    await tell(1, 'Network.enable', {});
    await tell(2, 'Network.emulateNetworkConditions', SLOW_4G);
  }
}

export const weakCpu = ({ cdp }: Visitor, rate = WEAK): Promise<unknown> =>
  cdp.send('Emulation.setCPUThrottlingRate', { rate });

export async function logInPage({ page }: Visitor, base: string, account = 'as_cs'): Promise<void> {
  await page.goto(`${base}/login`);
  await page.fill('input[autocomplete="username"]', account);
  await page.fill('input[type="password"]', account);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('/login'));
}

/** Open the table and wait for its rows and the number of its pages, without which no other page can be chosen. */
export async function openTable({ page }: Visitor, base: string): Promise<void> {
  await page.goto(`${base}${TABLE}?size=50`);
  await page.waitForSelector(ROWS);
  await page.waitForSelector('.pages button:nth-of-type(4)');
}
