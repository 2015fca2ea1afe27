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
