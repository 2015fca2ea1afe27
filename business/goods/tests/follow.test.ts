import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { DRAFTS, draftForVisit } from '../follow/draft-for-visit.server.ts';
import { returnPath } from '../testing/back-site.ts';
import { dispatchedOrders } from '../testing/dispatched-orders.ts';
import { applyPath, COURIER, dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const at = 'blade-maintenance/webApi';
const boss = await server.as('administrator');
const dispatched = dispatchedOrders(site);
const forOrder = (dispId: string) => ({ applyType: 'job', dispId });
const applyState = async (id: string): Promise<string> => (await site.apply(id)).documentStatus;
const messages = async (bizId: string): Promise<{ event: string; todo: boolean; title: string }[]> => {
  await server.delivered();
  return server.tables(
    'select message_event as event, is_todo and done_time is null as todo, title from asmessage where biz_id = $1 order by id',
    [bizId],
  );
};
const cancel = async (orderId: string) =>
  dataOf(
    await boss.post(`${at}/asregistrationform/submit`, {
      id: orderId,
      action: 'cancel',
      cancelReason: 'other',
      reason: '客户取消',
    }),
  );

test('a request asks leader and store, and its answers reach the technician', async () => {
  const valve = await site.item('5');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '1' }]);
  expect((await messages(id)).map((one) => [one.event, one.todo])).toContainEqual(['materialToExamine', true]);
  dataOf(
    await site.people.leader.post(`${applyPath}/update`, { id, action: 'examine', pass: 'false', note: '写明用途' }),
  );
  const after = await messages(id);
  expect(after.filter((one) => one.event === 'materialToExamine' && one.todo)).toEqual([]);
  expect(after.map((one) => one.event)).toContain('materialReturned');
});

test('a cancelled order ends its requests, and asks about goods under way', async () => {
  const valve = await site.item('20');
  const { orderId, dispId } = await dispatched();
  const lines = [{ materialId: valve, applyQty: '2' }];
  const draft = dataOf(await site.people.worker.post(`${applyPath}/save`, site.requested(lines, forOrder(dispId))));
  const waiting = await site.submitted(lines, forOrder(dispId));
  const examined = await site.submitted(lines, forOrder(dispId));
  await site.examined(examined.id);
  const out = await site.released(lines, forOrder(dispId));
  await site.approved(out.shipmentId);
  dataOf(await site.handedOver(out.shipmentId));
  const held = await site.released(lines, forOrder(dispId));
  await site.approved(held.shipmentId);
  const open = await site.released(lines, forOrder(dispId));
  await cancel(orderId);
  expect(await Promise.all([draft.id, waiting.id, examined.id].map(applyState))).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
  expect(await Promise.all([out, held, open].map((one) => applyState(one.applyId)))).toEqual([
    'shipped',
    'published',
    'closed',
  ]);
  expect(await site.shipment(held.shipmentId)).toMatchObject({ documentStatus: 'approved', orderCancelled: true });
  expect((await site.people.store.get(`${shipmentPath}/detail`, { id: open.shipmentId })).status).toBe(404);
  const drafts = dataOf(
    await site.people.store.get(`${returnPath}/list`, { materialShipmentsId: out.shipmentId }),
  ).records;
  expect(drafts).toMatchObject([{ documentStatus: 'draft', technicianId: site.technicianId, totalQty: '2.000' }]);
  for (const one of [out, held])
    expect((await messages(one.shipmentId)).filter((row) => row.title.includes('订单已取消') && row.todo).length).toBe(
      1,
    );
  expect(await site.broken()).toEqual([]);
});

test('a transferred visit takes its goods along, and what is handed over asks for a relay', async () => {
  const valve = await site.item('20');
  const { dispId } = await dispatched();
  const lines = [{ materialId: valve, applyQty: '2' }];
  const out = await site.released(lines, forOrder(dispId));
  await site.approved(out.shipmentId);
  dataOf(await site.handedOver(out.shipmentId));
  const open = await site.released(lines, forOrder(dispId));
  const shared = await site.released([{ materialId: valve, applyQty: '3' }]);
  expect(shared.shipmentId).toBe(open.shipmentId);
  const login = await server.as('as_technician', { who: 'second' });
  const second = await saved(server, technician, { userId: login.id, customerServiceTeam: 'east' });
  dataOf(
    await boss.post(`${at}/asdispatchform/updateUser`, {
      dispId,
      technicianId: second.id,
      reason: '换人',
      force: true,
      forceReason: '换人',
    }),
  );
  await server.delivered();
  expect((await site.apply(open.applyId)).technicianId).toBe(second.id);
  // The draft of both requests stays with the other one; the lines that follow the visit have a draft of their own.
  expect(await site.shipment(shared.shipmentId)).toMatchObject({
    technicianId: site.technicianId,
    lines: [{ planQty: '3.000' }],
  });
  const drafts = dataOf(
    await site.people.store.get(`${shipmentPath}/list`, { documentStatus: 'draft', technicianId: second.id }),
  ).records;
  expect(drafts).toHaveLength(1);
  expect(await site.shipment(drafts[0].id)).toMatchObject({ totalQty: '2.000', lines: [{ planQty: '2.000' }] });
  expect((await site.shipment(out.shipmentId)).technicianId).toBe(site.technicianId);
  expect((await messages(out.shipmentId)).filter((row) => row.title.includes('待转交')).length).toBe(1);
  expect(await site.broken()).toEqual([]);
});

