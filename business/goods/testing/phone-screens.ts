import type { Locator, Page } from 'playwright-core';

export const goodsTab = (page: Page, name: string): Locator => page.locator('.goods-tabs button', { hasText: name });
export const sheetNamed = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Tap a button twice before the page can answer. */
export const tapTwice = (button: Locator): Promise<void> =>
  button.evaluate((one) => {
    for (let n = 0; n < 2; n++) (one as HTMLElement).click();
  });

/** Open the goods of the phone, and wait until they are there without a network. */
export async function openGoods(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/maintenance/day?view=bag`);
  await page.locator('.goods-tabs').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => caches.match('/')).then(Boolean));
}

/** Send the queued steps by a tap. */
export async function sendAll(page: Page): Promise<void> {
  await page.locator('.day-banner').click();
  await page.getByRole('button', { name: '现在发送' }).click();
  await page.locator('.day-block', { hasText: '全部已发送' }).or(page.locator('.day-refused')).first().waitFor();
}
