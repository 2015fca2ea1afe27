import type { Page } from 'playwright-core';
import { chooseIn } from '#kernel/testing/screens/browser.ts';
import { picture } from './worksite.ts';

/** Draw a signature with a finger. */
async function sign(page: Page): Promise<void> {
  const sheet = page.locator('canvas.day-sign');
  await sheet.scrollIntoViewIfNeeded();
  const box = (await sheet.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 50);
  await page.mouse.move(box.x + 220, box.y + 110);
  await page.mouse.up();
}

/** Write a completion: work, check list, two photos, a pump from the van, cash, a signature. */
export async function writeCompletion(page: Page): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: '故障原因' }), '自然磨损');
  await chooseIn(page.getByRole('combobox', { name: '处理措施' }), '更换配件');
  await page.getByLabel('做了什么').fill('更换循环泵，排气，水压 1.5 bar');
  await page.getByRole('button', { name: '其余正常' }).click();
  await page.locator('.day-number', { hasText: '系统水压' }).locator('input').fill('1.5');
  for (const name of ['维修前', '维修后']) {
    await page.locator(`input[data-class="${name}"]`).setInputFiles(await picture('sharp'));
    await page.locator('.day-photo', { hasText: name }).locator('img').waitFor();
  }
  await page.locator('[data-section="supplies"]').getByRole('button', { name: '扫码' }).click();
  await page.locator('.day-scan input').fill('6901234567892');
  await page.locator('.day-scan').getByRole('button', { name: '添加' }).click();
  await page.locator('.day-supply', { hasText: '循环泵 25-6' }).waitFor();
  await page.locator('.day-number', { hasText: '人工费' }).locator('input').fill('120');
  await page.locator('.day-money.total', { hasText: '300.00' }).waitFor();
  await page.getByRole('radio', { name: '现金' }).click();
  await sign(page);
  await page.locator('.day-tabs', { hasText: '已签' }).waitFor();
}
