import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { postMoves } from '#business/materials/stores/posting.server.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { WeakNetwork } from '#business/mobile/testing/weak-network.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { saved } from '#kernel/testing/sample.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, chooseIn, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { returnPath } from '../../testing/back-site.ts';
import { goodsTab, openGoods, sendAll, sheetNamed, tapTwice } from '../../testing/phone-screens.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await Worksite.of(server);
const { materialId: pump, warehouseId: van } = await site.fillVan(40);
const store = await server.as('as_store');
const { id: main } = await saved(server, warehouse, {
  warehouseName: '总仓',
  warehouseType: 'main',
  technicianId: undefined,
  deptId: undefined,
  allowNegative: false,
});
const MINUTE = 60_000;
const PATIENT = { timeout: 15_000 };

/** Complete a visit that used a pump; the old one is in the van. */
async function used(hour: number, name: string): Promise<void> {
  const of = await site.working(hour, name);
  const line = { materialId: pump, qty: '1', unitPrice: '180', payer: 'company', oldPartReturn: true, oldPartQty: '1' };
  good(await site.completed(of, { supplies: [line] }));
}

interface StoredReturn {
  readonly id: string;
  readonly state: string;
  readonly at: string;
  readonly now: string;
  readonly parts: readonly (string | null)[];
}

/** Return the returns with the used parts of their lines. */
const returns = () =>
  server.tables<StoredReturn>(
    `select h.id::text as id, h.document_status as state, to_char(h.submit_time, 'YYYY-MM-DD HH24:MI:SS') as at, to_char(h.create_time, 'YYYY-MM-DD HH24:MI:SS') as now,
      (select array_agg(d.completion_supplies_id::text order by d.id) from asreturnedmaterialsdetails d where d.return_id = h.id and d.is_deleted = 0) as parts from asreturnedmaterials h where h.is_deleted = 0 order by h.id`,
  );

const sentBack = async (id: string, note: string): Promise<void> => {
  good(await store.post(`${returnPath}/sendOutExamine`, { id, pass: 'false', note }));
};

/** Move good pumps out of the van until a quantity is free. */
async function leaveInVan(qty: number): Promise<void> {
  const [{ free }] = await server.tables<{ free: string }>(
    "select sum(on_hand - reserved)::text as free from asstock where warehouse_id = $1 and material_id = $2 and material_status = 'good' and is_deleted = 0",
    [van, pump],
  );
  const move = { lineId: null, materialId: pump, fromWarehouseId: van, toWarehouseId: main };
  await server.work('as_store', (context) =>
    postMoves(context, {
      bill: { type: 'transfer', id: '1', no: 'DB1' },
      moves: [{ ...move, step: 'left', qty: String(Number(free) - qty) }],
    }),
  );
}

/** Open the list of own returns. */
async function openOwn(page: Page): Promise<void> {
  await page.locator('.goods-open', { hasText: '我的退料' }).click();
  await sheetNamed(page, '我的退料').waitFor();
}

test('a return of two old parts is written without a network, and stored once with the time of the phone', async () => {
  await used(9, '赵敏');
  await used(10, '冯志远');
  await used(11, '罗文静');
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.man, { size: PHONE, kept: true });
  await openGoods(page, network.base);
  await goodsTab(page, '旧件').filter({ hasText: '欠 3' }).waitFor();
  await page.locator('#goods-old li', { hasText: '11-23 赵敏' }).filter({ hasText: '剩 15 天' }).waitFor();

  await network.off();
  await page.getByRole('button', { name: '写退料' }).click();
  const sheet = sheetNamed(page, '写退料');
  await sheet.locator('li', { hasText: '冯志远' }).waitFor();
  expect(await barriers(page, { part: '.dialog' })).toEqual([]);
  await sheet
    .locator('li', { hasText: '罗文静' })
    .getByRole('button', { name: /^少一个/ })
    .click();
  // Two taps write one return.
  await tapTwice(sheet.getByRole('button', { name: '提交 2 行' }));
  await sheet.waitFor({ state: 'detached' });
  await page.locator('#goods-old li', { hasText: '赵敏' }).filter({ hasText: '待发送' }).waitFor();
  await page.reload();
  await openOwn(page);
  await sheetNamed(page, '我的退料').locator('li', { hasText: '循环泵' }).filter({ hasText: '待发送' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await returns()).toEqual([]);

  server.clock.pass(40 * MINUTE);
  await network.on();
  await sendAll(page);
  expect(await page.locator('.day-refused').allInnerTexts()).toEqual([]);
  const [one, ...more] = await returns();
  expect(more).toEqual([]);
  expect(one.state).toBe('submitted');
  expect(new Set(one.parts).size).toBe(2);
  expect(one.parts).not.toContain(null);
  expect(minutesBetween(one.at, one.now)).toBeGreaterThanOrEqual(39);
  await openGoods(page, network.base);
  await page.locator('#goods-old li', { hasText: '赵敏' }).filter({ hasText: '待检验' }).waitFor();
  await page.context().close();
  await network.off();
}, 120_000);

