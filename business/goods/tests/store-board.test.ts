import { expect, test } from 'vitest';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import type { BoardTile, StoreBoard } from '../board/store-board.calls.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { inVan, inspect, returnPath, returned, takenOver } from '../testing/back-site.ts';
import { COURIER, StoreSite, dataOf, shipmentPath } from '../testing/store-site.ts';
import { act, handedOut, newTool } from '../testing/tool-site.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';
import { tool } from '../tools/tool.paper.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, worker } = site.people;

const board = async (by = store): Promise<StoreBoard> => dataOf(await by.get(`${shipmentPath}/storeBoard`));
const tilesOf = (of: StoreBoard): Record<string, BoardTile> =>
  Object.fromEntries([...of.tiles, ...of.more].map((one) => [one.name, one]));
const tile = async (name: string): Promise<BoardTile> => tilesOf(await board())[name];
const rowOf = (of: BoardTile, id: string) => of.rows.find((one) => one.id === id);

/** Return the number of rows of the list to which a tile links. */
async function listed(of: BoardTile): Promise<number> {
  const [path, query] = of.all.split('?');
  const papers = [stock, materialApply, materialShipment, materialReturn, toolApply, tool];
  const list = papers.find((one) => one.menu?.path === path)!.path;
  return dataOf(await store.get(`${list}/list`, Object.fromEntries(new URLSearchParams(query)))).total;
}

test('each step of a request is in its tile, with its action, and the tile links to exactly these rows', async () => {
  const valve = await site.item('9');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '2' }]);
  const waits = await tile('examine');
  expect(rowOf(waits, id)).toMatchObject({ act: { verb: 'examine' }, mark: { tone: 'green' } });
  expect(waits.count).toBe(await listed(waits));
  await site.examined(id);
  expect(rowOf(await tile('examine'), id)).toBeUndefined();
  expect(rowOf(await tile('release'), id)).toMatchObject({ act: { verb: 'publish' } });
  await site.published(id);
  const [draft] = await site.drafts();
  expect(rowOf(await tile('handOver'), draft.id)).toMatchObject({
    act: { verb: 'submit' },
    words: [/^1 行/, /^1 line ·/].map((one) => expect.stringMatching(one)),
  });
  await site.approved(draft.id);
  const ready = await tile('handOver');
  expect(rowOf(ready, draft.id)?.act.to).toBe(`/maintenance/asmaterialshipments/scan?id=${draft.id}`);
  expect([ready.count, ready.fact[0]]).toEqual([await listed(ready), '1 张可交']);
  dataOf(await site.handedOver(draft.id, COURIER));
  const transit = await tile('transit');
  expect(rowOf(transit, draft.id)?.words[0]).toContain('收 0 / 2');
  expect(transit.count).toBe(await listed(transit));
  const gone = await tile('handOver');
  expect([gone.count, gone.since.slice(0, 10)]).toEqual([0, (await board()).now.slice(0, 10)]);
});

test('what was promised and is not in the store is a tile, with what lacks', async () => {
  const [pump, valve] = [await site.item('2', { itemName: '循环泵' }), await site.item('9')];
  const { id } = await site.submitted([
    { materialId: pump, applyQty: '3' },
    { materialId: valve, applyQty: '1' },
  ]);
  expect(rowOf(await tile('examine'), id)?.mark).toMatchObject({ tone: 'red', words: ['缺 1 行', '1 missing'] });
  await site.examined(id);
  const short = await tile('short');
  expect(rowOf(short, id)).toMatchObject({ words: ['循环泵 ×1', '循环泵 ×1'], mark: { tone: 'red' } });
  expect(short.count).toBe(await listed(short));
  // Stock that is reserved for the request itself is not missing.
  const { applyId, shipmentId } = await site.released([{ materialId: valve, applyQty: '8' }]);
  await site.approved(shipmentId);
  expect(rowOf(await tile('short'), applyId)).toBeUndefined();
});

test('the strip of the day has what is fetched today and what was handed over', async () => {
  const valve = await site.item('9');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '1' }]);
  await site.approved(shipmentId);
  const entry = async () => (await board()).day.find((one) => one.id === shipmentId);
  expect(await entry()).toMatchObject({ state: 'ready', lines: 1, isCourier: false });
  dataOf(await site.handedOver(shipmentId));
  expect(await entry()).toMatchObject({ state: 'done' });
});

