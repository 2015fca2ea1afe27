import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { accessory } from '#business/materials/items/accessory.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { returned, returnPath } from '../testing/back-site.ts';
import { applyPath, COURIER, dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';
import { applied, toolApplyPath } from '../testing/tool-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, lead, manager, leader, worker } = site.people;

const change = (id: string, lines: unknown) => store.post(`${shipmentPath}/submit`, { id, draft: true, lines });

test('five requested, four approved, three and one shipped by courier, received, closed', async () => {
  const valve = await site.item('20');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '5' }]);
  const lines = (await site.apply(id)).lines;
  await site.examined(id, [{ id: lines[0].id, approvedQty: '4' }]);
  await site.published(id);
  const [draft] = await site.drafts();
  const [line] = (await site.shipment(draft.id)).lines;
  dataOf(await change(draft.id, [{ ...line, shipQty: '3' }]));
  await site.approved(draft.id);
  dataOf(await site.handedOver(draft.id, COURIER));
  expect(await site.apply(id)).toMatchObject({ documentStatus: 'partShipped' });
  expect([await site.balance(valve, 'main'), await site.balance(valve, 'transit')]).toEqual(['17', '3']);
  const rest = dataOf(await store.post(`${shipmentPath}/pushApply`, { materialApplyIds: [id] }));
  expect((await site.shipment(rest.id)).lines).toMatchObject([{ planQty: '1.000', shipQty: '1.000' }]);
  await site.approved(rest.id);
  dataOf(await site.handedOver(rest.id, COURIER));
  expect(await site.apply(id)).toMatchObject({ documentStatus: 'shipped', lines: [{ shippedQty: '4.000' }] });
  for (const one of [draft.id, rest.id]) {
    dataOf(await worker.post(`${shipmentPath}/receive`, { id: one }));
    dataOf(await store.post(`${shipmentPath}/sendOutClose`, { ids: one }));
  }
  expect([
    await site.balance(valve, 'main'),
    await site.balance(valve, 'transit'),
    await site.balance(valve, 'person'),
  ]).toEqual(['16', '0', '4']);
  expect(await site.apply(id)).toMatchObject({ documentStatus: 'closed', shipments: [{}, {}] });
  expect(await site.broken()).toEqual([]);
});

test('an undone hand-over moves back, and the next one moves again', async () => {
  const valve = await site.item('10');
  const { applyId, shipmentId } = await site.released([{ materialId: valve, applyQty: '2' }]);
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId));
  expect((await store.post(`${shipmentPath}/revert`, { id: shipmentId, reason: '发错' })).status).toBe(403);
  dataOf(await manager.post(`${shipmentPath}/revert`, { id: shipmentId, reason: '发错' }));
  expect(await site.apply(applyId)).toMatchObject({ documentStatus: 'published', lines: [{ lineStatus: 'open' }] });
  expect([await site.balance(valve, 'main'), await site.balance(valve, 'person')]).toEqual(['10', '0']);
  expect(await site.broken()).toEqual([]);
  dataOf(await site.handedOver(shipmentId));
  const [{ n }] = await server.tables<{ n: number }>(
    'select count(*)::int as n from asstockledger where bill_id = $1',
    [shipmentId],
  );
  expect([n, await site.balance(valve, 'main'), await site.balance(valve, 'person')]).toEqual([3, '8', '2']);
  expect(await site.broken()).toEqual([]);
});

