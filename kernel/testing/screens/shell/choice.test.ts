import { expect, test } from 'vitest';
import { keeper } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';
import { openPage, openScreens, toolOf } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const by = await keeper(server);

test('a choice by keyboard has one stop of Tab; arrows go round, Home and End go to the ends', async () => {
  const { page, troubles } = await screens.of(by);
  await openPage(page, '/wel/index');
  await toolOf(page, '主题与颜色').click();
  const group = page.getByRole('radiogroup', { name: '明暗' });
  const of = (name: string) => group.getByRole('radio', { name });
  const mode = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.mode);
  const chosen = async (name: string): Promise<void> => {
    await expect.poll(() => of(name).getAttribute('aria-checked')).toBe('true');
    expect(await of(name).evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => group.locator('[aria-checked="true"]').count()).toBe(1);
    expect(await group.locator('[tabindex="0"]').allInnerTexts()).toEqual([name]);
  };
  await of('浅色').click();
  await chosen('浅色');
  await page.keyboard.press('ArrowRight');
  await chosen('深色');
  await expect.poll(mode).toBe('dark');
  await page.keyboard.press('ArrowDown');
  await chosen('跟随系统');
  await page.keyboard.press('ArrowRight');
  await chosen('浅色');
  await page.keyboard.press('ArrowUp');
  await chosen('跟随系统');
  await page.keyboard.press('Home');
  await chosen('浅色');
  await page.keyboard.press('End');
  await chosen('跟随系统');
  // Tab leaves the group of choices, and Shift+Tab returns to the chosen one.
  await page.keyboard.press('Tab');
  await expect.poll(() => group.evaluate((one) => one.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await chosen('跟随系统');
  // Arrow keys with a modifier do not change the choice.
  await page.keyboard.press('Alt+ArrowLeft');
  await chosen('跟随系统');
  expect(troubles).toEqual([]);
});
