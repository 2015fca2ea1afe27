import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { material } from '#business/materials/items/material.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { DESK, PHONE, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf, shipmentPath } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store } = site.people;
const SCAN = '/maintenance/asmaterialshipments/scan';

const { technicianNo } = dataOf(await store.get(`${technician.path}/detail`, { id: site.technicianId }));
const badge = `ANJU:T:${technicianNo}`;

const codeOf = async (id: string): Promise<string> =>
  dataOf(await store.get(`${material.path}/detail`, { id })).itemCode;

/** Return a shipment that waits for its hand-over, with its lines by material. */
async function waiting(
  lines: readonly { materialId: string; applyQty: string }[],
  serials: Record<string, string> = {},
) {
  const { shipmentId } = await site.released(lines);
  const draft = await site.shipment(shipmentId);
  if (Object.keys(serials).length)
    dataOf(
      await store.post(`${shipmentPath}/submit`, {
        id: shipmentId,
        draft: true,
        lines: draft.lines.map((one: { materialId: string }) => ({ ...one, serialNos: serials[one.materialId] })),
      }),
    );
  await site.approved(shipmentId);
  return site.shipment(shipmentId);
}

/** Type as a scanner does: fast, and ended by Enter or Tab, wherever the focus is. */
async function scanned(page: Page, code: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press(end);
}

const verdict = (page: Page) => page.locator('.scan-verdict b');
const countOf = (page: Page, at: number) => page.locator('.scan-lines tbody tr').nth(at).locator('.scan-count b');

test('a storekeeper hands over twelve lines by a scanner, without a mouse', async () => {
  const items: string[] = [];
  for (let n = 0; n < 12; n += 1)
    items.push(
      await site.item('9', n === 0 ? { packBarcode: 'BOX0', packQty: '6' } : {}, n === 11 ? ['SN-1', 'SN-2'] : []),
    );
  const wanted = (at: number): string => (at === 0 ? '6' : at === 1 ? '3' : '1');
  const shipment = await waiting(
    items.map((materialId, at) => ({ materialId, applyQty: wanted(at) })),
    { [items[11]]: 'SN-1' },
  );
  const codes = await Promise.all(items.map(codeOf));
  const { page, troubles } = await screens.of(store);
  await openPage(page, SCAN);
  await page.locator('tr[data-paper]').first().waitFor();
  await scanned(page, badge);
  await page.locator('tr[data-line]').nth(11).waitFor();
  await expect.poll(() => page.locator('tr[data-line]').count()).toBe(12);
  // The focus is elsewhere: what a scanner types goes into the field all the same.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scanned(page, 'BOX0', 'Tab');
  await scanned(page, codes[1]);
  await scanned(page, codes[1], 'Tab');
  await scanned(page, 'NO-SUCH-CODE');
  await expect.poll(() => verdict(page).textContent()).toContain('认不出这个码');
  await scanned(page, 'ANJU:SHORT');
  for (const code of codes.slice(2, 11)) await scanned(page, code, 'Tab');
  await scanned(page, badge);
  await expect.poll(() => verdict(page).textContent()).toBe('还差 1 行');
  await scanned(page, 'SN-2');
  await page.keyboard.press('Escape');
  await scanned(page, 'SN-1');
  await scanned(page, badge);
  await expect.poll(() => verdict(page).textContent()).toContain('已移交给');
  const after = await site.shipment(shipment.id);
  expect(after).toMatchObject({ documentStatus: 'transmitted' });
  const line = (at: number) => after.lines.find((one: { materialId: string }) => one.materialId === items[at]);
  expect([line(0).shipQty, line(1).shipQty, line(11).serialNos]).toEqual(['6.000', '2.000', 'SN-1']);
  expect(line(1).diffReason).toBe('账 9 架 2');
  expect(await site.balance(items[1], 'person')).toBe('2');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('anju-scan 0')))).toEqual(
    [],
  );
  expect(await site.broken()).toEqual([]);
  expect(troubles).toEqual([]);
});

test('counts stay on the device without a network, and the hand-over waits for it', async () => {
  const valve = await site.item('9');
  const shipment = await waiting([{ materialId: valve, applyQty: '3' }]);
  const code = await codeOf(valve);
  const { page } = await screens.of(store);
  await openPage(page, `${SCAN}?id=${shipment.id}`);
  await page.locator('tr[data-line]').first().waitFor();
  await page.context().setOffline(true);
  await scanned(page, code);
  await scanned(page, 'FOREIGN');
  await expect.poll(() => verdict(page).textContent()).toContain('没有网络');
  await scanned(page, code);
  await page.keyboard.press('F7');
  await scanned(page, '2');
  await expect.poll(() => countOf(page, 0).textContent()).toBe('3');
  await page.keyboard.press('F9');
  await expect.poll(() => verdict(page).textContent()).toContain('移交在等');
  expect(await site.shipment(shipment.id)).toMatchObject({ documentStatus: 'approved' });
  await page.context().setOffline(false);
  await expect.poll(() => verdict(page).textContent()).toContain('已移交给');
  expect(await site.shipment(shipment.id)).toMatchObject({ documentStatus: 'transmitted', transmitCount: 1 });
});

test('counts outlive a reload, and a second storekeeper is shown who counts', async () => {
  const valve = await site.item('9');
  const shipment = await waiting([{ materialId: valve, applyQty: '2' }]);
  const code = await codeOf(valve);
  const { page, troubles } = await screens.of(store);
  await openPage(page, `${SCAN}?id=${shipment.id}`);
  await page.locator('tr[data-line]').first().waitFor();
  await scanned(page, code);
  await expect.poll(() => countOf(page, 0).textContent()).toBe('1');
  await page.reload();
  await page.locator('tr[data-line]').first().waitFor();
  await expect.poll(() => countOf(page, 0).textContent()).toBe('1');
  const other = await server.as('as_store', { who: 'second' });
  const second = await screens.of(other);
  await openPage(second.page, `${SCAN}?id=${shipment.id}`);
  await second.page.locator('.scan-other').waitFor();
  expect(await second.page.locator('.scan-field input').isDisabled()).toBe(true);
  await page.keyboard.press('F4');
  await page.locator('tr[data-paper]').first().waitFor();
  await expect.poll(() => second.page.locator('.scan-other').count()).toBe(0);
  expect([...troubles, ...second.troubles]).toEqual([]);
});

test('on a phone one line is shown at a time, below the same field', async () => {
  const valve = await site.item('9');
  const shipment = await waiting([{ materialId: valve, applyQty: '1' }]);
  const { page, troubles } = await screens.of(store, { size: PHONE, language: 'en' });
  await openPage(page, `${SCAN}?id=${shipment.id}`);
  await page.locator('.scan-one').waitFor();
  await page.locator('.scan-field input').fill(await codeOf(valve));
  await page.keyboard.press('Enter');
  await expect.poll(() => verdict(page).textContent()).toBe('This line is full');
  await page.getByRole('button', { name: /Hand over/ }).click();
  await expect.poll(() => verdict(page).textContent()).toContain('is handed over');
  await page.setViewportSize(DESK);
  await pageSettled(page);
  expect(troubles).toEqual([]);
});