test('two shipments of the last piece: one is approved, and two hand-overs of it move it once', async () => {
  const pump = await site.item('1');
  const one = await site.released([{ materialId: pump, applyQty: '1' }]);
  dataOf(await store.post(`${shipmentPath}/act`, { id: one.shipmentId, action: 'submit' }));
  const two = await site.released([{ materialId: pump, applyQty: '1' }]);
  dataOf(await store.post(`${shipmentPath}/act`, { id: two.shipmentId, action: 'submit' }));
  const shipments = [one.shipmentId, two.shipmentId];
  const answers = await Promise.all(
    shipments.map((ids) => lead.post(`${shipmentPath}/sendOutApproval`, { ids, note: '可发' })),
  );
  expect(answers.map((answer) => answer.reason ?? String(answer.status)).toSorted()).toEqual([
    '200',
    'maintenance.stockShort',
  ]);
  const other = await server.as('as_store', { who: 'other' });
  const approved = shipments[answers.findIndex((answer) => answer.status === 200)];
  const handed = await Promise.all(
    [store, other].map((by) => by.post(`${shipmentPath}/sendOutTransmit`, { ids: approved })),
  );
  expect(handed.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  expect([await site.balance(pump, 'main'), await site.balance(pump, 'person')]).toEqual(['0', '1']);
  const [{ reserved }] = await server.tables<{ reserved: string }>(
    'select sum(reserved)::text as reserved from asstock where material_id = $1',
    [pump],
  );
  expect(Number(reserved)).toBe(0);
  expect(await site.broken()).toEqual([]);
});

test('a copy of a shipment is a new draft, and people who view as others cannot make it', async () => {
  const valve = await site.item('5');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '2' }]);
  await site.approved(shipmentId);
  const copy = dataOf(await worker.get(`${shipmentPath}/copyApply/${shipmentId}`));
  expect(await site.apply(copy.id)).toMatchObject({
    documentStatus: 'draft',
    technicianId: site.technicianId,
    lines: [{ materialId: valve, applyQty: '2.000' }],
  });
  expect((await store.get(`${shipmentPath}/copyApply/${shipmentId}`)).status).toBe(403);
});

test('update with pass false sends back, without pass it is refused, and a technician may neither', async () => {
  const valve = await site.item('5');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '1' }]);
  const judge = (by: typeof leader, body: object) =>
    by.post(`${applyPath}/update`, { id, action: 'examine', note: '数量不对', ...body });
  expect((await judge(leader, {})).status).toBe(400);
  for (const pass of ['true', 'false']) expect((await judge(worker, { pass })).status).toBe(403);
  expect(dataOf(await judge(leader, { pass: 'false' }))).toMatchObject({ documentStatus: 'returned' });
  dataOf(await worker.post(`${applyPath}/submit`, { id, action: 'submit' }));
  expect(dataOf(await judge(leader, { pass: 'true' }))).toMatchObject({ documentStatus: 'approved' });
});

test('lines of a shipment under way are not closed; drafts lose them', async () => {
  const valve = await site.item('9');
  const { applyId, shipmentId } = await site.released([{ materialId: valve, applyQty: '3' }]);
  await site.approved(shipmentId);
  const close = () => store.post(`${applyPath}/update`, { id: applyId, action: 'closeLines', reason: '不需要' });
  const { shipmentNo } = await site.shipment(shipmentId);
  const refused = await close();
  expect([refused.status, refused.reason, refused.msg.includes(shipmentNo)]).toEqual([
    409,
    'maintenance.linesInShipment',
    true,
  ]);
  dataOf(await lead.post(`${shipmentPath}/approvalBack`, { ids: shipmentId, note: '先不发' }));
  expect(dataOf(await close())).toMatchObject({ documentStatus: 'closed' });
  expect(await site.apply(applyId)).toMatchObject({ lines: [{ closedQty: '3.000', lineStatus: 'closed' }] });
  expect((await store.get(`${shipmentPath}/detail`, { id: shipmentId })).status).toBe(404);
  expect(await site.broken()).toEqual([]);
});

test('the page of examiners has what waits, and what the caller examined', async () => {
  const valve = await site.item('5');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '1' }]);
  const pageOf = async (by: typeof leader): Promise<string[]> =>
    dataOf(await by.get(`${applyPath}/examinePage`, { size: 100 })).records.map((row: { id: string }) => row.id);
  expect(await pageOf(leader)).toContain(id);
  await site.examined(id);
  expect([(await pageOf(leader)).includes(id), (await pageOf(store)).includes(id)]).toEqual([true, false]);
  expect((await store.post(`${applyPath}/examineExportExcel`, {})).status).toBe(200);
});

