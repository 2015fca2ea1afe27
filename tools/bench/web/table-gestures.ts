/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { gesture, press } from './gesture.ts';
import { median, ninetyEighth } from './figure.ts';

/** Number of rounds; the median leaves out the first ones, in which the browser still compiles code. */
const GESTURES = 9;
const KEYS = 60;

export type TableTimes = Record<'page' | 'all' | 'form' | 'key', number>;

const FORM = 'textarea:not([aria-hidden])';

/** Return the time in ms to show another page of rows. */
async function turnPage(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.before = document.querySelector('tbody tr td:nth-child(2)')?.textContent ?? '';
  });
  return gesture(
    page,
    await press(page, '.pages button:last-of-type'),
    () => (document.querySelector('tbody tr td:nth-child(2)')?.textContent ?? '') !== window.before,
  );
}

async function pickAll(page: Page): Promise<number> {
  const time = await gesture(
    page,
    await press(page, 'thead input[type="checkbox"]'),
    () => document.querySelectorAll('tbody input:checked').length >= 10,
  );
  await page.click('thead input[type="checkbox"]');
  return time;
}

async function openForm(page: Page): Promise<number> {
  const time = await gesture(
    page,
    () => page.keyboard.press('n'),
    () => document.querySelector('textarea:not([aria-hidden])') !== null,
  );
  await page.keyboard.press('Escape');
  await page.waitForSelector(FORM, { state: 'detached' });
  return time;
}

/**
 * Move the pointer to a field in steps, as a hand does. After a long frame, such as that of a new form, Chromium delays
 * each frame by one until some were quick. If the pointer jumped, the first five keys would be measured late.
 */
async function goTo(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
  await page.click(selector);
}

/**
 * Measure the time from the press of a key to the painted letter. The browser's Event Timing reports it, except for
 * keys below 16 ms.
 */
async function typeIntoForm(page: Page): Promise<number> {
  await page.keyboard.press('n');
  await goTo(page, FORM);
  await page.evaluate(() => {
    const took = new Map<number, number>();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) took.set(interactionId, Math.max(took.get(interactionId) ?? 0, duration));
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    (window as unknown as { keys: Map<number, number> }).keys = took;
  });
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }
  const durations = await page.evaluate(() => [...(window as unknown as { keys: Map<number, number> }).keys.values()]);
  await page.keyboard.press('Escape');
  await page.click('.dialog .button.danger');
  await page.waitForSelector(FORM, { state: 'detached' });
  return ninetyEighth([...Array.from({ length: Math.max(0, KEYS - durations.length) }, () => 0), ...durations]);
}

/** Measure frequent gestures of a table: the median of each, and the 98th percentile of sixty keys. */
export async function tableGestures(page: Page): Promise<TableTimes> {
  const times = { page: [] as number[], all: [] as number[], form: [] as number[] };
  for (let round = 0; round < GESTURES; round++) {
    times.page.push(await turnPage(page));
    times.all.push(await pickAll(page));
    times.form.push(await openForm(page));
  }
  return { page: median(times.page), all: median(times.all), form: median(times.form), key: await typeIntoForm(page) };
}
