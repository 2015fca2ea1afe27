import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { inVan, inspect, returnOf, returnPath, returned } from '../testing/back-site.ts';
import { handedOut, newTool, toolApplyPath } from '../testing/tool-site.ts';
import { StoreSite, applyPath, dataOf, shipmentPath } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store, worker } = site.people;

/** Release a request of many lines; return it and its shipment. */
async function longPaper(lines: number) {
  const valve = await site.item('900');
  return site.released(Array.from({ length: lines }, () => ({ materialId: valve, applyQty: '2' })));
}

/** Submit a return of many lines, and hand out as many tools; return both. */
async function longBack(lines: number) {
  const valve = await site.item('900');
  await inVan(site, valve, String(lines));
  const each = Array.from({ length: lines }, () => ({ materialId: valve, returnQty: '1' }));
  const { id: returnId } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, each)));
  const drill = await newTool(site, { totalQty: '90' });
  const out = await handedOut(
    site,
    each.map(() => ({ toolId: drill })),
  );
  return { returnId, toolApplyId: String(out.id) };
}

test('prints are counted and logged, for people who see them', async () => {
  // A draft shipment takes the lines of later requests, so the goods of the return leave first.
  const { returnId, toolApplyId } = await longBack(2);
  const { applyId, shipmentId } = await longPaper(2);
  for (const [path, id] of [
    [applyPath, applyId],
    [shipmentPath, shipmentId],
    [returnPath, returnId],
    [toolApplyPath, toolApplyId],
  ]) {
    const both = await Promise.all([1, 2].map(() => store.post(`${path}/updatePrintById`, { id })));
    expect(both.map((answer) => dataOf(answer).printCount).toSorted()).toEqual([1, 2]);
    const print = dataOf(await worker.get(`${path}/printDetailsById`, { id }));
    expect([print.form.printCount, print.lines.length, print.places?.length ?? 2]).toEqual([2, 2, 2]);
    expect(JSON.stringify(print)).not.toContain('totalAmount');
    const history = dataOf(await store.get(`${path}/history`, { id }));
    expect(JSON.stringify(history)).toContain('打印');
    const stranger = await server.as('as_technician', { who: 'stranger' });
    for (const answer of [
      await stranger.get(`${path}/printDetailsById`, { id }),
      await stranger.post(`${path}/updatePrintById`, { id }),
    ])
      expect(answer.status).toBe(404);
  }
});

test('long papers print on several A4 pages, with a QR code and a mark on copies', async () => {
  const { applyId, shipmentId } = await longPaper(60);
  const { returnId, toolApplyId } = await longBack(60);
  const { page, troubles } = await screens.of(store);
  for (const [kind, id] of [
    ['apply', applyId],
    ['shipment', shipmentId],
    ['return', returnId],
    ['tools', toolApplyId],
  ]) {
    await openPage(page, `/maintenance/goods/print/${kind}/${id}`);
    await page.locator('.sheet .ant-qrcode svg').waitFor();
    expect(await page.locator('.sheet-lines tbody tr').count()).toBeGreaterThanOrEqual(60);
    const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeGreaterThan(1);
    await page.evaluate(() => {
      window.print = () => dispatchEvent(new Event('afterprint'));
    });
    await page.keyboard.press('Control+p');
    await page.locator('.sheet-head em', { hasText: '副本' }).waitFor();
  }
  expect(troubles).toEqual([]);
});

test('the print of a return has both conditions and serial numbers; that of tools has the responsibility text', async () => {
  const pump = await site.item('2', { itemName: '循环泵' }, ['W-1', 'W-2']);
  await inVan(site, pump, '2', 'W-1,W-2');
  const line = { materialId: pump, returnQty: '2', serialNos: 'W-1,W-2' };
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, [line])));
  const [{ id: lineId }] = (await returnOf(site, id)).lines;
  const judged = { id: lineId, acceptQty: 1, serialNos: 'W-2', checkedStatus: 'defective', remark: '少一台' };
  dataOf(await inspect(site, id, [judged]));
  const { page, troubles } = await screens.of(store, { language: 'en' });
  await openPage(page, `/maintenance/goods/print/return/${id}`);
  const row = page.locator('.sheet-lines tbody tr:has(td + td)').first();
  await row.waitFor();
  for (const words of ['循环泵', 'Good', 'Defective', 'W-1', 'W-2', '少一台'])
    expect(await row.textContent()).toContain(words);
  expect(await page.locator('.sheet-signatures').textContent()).toContain('Inspected by');
  expect(await barriers(page, { part: '#page' })).toEqual([]);
  const { toolApplyId } = await longBack(1);
  await openPage(page, `/maintenance/goods/print/tools/${toolApplyId}`);
  await page.locator('.sheet-note', { hasText: 'residual value' }).waitFor();
  expect(troubles).toEqual([]);
});

test('labels of materials, places, badges, tools and the command card have the codes of the scan page', async () => {
  const valve = await site.item('9');
  const { records } = dataOf(
    await store.get('blade-maintenance/webApi/asstock/list', { materialId: valve, warehouseId: site.main, size: 5 }),
  );
  dataOf(
    await store.post('blade-maintenance/webApi/asstock/place', { rows: [{ id: records[0].id, binCode: 'K-09' }] }),
  );
  const { page, troubles } = await screens.of(store);
  const codes = (): Promise<(string | null)[]> =>
    page.locator('.label').evaluateAll((all) => all.map((one) => one.getAttribute('data-code')));
  await openPage(page, `/maintenance/goods/labels?store=${site.main}`);
  await expect.poll(codes).toContain(records[0].itemCode);
  await page.getByRole('radio', { name: '货位' }).click();
  await expect.poll(codes).toEqual(['ANJU:B:K-09']);
  await page.getByRole('radio', { name: '工牌' }).click();
  await expect.poll(async () => (await codes()).some((code) => code?.startsWith('ANJU:T:'))).toBe(true);
  await newTool(site, { toolCode: 'GJ-LABEL' });
  await page.getByRole('radio', { name: '工具' }).click();
  await expect.poll(codes).toContain('GJ-LABEL');
  await page.getByRole('radio', { name: '指令卡' }).click();
  await expect.poll(codes).toEqual(['ANJU:UNDO', 'ANJU:SHORT', 'ANJU:QTY', 'ANJU:NEXT']);
  expect(troubles).toEqual([]);
});
