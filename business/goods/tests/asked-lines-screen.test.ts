import { expect, test } from 'vitest';
import { PHONE, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { COURIER, StoreSite, dataOf } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { leader, worker } = site.people;

test('a request is examined by keys: its lines are there with what was requested, and less may be approved', async () => {
  const [valve, pump] = [await site.item('9', { itemName: '球阀' }), await site.item('9', { itemName: '循环泵' })];
  const { id } = await site.submitted([
    { materialId: valve, applyQty: '5' },
    { materialId: pump, applyQty: '2' },
  ]);
  const { page, troubles } = await screens.of(leader);
  await page.goto(`${materialApply.menu!.path}?id=${id}`);
  await pageSettled(page);
  const approve = page.locator('.detail').getByRole('button', { name: /^审核/ }).first();
  await approve.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: '核准数量 球阀' });
  await box.waitFor();
  expect([await box.inputValue(), await page.getByRole('textbox', { name: '核准数量 循环泵' }).inputValue()]).toEqual([
    '5',
    '2',
  ]);
  expect(await page.locator('.asked-lines').textContent()).not.toContain('明细ID');
  await box.fill('4');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await site.apply(id)).documentStatus).toBe('approved');
  const quantities = (await site.apply(id)).lines.map((one: Record<string, string>) => [
    one.materialId,
    one.approvedQty,
  ]);
  expect(quantities).toEqual(
    expect.arrayContaining([
      [valve, '4.000'],
      [pump, '2.000'],
    ]),
  );
  expect(troubles).toEqual([]);
});

test('goods are received in part on a phone, line by line, in English', async () => {
  const valve = await site.item('9', { itemName: '温控器' });
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '3' }]);
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId, COURIER));
  const { page, troubles } = await screens.of(worker, { size: PHONE, language: 'en' });
  await page.goto(`${materialShipment.menu!.path}?id=${shipmentId}`);
  await pageSettled(page);
  await page.locator('.detail').getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('textbox', { name: 'Received in all 温控器' }).fill('2');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Receive/ })
    .click();
  await expect.poll(async () => (await site.shipment(shipmentId)).lines[0].receivedQty).toBe('2.000');
  expect(troubles).toEqual([]);
});