test('an old part that a return under way names is not proposed again', async () => {
  const [{ id, parts }] = await returns();
  const query = { technicianId: site.technicianId, returnType: 'old' };
  const proposed = async (): Promise<string[]> =>
    good(await site.man.get(`${returnPath}/proposal`, query)).data.lines.map(
      (line: { completionSuppliesId: string }) => line.completionSuppliesId,
    );
  const [rest, ...more] = await proposed();
  expect(more).toEqual([]);
  expect(parts).not.toContain(rest);
  await sentBack(id, '只来了一件');
  expect((await proposed()).toSorted()).toEqual([...parts, rest].toSorted());
});

test('a return that was sent back is corrected; a correction that came too late submits nothing', async () => {
  const [{ id }] = await returns();
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.man, { size: PHONE, kept: true, refused: [409] });
  await openGoods(page, network.base);
  await page.locator('.goods-open', { hasText: '1 张被退回' }).waitFor();
  const edit = async (): Promise<void> => {
    await openOwn(page);
    await sheetNamed(page, '我的退料').getByRole('button', { name: '修改' }).click();
    await sheetNamed(page, '修改退料').waitFor();
  };
  await edit();
  await sheetNamed(page, '修改退料').getByText('退回：只来了一件').waitFor();
  await sheetNamed(page, '修改退料')
    .getByRole('button', { name: /^少一个/ })
    .first()
    .click();
  await sheetNamed(page, '修改退料').getByRole('button', { name: '提交 1 行' }).click();
  await expect
    .poll(async () => (await returns())[0], PATIENT)
    .toMatchObject({ state: 'submitted', parts: [expect.any(String)] });

  await sentBack(id, '再核对');
  await openGoods(page, network.base);
  await page.locator('.goods-open', { hasText: '1 张被退回' }).waitFor();
  await network.off();
  await edit();
  await sheetNamed(page, '修改退料').getByRole('button', { name: '提交 1 行' }).click();
  await page.locator('.day-banner', { hasText: '2 步' }).waitFor();
  good(await store.post(`${returnPath}/save`, { id, remark: '仓库已改' }));
  await network.on();
  await sendAll(page);
  await page.locator('.day-refused', { hasText: '修改退料' }).getByRole('button', { name: '知道了' }).click();
  await page.locator('.day-block', { hasText: '全部已发送' }).waitFor();
  expect(await returns()).toMatchObject([{ state: 'returned' }]);
  await page.context().close();
  await network.off();
}, 120_000);

test('a new return that the server refuses is opened again, and stored once with its correction', async () => {
  const before = (await returns()).length;
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.man, { size: PHONE, kept: true, refused: [409] });
  await openGoods(page, network.base);
  await network.off();
  await page.getByRole('button', { name: '写退料' }).click();
  const sheet = sheetNamed(page, '写退料');
  await chooseIn(sheet.getByLabel('退什么'), '多余退回');
  const pumps = sheet.locator('li', { hasText: '循环泵' }).filter({ hasText: '良品' });
  for (let n = 0; n < 3; n++) await pumps.getByRole('button', { name: /^多一个/ }).click();
  await sheet.getByLabel('备注').fill('拿多了');
  await sheet.getByRole('button', { name: '提交 1 行' }).click();
  await sheet.waitFor({ state: 'detached' });
  // Meanwhile the office writes most of the van off.
  await leaveInVan(1);
  await network.on();
  await sendAll(page);
  await page.locator('.day-refused', { hasText: '退料单' }).getByRole('button', { name: '去修改' }).click();
  const again = sheetNamed(page, '修改退料');
  await again.getByText('没有生效').waitFor();
  await again.locator('li', { hasText: '原写 3' }).filter({ hasText: '可退 1' }).waitFor();
  expect(await again.getByLabel('备注').inputValue()).toBe('拿多了');
  expect(await barriers(page, { part: '.dialog' })).toEqual([]);
  await tapTwice(again.getByRole('button', { name: '提交 1 行' }));
  await page.locator('.day-block', { hasText: '全部已发送' }).waitFor();
  await expect.poll(async () => (await returns()).length).toBe(before + 1);
  expect((await returns()).at(-1)?.state).toBe('submitted');
  await page.context().close();
  await network.off();
}, 120_000);

test('a technician deletes an own draft by the phone', async () => {
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(site.man, { size: PHONE, kept: true });
  await openGoods(page, network.base);
  await page.getByRole('button', { name: '写退料' }).click();
  await sheetNamed(page, '写退料').getByRole('button', { name: '存草稿' }).click();
  const stored = async () => (await returns()).filter((one) => one.state === 'draft').length;
  await expect.poll(stored, PATIENT).toBe(1);
  await openOwn(page);
  await sheetNamed(page, '我的退料').getByRole('button', { name: '删除' }).click();
  await sheetNamed(page, '删除退料草稿').getByRole('button', { name: '删除' }).click();
  await sheetNamed(page, '我的退料').waitFor();
  expect(await sheetNamed(page, '我的退料').getByRole('button', { name: '删除' }).count()).toBe(0);
  await expect.poll(stored, PATIENT).toBe(0);
  await page.context().close();
  await network.off();
}, 120_000);
