import { expect, test } from 'vitest';
import { premises } from '#business/customers/premises.paper.ts';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { ContractSite, type Home, at } from '../testing/contract-site.ts';

const server = await openTestServer(import.meta.url);
const site = await ContractSite.of(server);
const { cs, admin } = site.work;
const yearly = await site.template({ price: '0' });

/** List consumables at a contract, each with the day of its installation. */
async function listed(schemeId: string, days: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
  const part = await saved(server, consumable, { lifeDays: 100, ...more });
  const lines = days.map((installDate) => ({ suppliesId: part.id, qty: '1', installDate }));
  const rows = good(await cs.post(`${at}/asschemerelation/submitConsumables`, { schemeId, lines })).data;
  return days.map((day) => rows.find((one: { installDate: string }) => one.installDate === day).id);
}

const stored = async (schemeId: string): Promise<string[][]> =>
  good(await cs.get(`${at}/asschemerelation/allList`, { schemeId })).data.supplies.map(
    (one: Record<string, string>) => [one.installDate, one.dueDate, one.warnStatus],
  );

/** Serve the home with some parts. Return the completion. */
async function servedWith(home: Home, supplies: readonly Record<string, unknown>[]): Promise<string> {
  const order = good(await site.order(home)).data;
  return site.served(order.id, { supplies }, { serviceMeasure: 'replacePart', unpaidReason: 'later' });
}

test('a part renews the consumable that is due first, a reopening takes it back, and a named one is renewed alone', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id);
  const { materialId } = await site.work.fillVan(5);
  const [late, early] = await listed(id, ['2026-10-01', '2026-09-01'], { materialId });
  await server.tables("update asschemesupplies set warn_status = 'warned' where id = $1", [early]);
  const before = [
    ['2026-10-01', '2027-01-09', 'normal'],
    ['2026-09-01', '2026-12-10', 'warned'],
  ];
  expect((await stored(id)).toSorted()).toEqual(before.toSorted());
  const done = await servedWith(home, [{ materialId, qty: '1' }]);
  expect((await stored(id)).toSorted()).toEqual(before.toSorted());
  good(await site.judge(done, 'pass'));
  const renewed = [
    ['2026-10-01', '2027-01-09', 'normal'],
    ['2026-11-23', '2027-03-03', 'normal'],
  ];
  expect((await stored(id)).toSorted()).toEqual(renewed);
  good(await site.judge(done, 'reopen', site.manager));
  expect((await stored(id)).toSorted()).toEqual(before.toSorted());
  good(await site.judge(done, 'pass'));
  expect((await stored(id)).toSorted()).toEqual(renewed);
  const changes = good(await cs.get(`${at}/asschemeupdaterecord/list`, { schemeId: id, changeType: 'supplies' })).data;
  expect(changes.records.filter((one: { summary: string }) => one.summary.includes('换新'))).toHaveLength(2);

  const named = await servedWith(home, [{ materialId, qty: '2', schemeSuppliesId: late }]);
  good(await site.judge(named, 'pass'));
  const of = good(await admin.get(`${at}/asschemesupplies/detail`, { id: late })).data;
  expect(of).toMatchObject({ installDate: '2026-11-23', warnStatus: 'normal' });
  const rest = await server.tables<{ n: number }>(
    'select count(*)::int as n from asschemesupplies where renewed_by_id = $1',
    [named],
  );
  expect(rest).toEqual([{ n: 1 }]);
});

test('hard water shortens the life of a consumable by its factor', async () => {
  const home = await site.home();
  const { id: premisesId } = await saved(server, premises, { waterHardness: '260' });
  await server.tables('update registermain set premises_id = $2 where id = $1', [home.registerMainId, premisesId]);
  const id = await site.sold(home, yearly.id);
  await listed(id, ['2026-11-01'], { hardnessFactor: '0.5' });
  expect(await stored(id)).toEqual([['2026-11-01', '2026-12-21', 'normal']]);
});
