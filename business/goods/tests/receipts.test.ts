import { expect, test } from 'vitest';
import { addMinutes } from '#kernel/language/days.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { applyPath, COURIER, dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, manager, worker } = site.people;

/** Move the hand-over and the receipt of a shipment some days back: sessions would end with the clock. */
const daysAgo = (id: string, days: number) =>
  server.tables(
    'update asmaterialshipments set transmit_time = transmit_time - make_interval(days => $2::int), receive_time = receive_time - make_interval(days => $2::int) where id = $1',
    [id, days],
  );

/** Ask for a quantity and send it by courier; return the shipment and its line. */
async function sent(materialId: string, qty: string) {
  const { applyId, shipmentId } = await site.released([{ materialId, applyQty: qty }]);
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId, COURIER));
  const [line] = (await site.shipment(shipmentId)).lines;
  return { applyId, shipmentId, lineId: line.id as string };
}
const receive = (id: string, lines?: readonly object[], by = worker) =>
  by.post(`${shipmentPath}/receive`, { id, lines });
const close = (ids: string, more: object = {}) => store.post(`${shipmentPath}/sendOutClose`, { ids, ...more });
const held = async (materialId: string): Promise<string[]> =>
  Promise.all(['main', 'transit', 'person'].map((type) => site.balance(materialId, type)));

test('a receipt may be partial, is repeated without effect, and is never above what was shipped', async () => {
  const valve = await site.item('10');
  const { shipmentId, lineId } = await sent(valve, '4');
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '3' }]));
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '3' }]));
  expect(await held(valve)).toEqual(['6', '1', '3']);
  const over = await receive(shipmentId, [{ id: lineId, receivedQty: '5' }]);
  expect([over.status, over.reason]).toEqual([400, 'maintenance.receivedAboveShipped']);
  const less = await receive(shipmentId, [{ id: lineId, receivedQty: '2' }]);
  expect([less.status, less.reason]).toEqual([409, 'maintenance.receivedLess']);
  expect((await receive(shipmentId, [{ id: shipmentId, receivedQty: '1' }])).status).toBe(404);
  expect((await close(shipmentId)).reason).toBe('maintenance.restInTransit');
  dataOf(await receive(shipmentId));
  expect(await held(valve)).toEqual(['6', '0', '4']);
  dataOf(await close(shipmentId));
  expect(await site.broken()).toEqual([]);
});

test('a receipt and a request have the time of the phone, unless it lies ahead, too far back or before the hand-over', async () => {
  const valve = await site.item('10');
  const { shipmentId } = await sent(valve, '2');
  const { transmitTime } = await site.shipment(shipmentId);
  const receiveAt = (at: string) => worker.post(`${shipmentPath}/receive`, { id: shipmentId, at });
  expect((await receiveAt(addMinutes(transmitTime, -5))).reason).toBe('maintenance.stepBeforeLast');
  expect((await receiveAt(addMinutes(transmitTime, 5))).reason).toBe('maintenance.stepInFuture');
  expect(dataOf(await receiveAt(transmitTime))).toMatchObject({ receiveTime: transmitTime });
  const request = (at: string) =>
    worker.post(`${applyPath}/submit`, { ...site.requested([{ materialId: valve, applyQty: '1' }]), at });
  const before = addMinutes(transmitTime, -90);
  expect(dataOf(await request(before))).toMatchObject({ applyTime: before });
  expect((await request(addMinutes(transmitTime, -73 * 60))).reason).toBe('maintenance.stepTooOld');
  expect((await request(addMinutes(transmitTime, 5))).reason).toBe('maintenance.stepInFuture');
});

test('a storekeeper receives for somebody else only with a reason, and a pick-up is received by its hand-over', async () => {
  const valve = await site.item('10');
  const { shipmentId } = await sent(valve, '1');
  expect((await receive(shipmentId, undefined, store)).reason).toBe('row.reasonNeeded');
  dataOf(await store.post(`${shipmentPath}/receive`, { id: shipmentId, reason: '技师电话确认' }));
  const picked = await site.released([{ materialId: valve, applyQty: '1' }]);
  await site.approved(picked.shipmentId);
  dataOf(await site.handedOver(picked.shipmentId));
  expect(await site.shipment(picked.shipmentId)).toMatchObject({
    shipWay: 'pickup',
    lines: [{ receivedQty: '1.000' }],
  });
  expect((await receive(picked.shipmentId)).reason).toBe('maintenance.alreadyReceived');
});

