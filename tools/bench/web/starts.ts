/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { gesture } from './gesture.ts';
import { median } from './figure.ts';
import { type Visitor, ROWS, TABLE, logInPage, slowLine, slowWorkers, visitor, weakCpu } from './visitor.ts';
import { type Start, paintedAt, watchStart, watchStarts } from './watching.ts';

const LOADS = 3;
const LOGIN = '/login';
const HOME = '/wel/index';
/** Selector of the element whose appearance ends the start of each page. */
const SEEN = { [LOGIN]: 'input[type="password"]', [HOME]: 'h1', [TABLE]: ROWS };

/** Open a page in a new browser context, without session and cache, on a slow line and computer. */
async function stranger<T>(browser: Browser, url: string, open: (page: Page, url: string) => Promise<T>): Promise<T> {
  const one = await visitor(browser);
  await watchStarts(one.page, SEEN);
  await Promise.all([slowLine(one), weakCpu(one)]);
  const seen = await open(one.page, url);
  await one.close();
  return seen;
}

/** Log in and open the page once. The measured start then has a session, and the page remembers its first requests. */
async function known(browser: Browser, base: string, path: keyof typeof SEEN, kept = false): Promise<Visitor> {
  const one = await visitor(browser, kept);
  await logInPage(one, base);
  await one.page.goto(`${base}${path}`);
  await one.page.waitForSelector(SEEN[path]);
  await watchStarts(one.page, SEEN);
  return one;
}

/** Measure a start with a session but an empty cache, as after a release. */
async function cold(browser: Browser, base: string, path: keyof typeof SEEN): Promise<Start> {
  const one = await known(browser, base, path);
  await Promise.all([slowLine(one), weakCpu(one)]);
  await one.cdp.send('Network.clearBrowserCache');
  const seen = await watchStart(one.page, `${base}${path}`);
  await one.close();
  return seen;
}

/** Measure a start from the worker's cache, as on a second visit. */
async function warm(browser: Browser, base: string, path: keyof typeof SEEN): Promise<number> {
  const one = await known(browser, base, path, true);
  await one.page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await serviceWorker.register('/sw.js');
    if (!serviceWorker.controller) await taken;
  });
  // Files beyond those that the worker caches at its installation are cached when the page requests them.
  await watchStart(one.page, `${base}${path}`);
  await Promise.all([slowLine(one), slowWorkers(browser), weakCpu(one)]);
  const painted = await paintedAt(one.page, `${base}${path}`);
  await one.close();
  return painted;
}

/**
 * Measure the time from the Enter key at the password to the first page. The files of that page have loaded while the
 * name was typed.
 */
async function enter(browser: Browser, base: string): Promise<number> {
  const one = await visitor(browser);
  const { page } = one;
  await watchStarts(page, SEEN);
  await Promise.all([slowLine(one), weakCpu(one)]);
  await watchStart(page, `${base}${LOGIN}`);
  await page.fill('input[autocomplete="username"]', 'as_cs');
  await page.fill('input[type="password"]', 'as_cs');
  const took = await gesture(
    page,
    () => page.keyboard.press('Enter'),
    () => document.querySelector('.frame h1') !== null,
  );
  await one.close();
  return took;
}

export interface Starts {
  readonly bare: number;
  readonly login: Start;
  readonly home: Start;
  readonly table: Start;
  readonly warmHome: number;
  readonly warmTable: number;
  readonly enter: number;
}

const middle = (starts: readonly Start[]): Start => {
  const of = (name: keyof Start): number => median(starts.map((one) => one[name]));
  return { painted: of('painted'), blocked: of('blocked'), shift: Math.max(...starts.map(({ shift }) => shift)) };
};

/** Measure how long pages take to appear on a slow line and computer: medians of three. */
export async function startTimes(browser: Browser, base: string, bare: string): Promise<Starts> {
  const all = {
    bare: [] as number[],
    login: [] as Start[],
    home: [] as Start[],
    table: [] as Start[],
    warmHome: [] as number[],
    warmTable: [] as number[],
    enter: [] as number[],
  };
  for (let round = 0; round < LOADS; round++) {
    all.bare.push(await stranger(browser, bare, paintedAt));
    all.login.push(await stranger(browser, `${base}${LOGIN}`, watchStart));
    all.home.push(await cold(browser, base, HOME));
    all.table.push(await cold(browser, base, TABLE));
    all.warmHome.push(await warm(browser, base, HOME));
    all.warmTable.push(await warm(browser, base, TABLE));
    all.enter.push(await enter(browser, base));
  }
  return {
    bare: median(all.bare),
    login: middle(all.login),
    home: middle(all.home),
    table: middle(all.table),
    warmHome: median(all.warmHome),
    warmTable: median(all.warmTable),
    enter: median(all.enter),
  };
}
