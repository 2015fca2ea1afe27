import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { stockInvariants } from '../invariants.server.ts';
import { material } from '../items/material.paper.ts';
import { warehouse } from '../stores/warehouse.paper.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const of = `${at}/asstockadjust`;
const store = await server.as('as_store');
const other = await server.as('as_store', { who: 'other' });
const manager = await server.as('as_manager');

const place = async () => (await saved(server, warehouse, { warehouseType: 'main' })).id;
const item = async (more = {}) => (await saved(server, material, { costPrice: '10', trackMode: 'qty', ...more })).id;
const write = (body: Record<string, unknown>) =>
  store.post(`${of}/submit`, { adjustType: 'open', postDate: '2026-11-20', reason: '期初建账', ...body });
const approve = (id: string, by: TestCaller = other) => by.post(`${of}/approve`, { ids: id, note: '同意' });
const onHand = async (materialId: string, warehouseId: string) =>
  (await store.get(`${at}/asstock/list`, { materialId, warehouseId })).data.records.map(
    (one: { onHand: string }) => one.onHand,
  );

async function holds(): Promise<void> {
  for (const one of stockInvariants) expect(await server.tables(one.sql, ['000000']), one.code).toEqual([]);
}

test('an opening balance is written by one person and approved by another; only then stock moves', async () => {
  const [main, valve] = [await place(), await item()];
  const made = await write({ warehouseId: main, lines: [{ materialId: valve, qty: '20', unitCost: '12.5' }] });
  expect(made.data, made.msg).toMatchObject({ adjustStatus: 'draft', totalQty: '20.000', totalAmount: '250.00' });
  expect(await onHand(valve, main)).toEqual([]);
  expect((await approve(made.data.id, store)).reason).toBe('maintenance.ownDocument');
  const done = await approve(made.data.id);
  expect(done.data, done.msg).toMatchObject({ adjustStatus: 'approved', approveUser: other.id, approveNote: '同意' });
  expect(await onHand(valve, main)).toEqual(['20.000']);
  const again = await write({ warehouseId: main, lines: [{ materialId: valve, qty: '5' }] });
  expect((await approve(again.data.id)).msg).toContain('已有流水，不能再做期初');
  expect((await store.post(`${of}/remove?ids=${again.data.id}`)).status).toBe(200);
  expect((await store.post(`${of}/remove?ids=${made.data.id}`)).status).toBe(409);
  expect(
    (
      await store.post(`${at}/asstockadjustdetails/submit`, {
        adjustId: made.data.id,
        materialId: await item(),
        qty: '1',
      })
    ).reason,
  ).toBe('maintenance.adjustNotDraft');
  await holds();
});

test('an adjustment has each item once', async () => {
  const valve = await item();
  const made = await write({
    warehouseId: await place(),
    lines: [
      { materialId: valve, qty: '1' },
      { materialId: valve, qty: '2' },
    ],
  });
  expect([made.status, made.reason], made.msg).toEqual([409, 'maintenance.lineTwice']);
});

test('a purchase by one, approved by another, adds its quantity at its cost', async () => {
  const [main, valve] = [await place(), await item()];
  await server.tables('update aswarehouse set sap_whs_code = null where id = $1', [main]);
  await approve(
    (await write({ warehouseId: main, lines: [{ materialId: valve, qty: '10', unitCost: '10' }] })).data.id,
  );
  const purchase = (more = {}, line = {}) =>
    write({
      adjustType: 'purchase',
      warehouseId: main,
      reason: '到货',
      supplierDoc: 'SH-1',
      lines: [{ materialId: valve, qty: '10', unitCost: '20', ...line }],
      ...more,
    });
  expect((await purchase({ supplierDoc: '' })).reason).toBe('maintenance.supplierDocNeeded');
  expect((await purchase({}, { unitCost: '' })).reason).toBe('maintenance.purchaseCost');
  const made = await purchase();
  expect((await approve(made.data.id, store)).reason).toBe('maintenance.ownDocument');
  expect((await approve(made.data.id)).status).toBe(200);
  const [row] = await server.tables<{ qty: string; cost: string; id: string }>(
    'select id::text as id, on_hand::text as qty, avg_cost::text as cost from asstock where warehouse_id = $1 and material_id = $2',
    [main, valve],
  );
  expect(row).toMatchObject({ qty: '20.000', cost: '15.0000' });
  const placed = await store.post(`${at}/asstock/place`, { rows: [{ id: row.id, binCode: 'a-03' }] });
  expect(placed.data, placed.msg).toMatchObject([{ binCode: 'A-03' }]);
  const technician = await server.as('as_technician');
  expect((await technician.post(`${at}/asstock/place`, { rows: [{ id: row.id, binCode: 'B' }] })).status).toBe(403);
  await server.tables("update aswarehouse set sap_whs_code = 'W1' where id = $1", [main]);
  expect((await purchase()).reason).toBe('maintenance.purchaseBySap');
  await holds();
});

test('above the limit only the manager approves', async () => {
  const main = await place();
  const made = await write({ warehouseId: main, lines: [{ materialId: await item(), qty: '100', unitCost: '10.01' }] });
  expect((await approve(made.data.id)).msg).toContain('超过 1000 元，需经理审批');
  expect((await approve(made.data.id, manager)).status).toBe(200);
});

