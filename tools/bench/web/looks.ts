/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { median } from './figure.ts';
import { gesture, press } from './gesture.ts';

const TURNS = 6;

/** Measure how long a change of the colour takes, and one between dark and light, while a table is open. */
export async function changeLooks(page: Page): Promise<{ colour: number; dark: number }> {
  await page.click('.top-tools [aria-label="主题与颜色"]');
  await page.waitForSelector('.look-colours');
  const times = { colour: [] as number[], dark: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    await page.evaluate(() => {
      window.before = document.documentElement.style.cssText;
    });
    times.colour.push(
      await gesture(
        page,
        await press(page, `.look-colours > button:nth-child(${2 + (turn % 2)})`),
        () => document.documentElement.style.cssText !== window.before,
      ),
    );
    await page.evaluate(() => {
      window.before = document.documentElement.dataset.mode ?? '';
    });
    times.dark.push(
      await gesture(
        page,
        await press(page, `.segments button:nth-child(${turn % 2 === 0 ? 2 : 1})`),
        () => document.documentElement.dataset.mode !== window.before,
      ),
    );
  }
  return { colour: median(times.colour), dark: median(times.dark) };
}