test('requests of one store and technician share the draft of their release', async () => {
  const [valve, gasket] = [await site.item('9'), await site.item('9')];
  await saved(server, accessory, { materialId: valve, acceMaterialId: gasket, qtyPer: '2', isDefault: true });
  for (const one of await site.drafts()) await site.approved(one.id);
  const first = await site.released([{ materialId: valve, applyQty: '2' }]);
  const direct = await site.submitted([{ materialId: valve, applyQty: '1' }]);
  dataOf(await store.post(`${applyPath}/publish`, { ids: direct.id }));
  expect(await site.apply(direct.id)).toMatchObject({ documentStatus: 'published', examineUser: store.id });
  const shared = await site.shipment(first.shipmentId);
  expect(shared.lines.map((line: { planQty: string }) => line.planQty).toSorted()).toEqual(['1.000', '2.000']);
  expect(shared.applyNos).toContain('、');
  expect(shared.offeredParts).toMatchObject([{ materialId: gasket, qty: '6.000' }]);
  const own = dataOf(
    await store.post(`${shipmentPath}/save`, {
      shipType: 'apply',
      technicianId: site.technicianId,
      fromWarehouseId: site.main,
      lines: [{ ...shared.lines[0], id: undefined, materialShipmentsId: undefined }],
    }),
  );
  await site.approved(own.id);
  await site.approved(first.shipmentId);
  const answers = await Promise.all([site.handedOver(own.id), site.handedOver(first.shipmentId)]);
  expect(answers.map((answer) => answer.reason ?? String(answer.status)).toSorted()).toEqual([
    '200',
    'maintenance.quantityExceeded',
  ]);
  expect(await site.broken()).toEqual([]);
});

test('requests for others, from vans, of nothing and of services are refused', async () => {
  const valve = await site.item('9');
  const other = await server.as('as_technician', { who: 'someone' });
  await saved(server, technician, { userId: other.id, customerServiceTeam: 'east' });
  const ask = (by: typeof worker, more: Record<string, unknown>, line: object = {}) =>
    by.post(`${applyPath}/submit`, site.requested([{ materialId: valve, applyQty: '1', ...line }], more));
  // Another technician is not visible to a technician.
  expect((await ask(other, {})).status).toBe(400);
  expect((await ask(worker, {}, { applyQty: '0' })).reason).toBe('maintenance.goodsQuantity');
  const service = await saved(server, material, { materialType: 'service' });
  expect((await ask(worker, {}, { materialId: service.id })).reason).toBe('maintenance.notAGood');
  const [{ id: van }] = await server.tables<{ id: string }>(
    "select id::text as id from aswarehouse where warehouse_type = 'person' limit 1",
  );
  expect((await ask(worker, { fromWarehouseId: van })).reason).toBe('maintenance.goodsStoreNeeded');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '2' }]);
  const [line] = (await site.apply(id)).lines;
  const judge = (approvedQty: string, of: string = line.id) =>
    leader.post(`${applyPath}/update`, { id, action: 'examine', pass: 'true', lines: [{ id: of, approvedQty }] });
  expect((await judge('3')).reason).toBe('maintenance.approvedAboveApplied');
  expect((await judge('0')).reason).toBe('maintenance.nothingApproved');
  expect((await judge('1', id)).status).toBe(404);
});

test('a change of an ended document breaks an invariant', async () => {
  const valve = await site.item('5');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '1' }]);
  dataOf(await worker.post(`${applyPath}/update`, { id, action: 'cancel' }));
  expect(await site.broken()).toEqual([]);
  await server.work('administrator', (context) => context.change(materialApply, id, { examineNote: '改了' }));
  expect(await site.broken()).toMatchObject([{ id }]);
});

test('requests, shipments, returns and applications for tools are not submitted without lines', async () => {
  const shipment = { shipType: 'direct', technicianId: site.technicianId, fromWarehouseId: site.main, lines: [] };
  const answers = [
    await worker.post(`${applyPath}/submit`, site.requested([])),
    await store.post(`${shipmentPath}/submit`, shipment),
    await worker.post(`${returnPath}/submit`, returned(site, [])),
    await worker.post(`${toolApplyPath}/submit`, applied(site, [])),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, reason: 'lifecycle.needs' });
    expect(answer.data.fields[0].field).toBe('lines');
  }
});
