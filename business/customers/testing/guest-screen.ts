import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from '#kernel/testing/screens/browser.ts';

/** Expect text of at least 18 px, buttons of at least 56 px and no sideways scrolling, in each size of the text. */
export async function expectLarge(page: Page): Promise<void> {
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter(
        (one) =>
          one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()),
      )
      .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
  expect(
    await page.locator('h1').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
  ).toBeGreaterThanOrEqual(28);
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a.button, summary.button')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect().height),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  for (const size of ['1', '2']) {
    await page.getByRole('link', { name: /字/ }).click();
    await page.locator(`html[data-size="${size}"]`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  }
}
