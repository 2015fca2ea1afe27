import { material } from '#business/materials/items/material.paper.ts';
import { stockInvariants } from '#business/materials/invariants.server.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import type { Draft } from '#kernel/language/paper.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const { materialId: pump, warehouseId: van } = await site.fillVan(20);
const lead = await server.as('as_cs_lead');
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');

/**
 * Boards with serial numbers in the van of the first technician; pumps in the van of the second and in the main
 * warehouse.
 */
const { board, otherVan, main } = await server.work('as_store', async (context) => {
  const serial = await context.create(material, {
    itemCode: 'BOARD-1',
    itemName: '控制主板',
    itmsGrpNam: '电子',
    materialType: 'part',
    unit: 'pcs',
    trackMode: 'serial',
    salePrice: '300',
    costPrice: '200',
  } as Draft<typeof material>);
  const second = await context.call(storeOfPerson, { technicianId: site.otherId });
  const supplier = await context.call(storeOfPerson, { virtual: 'supplier' });
  const move = (step: string, more: Record<string, unknown>) => ({
    step,
    lineId: null,
    fromWarehouseId: supplier,
    toWarehouseId: van,
    qty: '1',
    unitCost: '200',
    ...more,
  });
  await context.call(postStock, {
    bill: { type: 'open', id: '2', no: 'PD2' },
    moves: [
      ...['B-1', 'B-2', 'B-3'].map((serialNo) => move(`b:${serialNo}`, { materialId: serial.id, serialNo })),
      move('b:other', { materialId: pump, toWarehouseId: second, qty: '5' }),
    ] as never,
  });
  return {
    board: serial.id,
    otherVan: second,
    main: (
      await server.tables<{ id: string }>("select id::text as id from aswarehouse where warehouse_type = 'supplier'")
    )[0].id,
  };
});
const held = async (materialId: string, warehouseId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await server.tables<{ n: string; status: string; qty: string }>(
        "select coalesce(serial_no, '') as n, material_status as status, trim_scale(on_hand)::text as qty from asstock where material_id = $1 and warehouse_id = $2 and on_hand <> 0",
        [materialId, warehouseId],
      )
    ).map((row) => [`${row.status} ${row.n}`.trim(), row.qty]),
  );
const line = (more: Record<string, unknown> = {}) => ({
  materialId: board,
  qty: '1',
  unitPrice: '300',
  payer: 'company',
  ...more,
});

test('numbered pieces are used one by one; numbers that do not name every piece are refused', async () => {
  const of = await site.working(9, '序列号先生');
  expect((await site.completed(of, { supplies: [line({ qty: '2', serialNos: 'B-1' })] })).reason).toBe(
    'maintenance.serialsUneven',
  );
  expect(
    (
      await site.completed(of, {
        supplies: [line({ qty: '1', serialNos: 'B-1', oldPartReturn: true, oldPartQty: '1' })],
      })
    ).reason,
  ).toBe('maintenance.oldSerialsUneven');
  expect(await held(board, van)).toEqual({ 'good B-1': '1', 'good B-2': '1', 'good B-3': '1' });
  const done = good(
    await site.completed(of, {
      supplies: [
        line({ qty: '2', serialNos: 'B-1，B-2', oldPartReturn: true, oldPartQty: '1', oldSerialNos: 'ALT-7' }),
      ],
    }),
  ).data;
  expect(await held(board, van)).toEqual({ 'good B-3': '1', 'used ALT-7': '1' });
  // The correction names another piece, and only the difference is posted.
  const [there] = done.supplies;
  good(
    await lead.post(`${at}/ascompletionregistration/updateSupplies`, {
      completionId: done.id,
      lines: [{ ...there, serialNos: 'B-1,B-3', oldPartReturn: false }],
    }),
  );
  expect(await held(board, van)).toEqual({ 'good B-2': '1' });
  good(await lead.post(`${at}/ascompletionregistration/updateSupplies`, { completionId: done.id, lines: [] }));
  expect(await held(board, van)).toEqual({ 'good B-1': '1', 'good B-2': '1', 'good B-3': '1' });
});

test('a numbered part of ours is taken back as an old part by a later visit', async () => {
  const first = await site.working(13, '主板先生');
  good(await site.completed(first, { supplies: [line({ serialNos: 'B-1' })] }));
  const second = await site.working(15, '主板女士');
  const old = { oldPartReturn: true, oldPartQty: '1', oldSerialNos: 'B-1' };
  const done = good(await site.completed(second, { supplies: [line({ serialNos: 'B-2', ...old })] })).data;
  expect(await held(board, van)).toEqual({ 'good B-3': '1', 'used B-1': '1' });
  // A correction without lines moves all pieces back to where they came from.
  good(await lead.post(`${at}/ascompletionregistration/updateSupplies`, { completionId: done.id, lines: [] }));
  expect(await held(board, van)).toEqual({ 'good B-2': '1', 'good B-3': '1' });
  for (const invariant of stockInvariants)
    expect(await server.tables(invariant.sql, ['000000']), invariant.code).toEqual([]);
});

test('parts come from the van of a technician of the visit, by default of the lead', async () => {
  const of = await site.working(11, '备件女士');
  const pumps = (more: Record<string, unknown>) => ({
    supplies: [line({ materialId: pump, unitPrice: '180', ...more })],
  });
  const before = await held(pump, van);
  expect((await site.completed(of, pumps({ warehouseId: otherVan }))).reason).toBe('maintenance.storeNotOfCrew');
  expect((await site.completed(of, pumps({ warehouseId: main }))).reason).toBe('maintenance.storeNotOfCrew');
  good(
    await site.dispatcher.post(`${at}/asdispatchform/submit`, {
      id: of.dispId,
      crew: [
        ...(await site.admin.get(`${at}/asdispatchformdetails/list`, { dispId: of.dispId, isCurrent: 'true' })).data
          .records,
        { technicianId: site.otherId, crewRole: 'assist', shareRatio: '0.3' },
      ],
    }),
  );
  const done = good(
    await site.completed(of, {
      supplies: [
        line({ materialId: pump, unitPrice: '180', warehouseId: otherVan }),
        line({ materialId: pump, unitPrice: '180', qty: '2' }),
      ],
    }),
  ).data;
  expect(done.supplies.map((one: { warehouseId: string }) => one.warehouseId).toSorted()).toEqual(
    [otherVan, van].toSorted(),
  );
  expect(await held(pump, otherVan)).toEqual({ good: '4' });
  expect(Number((await held(pump, van)).good)).toBe(Number(before.good) - 2);
});