test('a count posts the difference between counted and book, both ways', async () => {
  const [main, valve, pipe] = [await place(), await item(), await item()];
  await approve(
    (
      await write({
        warehouseId: main,
        lines: [
          { materialId: valve, qty: '20' },
          { materialId: pipe, qty: '7.5' },
        ],
      })
    ).data.id,
  );
  const count = await write({
    adjustType: 'count',
    warehouseId: main,
    postDate: '2026-11-23',
    reason: '月盘',
    lines: [
      { materialId: valve, countQty: '18' },
      { materialId: pipe, countQty: '8' },
    ],
  });
  expect(
    (await store.get(`${of}/detail`, { id: count.data.id })).data.lines
      .map((one: Record<string, string>) => [one.bookQty, one.countQty, one.qty])
      .toSorted(),
  ).toEqual([
    ['20.000', '18.000', '-2.000'],
    ['7.500', '8.000', '0.500'],
  ]);
  expect((await write({ adjustType: 'count', warehouseId: main, lines: [{ materialId: valve }] })).reason).toBe(
    'maintenance.countMissing',
  );
  expect((await approve(count.data.id)).status).toBe(200);
  expect([await onHand(valve, main), await onHand(pipe, main)]).toEqual([['18.000'], ['8.000']]);
  await holds();
});

test('a transfer moves once, at the cost of its source, whatever the number of concurrent approvals', async () => {
  const [main, van, valve] = [await place(), await place(), await item()];
  await approve(
    (await write({ warehouseId: main, lines: [{ materialId: valve, qty: '20', unitCost: '12' }] })).data.id,
  );
  expect((await write({ adjustType: 'transfer', warehouseId: main, toWarehouseId: main, lines: [] })).reason).toBe(
    'maintenance.transferTarget',
  );
  const transfer = await write({
    adjustType: 'transfer',
    warehouseId: main,
    toWarehouseId: van,
    reason: '补货',
    lines: [{ materialId: valve, qty: '15' }],
  });
  const people: TestCaller[] = [];
  for (let n = 0; n < 8; n++) people.push(await server.as('as_store', { who: `p${n}` }));
  const answers = await Promise.all(people.map((one) => approve(transfer.data.id, one)));
  expect(answers.map((one) => one.reason ?? one.status).filter((one) => one === 200)).toHaveLength(1);
  expect([await onHand(valve, main), await onHand(valve, van)]).toEqual([['5.000'], ['15.000']]);
  const more = await write({
    adjustType: 'transfer',
    warehouseId: main,
    toWarehouseId: van,
    reason: '补货',
    lines: [{ materialId: valve, qty: '6' }],
  });
  expect((await approve(more.data.id)).reason).toBe('maintenance.stockShort');
  // Changing the source store of a line reads that store's balance again.
  await store.post(`${of}/submit`, { id: more.data.id, warehouseId: van, toWarehouseId: main });
  expect((await store.get(`${of}/detail`, { id: more.data.id })).data.lines[0]).toMatchObject({ bookQty: '15.000' });
  expect((await approve(more.data.id)).status).toBe(200);
  await holds();
});

test('serial numbers are opened, counted and moved individually', async () => {
  const [main, pump] = [await place(), await item({ trackMode: 'serial' })];
  const uneven = await write({
    warehouseId: main,
    lines: [{ materialId: pump, qty: '3', unitCost: '1', serialNos: 'A1, A2' }],
  });
  expect([uneven.status, uneven.reason, uneven.data.fields[0].field]).toEqual([
    400,
    'maintenance.serialsUneven',
    'serialNos',
  ]);
  const even = await write({
    warehouseId: main,
    lines: [{ materialId: pump, qty: '3', unitCost: '1', serialNos: 'A1, A2，A3' }],
  });
  expect((await approve(even.data.id)).status).toBe(200);
  const count = await write({
    adjustType: 'count',
    warehouseId: main,
    reason: '月盘',
    lines: [{ materialId: pump, countQty: '3', serialNos: 'A1 A3 A9' }],
  });
  expect((await approve(count.data.id)).status).toBe(200);
  const there = (
    await store.get(`${at}/asstock/list`, { materialId: pump, warehouseId: main, hideZero: 'true', size: 50 })
  ).data.records;
  expect(there.map((one: { serialNo: string }) => one.serialNo).toSorted()).toEqual(['A1', 'A3', 'A9']);
  await holds();
});

test('an import from SAP overwrites the fields of SAP and retains the company’s', async () => {
  const admin = await server.as('as_admin');
  const page = (
    await admin.get(`${at}/asbasematerial/sapMaterialPage`, { itmsGrpNam: '滤芯耗材', itemName: '滤芯', size: 5 })
  ).data;
  expect(page.records).toHaveLength(5);
  const codes = page.records.map((one: { itemCode: string }) => one.itemCode);
  expect(page.records.every((one: { imported: boolean }) => !one.imported)).toBe(true);
  const first = await admin.post(`${at}/asbasematerial/importSapMaterial`, { itemCodes: codes });
  expect(first.data.created, first.msg).toHaveLength(5);
  await admin.post(`${at}/asbasematerial/update`, { id: first.data.created[0], minStock: '9', itemName: '改过的名字' });
  const second = await Promise.all(
    [1, 2].map(() => admin.post(`${at}/asbasematerial/importSapMaterial`, { itemCodes: codes.join(',') })),
  );
  for (const one of second) expect([one.data.created.length, one.data.updated.length]).toEqual([0, 5]);
  expect((await admin.get(`${at}/asbasematerial/detail`, { id: first.data.created[0] })).data).toMatchObject({
    itemName: page.records[0].itemName,
    minStock: '9.000',
    itemCode: codes[0],
  });
  expect(
    (await admin.get(`${at}/asbasematerial/sapMaterialPage`, { itemCode: codes[0], whsCode: 'W01' })).data.records,
  ).toEqual([expect.objectContaining({ imported: true, materialId: first.data.created[0], priceDiffers: false })]);
  expect((await admin.post(`${at}/asbasematerial/importSapMaterial`, { itemCodes: 'NONE' })).status).toBe(404);
  expect((await store.get(`${at}/asbasematerial/sapMaterialPage`)).data.total).toBeGreaterThan(420);
});
