/// <reference lib="dom" />
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Chrome's own idea of Slow 4G: 562 ms round trip, 1.44 Mbit/s. */
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 };
/** A weak office computer. */
const WEAK = 4;

/** The table that most figures are about, with pages of fifty rows. */
export const TABLE = '/maintenance/asrepairform';
export const ROWS = 'tbody tr[data-id] td';

/** Somebody with a browser of his own. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/** `kept`: the worker may keep the product in this browser, as it does once somebody is in; otherwise every start is what it is without. */
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

/** Every worker of the browser has a line of its own; it is slowed as that of the page is. */
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

/** The table with its first page there; how many pages there are comes after the first one, and until then there is none to go to. */
export async function openTable({ page }: Visitor, base: string): Promise<void> {
  await page.goto(`${base}${TABLE}?size=50`);
  await page.waitForSelector(ROWS);
  await page.waitForSelector('.pages button:nth-of-type(4)');
}
