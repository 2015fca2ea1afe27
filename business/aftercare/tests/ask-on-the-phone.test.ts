import { expect, test } from 'vitest';
import { PUBLIC } from '#business/customers/testing/guest-pages.ts';
import { PHONE, chooseIn, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { CustomerSite } from '../testing/customer-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, env: { PUBLIC_URL: PUBLIC } });
const customers = await CustomerSite.of(server);
const screens = await openScreens(server);
const { site } = customers;

test('a technician asks for an agreement on the phone, and sees the answer of the customer', async () => {
  const of = await site.working(9, '唐书怡');
  const path = await customers.link(of.registrationFormId);
  const { page, troubles } = await screens.of(site.man, { size: PHONE });
  await page.goto('/maintenance/day');
  await page.locator(`.day [data-visit="${of.id}"]`).waitFor();
  await page.locator('.day-button.big[data-step="form"]').click();
  await page.locator('.day-tabs').waitFor();
  await chooseIn(page.getByRole('combobox', { name: '故障原因' }), '自然磨损');
  await page.getByLabel('做了什么').fill('循环泵卡死了，不换没有暖气');
  await page.locator('.day-number', { hasText: '人工费' }).locator('input').fill('120');
  await page.getByRole('button', { name: '请客户确认费用 ¥120.00' }).click();
  await page.getByText('已发给客户').waitFor();

  const { page: own } = await screens.ofStranger({ size: PHONE });
  await own.goto(path);
  await own.getByText('循环泵卡死了，不换没有暖气').waitFor();
  await own.getByRole('button', { name: '同意', exact: true }).click();
  await own.getByText('您同意了 120.00 元').waitFor();
  await page.getByText('同意了 ¥120.00').waitFor();

  // A higher price needs another agreement.
  await page.locator('.day-number', { hasText: '人工费' }).locator('input').fill('160');
  await page.getByText('现在应收 ¥160.00，高于客户同意的金额').waitFor();
  await page.getByRole('button', { name: '请客户确认费用 ¥160.00' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(troubles).toEqual([]);
});
