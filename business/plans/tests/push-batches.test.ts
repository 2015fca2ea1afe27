import { beforeEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PushSite } from '../testing/push-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PushSite.of(server);
const { plans } = site;
const yearly = await plans.contracts.template({ price: '0' });
const sms = await site.template();
const once = { templateIds: [sms], maxTimes: 1, repeatDays: null };

/** Set the clock to a time of the company. */
const clockTo = (moment: string): void => server.clock.set(Date.parse(`${moment.replace(' ', 'T')}:00+08:00`));

/** Return the texts of the messages to a customer, in their order. */
const messagesTo = (customerId: string) =>
  server.tables<{ content: string }>('select content from assmslog where customer_id = $1 order by id', [customerId]);

// Each story has its own rules.
beforeEach(async () => {
  clockTo('2026-11-23 10:00');
  await server.tables('update aspushrule set status = 0');
});

test('a customer gets one message a day, although the contracts of one home wait for different hours', async () => {
  await site.rule({ ...once, offsetDays: 5 });
  const { home } = await plans.sold(yearly.id, { startDate: '2026-11-27' });
  const later = await plans.contracts.sold(home, yearly.id, { startDate: '2026-11-28' });
  await site.setting({ setLevel: 'scheme', schemeId: later, quietFrom: '08:00', quietTo: '15:00' });
  await site.run();
  clockTo('2026-11-23 15:00');
  await site.run();
  expect(await messagesTo(home.customerId)).toHaveLength(1);
  clockTo('2026-11-24 15:00');
  await site.run();
  expect((await messagesTo(home.customerId)).map(({ content }) => content.slice(-10))).toEqual([
    '2026-11-27',
    '2026-11-28',
  ]);
});

test('a contract that is switched off while its message waits is left out, and the others of the home are named', async () => {
  await site.rule({ ...once, offsetDays: 5 });
  const { id: off, home } = await plans.sold(yearly.id, { startDate: '2026-11-26' });
  const on = await plans.contracts.sold(home, yearly.id, { startDate: '2026-11-28' });
  await site.setting({ setLevel: 'customer', customerId: home.customerId, quietFrom: '21:00', quietTo: '11:00' });
  await site.run();
  await site.setting({ setLevel: 'scheme', schemeId: off, enabled: false });
  clockTo('2026-11-23 11:00');
  await site.run();
  expect((await messagesTo(home.customerId)).map(({ content }) => content.slice(-10))).toEqual(['2026-11-28']);
  expect([await site.visit(off), await site.visit(on)]).toMatchObject([
    { state: 'planned', count: 0 },
    { state: 'pushed', count: 1 },
  ]);
});

test('a customer with more visits than a step has is reminded of the others on the next day', async () => {
  const daily = await plans.contracts.template({ price: '0', cycleNum: 1, cycleUnit: 'day', timesTotal: 130 });
  const rule = await site.rule({ ...once, offsetDays: 200 });
  const { home } = await plans.sold(daily.id, { startDate: '2026-11-23', timesTotal: 130 });
  const pushes = () => site.pushes('rule_id = $1 and customer_id = $2', [rule, home.customerId]);
  await site.run();
  expect(await pushes()).toHaveLength(100);
  clockTo('2026-11-24 10:00');
  await site.run();
  expect(await pushes()).toHaveLength(130);
  expect(await messagesTo(home.customerId)).toHaveLength(2);
});

test('the pushes of one message leave together, also where a step has no room for all of them', async () => {
  await site.rule({ ...once, offsetDays: 5 });
  const { home } = await plans.sold(yearly.id, { startDate: '2026-11-26' });
  for (const startDate of ['2026-11-25', '2026-11-27', '2026-11-28'])
    await plans.contracts.sold(home, yearly.id, { startDate });
  await site.setting({ setLevel: 'customer', customerId: home.customerId, quietFrom: '21:00', quietTo: '11:00' });
  await site.run();
  // Messages of other customers fill the step: two of the four pushes are its last ones.
  const other = await plans.sold(yearly.id, { startDate: '2027-05-03' });
  await server.tables(
    `insert into asschemepush (id, tenant_id, create_time, update_time, push_no, push_scene, customer_id, scheme_id, plan_id, due_date, push_status, wait_until, bundle_key, push_key)
     select n, '000000', '2026-11-23 10:00+08', '2026-11-23 10:00+08', 'TX' || n, 'planDue', $1::bigint, $2::bigint, $3::bigint, '2027-05-03', 'waiting', '2026-11-23 11:00+08', 'a' || n, 'a' || n from generate_series(1, 98) as n`,
    [other.home.customerId, other.id, (await site.visit(other.id)).id],
  );
  clockTo('2026-11-23 11:00');
  await site.run();
  const pushes = await site.pushes('customer_id = $1', [home.customerId]);
  expect(pushes.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending', 'sending']);
  expect(new Set(pushes.map(({ parcel }) => parcel)).size).toBe(1);
});