test('parts of an order are ready with the van, what is on its way, and what is approved', async () => {
  const [valve, pump] = [await site.item('20'), await site.item('20')];
  const { orderId, dispId } = await dispatched();
  const hint = [
    { materialId: valve, qty: 2 },
    { materialId: pump, qty: 1 },
  ];
  await server.tables('update asdispatchform set material_hint = $2 where id = $1', [dispId, JSON.stringify(hint)]);
  const state = async () =>
    server.work('administrator', async (context) =>
      (await partsStateOf(context, [{ id: orderId, technicianId: site.technicianId }])).get(orderId),
    );
  expect(await state()).toMatchObject({ missing: 2, storeId: site.main });
  const sent = await site.released([{ materialId: valve, applyQty: '2' }], forOrder(dispId));
  expect(await state()).toMatchObject({ missing: 1 });
  await site.approved(sent.shipmentId);
  dataOf(await site.handedOver(sent.shipmentId, COURIER));
  expect(await state()).toMatchObject({ missing: 1, storeId: site.main });
  const other = await site.submitted([{ materialId: pump, applyQty: '1' }], forOrder(dispId));
  expect(await state()).toMatchObject({ missing: 1 });
  await site.examined(other.id);
  expect(await state()).toMatchObject({ missing: 0, storeId: null });
});

test('goods under way are not in the van until they are received', async () => {
  const pump = await site.item('5');
  const sent = await site.released([{ materialId: pump, applyQty: '2' }]);
  await site.approved(sent.shipmentId);
  dataOf(await site.handedOver(sent.shipmentId, COURIER));
  const inVan = async () =>
    dataOf(await site.people.worker.get('blade-maintain/dispatchList/ownDay'))
      .bag.filter((one: { materialId: string }) => one.materialId === pump)
      .map((one: { onHand: string }) => Number(one.onHand));
  expect(await inVan()).toEqual([]);
  dataOf(await site.people.worker.post(`${shipmentPath}/receive`, { id: sent.shipmentId }));
  expect(await inVan()).toEqual([2]);
});

test('board, pool and phone say how many parts are missing, and where they are', async () => {
  const pump = await site.item('20');
  const { orderId, dispId } = await dispatched();
  await server.tables('update asdispatchform set material_hint = $2 where id = $1', [
    dispId,
    JSON.stringify([{ materialId: pump, qty: 1 }]),
  ]);
  const [{ name: store }] = await server.tables<{ name: string }>(
    'select warehouse_name as name from aswarehouse where id = $1',
    [site.main],
  );
  const login = await server.as('as_technician', { who: 'third' });
  const colleague = await saved(server, technician, { userId: login.id, customerServiceTeam: 'east' });
  await site.move(pump, '3', { technicianId: colleague.id });
  const [{ name: vanOf }] = await server.tables<{ name: string }>(
    'select real_name as name from astechnician where id = $1',
    [colleague.id],
  );
  const rows = dataOf(await boss.get(`${at}/asdispatchform/technicianList`, { from: '2026-11-23', days: 1 }));
  const block = rows.technicians
    .flatMap((one: { visits: { dispId: string }[] }) => one.visits)
    .find((one: { dispId: string }) => one.dispId === dispId);
  expect(block).toMatchObject({ partsMissing: 1 });
  const day = dataOf(await site.people.worker.get('blade-maintain/dispatchList/ownDay'));
  const own = day.visits.find((one: { dispId: string }) => one.dispId === dispId);
  expect(own.parts).toEqual({ missing: 1, store, vanOf });
  dataOf(
    await boss.post('blade-maintain/dispatchList/submit', {
      id: own.id,
      action: 'backToPool',
      reason: '等配件',
    }),
  );
  const pool = dataOf(await boss.get(`${at}/asdispatchform/waitingOrders`)).orders;
  expect(pool.find((one: { id: string }) => one.id === orderId)).toMatchObject({
    partsMissing: 1,
    partsStore: store,
    partsVan: vanOf,
  });
});

test('where the company wants it, a dispatched order that lacks parts gets one draft of a request', async () => {
  const [valve, seal] = [await site.item('20'), await site.item('20')];
  const { dispId } = await dispatched();
  await server.delivered();
  const hint = [
    { materialId: valve, qty: 3 },
    { materialId: seal, qty: 1 },
  ];
  await server.tables('update asdispatchform set material_hint = $2 where id = $1', [dispId, JSON.stringify(hint)]);
  await site.move(valve, '1', site);
  const [{ id: visitId }] = await server.tables<{ id: string }>(
    'select id::text as id from dispatchlist where disp_id = $1',
    [dispId],
  );
  const sent = () => server.work('administrator', (context) => draftForVisit(context, visitId));
  const requests = () =>
    server.tables<{ state: string; n: string }>(
      `select h.document_status as state, string_agg(d.apply_qty::float8::text, ',' order by d.material_id) as n from asmaterialapply h join asmaterialapplydetails d on d.materials_apply_id = h.id where h.disp_id = $1 and h.is_deleted = 0 group by h.id, h.document_status`,
      [dispId],
    );
  await sent();
  expect(await requests()).toEqual([]);
  dataOf(await boss.post('blade-system/param/own', { paramKey: DRAFTS, paramValue: 'true', reason: '开启' }));
  await Promise.all([sent(), sent()]);
  await sent();
  expect(await requests()).toEqual([{ state: 'draft', n: '2,1' }]);
});
