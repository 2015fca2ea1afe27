import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WeakNetwork } from '#business/mobile/testing/weak-network.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { dispatchedOrders } from '../../testing/dispatched-orders.ts';
import { applyPath, COURIER, dataOf, StoreSite } from '../../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const dispatched = dispatchedOrders(site);
const MINUTE = 60_000;
const PATIENT = { timeout: 15_000 };

const tab = (page: Page, name: string) => page.locator('.goods-tabs button', { hasText: name });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Type codes into the scanner of the open sheet, and wait for the verdict of each. */
async function scan(page: Page, code: string, verdict: string): Promise<void> {
  await page.locator('.day-scan input').fill(code);
  await page.locator('.day-scan').getByRole('button', { name: '添加' }).click();
  await page.locator('.goods-verdict', { hasText: verdict }).waitFor();
}

/** Send the queued steps by a tap. */
async function sendAll(page: Page): Promise<void> {
  await page.locator('.day-banner').click();
  await page.getByRole('button', { name: '现在发送' }).click();
  await page.locator('.day-block', { hasText: '全部已发送' }).or(page.locator('.day-refused')).first().waitFor();
}

const arrived = (shipmentId: string) =>
  server.tables<{ qty: number; at: string; auto: boolean }>(
    `select e.received_qty::float8 as qty, to_char(h.receive_time, 'YYYY-MM-DD HH24:MI:SS') as at, h.auto_received as auto from asmaterialshipments h join asmaterialshipmentsdetails e on e.material_shipments_id = h.id where h.id = $1 and e.is_deleted = 0`,
    [shipmentId],
  );

test('without a network a technician receives a part of a shipment and requests parts; both keep their time', async () => {
  const [valve, pump] = [
    await site.item('20', { itemCode: 'VALVE-1', itemName: '排气阀 DN15' }),
    await site.item('20', { itemCode: 'PUMP-9', itemName: '循环泵 15-60', barcode: '6900000000017' }),
  ];
  const { dispId, orderId } = await dispatched();
  const hint = JSON.stringify([{ materialId: valve, qty: 2 }]);
  await server.tables('update asdispatchform set material_hint = $2 where id = $1', [dispId, hint]);
  const sent = await site.released([{ materialId: pump, applyQty: '4' }]);
  await site.approved(sent.shipmentId);
  dataOf(await site.handedOver(sent.shipmentId, COURIER));

  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.people.worker, { size: PHONE, kept: true });
  await page.goto(`${network.base}/maintenance/day?view=bag`);
  await tab(page, '待收').filter({ hasText: '1 包' }).waitFor();
  await tab(page, '要补').filter({ hasText: '1 单' }).waitFor();
  await page.locator('.goods-row', { hasText: '排气阀 DN15 缺 2' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.match('/')));

  await network.off();
  await page.getByRole('button', { name: '扫码签收' }).click();
  await scan(page, 'nonsense', '没有这个码');
  for (const rest of ['还差 3', '还差 2', '还差 1']) await scan(page, 'pump-9', rest);
  await page.getByRole('button', { name: '签收 3，还差 1' }).click();
  await page.locator('.goods-row', { hasText: '收 3 / 4' }).waitFor();
  await page.getByRole('button', { name: '申请 1 行' }).click();
  await sheet(page, '为').getByRole('button', { name: '多一个' }).click();
  await sheet(page, '为').getByRole('button', { name: '申请 1 行' }).click();
  await page.locator(`[data-order="${orderId}"]`, { hasText: '待发送' }).waitFor();
  // A reload without a network keeps the goods, the receipt and the request.
  await page.reload();
  await page.locator('.goods-row', { hasText: '收 3 / 4' }).waitFor();
  await page.locator(`[data-order="${orderId}"]`, { hasText: '待发送' }).waitFor();
  expect(await arrived(sent.shipmentId)).toMatchObject([{ qty: 0, at: null }]);

  server.clock.pass(40 * MINUTE);
  await network.on();
  await sendAll(page);
  expect(await page.locator('.day-refused').allInnerTexts()).toEqual([]);
  const [{ qty, at }] = await arrived(sent.shipmentId);
  expect(qty).toBe(3);
  expect(await site.balance(pump, 'person')).toBe('3');
  const [request] = await server.tables<{ state: string; qty: number; at: string; now: string }>(
    `select h.document_status as state, d.apply_qty::float8 as qty, to_char(h.apply_time, 'YYYY-MM-DD HH24:MI:SS') as at, to_char(h.create_time, 'YYYY-MM-DD HH24:MI:SS') as now from asmaterialapply h join asmaterialapplydetails d on d.materials_apply_id = h.id where h.disp_id = $1`,
    [dispId],
  );
  expect(request).toMatchObject({ state: 'submitted', qty: 3 });
  // Both have the time of the phone, long before they reached the server.
  expect([at, request.at].every((one) => minutesBetween(one, request.now) >= 39)).toBe(true);

  await page.goto(`${network.base}/maintenance/day?view=bag`);
  await page.locator(`[data-order="${orderId}"]`, { hasText: '待审核' }).waitFor();
  await page.getByRole('button', { name: '扫码签收' }).click();
  await page.getByRole('button', { name: '全部收到' }).click();
  await page.getByRole('button', { name: '签收 4', exact: true }).click();
  await expect.poll(async () => (await arrived(sent.shipmentId))[0].qty, PATIENT).toBe(4);
  await tab(page, '待收').filter({ hasText: '0 包' }).waitFor();
  expect(await site.broken()).toEqual([]);
  await page.context().close();
  await network.off();
}, 120_000);

test('a technician submits a draft, and sees the old parts that block the next one', async () => {
  const seal = await site.item('20', { itemCode: 'SEAL-1', itemName: '密封圈', returnOld: true });
  const made = dataOf(
    await site.people.worker.post(`${applyPath}/save`, site.requested([{ materialId: seal, applyQty: '1' }])),
  );
  const { page } = await screens.of(site.people.worker, { size: PHONE, kept: true });
  await page.goto(`${server.base}/maintenance/day?view=bag`);
  await page.getByRole('button', { name: /我的申请/ }).click();
  await sheet(page, '我的申请').locator('li', { hasText: made.applyNo }).getByRole('button', { name: '提交' }).click();
  await expect.poll(async () => (await site.apply(made.id)).documentStatus, PATIENT).toBe('submitted');
  await page.keyboard.press('Escape');

  await site.owesOldParts(seal, '5', 22);
  const second = dataOf(
    await site.people.worker.post(`${applyPath}/save`, site.requested([{ materialId: seal, applyQty: '1' }])),
  );
  await page.reload();
  await tab(page, '旧件').filter({ hasText: '欠 5' }).waitFor();
  await page.locator('#goods-old li', { hasText: '超 7 天' }).waitFor();
  await page.getByRole('button', { name: /我的申请/ }).click();
  await sheet(page, '我的申请')
    .locator('li', { hasText: second.applyNo })
    .getByRole('button', { name: '提交' })
    .click();
  await page.locator('#goods-old [role="alert"]', { hasText: '密封圈' }).waitFor();
  expect((await site.apply(second.id)).documentStatus).toBe('draft');
  await page.context().close();
});
