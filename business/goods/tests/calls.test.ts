import { expect, test } from 'vitest';
import { postMoves } from '#business/materials/stores/posting.server.ts';
import { findStore } from '#business/materials/stores/warehouse.server.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { inVan } from '../testing/back-site.ts';
import { withSimulator } from '../testing/sap-site.ts';
import { applyPath, COURIER, dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store, worker } = site.people;
const at = 'blade-maintenance/webApi';

/** Run some work, and return the number of statements of its own transaction; events follow in others. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const watch = server.app.lockWatch!;
  watch.sequences = [];
  try {
    await work();
    const own = watch.sequences.filter((one) => one.some((text) => /^update asmaterial(apply|shipments)$/.test(text)));
    return own.reduce((sum, one) => sum + one.length, 0);
  } finally {
    watch.sequences = undefined;
  }
}

test('release, approval and hand-over of 20 lines take at most 60 statements', async () => {
  const items: string[] = [];
  for (let n = 0; n < 20; n++) items.push(await site.item('9'));
  const { id } = await site.submitted(items.map((materialId) => ({ materialId, applyQty: '2' })));
  await site.examined(id);
  const released = await statementsOf(() => site.published(id));
  const [{ id: shipmentId }] = await site.drafts();
  dataOf(await store.post(`${shipmentPath}/act`, { id: shipmentId, action: 'submit' }));
  const approved = await statementsOf(async () =>
    dataOf(await site.people.lead.post(`${shipmentPath}/sendOutApproval`, { ids: shipmentId, note: '可发' })),
  );
  const handed = await statementsOf(async () => dataOf(await site.handedOver(shipmentId)));
  expect(released + approved + handed, `${released} + ${approved} + ${handed}`).toBeLessThanOrEqual(60);
  expect(Math.min(released, approved, handed)).toBeGreaterThan(5);
  expect(await site.broken()).toEqual([]);
});

test('pickers have open shipments with their lines, and a shipment is a sheet', async () => {
  const valve = await site.item('5');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '2' }]);
  await site.approved(shipmentId);
  const open = async () =>
    dataOf(await worker.get(`${shipmentPath}/noPage`, { technicianId: site.technicianId })).filter(
      (one: { id: string }) => one.id === shipmentId,
    );
  expect(await open()).toEqual([]);
  dataOf(await site.handedOver(shipmentId, COURIER));
  expect(await open()).toMatchObject([{ id: shipmentId, lines: [{ materialId: valve, shipQty: '2.000' }] }]);
  expect(
    dataOf(await store.get(`${at}/asmaterialshipmentsdetails/selectNoPage`, { materialShipmentsId: shipmentId })),
  ).toMatchObject([{ materialId: valve }]);
  expect((await store.get(`${shipmentPath}/exportExcel/${shipmentId}`)).status).toBe(200);
  expect((await worker.get(`${shipmentPath}/exportExcel/${shipmentId}`)).status).toBe(403);
  const other = await server.as('as_technician', { who: 'other' });
  expect(dataOf(await other.get(`${shipmentPath}/noPage`, { technicianId: site.technicianId }))).toEqual([]);
});

test('a person who views as another cannot copy a shipment', async () => {
  const valve = await site.item('5');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '1' }]);
  await site.approved(shipmentId);
  const admin = await server.as('admin', { who: 'looking' });
  dataOf(
    await admin.post('blade-system/permission/view-as/start', { userId: worker.id, reason: '技师说看不到发料单' }),
  );
  const copy = await admin.get(`${shipmentPath}/copyApply/${shipmentId}`);
  expect([copy.status, copy.reason]).toEqual([403, 'http.onlyLooking']);
});

test('SAP is offered only to shipments that wait for it', async () => {
  const valve = await site.item('5');
  const push = (ids: string) => store.post(`${shipmentPath}/sendOutPush`, { ids });
  const plain = await inVan(site, valve, '1');
  expect((await site.shipment(plain))._can).not.toContain('sendOutPush');
  expect((await push(plain)).reason).toBe('lifecycle.notFromHere');
  await withSimulator(site);
  const waiting = await inVan(site, valve, '1');
  expect((await site.shipment(waiting))._can).toContain('sendOutPush');
  expect((await store.post(`${shipmentPath}/sendOutClose`, { ids: waiting })).reason).toBe('maintenance.sapOpen');
  expect(dataOf(await push(waiting))).toMatchObject({ sapStatus: 'queued' });
  expect((await site.people.manager.post(`${shipmentPath}/revert`, { id: waiting, reason: '发错' })).reason).toBe(
    'maintenance.revertPushed',
  );
});

/** Post what a visit uses from the van, on the day of the clock. */
const consume = (materialId: string, qty: string, step: string) =>
  server.work('administrator', async (context) => {
    const van = await findStore(context, { technicianId: site.technicianId });
    const customer = await findStore(context, { virtual: 'customer' });
    await postMoves(context, {
      bill: { type: 'consume', id: '1', no: 'WG' },
      moves: [
        {
          step,
          lineId: null,
          materialId,
          fromWarehouseId: van,
          toWarehouseId: customer,
          qty,
        },
      ],
    });
  });

/** Move the postings of a material some days back: sessions would end with the clock. */
const daysBefore = (materialId: string, days: number) =>
  server.tables('update asstockledger set post_date = post_date - $2::int where material_id = $1', [materialId, days]);

test('the usual stock of a van is a quarter of eight weeks, and what is missing of it', async () => {
  const valve = await site.item('50');
  const { shipmentId } = await site.released([{ materialId: valve, applyQty: '12' }]);
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId));
  const usual = async () =>
    dataOf(await worker.get(`${applyPath}/usual`, { technicianId: site.technicianId })).filter(
      (one: { materialId: string }) => one.materialId === valve,
    );
  for (const day of [1, 2]) {
    await consume(valve, '4', `use:${day}`);
    await daysBefore(valve, 1);
  }
  expect(await usual()).toEqual([]);
  await consume(valve, '3', 'use:3');
  expect(await usual()).toMatchObject([{ usual: '3.000', onHand: '1.000', missing: '2.000' }]);
});
