/// <reference lib="dom" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, type CDPSession, type Page, chromium } from 'playwright-core';
import type { Browser as Found } from '#kernel/stories/setup/browser.ts';

/** One figure of the client: what it is, in which unit, how much, and what a bare page needs for the same. */
export interface WebFigure { readonly name: string; readonly unit: 'ms' | 'MB'; readonly value: number; readonly bare?: number; readonly goal: string; readonly met: boolean }

/** Chrome's own idea of Slow 4G: 562 ms round trip, 1.44 Mbit/s. */
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 };
const LOADS = 3;
/** The first ones also compile what they run; a working day is made of the others. */
const GESTURES = 9;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A page with the same rows and no program: the least that a browser needs. */
function barePage(): Promise<{ url: string; close(): void }> {
  const rows = Array.from({ length: 50 }, (_, row) => `<tr>${Array.from({ length: 26 }, (__, cell) => `<td>第${row}行${cell}</td>`).join('')}</tr>`).join('');
  const server = createServer((_request, response) => { response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }); response.end(`<!doctype html><title>bare</title><table>${rows}</table>`); });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => { server.closeAllConnections(); server.close(); } })));
}

async function throttled(context: BrowserContext, page: Page, network: boolean): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (network) await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return cdp;
}

/**
 * From the start of the navigation until the element is there and a frame was painted. The page tells it by itself: a question from
 * outside would bring a program of its own into the page, whose start the slowed processor pays for too.
 */
async function painted(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => console.debug(`painted ${performance.now()}`)));
    });
    watch.observe(document, { childList: true, subtree: true });
  }, selector);
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('painted '), timeout: 60_000 });
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await told).text().slice('painted '.length));
}

/** From a gesture until what it leads to is painted, measured inside the page. */
async function gesture(page: Page, act: () => Promise<void>, isDone: () => boolean): Promise<number> {
  // What the gesture before has begun is over: nobody presses again at once.
  await page.waitForTimeout(400);
  await page.evaluate((source) => {
    const done = new Function(`return (${source})()`) as () => boolean;
    (window as unknown as { took: Promise<number> }).took = new Promise((resolve, reject) => {
      let began = 0;
      const until = performance.now() + 30_000;
      const start = (): void => { began ||= performance.now(); };
      for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, start, { capture: true, once: true });
      const look = (): void => { if (began && done()) requestAnimationFrame(() => resolve(performance.now() - began)); else if (performance.now() < until) requestAnimationFrame(look); else reject(new Error(`nothing came of it: ${source}`)); };
      requestAnimationFrame(look);
    });
  }, isDone.toString());
  await act();
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

/** A press of the mouse in the middle of an element, without the questions that a test asks the page before it dares to press. */
async function press(page: Page, selector: string): Promise<() => Promise<void>> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function logIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`);
  await page.fill('input[autocomplete="username"]', 'as_cs');
  await page.fill('input[type="password"]', 'as_cs');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('/login'));
}

interface Measuring { readonly base: string; readonly bare: string; open(): Promise<{ context: BrowserContext; page: Page }> }

async function loads({ base, bare, open }: Measuring): Promise<Record<'login' | 'home' | 'table' | 'bare', number>> {
  const times: Record<'login' | 'home' | 'table' | 'bare', number[]> = { login: [], home: [], table: [], bare: [] };
  for (let round = 0; round < LOADS; round++) {
    for (const [name, url, selector] of [['bare', bare, 'table'], ['login', `${base}/login`, 'input[type="password"]']] as const) {
      const { context, page } = await open();
      await throttled(context, page, true);
      times[name].push(await painted(page, url, selector));
      await context.close();
    }
    for (const [name, path, selector] of [['home', '/wel/index', 'h1'], ['table', '/maintenance/asrepairform', 'tbody tr[data-id] td']] as const) {
      const { context, page } = await open();
      await logIn(page, base);
      // Somebody who was here before a release: he is known, nothing of the product is in his cache any more.
      await page.goto(`${base}${path}`);
      await page.waitForSelector(selector);
      const cdp = await throttled(context, page, true);
      await cdp.send('Network.clearBrowserCache');
      times[name].push(await painted(page, `${base}${path}`, selector));
      await context.close();
    }
  }
  return { login: median(times.login), home: median(times.home), table: median(times.table), bare: median(times.bare) };
}

async function gestures({ base, open }: Measuring): Promise<Record<'page' | 'all' | 'form' | 'heap', number>> {
  const { context, page } = await open();
  await logIn(page, base);
  await page.goto(`${base}/maintenance/asrepairform?size=50`);
  await page.waitForSelector('tbody tr[data-id] td');
  // How many pages there are comes after the first one; until then there is none to go to.
  await page.waitForSelector('.pages button:nth-of-type(4)');
  await throttled(context, page, false);
  const times: Record<'page' | 'all' | 'form', number[]> = { page: [], all: [], form: [] };
  for (let round = 0; round < GESTURES; round++) {
    await page.evaluate(() => { (window as unknown as { before: string }).before = document.querySelector('tbody tr td:nth-child(2)')?.textContent ?? ''; });
    times.page.push(await gesture(page, await press(page, '.pages button:last-of-type'), () => (document.querySelector('tbody tr td:nth-child(2)')?.textContent ?? '') !== (window as unknown as { before: string }).before));
    times.all.push(await gesture(page, await press(page, 'thead input[type="checkbox"]'), () => document.querySelectorAll('tbody input:checked').length >= 10));
    await page.click('thead input[type="checkbox"]');
    times.form.push(await gesture(page, () => page.keyboard.press('n'), () => document.querySelector('textarea:not([aria-hidden])') !== null));
    await page.keyboard.press('Escape');
    await page.waitForSelector('textarea:not([aria-hidden])', { state: 'detached' });
  }
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const heap = await page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1_048_576);
  await context.close();
  return { page: median(times.page), all: median(times.all), form: median(times.form), heap };
}

/** All figures: medians of three loads and of nine gestures. */
export async function measureWeb(base: string, found: Found, say: (text: string) => void): Promise<WebFigure[]> {
  const browser = await chromium.launch({ executablePath: found.executablePath, args: [...found.args], env: { ...found.env } });
  const bare = await barePage();
  try {
    const measuring: Measuring = { base, bare: bare.url, open: async () => { const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }); return { context, page: await context.newPage() }; } };
    say('first loads, Slow 4G and CPU 4×');
    const load = await loads(measuring);
    say('gestures, CPU 4×');
    const done = await gestures(measuring);
    const figure = (name: string, value: number, goal: number, more: Partial<WebFigure> = {}): WebFigure => ({ name, unit: 'ms', value, goal: `≤ ${goal} ms`, met: value <= goal, ...more });
    return [
      figure('login painted, cold', load.login, 2000, { bare: load.bare }), figure('home painted, cold', load.home, 3300, { bare: load.bare }), figure('table by its address, cold', load.table, 3800, { bare: load.bare }),
      figure('page change of 50 rows', done.page, 200), figure('select all of 50 rows', done.all, 200), figure('open the form', done.form, 400),
      { name: 'heap with one table open', unit: 'MB', value: done.heap, goal: '≤ 20 MB', met: done.heap <= 20 },
    ];
  } finally {
    bare.close();
    await browser.close();
  }
}
