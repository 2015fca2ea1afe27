import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { at, ContractSite } from '../testing/contract-site.ts';

const server = await openTestServer(import.meta.url);
const site = await ContractSite.of(server);
const { cs, admin } = site.work;
const yearly = await site.template();

test('a draft with collections keeps its customer, and its price is no less than they ask for', async () => {
  const home = await site.home();
  const id = await site.draft(home, yearly.id, { price: '1200' });
  const paymentTypeId = good(
    await admin.post(`${at}/paymentType/submit`, {
      ...{ typeCode: 'YH', typeName: '银行', payChannel: 'bank', sort: 1 },
      ...{ needVoucher: false, needTransmit: false },
    }),
  ).data.id;
  const { customerId } = home;
  const money = { schemeId: id, customerId, collectType: 'scheme', paymentTypeId, collectTime: '2026-11-23 09:00:00' };
  good(
    await site.finance.post(`${at}/ascollectdetaileds/submit`, { ...money, receivableAmount: '800', amount: '800' }),
  );
  const change = (more: Record<string, unknown>) => cs.post(`${at}/asscheme/submit`, { id, ...more });
  expect(await change({ price: '799.99' })).toMatchObject({ status: 409, reason: 'maintenance.priceTooLow' });
  const other = await site.home();
  expect(await change({ registerMainId: other.registerMainId, customerId: other.customerId })).toMatchObject({
    status: 409,
    reason: 'maintenance.payerFixed',
  });
  good(await change({ price: '800' }));
  expect(await site.scheme(id)).toMatchObject({ price: '800.00', payStatus: 'unpaid', customerId });
  expect(await site.broken()).toEqual([]);
});

test('a machine of a contract does not move to the contract of another customer', async () => {
  const [mine, theirs] = [await site.home(), await site.home()];
  const [from, to] = [await site.draft(mine, yearly.id), await site.draft(theirs, yearly.id)];
  const [line] = good(await cs.get(`${at}/asschemerelation/list`, { schemeId: from })).data.records;
  expect(await cs.post(`${at}/asschemeequipment/submit`, { id: line.id, schemeId: to })).toMatchObject({
    status: 400,
    reason: 'maintenance.machineOfOtherHome',
  });
  const parts = good(await cs.get(`${at}/asschemerelation/list`, { schemeId: to })).data.records;
  expect(parts.map((one: { equipmentId: string }) => one.equipmentId)).toEqual([theirs.equipmentId]);
});

test('a draft that moved to another customer starts only with machines of that customer', async () => {
  const [mine, theirs] = [await site.home(), await site.home()];
  const id = await site.draft(mine, yearly.id);
  const { registerMainId, customerId } = theirs;
  good(await cs.post(`${at}/asscheme/submit`, { id, registerMainId, customerId }));
  expect(await site.state(id, 'active')).toMatchObject({ status: 400, reason: 'maintenance.machineOfOtherHome' });
  const [line] = good(await cs.get(`${at}/asschemerelation/list`, { schemeId: id })).data.records;
  good(await cs.post(`${at}/asschemerelation/removeEquipment?ids=${line.id}`));
  const lines = [{ equipmentId: theirs.equipmentId, qty: '1' }];
  good(await cs.post(`${at}/asschemerelation/submit`, { schemeId: id, lines }));
  good(await site.state(id, 'active'));
});

test('an order takes at least one visit of a contract that it names', async () => {
  const home = await site.home();
  const id = await site.sold(home, yearly.id, { price: '0' });
  const free = await site.order(home, {}, { schemes: [{ schemeId: id, consumeTimes: 0 }] });
  expect(free).toMatchObject({ status: 400, reason: 'maintenance.noVisitTaken' });
  const order = good(await site.order(home)).data;
  const [use] = good(await cs.get(`${at}/asregistrationscheme/list`, { registrationFormId: order.id })).data.records;
  expect(await cs.post(`${at}/asregistrationscheme/submit`, { id: use.id, consumeTimes: 0 })).toMatchObject({
    status: 400,
    reason: 'maintenance.noVisitTaken',
  });
  expect(await site.visits(id)).toEqual([0, 1, 3]);
});
