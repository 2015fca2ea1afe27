import { expect, test, vi } from 'vitest';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { dispatchedOrders } from '../testing/dispatched-orders.ts';
import { applyPath, dataOf, shipmentPath, StoreSite } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url);
const site = await StoreSite.of(server);
const { store } = site.people;

/** Wait until as many transactions of this database wait for a lock. */
const waiting = (count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const [row] = await server.tables<{ n: number }>(
        'select count(distinct l.pid)::int as n from pg_locks l where not l.granted and exists (select 1 from pg_locks o where o.pid = l.pid and o.database = (select oid from pg_database where datname = current_database()))',
      );
      expect(row.n).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000 },
  );

/** Run calls in their order while a shipment is locked, so that each one reads the state before the first one. */
async function behindLock<T>(shipmentId: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: Promise<T>[] = [];
  await server.work('administrator', async (context) => {
    await context.lockRows(materialShipment, [shipmentId]);
    for (const call of calls) {
      answers.push(call());
      await waiting(answers.length);
    }
  });
  return Promise.all(answers);
}

test('lines of a draft that is submitted meanwhile stay, and closing them names the shipment', async () => {
  const valve = await site.item('20');
  const lines = [{ materialId: valve, applyQty: '2' }];
  const first = await site.released(lines);
  const other = await site.released(lines);
  expect(other.shipmentId).toBe(first.shipmentId);
  const id = first.shipmentId;
  const [submitted, closed] = await behindLock(id, [
    () => store.post(`${shipmentPath}/act`, { id, action: 'submit' }),
    () => store.post(`${applyPath}/update`, { id: first.applyId, action: 'closeLines', reason: '不需要' }),
  ]);
  expect(submitted.status).toBe(200);
  expect(closed).toMatchObject({ status: 409, reason: 'maintenance.linesInShipment' });
  const { lines: stored, shipmentNo } = await site.shipment(id);
  expect(stored).toHaveLength(2);
  expect(closed.msg).toContain(shipmentNo);
  dataOf(await site.people.lead.post(`${shipmentPath}/sendOutApproval`, { ids: id, note: '可发' }));
  dataOf(await site.handedOver(id));
  dataOf(await store.post(`${shipmentPath}/sendOutClose`, { ids: id }));
  expect(await site.broken()).toEqual([]);
});

test('a shared shipment that is submitted while its visit is transferred stays whole, and asks for a relay', async () => {
  const valve = await site.item('20');
  const lines = [{ materialId: valve, applyQty: '2' }];
  const { dispId } = await dispatchedOrders(site)();
  const own = await site.released(lines, { applyType: 'job', dispId });
  const other = await site.released(lines);
  expect(other.shipmentId).toBe(own.shipmentId);
  const id = own.shipmentId;
  const login = await server.as('as_technician', { who: 'second' });
  const second = await saved(server, technician, { userId: login.id, customerServiceTeam: 'east' });
  const boss = await server.as('administrator');
  const transfer = async () => {
    const answer = await boss.post('blade-maintenance/webApi/asdispatchform/updateUser', {
      dispId,
      technicianId: second.id,
      reason: '换人',
      force: true,
      forceReason: '换人',
    });
    await server.delivered();
    return answer;
  };
  const answers = await behindLock(id, [() => store.post(`${shipmentPath}/act`, { id, action: 'submit' }), transfer]);
  expect(answers.map((one) => one.status)).toEqual([200, 200]);
  expect(await site.shipment(id)).toMatchObject({ technicianId: site.technicianId, documentStatus: 'submitted' });
  expect((await site.shipment(id)).lines).toHaveLength(2);
  const relays = await server.tables('select id from asmessage where biz_id = $1 and title like $2', [id, '%待转交%']);
  expect(relays).toHaveLength(1);
  expect(await site.broken()).toEqual([]);
});
