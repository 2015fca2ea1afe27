import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import type { StoreFigure } from './store-figures.calls.ts';
import { dispatchedOrders } from '../../testing/dispatched-orders.ts';
import { StoreSite, dataOf, shipmentPath } from '../../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store } = site.people;
const dispatched = dispatchedOrders(site);

const figures = async (): Promise<Record<string, StoreFigure>> =>
  Object.fromEntries(
    dataOf(await store.get(`${shipmentPath}/storeFigures`)).map((one: StoreFigure) => [one.name, one]),
  );

/** Move the visits of a dispatch order to some minutes from now. */
const plannedIn = (dispId: string, minutes: number) =>
  server.tables('update dispatchlist set plan_start = $2::timestamptz + make_interval(mins => $3) where disp_id = $1', [
    dispId,
    new Date(server.clock.ms()).toISOString(),
    minutes,
  ]);

/** Approve a shipment for a dispatched order. */
async function ready(dispId: string, materialId: string): Promise<string> {
  const { shipmentId } = await site.released([{ materialId, applyQty: '1' }], { applyType: 'job', dispId });
  await site.approved(shipmentId);
  return shipmentId;
}

test('hand-overs until a quarter of an hour after the pick-up hour are in time, others are not; without SAP its figure is absent', async () => {
  const valve = await site.item('20');
  const [early, late, missing] = [await dispatched(), await dispatched(), await dispatched()];
  const handed = await ready(early.dispId, valve);
  dataOf(await site.handedOver(handed));
  dataOf(await site.handedOver(await ready(late.dispId, valve)));
  await ready(missing.dispId, valve);
  // With 15 minutes of way, the pick-up hour is half an hour before the visit, and the last moment a quarter before it.
  for (const { dispId } of [early, late, missing]) await plannedIn(dispId, 16);
  expect((await figures()).onTime).toMatchObject({ good: 0, all: 0 });
  for (const { dispId } of [late, missing]) await plannedIn(dispId, -60);
  expect((await figures()).onTime).toMatchObject({ good: 0, all: 2, target: 95 });
  await plannedIn(early.dispId, -10);
  await server.tables(
    "update asmaterialshipments set transmit_time = transmit_time - interval '26 minutes' where id = $1",
    [handed],
  );
  expect((await figures()).onTime).toMatchObject({ good: 1, all: 3 });
  expect(Object.keys(await figures())).toEqual(['onTime', 'prepared']);
});

test('orders of the next days whose parts are in the van are prepared', async () => {
  const pump = await site.item('5');
  const { dispId } = await dispatched();
  const before = (await figures()).prepared;
  const hint = [{ materialId: pump, qty: 1 }];
  await server.tables('update asdispatchform set material_hint = $2 where id = $1', [dispId, JSON.stringify(hint)]);
  expect((await figures()).prepared).toMatchObject({ good: before.good, all: before.all + 1 });
  await site.move(pump, '1', site);
  expect((await figures()).prepared).toMatchObject({ good: before.good + 1, all: before.all + 1 });
  const { page, troubles } = await screens.of(site.people.lead);
  await openPage(page, '/wel/index');
  await page.locator('[data-figure="prepared"] .pill').waitFor();
  expect(troubles).toEqual([]);
});