test('what never arrived is written off with a reason, and not before the receiver answered', async () => {
  const valve = await site.item('10');
  const { applyId, shipmentId, lineId } = await sent(valve, '4');
  expect((await close(shipmentId, { reason: '丢失' })).reason).toBe('maintenance.notReceivedYet');
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '3', diffReason: '少一个' }]));
  dataOf(await close(shipmentId, { reason: '快递丢失' }));
  expect(await held(valve)).toEqual(['6', '0', '3']);
  expect(await site.apply(applyId)).toMatchObject({ documentStatus: 'closed' });
  expect(await site.shipment(shipmentId)).toMatchObject({ lines: [{ diffReason: '快递丢失', receivedQty: '3.000' }] });
  expect(await site.broken()).toEqual([]);
});

test('after seven days goods count as received, and one correction follows within three days', async () => {
  const valve = await site.item('10');
  const { shipmentId, lineId } = await sent(valve, '4');
  await server.app.jobs.run('materialShipment.receiveOverdue');
  expect(await held(valve)).toEqual(['6', '4', '0']);
  await daysAgo(shipmentId, 8);
  await server.app.jobs.run('materialShipment.receiveOverdue');
  await server.app.jobs.run('materialShipment.receiveOverdue');
  expect(await held(valve)).toEqual(['6', '0', '4']);
  expect(await site.shipment(shipmentId)).toMatchObject({ autoReceived: true, lines: [{ receivedQty: '4.000' }] });
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '1' }]));
  expect(await held(valve)).toEqual(['6', '3', '1']);
  expect((await receive(shipmentId, [{ id: lineId, receivedQty: '0' }])).reason).toBe('maintenance.receivedLess');
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '4' }]));
  expect(await held(valve)).toEqual(['6', '0', '4']);
  const late = await sent(valve, '2');
  await daysAgo(late.shipmentId, 8);
  await server.app.jobs.run('materialShipment.receiveOverdue');
  await daysAgo(late.shipmentId, 4);
  expect((await receive(late.shipmentId, [{ id: late.lineId, receivedQty: '1' }])).reason).toBe(
    'maintenance.correctionOver',
  );
  expect(await site.broken()).toEqual([]);
});

test('a hand-over is not undone once anything was received by courier', async () => {
  const valve = await site.item('10');
  const { shipmentId, lineId } = await sent(valve, '2');
  dataOf(await receive(shipmentId, [{ id: lineId, receivedQty: '1' }]));
  const refused = await manager.post(`${shipmentPath}/revert`, { id: shipmentId, reason: '发错' });
  expect([refused.status, refused.reason]).toEqual([409, 'maintenance.revertReceived']);
});

test('a count at the hand-over ships less with a reason, never more, and frees the rest', async () => {
  const valve = await site.item('10');
  const { applyId, shipmentId } = await site.released([{ materialId: valve, applyQty: '4' }]);
  await site.approved(shipmentId);
  const [line] = (await site.shipment(shipmentId)).lines;
  const counted = (more: object) => site.handedOver(shipmentId, { lines: [{ id: line.id, ...more }] });
  expect((await counted({ shipQty: '5' })).reason).toBe('maintenance.quantityExceeded');
  expect((await counted({ shipQty: '3' })).reason).toBe('maintenance.differenceNeeded');
  dataOf(await counted({ shipQty: '3', diffReason: '货架缺一' }));
  expect(await held(valve)).toEqual(['7', '0', '3']);
  expect(await site.apply(applyId)).toMatchObject({
    documentStatus: 'partShipped',
    lines: [{ shippedQty: '3.000', lineStatus: 'part' }],
  });
  const rest = dataOf(await store.post(`${shipmentPath}/pushApply`, { materialApplyIds: [applyId] }));
  expect((await site.shipment(rest.id)).lines).toMatchObject([{ planQty: '1.000' }]);
  expect((await store.post(`${shipmentPath}/pushApply`, { materialApplyIds: [applyId] })).reason).toBe(
    'maintenance.nothingOpen',
  );
  expect(await site.broken()).toEqual([]);
});

