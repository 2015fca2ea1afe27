import { expect, test } from 'vitest';
import { expectLarge } from '#business/customers/testing/guest-screen.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';

const PUBLIC = 'https://anju.example';
const server = await openTestServer(import.meta.url, { webRoot: true, env: { PUBLIC_URL: PUBLIC } });
const screens = await openScreens(server);
const site = await PlanSite.of(server);
const yearly = await site.contracts.template({ price: '0' });
const { id: schemeId } = await site.sold(yearly.id, { startDate: '2026-11-25' });
const [first] = await site.plans(schemeId);
const path = String(await server.work('as_cs', (context) => context.guestLink('plan', first.id))).slice(PUBLIC.length);

test('a customer books a visit on a phone by large buttons, and reads the day again', async () => {
  const { page, troubles } = await screens.ofStranger({ size: PHONE });
  await page.goto(path);
  await expectLarge(page);
  await page.getByText('该上门保养了').waitFor();
  await page.getByText('可以，选一天').click();
  await page.getByText('11月27日').first().click();
  await page.getByText('08:30-10:30').first().click();
  await page.getByRole('button', { name: '就这时来' }).click();
  await page.getByText(/您选了/).waitFor();
  await expect.poll(async () => (await site.plans(schemeId))[0].planStatus).toBe('booked');
  expect(troubles).toEqual([]);
});

test('the page of a visit reads without script, in English too', async () => {
  const { page: other } = await screens.ofStranger({ size: PHONE });
  const context = await other.context().browser()!.newContext({ javaScriptEnabled: false, baseURL: server.base });
  const page = await context.newPage();
  await page.goto(`${path}?lang=en`);
  await page.getByText('You chose').waitFor();
  await context.close();
});
