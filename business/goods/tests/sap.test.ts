import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { flowPath, inspect, inVan, returnOf, returnPath, returned, takenOver } from '../testing/back-site.ts';
import {
  beginSap,
  behave,
  codeOfItem,
  documentsOf,
  storedFlows,
  sapWorked,
  withSimulator,
} from '../testing/sap-site.ts';
import { dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, manager, worker } = site.people;
const sap = await server.as('as_sap');

await withSimulator(site);
const items: string[] = [];
for (let n = 0; n < 8; n++) items.push(await site.item('60'));
const codes = await Promise.all(items.map((id) => codeOfItem(site, id)));
// Items in the order of their codes: the first three have planted differences.
const [, , , valve, pump, board, gauge, spring] = items.toSorted((a, b) =>
  codes[items.indexOf(a)] < codes[items.indexOf(b)] ? -1 : 1,
);
const codeOf = (id: string): string => codes[items.indexOf(id)];
await beginSap(site);

const push = (ids: string) => store.post(`${shipmentPath}/sendOutPush`, { ids });
/** Let minutes pass for the queue: sessions would end with the clock. */
const later = (minutes: number): Promise<unknown> =>
  server.tables('update assapwarehouseflow set next_retry_time = next_retry_time - make_interval(mins => $1)', [
    minutes,
  ]);
const differences = async (): Promise<Record<string, string>[]> => dataOf(await store.get(`${flowPath}/differences`));
const differenceOf = async (materialId: string): Promise<Record<string, string>[]> =>
  (await differences()).filter((row) => row.itemCode === codeOf(materialId));

test('a pushed shipment leaves no difference; the planted ones remain, and adopting makes a draft', async () => {
  const shipmentId = await inVan(site, valve, '4');
  expect(await site.shipment(shipmentId)).toMatchObject({ sapStatus: 'none' });
  expect((await differenceOf(valve)).map((row) => [row.whsCode, row.delta, row.guess]).toSorted()).toEqual([
    ['W01', '-4.000', 'unposted'],
    ['W10', '4.000', 'unposted'],
  ]);
  expect((await store.post(`${shipmentPath}/sendOutClose`, { ids: shipmentId })).reason).toBe('maintenance.sapOpen');
  dataOf(await push(shipmentId));
  expect(await site.shipment(shipmentId)).toMatchObject({ sapStatus: 'queued' });
  expect((await differenceOf(valve)).map((row) => [row.delta, row.guess])).toEqual([
    ['0.000', 'inFlight'],
    ['0.000', 'inFlight'],
  ]);
  await sapWorked(site);
  const shipment = await site.shipment(shipmentId);
  expect([shipment.sapStatus, shipment.sapDocNum]).toEqual(['pushed', expect.stringMatching(/^S1\d+$/)]);
  expect(await differenceOf(valve)).toEqual([]);
  const planted = await differences();
  expect(planted.map((row) => [row.whsCode, row.delta, row.guess])).toEqual([
    ['W01', '-5.000', 'count'],
    ['W01', '-2.000', 'count'],
    ['W01', '1.000', 'count'],
  ]);
  const body = { rows: planted.map(({ whsCode, itemCode }) => ({ whsCode, itemCode })), reason: '按SAP盘点' };
  expect((await worker.post(`${flowPath}/adopt`, body)).status).toBe(403);
  const [draft] = dataOf(await store.post(`${flowPath}/adopt`, body));
  const adjustment = dataOf(await store.get('blade-maintenance/webApi/asstockadjust/detail', { id: draft.id }));
  expect([adjustment.adjustStatus, adjustment.lines.map((line: { qty: string }) => line.qty).toSorted()]).toEqual([
    'draft',
    ['-1.000', '2.000', '5.000'],
  ]);
  expect(await differences()).toHaveLength(3);
  expect(
    dataOf(await store.get(`${flowPath}/evidence`, { whsCode: 'W01', itemCode: codeOf(valve) })).sap,
  ).toMatchObject([{ qty: '-4.000' }]);
  dataOf(await store.post(`${shipmentPath}/sendOutClose`, { ids: shipmentId }));
  expect(await site.broken()).toEqual([]);
});

