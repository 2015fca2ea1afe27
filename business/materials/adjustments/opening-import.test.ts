import { expect, test } from 'vitest';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { saved } from '#kernel/testing/sample.ts';
import { checked, committed, sheetWith } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { stockInvariants } from '../invariants.server.ts';
import { material } from '../items/material.paper.ts';
import { warehouse } from '../stores/warehouse.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const [store, manager] = await Promise.all([server.as('as_store'), server.as('as_manager')]);

test('a company begins with a sheet of its stock: imported into a draft, approved by another person', async () => {
  const { id: warehouseId } = await saved(server, warehouse, { warehouseType: 'main' });
  const items = await Promise.all(
    [1, 2, 3].map((n) =>
      saved(server, material, { itemCode: `QC-${n}`, itemName: '同名的阀', trackMode: 'qty', costPrice: '10' }),
    ),
  );
  const body = { adjustType: 'open', postDate: '2026-11-20', reason: '期初建账', warehouseId };
  const { data: draft } = await store.post(`${at}/asstockadjust/submit`, body);
  const { page, troubles } = await screens.of(store);
  await page.goto(`/maintenance/asstockadjust?id=${draft.id}`);
  await page.getByRole('link', { name: '从表格导入' }).click();
  await page.waitForURL('**/import/stockAdjustmentLine');
  await pageSettled(page);
  expect(troubles).toEqual([]);

  const sheet = await sheetWith([
    ['调整单', '物料', '物料状态', '调整数量', '成本单价'],
    ...items.map((_, n) => [draft.adjustNo, `QC-${n + 1}`, '良品', String(10 * (n + 1)), '12.5']),
    [draft.adjustNo, 'QC-9', '良品', '1', '1'],
  ]);
  const lines = `${at}/asstockadjustdetails`;
  const verdict = await checked(store, lines, sheet);
  expect(verdict.data.counts).toMatchObject({ new: 3, refused: 1 });
  expect((await committed(store, lines, verdict.data.batch)).data).toMatchObject({ counts: { new: 3 } });
  const approved = await manager.post(`${at}/asstockadjust/approve`, { ids: draft.id, note: '同意' });
  expect(approved.data, approved.msg).toMatchObject({ adjustStatus: 'approved', totalQty: '60.000' });
  for (const [n, { id }] of items.entries())
    expect((await store.get(`${at}/asstock/list`, { materialId: id, warehouseId })).data.records).toMatchObject([
      { onHand: `${10 * (n + 1)}.000` },
    ]);
  for (const one of stockInvariants) expect(await server.tables(one.sql, ['000000']), one.code).toEqual([]);
});
