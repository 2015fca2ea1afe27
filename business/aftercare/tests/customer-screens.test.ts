import { expect, test } from 'vitest';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { expectLarge } from '#business/customers/testing/guest-screen.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { CustomerSite } from '../testing/customer-site.ts';

// Links carry the public address; its host is not that of the test, so tests open the path of a link.
const server = await openTestServer(import.meta.url, { webRoot: true, env: { PUBLIC_URL: 'https://anju.example' } });
const customers = await CustomerSite.of(server);
const { site } = customers;
const screens = await openScreens(server);

const of = await site.working(9, '唐书怡');
good(await customers.askPrice(of, '436'));
const path = await customers.link(of.registrationFormId);
test('a customer reads the page on a phone: large text, large buttons, and the answer stays', async () => {
  const { page, troubles } = await screens.ofStranger({ size: PHONE });
  await page.goto(path);
  await expectLarge(page);
  await page.getByRole('button', { name: '同意', exact: true }).dblclick();
  await page.getByText('您同意了 436.00 元').waitFor();
  expect(troubles).toEqual([]);
});

test('the page reads and answers without script', async () => {
  const { page: other } = await screens.ofStranger({ size: PHONE });
  const context = await other.context().browser()!.newContext({ javaScriptEnabled: false, baseURL: server.base });
  const page = await context.newPage();
  await page.goto(`${path}?lang=en`);
  await page.getByText('The technician is repairing it').waitFor();
  await page.getByRole('button', { name: 'Please hurry' }).click();
  await page.getByText('You asked us to hurry').waitFor();
  await context.close();
});

test('a staff browser with the service worker opens the page of the customer', async () => {
  const { page } = await screens.of(site.cs, { kept: true });
  await openPage(page, '/wel/index');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(path);
  await page.getByText('师傅正在您家修').waitFor();
  expect(await page.locator('.frame').count()).toBe(0);
});

test('staff see whether the link was opened, and revoke it in the detail of the order', async () => {
  const { page, troubles } = await screens.of(site.cs);
  await openPage(page, `/maintenance/registrationform?id=${of.registrationFormId}`);
  const links = page.getByRole('region', { name: '客户链接' });
  await links.getByText('打开过').waitFor();
  await links.getByRole('button', { name: '作废' }).click();
  await links.getByText('都已作废或到期').waitFor();
  expect((await customers.open(path)).status).toBe(404);
  expect(troubles).toEqual([]);
});