test('an answer that comes too late, and none at all: one document, and one posted row', async () => {
  for (const [materialId, behaves] of [
    [pump, 'late'],
    [board, 'silent'],
  ]) {
    const shipmentId = await inVan(site, materialId, '2');
    await behave(site, codeOf(materialId), behaves);
    dataOf(await push(shipmentId));
    await sapWorked(site);
    expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'queued', tries: 1 }]);
    await later(1);
    await sapWorked(site);
    expect(await storedFlows(site, shipmentId)).toMatchObject([{ state: 'pushed', tries: 1 }]);
    expect(await documentsOf(site, codeOf(materialId))).toHaveLength(1);
    expect(await differenceOf(materialId)).toEqual([]);
  }
  expect(await site.broken()).toEqual([]);
});

test('a row is tried five times with growing pauses, and then the store decides', async () => {
  const shipmentId = await inVan(site, gauge, '1');
  dataOf(await push(shipmentId));
  const tries: number[] = [];
  for (const pause of [0, 1, 5, 30, 120]) {
    await later(pause);
    await behave(site, codeOf(gauge), 'silent');
    await sapWorked(site);
    tries.push((await storedFlows(site, shipmentId))[0].tries);
  }
  expect(tries).toEqual([1, 2, 3, 4, 5]);
  const [row] = await storedFlows(site, shipmentId);
  expect([row.state, (await site.shipment(shipmentId)).sapStatus]).toEqual(['failed', 'failed']);
  await server.delivered();
  const todo = () =>
    server.tables('select 1 from asmessage where biz_id = $1 and is_todo and done_time is null', [row.id]);
  expect((await todo()).length).toBeGreaterThan(0);
  await behave(site, codeOf(gauge), null);
  expect((await worker.post(`${flowPath}/retry`, { ids: row.id })).status).toBe(403);
  dataOf(await store.post(`${flowPath}/retry?ids=${row.id}`));
  expect([await todo(), (await site.shipment(shipmentId)).sapStatus]).toEqual([[], 'queued']);
  await sapWorked(site);
  expect((await site.shipment(shipmentId)).sapStatus).toBe('pushed');
  expect(await site.broken()).toEqual([]);
});

test('a refusal of SAP is final at once; only rows of its item wait, and skipping lets them go', async () => {
  const refused = await inVan(site, spring, '1');
  await behave(site, codeOf(spring), 'locked');
  dataOf(await push(refused));
  await sapWorked(site);
  const [row] = await storedFlows(site, refused);
  expect(row).toMatchObject({ state: 'failed', tries: 1 });
  const [same, other] = [await inVan(site, spring, '2'), await inVan(site, valve, '1')];
  for (const id of [same, other]) dataOf(await push(id));
  await sapWorked(site);
  expect([(await storedFlows(site, same))[0].state, (await storedFlows(site, other))[0].state]).toEqual([
    'queued',
    'pushed',
  ]);
  expect((await store.post(`${flowPath}/skip`, { ids: row.id, reason: '已手工过账' })).status).toBe(403);
  expect((await manager.post(`${flowPath}/skip`, { ids: row.id })).status).toBe(400);
  dataOf(await manager.post(`${flowPath}/skip`, { ids: row.id, reason: '已手工过账' }));
  expect((await site.shipment(refused)).sapStatus).toBe('skipped');
  await behave(site, codeOf(spring), null);
  await sapWorked(site);
  expect((await storedFlows(site, same))[0].state).toBe('pushed');
  dataOf(await store.post(`${shipmentPath}/sendOutClose`, { ids: refused }));
  expect(await site.broken()).toEqual([]);
});

test('fifty rows of a lane are sent in their order', async () => {
  const shipments: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { shipmentId } = await site.released(
      [valve, pump, board, gauge, spring].map((materialId) => ({ materialId, applyQty: '1' })),
    );
    await site.approved(shipmentId);
    dataOf(await site.handedOver(shipmentId));
    shipments.push(shipmentId);
  }
  for (const id of shipments) dataOf(await push(id));
  await sapWorked(site);
  const rows = await server.tables<{ id: string; entry: string }>(
    "select id::text as id, sap_doc_entry::text as entry from assapwarehouseflow where bill_id = any($1::bigint[]) and sap_status = 'pushed' order by sap_doc_entry",
    [shipments],
  );
  expect(rows).toHaveLength(50);
  expect(rows.map((row) => row.id)).toEqual(
    rows.map((row) => row.id).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  );
  expect(await site.broken()).toEqual([]);
});

