import { expect, test } from 'vitest';
import { material } from '#business/materials/items/material.paper.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf, shipmentPath } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, worker } = site.people;

const { technicianNo } = dataOf(await store.get(`${technician.path}/detail`, { id: site.technicianId }));
const itemOf = async (id: string) => dataOf(await store.get(`${material.path}/detail`, { id }));
const counter = async (code = '', by = store): Promise<string[]> =>
  dataOf(await by.get(`${shipmentPath}/counter`, { code })).map((row: { id: string }) => row.id);
const thing = async (id: string, code: string) =>
  dataOf(await store.get(`${shipmentPath}/scannedCode`, { id, code }))[0];

async function placed(materialId: string, binCode: string): Promise<void> {
  const { records } = dataOf(await store.get(`${stock.path}/list`, { materialId, warehouseId: site.main, size: 10 }));
  dataOf(await store.post(`${stock.path}/place`, { rows: records.map(({ id }: { id: string }) => ({ id, binCode })) }));
}

test('a sheet to scan has its lines by place, their codes, and the serial numbers of the store', async () => {
  const valve = await site.item('9', { packBarcode: 'BOX1', packQty: '3' });
  const pump = await site.item('0', {}, ['P-1', 'P-2', 'P-3']);
  await placed(valve, 'C-01');
  await placed(pump, 'A-02');
  const { applyId, shipmentId } = await site.released([
    { materialId: valve, applyQty: '4' },
    { materialId: pump, applyQty: '1' },
  ]);
  const draft = await site.shipment(shipmentId);
  const serialNos = (of: { materialId: string }): string | undefined => (of.materialId === pump ? 'P-1' : undefined);
  const lines = draft.lines.map((one: { materialId: string }) => ({ ...one, serialNos: serialNos(one) }));
  dataOf(await store.post(`${shipmentPath}/submit`, { id: shipmentId, draft: true, lines }));
  await site.approved(shipmentId);
  const sheet = dataOf(await store.get(`${shipmentPath}/scanSheet`, { id: shipmentId }));
  expect(sheet.lines.map((one: Record<string, unknown>) => [one.materialId, one.bin, one.isSerial])).toEqual([
    [pump, 'A-02', true],
    [valve, 'C-01', false],
  ]);
  expect(sheet.lines[1]).toMatchObject({
    packBarcode: 'BOX1',
    packQty: '3.000',
    toShip: '4.000',
    onHand: '9.000',
    own: '4',
    others: '0',
    needDate: '2026-11-20',
  });
  expect(sheet).toMatchObject({ technicianNo, applyIds: [{ id: applyId }] });
  expect(sheet.serials.map((one: { serialNo: string }) => one.serialNo)).toEqual(['P-1', 'P-2', 'P-3']);
  const stranger = await server.as('as_technician', { who: 'stranger' });
  expect((await stranger.get(`${shipmentPath}/scanSheet`, { id: shipmentId })).status).toBe(404);
  const other = await site.released([{ materialId: pump, applyQty: '1' }]);
  const promised = dataOf(await store.get(`${shipmentPath}/scanSheet`, { id: other.shipmentId })).serials;
  expect(promised[0]).toMatchObject({ serialNo: 'P-1', promised: draft.shipmentNo });
  dataOf(await store.post(`${shipmentPath}/remove`, { ids: other.shipmentId }));
});

test('a number, a request or a badge opens the shipments that wait; a keeper has the own counter', async () => {
  const valve = await site.item('9');
  const first = await site.released([{ materialId: valve, applyQty: '1' }]);
  await site.approved(first.shipmentId);
  const second = await site.released([{ materialId: valve, applyQty: '2' }]);
  const { shipmentNo } = await site.shipment(second.shipmentId);
  const { applyNo } = await site.apply(first.applyId);
  expect(await counter(shipmentNo.toLowerCase())).toEqual([second.shipmentId]);
  expect(await counter(applyNo)).toEqual([first.shipmentId]);
  expect(await counter('ANJU:T:NOBODY')).toEqual([]);
  await site.approved(second.shipmentId);
  const both = await counter(`ANJU:T:${technicianNo}`);
  expect([both.includes(first.shipmentId), both.includes(second.shipmentId)]).toEqual([true, true]);
  const keeper = await server.as('as_store', { who: 'keeper' });
  const area = await saved(server, warehouse, {
    warehouseType: 'area',
    keeperId: keeper.id,
    technicianId: undefined,
    deptId: undefined,
  });
  expect([await counter(undefined, keeper), (await counter()).includes(first.shipmentId)]).toEqual([[], true]);
  expect(area.id).not.toBe(site.main);
  expect((await counter(undefined, worker)).includes(first.shipmentId)).toBe(true);
});

test('a foreign code is named: a material with its place, a serial number with its holder, or nothing', async () => {
  const [valve, pump] = [await site.item('9', { barcode: '690-1' }), await site.item('0', {}, ['Q-1', 'Q-2'])];
  await placed(valve, 'D-04');
  const { shipmentId } = await site.released([{ materialId: pump, applyQty: '1' }]);
  const { itemCode } = await itemOf(valve);
  expect(await thing(shipmentId, '690-1')).toMatchObject({ itemCode, bin: 'D-04', serialNo: '', holder: '' });
  expect(await thing(shipmentId, 'q-1')).toMatchObject({ serialNo: 'Q-1', holder: '' });
  const draft = await site.shipment(shipmentId);
  const lines = draft.lines.map((one: object) => ({ ...one, serialNos: 'Q-1' }));
  dataOf(await store.post(`${shipmentPath}/submit`, { id: shipmentId, draft: true, lines }));
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId));
  expect((await thing(shipmentId, 'Q-1')).holder).not.toBe('');
  expect(await thing(shipmentId, 'no such thing')).toBeUndefined();
});

test('fewer pieces beside serial numbers are handed over: the rest stays on the request, locks stay in order', async () => {
  const [valve, pump] = [await site.item('9'), await site.item('0', {}, ['R-1', 'R-2'])];
  const { shipmentId, applyId } = await site.released([
    { materialId: valve, applyQty: '3' },
    { materialId: pump, applyQty: '1' },
  ]);
  const draft = await site.shipment(shipmentId);
  const serialNos = (of: { materialId: string }): string | undefined => (of.materialId === pump ? 'R-1' : undefined);
  const lines = draft.lines.map((one: { materialId: string }) => ({ ...one, serialNos: serialNos(one) }));
  dataOf(await store.post(`${shipmentPath}/submit`, { id: shipmentId, draft: true, lines }));
  await site.approved(shipmentId);
  const counted = draft.lines.map((one: { id: string; materialId: string }) =>
    one.materialId === pump
      ? { id: one.id, shipQty: '1', serialNos: 'R-2' }
      : { id: one.id, shipQty: '2', diffReason: '账 9 架 2' },
  );
  dataOf(await site.handedOver(shipmentId, { lines: counted }));
  expect(await site.apply(applyId)).toMatchObject({ documentStatus: 'partShipped' });
  expect([await site.balance(valve, 'person'), await site.balance(pump, 'person')]).toEqual(['2', '1']);
  const [{ reserved }] = await server.tables<{ reserved: string }>(
    'select sum(reserved)::text as reserved from asstock where material_id = $1',
    [valve],
  );
  expect(Number(reserved)).toBe(0);
  expect(await site.broken()).toEqual([]);
});
