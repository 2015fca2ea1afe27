import { expect, test } from 'vitest';
import { openTestServer } from '../../test-server.ts';
import { openPage, openScreens } from '../browser.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const administrator = await server.as('administrator');

test('a title is shown as our own hint, on hover and on focus; Esc closes it, and the browser shows no second one', async () => {
  const { page, troubles } = await screens.of(administrator);
  await openPage(page, '/system/user');
  const reload = page.getByRole('button', { name: '刷新' });
  await reload.waitFor();
  const before = await reload.boundingBox();
  await reload.hover();
  const hint = page.getByRole('tooltip');
  await hint.getByText('刷新').waitFor();
  expect(await reload.getAttribute('title')).toBe(null);
  expect(await reload.boundingBox()).toEqual(before);
  const box = (await hint.boundingBox())!;
  expect(box.y).toBeGreaterThan(before!.y + before!.height);
  await page.keyboard.press('Escape');
  await hint.waitFor({ state: 'hidden' });
  expect(await reload.getAttribute('title')).toBe('刷新');
  // Keyboard focus shows the hint too, and screen readers read it.
  await page.mouse.move(5, 500);
  await reload.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await hint.getByText('刷新').waitFor();
  expect(await reload.getAttribute('aria-describedby')).toBe('hint');
  await page.keyboard.press('Tab');
  await expect.poll(() => reload.getAttribute('aria-describedby')).toBe(null);
  // Touch shows no hint.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    for (const one of document.querySelectorAll('[title]'))
      one.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'touch', bubbles: true }));
  });
  expect(await page.locator('[data-hint]').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});