test('a return queues its good pieces at once, and an undone hand-over leaves no row', async () => {
  await inVan(site, valve, '3');
  const { id } = dataOf(
    await worker.post(
      `${returnPath}/submit`,
      returned(site, [
        { materialId: valve, returnQty: '2' },
        { materialId: valve, returnQty: '1', materialStatus: 'defective', returnReason: 'bad' },
      ]),
    ),
  );
  dataOf(await inspect(site, id));
  dataOf(await takenOver(site, id));
  expect((await returnOf(site, id)).sapStatus).toBe('queued');
  expect((await store.post(`${returnPath}/sendOutClose`, { ids: id })).reason).toBe('maintenance.sapOpen');
  await sapWorked(site);
  expect(await storedFlows(site, id)).toMatchObject([{ state: 'pushed' }]);
  expect((await returnOf(site, id)).sapStatus).toBe('pushed');
  const undone = await inVan(site, pump, '1');
  dataOf(await manager.post(`${shipmentPath}/revert`, { id: undone, reason: '发错' }));
  expect([await storedFlows(site, undone), (await site.shipment(undone)).sapStatus]).toEqual([[], 'notNeeded']);
  dataOf(await site.handedOver(undone));
  dataOf(await push(undone));
  expect((await manager.post(`${shipmentPath}/revert`, { id: undone, reason: '发错' })).reason).toBe(
    'maintenance.revertPushed',
  );
  await sapWorked(site);
  expect(await site.broken()).toEqual([]);
});

test('SAP writes receipts: the same key is one row, and what is unknown is stored as failed', async () => {
  const receipt = (more: object) => ({
    sapObject: 'OIGN',
    itemCode: codeOf(pump),
    toWhsCode: 'W01',
    qty: '5',
    sapDocNum: 'GR-1',
    idempotencyKey: 'GR-1-0',
    ...more,
  });
  const before = Number(await site.balance(pump, 'main'));
  const write = (by: typeof store, more: object = {}) => by.post(`${flowPath}/submit`, receipt(more));
  expect([(await write(store)).reason, (await write(store)).status]).toEqual(['row.readOnly', 400]);
  const [one, again] = [dataOf(await write(sap)), dataOf(await write(sap, { qty: '9' }))];
  expect([one.sapStatus, again.id, Number(await site.balance(pump, 'main'))]).toEqual(['pushed', one.id, before + 5]);
  const unknown = dataOf(await write(sap, { idempotencyKey: 'GR-2-0', itemCode: 'NO-SUCH' }));
  expect(unknown).toMatchObject({ sapStatus: 'failed', errorMessage: expect.stringContaining('NO-SUCH') });
  const nowhere = dataOf(await write(sap, { idempotencyKey: 'GR-3-0', toWhsCode: 'W77' }));
  expect(nowhere.sapStatus).toBe('failed');
  const old = await server.tables<{ id: string }>(
    "select id::text as id from aswarehouse where warehouse_type = 'old'",
  );
  const boss = await server.as('administrator');
  const { version } = dataOf(await boss.get('blade-maintenance/webApi/aswarehouse/detail', { id: old[0].id }));
  dataOf(await boss.post('blade-maintenance/webApi/aswarehouse/submit', { id: old[0].id, version, sapWhsCode: 'W77' }));
  dataOf(await store.post(`${flowPath}/retry`, { ids: nowhere.id }));
  await sapWorked(site);
  expect(dataOf(await store.get(`${flowPath}/detail`, { id: nowhere.id })).sapStatus).toBe('pushed');
  expect((await sap.post(`${flowPath}/submit`, { idempotencyKey: 'GR-4-0' })).reason).toBe(
    'maintenance.sapRowIncomplete',
  );
  expect((await store.post(`${flowPath}/remove`, { ids: one.id })).reason).toBe('row.notDraft');
  expect((await store.get(`${flowPath}/detail`, { id: one.id })).status).toBe(200);
  expect(await site.broken()).toEqual([]);
});
