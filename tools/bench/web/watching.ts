/// <reference lib="dom" />
import { must } from '#kernel/language/must.ts';
import type { Page } from 'playwright-core';

/** What a page tells of its own start. */
interface Told {
  painted?: number;
  firstPaint?: number;
  readonly tasks: [number, number][];
  shift: number;
}

declare global {
  interface Window {
    told: Told;
  }
}

/** So long nothing happens after a page has come to rest. */
const REST_MS = 2000;

/**
 * From now on a page notes when the element that is waited for at its address was there and a frame was painted, its long tasks, and how much of it jumped. It
 * tells so by itself: a question from outside would bring a program of its own into the page, whose start the slowed processor pays for too.
 */
export async function watchStarts(page: Page, selectors: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((bySelector) => {
    const told: Told = { tasks: [], shift: 0 };
    window.told = told;
    const wanted = bySelector[location.pathname] ?? 'table';
    const watch = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      watch.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          told.painted = performance.now();
          console.debug(`painted ${told.painted}`);
        }),
      );
    });
    watch.observe(document, { childList: true, subtree: true });
    const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('longtask', (entry) => told.tasks.push([entry.startTime, entry.duration]));
    observe('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') told.firstPaint = entry.startTime;
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) told.shift += value;
    });
  }, selectors);
}

/** Opens a page that is watched; answers when it stood there, in ms from the navigation. */
export async function paintedAt(page: Page, url: string): Promise<number> {
  const painted = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('painted '),
    timeout: 60_000,
  });
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await painted).text().slice('painted '.length));
}

export interface Start {
  /** From the navigation, in ms. */ readonly painted: number;
  /** What long tasks take above 50 ms each, until the page has come to rest. */ readonly blocked: number;
  readonly shift: number;
}

/** Opens a page that is watched, and waits until nothing more comes by itself. */
export async function watchStart(page: Page, url: string): Promise<Start> {
  const rest = restOf(page);
  await paintedAt(page, url);
  await rest();
  const told = await page.evaluate(() => window.told);
  const blocked = told.tasks
    .filter(([at]) => at >= (told.firstPaint ?? 0))
    .reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0);
  return { painted: must(told.painted, 'painted'), blocked, shift: told.shift };
}

/** Waits for two seconds in which nothing was under way but the stream, which never ends. */
export function restOf(page: Page): () => Promise<void> {
  let open = 0;
  let last = Date.now();
  const counts = (url: string): boolean => !url.endsWith('/blade-core/events');
  const begin = (request: { url(): string }): void => {
    if (counts(request.url())) {
      open++;
      last = Date.now();
    }
  };
  const end = (request: { url(): string }): void => {
    if (counts(request.url())) {
      open--;
      last = Date.now();
    }
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return async () => {
    const until = Date.now() + 30_000;
    while ((open > 0 || Date.now() - last < REST_MS) && Date.now() < until)
      await new Promise((resolve) => {
        setTimeout(resolve, REST_MS / 10);
      });
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  };
}
