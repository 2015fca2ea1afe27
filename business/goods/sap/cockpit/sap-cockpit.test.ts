import { afterAll, expect, test } from 'vitest';
import { enterCall } from '#kernel/server/database/call-scope.ts';
import { Trace } from '#kernel/server/database/trace.ts';
import { inZone } from '#kernel/server/time/clock.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { postMoves } from '#business/materials/stores/posting.server.ts';
import { findStore } from '#business/materials/stores/warehouse.server.ts';
import { flowPath, inVan, setParameter } from '../../testing/back-site.ts';
import { ErpServer } from '../../testing/erp-server.ts';
import { beginSap, behave, codeOfItem, sapWorked, storedFlows, withSimulator } from '../../testing/sap-site.ts';
import { dataOf, shipmentPath, StoreSite } from '../../testing/store-site.ts';
import { comparisonOf } from '../comparing/comparison.server.ts';
import { sapInvariants } from '../invariants.server.ts';
import { compareWithSap } from '../night.server.ts';
import type { SapComparison, Queue } from './cockpit.calls.ts';
import type { StoreBoard } from '../../board/store-board.calls.ts';

const erp = await ErpServer.open();
afterAll(() => erp.close());
const server = await openTestServer(import.meta.url, { env: { ADAPTER_ERP_URL: erp.address } });
const site = await StoreSite.of(server);
const { store, manager, leader, worker } = site.people;

const today = (): string => inZone(server.clock.ms(), 'Asia/Shanghai').slice(0, 10);
const comparison = async (by = store): Promise<SapComparison> => dataOf(await by.get(`${flowPath}/comparison`));
const queue = async (): Promise<Queue> => dataOf(await store.get(`${flowPath}/queue`));
const push = async (ids: string): Promise<unknown> => dataOf(await store.post(`${shipmentPath}/sendOutPush`, { ids }));
const night = (): Promise<void> =>
  compareWithSap({
    step: (work) => server.work('administrator', work),
    each: () => Promise.resolve(),
  });

test('a company without SAP gets one answer without figures, and no tile', async () => {
  const none = await comparison();
  expect(none).toMatchObject({ adapter: '', isKnown: false, answers: false, found: { at: '', rows: [] } });
  const board: StoreBoard = dataOf(await store.get(`${shipmentPath}/storeBoard`));
  expect([...board.tiles, ...board.more].map((one) => one.name)).not.toContain('sapFailed');
  await setParameter(site, 'as.sap.adapter', 'elsewhere');
  expect(await comparison()).toMatchObject({ adapter: 'elsewhere', isKnown: false });
});

const items: string[] = [];
for (let n = 0; n < 6; n++) items.push(await site.item('60'));
const codes = await Promise.all(items.map((id) => codeOfItem(site, id)));
const [, , , valve, pump, board] = items.toSorted((a, b) =>
  codes[items.indexOf(a)] < codes[items.indexOf(b)] ? -1 : 1,
);
const codeOf = (id: string): string => codes[items.indexOf(id)];
const rowOf = (of: SapComparison, materialId: string, whsCode = 'W01') =>
  of.found.rows.find((row) => row.materialId === materialId && row.whsCode === whsCode);

test('the figures add up, and each difference has its sentence, its value and its next step', async () => {
  await withSimulator(site);
  await beginSap(site);
  const shipmentId = await inVan(site, valve, '4');
  const all = await comparison();
  expect(all).toMatchObject({ isKnown: true, answers: true, isStored: false, failure: '' });
  const { compared, equal, levelled, different, amount } = all.found.figures;
  expect([equal + levelled + different, levelled, different]).toEqual([compared, 0, 5]);
  // Planted: −2, +1 and −5 pieces at 10; the shipment takes 4 from one warehouse to the other.
  expect(amount).toBe('-60.00');
  expect(rowOf(all, valve)).toMatchObject({
    ...{ guess: 'unposted', delta: '-4.000', amount: '-40.00', adopt: 'explained' },
    next: { kind: 'push', ids: [shipmentId] },
  });
  expect(rowOf(all, valve, 'W10')).toMatchObject({ adopt: 'explained', next: { kind: 'push' } });
  const adopted = await store.post(`${flowPath}/adopt`, {
    rows: [{ whsCode: 'W01', itemCode: codeOf(valve) }],
    reason: '按 SAP',
  });
  expect([adopted.status, adopted.reason]).toEqual([409, 'maintenance.adoptCountsOnly']);
  expect(all.found.warehouses.map((one) => [one.whsCode, one.stores])).toContainEqual(['W01', 1]);
  await push(shipmentId);
  expect((await comparison()).found.figures).toMatchObject({ levelled: 2, different: 3 });
  expect((await queue()).lanes[0]).toMatchObject({ code: 'W01', waiting: 1, rows: [{ state: 'queued', place: 1 }] });
  await sapWorked(site);
  expect((await comparison()).found.figures).toMatchObject({ levelled: 0, different: 3, amount: '-60.00' });
  expect(await queue()).toMatchObject({ total: 0, today: { pushed: 1, afterRetry: 0 }, month: { rows: 1, first: 1 } });
});