test('old parts in vans are counted by technician; people see the tiles of their rights', async () => {
  const seal = await site.item('3', { returnOld: true });
  const before = (await tile('oldParts')).count;
  await site.owesOldParts(seal, '3', 20);
  const owed = await tile('oldParts');
  expect([owed.count - before, owed.rows.length]).toEqual([3, 1]);
  expect(Object.keys(tilesOf(await board(worker)))).toEqual([]);
  expect(tilesOf(await board(lead)).handOver).toBeDefined();
  expect((await board()).tiles.map((one) => one.name)).toEqual([
    'examine',
    'handOver',
    'transit',
    'short',
    'oldParts',
    'returns',
  ]);
  expect((await board()).more.map((one) => one.name)).toContain('release');
});

test('returns that wait are one tile: each has its step, and the tile links to exactly these rows', async () => {
  const valve = await site.item('9', { itemName: '球阀' });
  await inVan(site, valve, '3');
  const line = { materialId: valve, returnQty: '1', materialStatus: 'defective', returnReason: 'bad' };
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, [line], { returnType: 'defective' })));
  const waits = await tile('returns');
  expect(rowOf(waits, id)).toMatchObject({
    act: { verb: 'sendOutExamine' },
    words: ['球阀 · 不良退回', '球阀 · 不良退回'],
    mark: { tone: 'amber', words: ['申报 不良', 'declared Defective'] },
  });
  expect([waits.count, waits.fact[0]]).toEqual([await listed(waits), expect.stringContaining('最久等了')]);
  dataOf(await inspect(site, id));
  const inspected = await tile('returns');
  expect(rowOf(inspected, id)).toMatchObject({ act: { verb: 'sendOutTransmit' }, mark: { tone: 'blue' } });
  expect(inspected.foot[0]).toBe('1 张已检待入库');
  dataOf(await takenOver(site, id));
  const gone = await tile('returns');
  expect([gone.count, gone.since.slice(0, 10)]).toEqual([0, (await board()).now.slice(0, 10)]);
});

test('the keeper of a store sees the returns to it and to old-part stores without a keeper, and no others', async () => {
  const keeper = await server.as('as_store', { who: 'keeper' });
  await saved(server, warehouse, {
    warehouseType: 'area',
    keeperId: keeper.id,
    technicianId: undefined,
    deptId: undefined,
  });
  const old = await saved(server, warehouse, {
    warehouseType: 'old',
    keeperId: undefined,
    technicianId: undefined,
    deptId: undefined,
  });
  const valve = await site.item('9');
  await inVan(site, valve, '2');
  const lines = [{ materialId: valve, returnQty: '1' }];
  const here = dataOf(await worker.post(`${returnPath}/submit`, returned(site, lines)));
  const there = dataOf(await worker.post(`${returnPath}/submit`, returned(site, lines, { toWarehouseId: old.id })));
  const seen = tilesOf(await board(keeper)).returns.rows.map((row) => row.id);
  expect([seen.includes(here.id), seen.includes(there.id)]).toEqual([false, true]);
});

test('overdue tools and calibrations are counts, with a step for each row', async () => {
  const drill = await newTool(site, { toolName: '电锤' });
  const of = await handedOut(site, [{ toolId: drill, applyQty: '2' }]);
  await server.tables("update astoolapply set plan_return_date = '2026-11-01' where id = $1", [of.id]);
  const meter = await newTool(site, { needCalibrate: true, calibrateDue: '2026-11-02', toolName: '压力表' });
  const [overdue, calibration] = [await tile('toolsOverdue'), await tile('calibration')];
  expect(rowOf(overdue, of.id)).toMatchObject({ act: { verb: 'return' }, words: ['电锤', '电锤'], late: true });
  expect(rowOf(calibration, meter)).toMatchObject({ act: { verb: 'calibrated' }, mark: { tone: 'red' } });
  for (const one of [overdue, calibration]) expect([one.name, one.count]).toEqual([one.name, await listed(one)]);
  dataOf(await act(site, of.id, 'return'));
  expect(rowOf(await tile('toolsOverdue'), of.id)).toBeUndefined();
});
