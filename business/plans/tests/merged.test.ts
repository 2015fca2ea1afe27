import { expect, test, vi } from 'vitest';
import { type Home, at } from '#business/contracts/testing/contract-site.ts';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PushSite } from '../testing/push-site.ts';
import { ReminderSite } from '../testing/reminder-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PushSite.of(server);
const { plans, cs } = site;
const { contracts } = plans;
const reminders = new ReminderSite(plans);
const MONEY = `${at}/ascollectdetaileds`;
const TABLES = ['asscheme', 'asmaintain', 'asremind', 'asschemepush', 'asregistrationform', 'ascollectdetaileds'];

/** Sell a contract that watches a consumable, and approve its money. */
async function soldAndPaid(home: Home): Promise<string> {
  const template = await contracts.template();
  const filter = await saved(server, consumable, { suppliesName: '前置滤芯', lifeDays: 365, warnDays: 20 });
  const line = { suppliesId: filter.id, equipmentId: home.equipmentId, qty: '1', chargeable: false };
  const id = await contracts.draft(home, template.id, {
    price: '600',
    startDate: '2026-11-20',
    supplies: [{ ...line, installDate: '2025-12-10', lifeDays: 365 }],
  });
  const bank = {
    typeCode: 'YH',
    typeName: '银行',
    payChannel: 'bank',
    needVoucher: false,
    needTransmit: false,
    sort: 1,
  };
  const way = good(await contracts.work.admin.post(`${at}/paymentType/submit`, bank)).data.id;
  const checker = await server.as('as_finance,as_finance_lead', { who: 'checker' });
  const money = good(
    await contracts.finance.post(`${MONEY}/submit`, {
      ...{ schemeId: id, customerId: home.customerId, collectType: 'scheme', paymentTypeId: way },
      ...{ receivableAmount: '600', amount: '600', collectTime: '2026-11-23 09:00:00' },
    }),
  ).data;
  good(await checker.post(`${MONEY}/updateApproval`, { ids: money.id }));
  good(await contracts.state(id, 'active'));
  return id;
}

/** Merge the customer of a home into that of another one, and wait until it is done. */
async function merge(from: Home, into: Home): Promise<void> {
  const pair = { fromId: from.customerId, intoId: into.customerId };
  const { job } = good(await contracts.lead.post(`${at}/ascustomer/merge`, pair)).data;
  await vi.waitFor(
    async () => expect((await contracts.lead.get('blade-core/job', { id: job })).data.state).toBe('done'),
    { timeout: 30_000, interval: 200 },
  );
  await server.delivered();
}

/** Count the rows of a customer in each table. */
const rowsOf = async ({ customerId }: Home): Promise<Record<string, number>> => {
  const counts = TABLES.map(
    (table) => `select '${table}' as name, count(*)::int as n from ${table} where customer_id = $1`,
  );
  const rows = await server.tables<{ name: string; n: number }>(counts.join(' union all '), [customerId]);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};

test('after a merge of customers the contract, its visits, reminders and pushes are of the remaining one, and its counts stay', async () => {
  const [from, into] = [await contracts.home(), await contracts.home()];
  await site.template();
  const id = await soldAndPaid(from);
  await reminders.night();
  const [first, second] = await plans.plans(id);
  good(await plans.act('skip', first.id, { skipReason: '客户不在', consume: true }));
  const push = { planIds: [second.id], channels: ['sms'] };
  expect(good(await cs.post(`${at}/asschemepush/schemeManualPush`, push)).data).toMatchObject([{ result: 'sent' }]);
  good(await contracts.order(from));
  const counts = async () => {
    const { timesUsed, timesLocked, timesLeft, paidAmount, payStatus, nextServiceDate } = await contracts.scheme(id);
    return { timesUsed, timesLocked, timesLeft, paidAmount, payStatus, nextServiceDate };
  };
  const before = {
    counts: await counts(),
    rows: await rowsOf(from),
    states: (await plans.plans(id)).map((one) => one.planStatus),
  };
  expect(before.counts).toMatchObject({
    timesUsed: 1,
    timesLocked: 1,
    timesLeft: 2,
    paidAmount: '600.00',
    payStatus: 'paid',
  });
  expect(before.rows).toMatchObject({
    asscheme: 1,
    asmaintain: 4,
    asremind: 1,
    asschemepush: 1,
    asregistrationform: 1,
  });
  const none = await rowsOf(into);
  await merge(from, into);
  expect([await rowsOf(into), await rowsOf(from)]).toEqual([before.rows, none]);
  expect(await counts()).toEqual(before.counts);
  expect((await plans.plans(id)).map((one) => one.planStatus)).toEqual(before.states);
  // The remaining customer is served as before: the same reminder, no second push, and a further order.
  await reminders.night();
  await plans.night();
  expect(await rowsOf(into)).toEqual(before.rows);
  expect(good(await cs.post(`${at}/asschemepush/schemeManualPush`, push)).data).toMatchObject([{ result: 'out' }]);
  expect(good(await contracts.order({ ...from, customerId: into.customerId })).data.weibao).toBe('plan');
  expect(await contracts.visits(id)).toEqual([1, 2, 1]);
  expect(await reminders.broken()).toEqual([]);
});