test('people without the right to costs see no value, neither in the answer nor in the workbook', async () => {
  const seen = await comparison(leader);
  expect(seen.found.figures).not.toHaveProperty('amount');
  expect(seen.found.rows.every((row) => !('amount' in row))).toBe(true);
  expect((await worker.get(`${flowPath}/comparison`)).status).toBe(403);
  expect((await leader.post(`${flowPath}/export-differences`, {})).status).toBe(403);
  expect((await store.post(`${flowPath}/export-differences`, {})).status).toBe(200);
});

test('a count of ours that SAP lacks is named, and its draft is found by the link', async () => {
  const at = 'blade-maintenance/webApi/asstockadjust';
  const body = {
    ...{ adjustType: 'count', warehouseId: site.main, postDate: today(), reason: '盘点' },
    lines: [{ materialId: pump, materialStatus: 'good', countQty: '62' }],
  };
  const { id } = dataOf(await store.post(`${at}/submit`, body));
  dataOf(await manager.post(`${at}/approve`, { ids: id }));
  const row = rowOf(await comparison(), pump);
  expect(row).toMatchObject({ guess: 'count', delta: '2.000', next: { kind: 'count' } });
  expect([row?.sentence[0], row?.next?.to]).toEqual([
    expect.stringContaining('我方盘盈 2，SAP 没有对应单'),
    `/maintenance/asstockadjust?id=${id}`,
  ]);
});

test('a failed row is in its lane with the words of SAP and in the tile; rows of its item wait behind it', async () => {
  const refused = await inVan(site, board, '1');
  await behave(site, codeOf(board), 'locked');
  await push(refused);
  await sapWorked(site);
  await push(await inVan(site, board, '2'));
  const [flow] = await storedFlows(site, refused);
  const [lane] = (await queue()).lanes;
  expect(lane).toMatchObject({ failed: 1, waiting: 1 });
  expect(lane.rows.map((row) => [row.state, row.id === flow.id, row.error])).toEqual([
    ['failed', true, 'Posting period locked'],
    ['blocked', false, ''],
  ]);
  const { tiles, more }: StoreBoard = dataOf(await store.get(`${shipmentPath}/storeBoard`));
  const tile = [...tiles, ...more].find((one) => one.name === 'sapFailed');
  expect(tile).toMatchObject({ count: 1, rows: [{ id: flow.id, act: { verb: 'retry' } }] });
  await behave(site, codeOf(board), null);
  dataOf(await store.post(`${flowPath}/retry?ids=${flow.id}`));
  await sapWorked(site);
  const after = await queue();
  expect(after).toMatchObject({ total: 0, today: { afterRetry: 1, failed: 0 } });
  expect(after.month.first).toBe(after.month.pushed - 1);
  expect(await site.broken()).toEqual([]);
});

test('the comparison takes as many statements for many differences as for few', async () => {
  const count = async (): Promise<number> => {
    const trace = new Trace();
    await server.work('as_store', (context) => enterCall(trace, () => comparisonOf(context, 300)));
    return trace.statements.reduce((sum, one) => sum + one.count, 0);
  };
  const few = await count();
  await server.tables("update assapsim set stock_qty = stock_qty + 1 where whs_code = 'W01'");
  expect(await count()).toBe(few);
  await server.tables("update assapsim set stock_qty = stock_qty - 1 where whs_code = 'W01'");
});

