import { expect, test } from 'vitest';
import { type TestScreens, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openCases } from '../testing/cases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const { dispatcher, finance, manager, admin, job } = await openCases(server);

test('a printed dispatch form has the unmasked phone for permitted readers; prints are counted, the second is a copy', async () => {
  const one = await job(480);
  const { page, troubles } = await screens.of(dispatcher);
  // The test browser has no printer, so fire the event that a browser fires after printing.
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.phone = document.querySelector('.sheet-facts')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  // Delay drawing as on a busy machine: printing must wait for the drawing, not for a fixed time.
  await page.addInitScript(() => {
    const pass = MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void;
    MessagePort.prototype.postMessage = function postMessage(this: MessagePort, message: unknown) {
      if (document.documentElement.dataset.busy) setTimeout(() => pass.call(this, message), 150);
      else pass.call(this, message);
    };
  });
  // While the answer is held back, printing has nothing to print.
  const held = Promise.withResolvers<void>();
  await page.route('**/asdispatchform/detail*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route('**/asdispatchform/list*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/maintenance/asdispatchform?id=${one.dispId}`);
  const printing = page.locator('.panel-bar button[aria-label="打印"]');
  await printing.waitFor();
  expect(await printing.isDisabled()).toBe(true);
  held.resolve();
  await printing.click();
  await page.locator('.sheet-head svg').waitFor();
  await page.locator('.sheet-facts', { hasText: '****' }).waitFor();
  expect(await page.locator('.sheet-head em').count()).toBe(0);
  await page.evaluate(() => {
    document.documentElement.dataset.busy = 'yes';
  });
  await page.locator('.sheets-bar .strong').click();
  await page.locator('.sheet-head em', { hasText: '副本' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.phone)).toMatch(/139123420\d\d/);
  await page.locator('.sheets-bar', { hasText: '已打印 1 次' }).waitFor();
  expect((await admin.get(`${at}/asdispatchform/detail`, { id: one.dispId })).data.printCount).toBe(1);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12]/);
  expect(troubles).toEqual([]);
  await page.context().close();

  const report = await screens.of(manager);
  await report.page.goto(`/maintenance/print/completion/${one.completionId}`);
  await report.page.locator('.sheet-photos img').first().waitFor();
  await pageSettled(report.page);
  expect(report.troubles).toEqual([]);
  await report.page.context().close();
  const receipt = good(await finance.get(`${at}/ascollectdetaileds/list`, { completionId: one.completionId })).data
    .records[0];
  const paid = await screens.of(finance);
  await paid.page.goto(`/maintenance/print/receipt/${receipt.id}`);
  await paid.page.locator('.sheet-sum', { hasText: '壹佰贰拾元整' }).waitFor();
  expect(paid.troubles).toEqual([]);
  await paid.page.context().close();
});
