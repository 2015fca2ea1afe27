/// <reference lib="dom" />
import { must } from '#kernel/language/must.ts';
import type { Page } from 'playwright-core';

/** Times and events of a page's start, recorded by a script inside the page. */
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

/** Time without activity after which a page has come to rest. */
const REST_MS = 2000;

/**
 * Let each opened page record its start: when the element of its path was painted, long tasks and layout shifts. A
 * script from outside would itself cost time on the slowed processor.
 */
export async function watchStarts(page: Page, selectors: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((bySelector) => {
    const notes: Told = { tasks: [], shift: 0 };
    window.told = notes;
    const wanted = bySelector[location.pathname] ?? 'table';
    const watch = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      watch.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          notes.painted = performance.now();
          console.debug(`painted ${notes.painted}`);
        }),
      );
    });
    watch.observe(document, { childList: true, subtree: true });
    const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('longtask', (entry) => notes.tasks.push([entry.startTime, entry.duration]));
    observe('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') notes.firstPaint = entry.startTime;
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) notes.shift += value;
    });
  }, selectors);
}

/** Open a watched page; return when it was painted, in ms from the navigation. */
export async function paintedAt(page: Page, url: string): Promise<number> {
  const painted = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('painted '),
    timeout: 60_000,
  });
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await painted).text().slice('painted '.length));
}

export interface Start {
  /** Milliseconds from the navigation until the element of the page was painted. */ readonly painted: number;
  /** Summed time of long tasks beyond 50 ms each (ms), until the page is at rest. */ readonly blocked: number;
  readonly shift: number;
}

/** Open a watched page, and wait until it loads nothing more. */
export async function watchStart(page: Page, url: string): Promise<Start> {
  const rest = restOf(page);
  await paintedAt(page, url);
  await rest();
  const notes = await page.evaluate(() => window.told);
  const blocked = notes.tasks
    .filter(([at]) => at >= (notes.firstPaint ?? 0))
    .reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0);
  return { painted: must(notes.painted, 'painted'), blocked, shift: notes.shift };
}

/** Return a function that waits for two seconds without requests. The event stream is left out, as it never ends. */
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
