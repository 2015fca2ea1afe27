/// <reference lib="dom" />
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    took: Promise<number>;
    before: string;
  }
}

/** Wait until the page is idle: ten frames in a row are on time, and no request is under way. */
const calm = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const until = performance.now() + 5_000;
        let onTime = 0;
        let last = performance.now();
        const frame = (now: number): void => {
          onTime = now - last < 25 && !document.querySelector('#page [aria-busy="true"]') ? onTime + 1 : 0;
          last = now;
          if (onTime >= 10 || now > until) resolve();
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );

/**
 * Return the milliseconds from a press until its result is painted, measured inside the page. Fail after 30 s without
 * the result.
 */
export async function gesture(page: Page, act: () => Promise<void>, isDone: () => boolean): Promise<number> {
  await calm(page);
  await page.evaluate((source) => {
    const done = new Function(`return (${source})()`) as () => boolean;
    window.took = new Promise((resolve, reject) => {
      let began = 0;
      const until = performance.now() + 30_000;
      const start = (): void => {
        began ||= performance.now();
      };
      for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, start, { capture: true, once: true });
      const look = (): void => {
        if (began && done()) requestAnimationFrame(() => resolve(performance.now() - began));
        else if (performance.now() < until) requestAnimationFrame(look);
        else reject(new Error(`nothing came of it: ${source}`));
      };
      requestAnimationFrame(look);
    });
  }, isDone.toString());
  await act();
  return page.evaluate(() => window.took);
}

/** Return a function that clicks the middle of an element, without the checks that Playwright makes before a click. */
export async function press(page: Page, selector: string): Promise<() => Promise<void>> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