/** Post what a visit uses from the van. */
const used = (materialId: string, qty: string): Promise<unknown> =>
  server.work('administrator', async (context) =>
    postMoves(context, {
      bill: { type: 'consume', id: '1', no: 'WG' },
      moves: [
        {
          ...{ step: 'used', lineId: null, materialId, qty },
          fromWarehouseId: await findStore(context, { technicianId: site.technicianId }),
          toWarehouseId: await findStore(context, { virtual: 'customer' }),
        },
      ],
    }),
  );

test('used parts are sent once a night where the company wants it, and level until then', async () => {
  await setParameter(site, 'as.sap.consumption', 'true');
  await night();
  // The clock of tests does not move: let the last night be an hour ago.
  await server.tables("update assapused set used_until = used_until - interval '1 hour'");
  const before = (await comparison()).found.figures;
  await used(valve, '1');
  const waiting = await comparison();
  expect(waiting.found.figures).toMatchObject({ different: before.different, levelled: 1 });
  expect(waiting.found.levelled[0]).toMatchObject({ whsCode: 'W10', sentence: ['夜里推送', 'sent tonight'] });
  await server.tables(
    "update asstockledger set move_time = move_time - interval '30 minutes' where bill_type = 'consume'",
  );
  await night();
  await night();
  await sapWorked(site);
  const rows = await server.tables(
    "select sap_object as object, from_whs_code as whs, qty::text as qty, sap_status as state from assapwarehouseflow where bill_type = 'consume'",
  );
  expect(rows).toEqual([{ object: 'OIGE', whs: 'W10', qty: '1.000', state: 'pushed' }]);
  expect((await comparison()).found.figures).toMatchObject({ different: before.different, levelled: 0 });
  // The used part of this test has no document, so only the queue is checked.
  expect(await server.tables(sapInvariants[0].sql, ['000000'])).toEqual([]);
});

test('while SAP does not answer, the figures of the last night stay with their time', async () => {
  await setParameter(site, 'as.sap.adapter', 'ERP');
  erp.isAway = true;
  const away = await comparison();
  expect(away).toMatchObject({ isKnown: true, answers: false, isStored: true });
  expect([away.found.figures.different, away.found.at.slice(0, 10)]).toEqual([4, today()]);
  const bare = await comparison(leader);
  expect(bare.found.rows.every((row) => !('amount' in row))).toBe(true);
  erp.isAway = false;
  expect(await comparison()).toMatchObject({ answers: true, isStored: false });
});

test('another company sees nothing of it', async () => {
  const other = await server.as('as_store', { tenantId: '100001' });
  expect(dataOf(await other.get(`${flowPath}/comparison`))).toMatchObject({ adapter: '', found: { rows: [], at: '' } });
  expect(dataOf(await other.get(`${flowPath}/queue`))).toMatchObject({ total: 0, month: { rows: 0 } });
});

test('comparisons are refused to readers from whom a data scope hides the codes of warehouses', async () => {
  const reader = await server.as('as_store_lead', { who: 'narrow' });
  expect((await reader.get(`${flowPath}/comparison`)).status).toBe(200);
  const shown = Object.keys(warehouse.fields).filter((name) => name !== 'sapWhsCode');
  await server.tables(
    `with made as (insert into blade_data_scope (id, tenant_id, menu_id, resource_code, scope_name, scope_type, scope_field, create_time, update_time)
      values (next_id($1), '000000', (select parent_id from blade_menu where code = $2), $3, $3, 1, $4, now(), now()) returning id)
    insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', r.id, 1, made.id from made, blade_role r where r.role_alias = 'as_store_lead' and r.tenant_id = '000000'`,
    [server.clock.ms(), buttonOf(warehouse, 'view'), warehouse.table, shown.join(',')],
  );
  server.app.ports.forget('000000');
  const pair = { whsCode: 'W01', itemCode: codes[0] };
  for (const path of ['comparison', 'differences', 'evidence'])
    expect([path, (await reader.get(`${flowPath}/${path}`, pair)).status]).toEqual([path, 403]);
  const adopted = await reader.post(`${flowPath}/adopt`, { rows: [pair], reason: '以SAP为准' });
  expect(adopted.status).toBe(403);
  expect(await queue()).toMatchObject({ lanes: expect.arrayContaining([expect.objectContaining({ code: 'W01' })]) });
});
