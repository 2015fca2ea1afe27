import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf } from '../../testing/store-site.ts';
import type { ShelfSheet } from './shelf.calls.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, worker } = site.people;
const at = 'blade-maintenance/webApi';
const adjustPath = `${at}/asstockadjust`;

const shelf = { warehouseId: site.main, materialStatus: 'good' };
const sheetOf = async (): Promise<ShelfSheet> => dataOf(await store.get(`${adjustPath}/shelf`, shelf));
const itemIn = async (materialId: string) => (await sheetOf()).items.find((one) => one.materialId === materialId);
const write = (rows: readonly object[], by = store, key?: string) =>
  by.post(`${adjustPath}/shelfCount`, { ...shelf, reason: '扫码盘点', rows }, key);
const drafts = () =>
  server.tables<{ id: string; type: string; lines: number }>(
    "select h.id::text as id, h.adjust_type as type, count(d.id)::int as lines from asstockadjust h join asstockadjustdetails d on d.adjust_id = h.id and d.is_deleted = 0 where h.adjust_status = 'draft' and h.is_deleted = 0 group by h.id order by h.id",
  );

/** Set the place of a material in the main store. */
const place = async (materialId: string, binCode: string): Promise<void> => {
  const rows = await server.tables<{ id: string }>(
    'select id::text as id from asstock where material_id = $1 and warehouse_id = $2',
    [materialId, site.main],
  );
  dataOf(await store.post(`${at}/asstock/place`, { rows: rows.map(({ id }) => ({ id, binCode })) }));
};

test('exactly the counted materials become one draft, however often it is sent; stock moves by its approval', async () => {
  const [valve, seal, other] = [await site.item('5'), await site.item('7'), await site.item('9')];
  await place(valve, 'A-01');
  expect(await itemIn(valve)).toMatchObject({ book: '5.000', bin: 'A-01', isSerial: false });
  const rows = [
    { materialId: valve, countQty: '4', bookQty: '5' },
    { materialId: seal, countQty: '0', bookQty: '7.000' },
  ];
  const answers = await Promise.all([1, 2, 3].map(() => write(rows, store, 'one-count')));
  expect(new Set(answers.map((one) => dataOf(one).id)).size).toBe(1);
  const [{ id, ...draft }, ...more] = await drafts();
  expect([draft, more]).toEqual([{ type: 'count', lines: 2 }, []]);
  expect([await site.balance(valve, 'main'), await site.balance(seal, 'main')]).toEqual(['5', '7']);
  dataOf(await lead.post(`${adjustPath}/approve`, { ids: id, note: '已核' }));
  expect([
    await site.balance(valve, 'main'),
    await site.balance(seal, 'main'),
    await site.balance(other, 'main'),
  ]).toEqual(['4', '0', '9']);
  expect(await site.broken()).toEqual([]);
});

test('serial numbers are counted by themselves: one that is missing leaves the books', async () => {
  const pump = await site.item('2', {}, ['C-1', 'C-2']);
  expect((await sheetOf()).serials.filter((one) => one.materialId === pump).map((one) => one.serialNo)).toEqual([
    'C-1',
    'C-2',
  ]);
  const uneven = await write([{ materialId: pump, countQty: '2', bookQty: '2', serialNos: 'C-1' }]);
  expect(uneven.reason).toBe('maintenance.serialsUneven');
  const { id } = dataOf(await write([{ materialId: pump, countQty: '1', bookQty: '2', serialNos: 'C-1' }]));
  dataOf(await lead.post(`${adjustPath}/approve`, { ids: id, note: '已核' }));
  expect((await sheetOf()).serials.filter((one) => one.materialId === pump).map((one) => one.serialNo)).toEqual([
    'C-1',
  ]);
  expect(await site.broken()).toEqual([]);
});

test('where goods moved during the count, no draft is written, and the answer names them', async () => {
  const hose = await site.item('6', { itemName: '软管' });
  const before = (await drafts()).length;
  const refused = await write([{ materialId: hose, countQty: '6', bookQty: '8' }]);
  expect([refused.status, refused.reason]).toEqual([409, 'maintenance.countMoved']);
  expect(refused.msg).toContain('软管');
  expect((await drafts()).length).toBe(before);
});

test('an unknown code is named: a material without stock here, or where a serial number is', async () => {
  const fan = await site.item('1', { itemCode: 'FAN-1', barcode: '6901' }, ['F-1']);
  const thing = async (code: string) =>
    dataOf(await store.get(`${adjustPath}/shelfThing`, { warehouseId: site.main, code }));
  expect(await thing('fan-1')).toMatchObject([
    { item: { materialId: fan, book: '0.000' }, serialNo: '', holder: null },
  ]);
  expect(await thing('F-1')).toMatchObject([{ serialNo: 'F-1', holder: expect.any(String) }]);
  expect(await thing('nonsense')).toEqual([]);
});

test('only people who write adjustments count, and wrong input is refused', async () => {
  const clip = await site.item('3');
  const row = { materialId: clip, countQty: '3', bookQty: '3' };
  expect((await worker.get(`${adjustPath}/shelf`, shelf)).status).toBe(403);
  expect((await write([row], worker)).status).toBe(403);
  expect((await write([])).status).toBe(400);
  expect((await write([{ ...row, countQty: '-1' }])).status).toBe(400);
  expect((await write([row, row])).status).toBeGreaterThanOrEqual(400);
  expect((await store.get(`${adjustPath}/shelf`, { ...shelf, warehouseId: '999' })).status).toBe(404);
  const stores: { id: string }[] = dataOf(await store.get(`${adjustPath}/shelfStores`));
  expect(stores.map((one) => one.id)).toContain(site.main);
});