test('serial numbers are named, promised to one shipment, moved one by one and received by name', async () => {
  const pump = await site.item('3', {}, ['SN1', 'SN2', 'SN3']);
  const { applyId, shipmentId } = await site.released([{ materialId: pump, applyQty: '2' }]);
  const submit = (id: string) => store.post(`${shipmentPath}/act`, { id, action: 'submit' });
  expect((await submit(shipmentId)).reason).toBe('maintenance.serialsNeeded');
  const [line] = (await site.shipment(shipmentId)).lines;
  const named = (serialNos: string) =>
    store.post(`${shipmentPath}/save`, { id: shipmentId, lines: [{ ...line, version: undefined, serialNos }] });
  dataOf(await named('SN1, SN9'));
  expect((await submit(shipmentId)).reason).toBe('maintenance.serialNotThere');
  dataOf(await named('sn1 SN2'));
  await site.approved(shipmentId);
  const second = await site.released([{ materialId: pump, applyQty: '1' }]);
  const [other] = (await site.shipment(second.shipmentId)).lines;
  dataOf(await store.post(`${shipmentPath}/save`, { id: second.shipmentId, lines: [{ ...other, serialNos: 'SN2' }] }));
  expect((await submit(second.shipmentId)).reason).toBe('maintenance.serialPromised');
  dataOf(await site.handedOver(shipmentId, COURIER));
  expect((await receive(shipmentId, [{ id: line.id, receivedQty: '1' }])).reason).toBe('maintenance.serialsNeeded');
  dataOf(await receive(shipmentId, [{ id: line.id, receivedQty: '1', serialNos: 'SN2' }]));
  expect(await held(pump)).toEqual(['1', '1', '1']);
  dataOf(await receive(shipmentId));
  expect(await held(pump)).toEqual(['1', '0', '2']);
  expect(await site.apply(applyId)).toMatchObject({ documentStatus: 'shipped' });
  expect(await site.broken()).toEqual([]);
});

test('a direct shipment needs a remark, and above the limit the manager', async () => {
  const valve = await site.item('2000');
  const body = (qty: string, remark: string) => ({
    shipType: 'direct',
    technicianId: site.technicianId,
    fromWarehouseId: site.main,
    remark,
    lines: [{ materialId: valve, materialStatus: 'good', planQty: qty, shipQty: qty }],
  });
  expect((await store.post(`${shipmentPath}/submit`, body('1', ''))).reason).toBe('maintenance.remarkNeeded');
  const dear = dataOf(await store.post(`${shipmentPath}/submit`, body('501', '急用')));
  const judged = await site.people.lead.post(`${shipmentPath}/sendOutApproval`, { ids: dear.id });
  expect([judged.status, judged.reason]).toEqual([403, 'maintenance.applyAboveLimit']);
  dataOf(await manager.post(`${shipmentPath}/sendOutApproval`, { ids: dear.id }));
  dataOf(await site.handedOver(dear.id));
  expect(await site.balance(valve, 'person')).toBe('501');
  expect((await store.post(`${shipmentPath}/submit`, { ...body('1', '调'), shipType: 'allot' })).reason).toBe(
    'maintenance.allotNotOffered',
  );
  expect(await site.broken()).toEqual([]);
});

test('a leader approves up to the limit, and a release above its limit needs the manager', async () => {
  const valve = await site.item('2000');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '201' }]);
  const judge = (by: typeof store) =>
    by.post(`${applyPath}/update`, { id, action: 'examine', pass: 'true', note: '同意' });
  const refused = await judge(site.people.leader);
  expect([refused.status, refused.reason]).toEqual([403, 'maintenance.applyAboveLimit']);
  const seen = dataOf(await site.people.leader.get(`${applyPath}/detail`, { id }));
  expect([seen.totalAmount, seen.lines[0].unitPrice, seen.lines[0].applyQty]).toEqual([
    undefined,
    undefined,
    '201.000',
  ]);
  dataOf(await judge(store));
  const dear = await site.submitted([{ materialId: valve, applyQty: '501' }]);
  expect((await store.post(`${applyPath}/publish`, { ids: dear.id })).reason).toBe('maintenance.applyAboveLimit');
  dataOf(await manager.post(`${applyPath}/publish`, { ids: dear.id }));
});
