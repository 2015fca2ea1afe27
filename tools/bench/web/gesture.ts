/// <reference lib="dom" />
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    took: Promise<number>;
    before: string;
  }
}

/** Nobody presses again while what he began is still going on: ten frames in a row come on time, and nothing is asked of the server. */
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

/** From a press until what it leads to is painted, measured inside the page. A press that leads to nothing is given up. */
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

/** A press of the mouse in the middle of an element, without the questions that a test asks the page before it dares to press. */
export async function press(page: Page, selector: string): Promise<() => Promise<void>> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
