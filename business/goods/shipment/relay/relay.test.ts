import { expect, test } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import type { StoreBoard, TileRow } from '../../board/store-board.calls.ts';
import { StoreSite, applyPath, dataOf, shipmentPath } from '../../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, worker } = site.people;
const other = await server.as('as_technician', { who: 'other' });
const holder = await saved(server, technician, {
  userId: other.id,
  realName: '王磊',
  customerServiceTeam: 'east',
});

const relay = (materialApplyId: string, by = store) => by.post(`${shipmentPath}/relay`, { materialApplyId });
const offer = async (materialApplyId: string) =>
  dataOf(await store.get(`${shipmentPath}/relayOffer`, { materialApplyId }));

/** Return the row of the board for a request that lacks goods. */
async function lackRow(applyId: string): Promise<TileRow | undefined> {
  const board: StoreBoard = dataOf(await store.get(`${shipmentPath}/storeBoard`));
  const tile = [...board.tiles, ...board.more].find((one) => one.name === 'short');
  return tile?.rows.find((one) => one.id === applyId);
}

/** Return a part of which the store has some, and the van of the colleague others. */
async function partInVan(inStore: number, inVan: number, more: Record<string, unknown> = {}): Promise<string> {
  const part = await site.item(String(inStore + inVan), more);
  await site.move(part, String(inVan), { technicianId: holder.id });
  return part;
}

const holderNotices = () =>
  server.tables<{ content: string; open: boolean }>(
    "select content, done_time is null and is_todo as open from asmessage where receiver_id = $1 and title like '%转交:%' and is_deleted = 0 order by id",
    [other.id],
  );

test('one press makes a relay from the nearest van; the draft of the store loses the part, and goods arrive', async () => {
  const pump = await partInVan(1, 5, { itemName: '循环泵' });
  const seal = await site.item('9');
  const { applyId, shipmentId } = await site.released([
    { materialId: pump, applyQty: '3' },
    { materialId: seal, applyQty: '1' },
  ]);
  expect(await lackRow(applyId)).toMatchObject({
    words: ['循环泵 ×2', '循环泵 ×2'],
    mark: { words: ['王磊车上有', 'van of 王磊'] },
    act: { verb: 'relay' },
  });
  expect(await offer(applyId)).toMatchObject({ van: { vanOf: '王磊', lines: [{ itemName: '循环泵', qty: '2.000' }] } });
  const made = dataOf(await relay(applyId));
  expect(made).toMatchObject({ vanOf: '王磊', isNew: true });
  expect(await site.shipment(made.id)).toMatchObject({
    documentStatus: 'draft',
    shipWay: 'relay',
    technicianId: site.technicianId,
    lines: [{ materialId: pump, planQty: '2.000' }],
  });
  const rest = (await site.shipment(shipmentId)).lines.map((line: { shipQty: string }) => line.shipQty);
  expect(rest.toSorted()).toEqual(['1.000', '1.000']);
  expect(await lackRow(applyId)).toMatchObject({ mark: { words: ['转交草稿', 'Relay: Draft'] }, act: { verb: '' } });

  await site.approved(made.id);
  expect(await lackRow(applyId)).toBeUndefined();
  await expect.poll(holderNotices).toMatchObject([{ content: expect.stringContaining('请把 2 件交给'), open: true }]);
  dataOf(await site.handedOver(made.id));
  await expect.poll(async () => (await holderNotices()).map((one) => one.open)).toEqual([false, false]);
  const [{ id: lineId }] = (await site.shipment(made.id)).lines;
  dataOf(await worker.post(`${shipmentPath}/receive`, { id: made.id, lines: [{ id: lineId, receivedQty: '2' }] }));
  expect(await site.balance(pump, 'person')).toBe('2');
  expect((await site.apply(applyId)).documentStatus).toBe('partShipped');
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId));
  expect((await site.apply(applyId)).documentStatus).toBe('shipped');
  expect(await site.broken()).toEqual([]);
});

test('two people who press at once, and a repeat, make one relay', async () => {
  const valve = await partInVan(0, 4);
  const { applyId } = await site.released([{ materialId: valve, applyQty: '2' }]);
  const answers = await Promise.all([relay(applyId), relay(applyId), relay(applyId)]);
  const made = answers.map(dataOf);
  expect(new Set(made.map((one) => one.id)).size).toBe(1);
  expect(made.filter((one) => one.isNew).length).toBe(1);
  expect(await offer(applyId)).toMatchObject({ van: null, open: [{ id: made[0].id, documentStatus: 'draft' }] });
  // The draft of the store had nothing else, and is gone.
  expect((await site.drafts()).map((one: { id: string }) => one.id)).toEqual([made[0].id]);
  // A relay that is dropped leaves the request open: its rest is shipped by the store, or relayed again.
  dataOf(await store.post(`${shipmentPath}/remove`, { ids: made[0].id }));
  expect(dataOf(await relay(applyId))).toMatchObject({ isNew: true });
  expect(await site.broken()).toEqual([]);
});

test('a relay needs the right to write shipments, a released request, and a van that has the part', async () => {
  const hose = await partInVan(0, 1);
  const { id } = await site.submitted([{ materialId: hose, applyQty: '1' }]);
  expect((await relay(id, worker)).status).toBe(403);
  expect((await relay(id)).reason).toBe('maintenance.notReleased');
  await site.examined(id);
  await site.published(id);
  // The technician's own van, and parts that are reserved there, do not count.
  await server.tables(
    'update asstock set reserved = 1 where material_id = $1 and warehouse_id = (select id from aswarehouse where technician_id = $2)',
    [hose, holder.id],
  );
  expect((await relay(id)).reason).toBe('maintenance.noVanHasIt');
  expect((await relay('999')).status).toBe(404);
  expect(await offer(id)).toEqual({ van: null, open: [] });
  expect((await store.get(`${applyPath}/detailById`, { id })).data.documentStatus).toBe('published');
  await server.tables('update asstock set reserved = 0 where material_id = $1', [hose]);
});

test('a storekeeper edits the draft of a relay as any draft; it cannot name a van by hand', async () => {
  const fan = await partInVan(0, 3);
  const { applyId } = await site.released([{ materialId: fan, applyQty: '2' }]);
  const { id } = dataOf(await relay(applyId));
  const { lines, version } = await site.shipment(id);
  const [line] = lines;
  dataOf(
    await store.post(`${shipmentPath}/save`, {
      id,
      version,
      lines: [{ id: line.id, materialId: fan, applyDetailId: line.applyDetailId, planQty: '1', shipQty: '1' }],
    }),
  );
  expect((await site.shipment(id)).totalQty).toBe('1.000');
  const { fromWarehouseId } = await site.shipment(id);
  const direct = {
    shipType: 'direct',
    technicianId: site.technicianId,
    fromWarehouseId,
    remark: '直接发',
    lines: [{ materialId: fan, planQty: '1', shipQty: '1' }],
  };
  expect((await store.post(`${shipmentPath}/save`, direct)).reason).toBe('maintenance.goodsStoreNeeded');
  expect(await site.broken()).toEqual([]);
});
