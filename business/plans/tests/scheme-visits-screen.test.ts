import { expect, test } from 'vitest';
import { expectLarge } from '#business/customers/testing/guest-screen.ts';
import { PUBLIC, openGuest } from '#business/customers/testing/guest-pages.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { PlanSite, planPath } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, env: { PUBLIC_URL: PUBLIC } });
const site = await PlanSite.of(server);
const screens = await openScreens(server);
const yearly = await site.contracts.template({ price: '0' });

test('the page of a contract shows its visits, registers the nearest one with A, and prints them', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2026-12-01' });
  const { page, troubles } = await screens.of(site.contracts.work.cs);
  await page.goto(`/maintenance/asscheme/view/${id}`);
  await pageSettled(page);
  const rows = page.locator('.scheme-visit-table tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toMatch(/2026-12-01\s+12-01 至 12-11/);
  await expect.poll(() => page.locator('.visit-mark').count()).toBe(4);
  await page.getByRole('button', { name: '登记第 1 次' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('button', { name: '登记' }).click();
  await rows.first().getByText('已预约').waitFor();
  await rows.first().getByText('待派工').waitFor();
  // Customer service does not dispatch: no strong step is left.
  await expect.poll(() => page.locator('.scheme-head .button.strong').count()).toBe(0);
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('textbox', { name: '联系人' }).fill('严晓');
  await page.getByRole('dialog').getByRole('button', { name: '改联系信息' }).click();
  await page.getByText('联系人 严晓').waitFor();
  expect(await barriers(page, { part: '.scheme-page' })).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.goto(`/maintenance/planSheet/scheme/${id}`);
  await expect.poll(() => page.locator('.sheet tbody tr').count()).toBe(5);
  expect(troubles).toEqual([]);
});

test('the sheet of a team lists the visits of a month with their homes, and is refused without a team', async () => {
  const { id } = await site.sold(yearly.id, { startDate: '2027-01-08' });
  const read = (query: Record<string, string>) => site.contracts.work.cs.get(`${planPath}/sheet`, query);
  const { visits, homes, scheme } = good(await read({ team: 'east', month: '2027-01' })).data;
  expect(visits.map((one: { schemeId: string; planDate: string }) => [one.schemeId, one.planDate])).toEqual([
    [id, '2027-01-08'],
  ]);
  expect(homes[0].address).toContain('静水湾');
  expect(scheme).toBeNull();
  expect((await read({ month: '2027-01' })).reason).toBe('plans.sheetOfNothing');
  expect((await read({ team: 'east', month: '2027-13' })).reason).toBe('plans.sheetOfNothing');
});

test('a customer replies on a phone: large text, a small page, one open question, and the answer stays', async () => {
  const { id: schemeId } = await site.sold(yearly.id, { startDate: '2026-11-25' });
  const [first] = await site.plans(schemeId);
  const path = String(await server.work('as_cs', (context) => context.guestLink('plan', first.id))).slice(
    PUBLIC.length,
  );
  expect((await openGuest(server, path)).text.length).toBeLessThan(45_000);
  const { page, troubles } = await screens.ofStranger({ size: PHONE });
  await page.goto(path);
  await expectLarge(page);
  await page.getByText('可以，选一天').click();
  await page.getByText('11月27日', { exact: true }).click();
  await page.getByText('08:30-10:30', { exact: true }).click();
  await page.getByRole('button', { name: '就这时来' }).dblclick();
  await page.getByText('您选了11月27日 08:30-10:30').waitFor();
  expect(troubles).toEqual([]);
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false, baseURL: server.base });
  const plain = await context.newPage();
  await plain.goto(`${path}?lang=en`);
  await plain.getByText('A maintenance visit is due').waitFor();
  await plain.getByRole('button', { name: 'Skip this visit' }).click();
  await plain.getByText('You do not want this visit').waitFor();
  await context.close();
});
