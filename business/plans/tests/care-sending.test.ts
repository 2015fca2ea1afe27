import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { CareSite } from '../testing/care-site.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = new CareSite(await PlanSite.of(server));
const ROWS = 120;

interface Sent {
  readonly phone: string;
  readonly state: string;
  readonly messages: number;
}

/** Add customers like one, each with a phone of its own. */
const copies = (customerId: string, count: number): Promise<unknown> =>
  server.tables(
    `insert into ascustomer (id, tenant_id, create_user, create_dept, create_time, update_time, customer_no, customer_name, customer_type, customer_level, phone, receive_marketing, address_detail, customer_service_team)
     select next_id($2::bigint + n), tenant_id, create_user, create_dept, create_time, update_time, customer_no || '-' || n, customer_name || n, customer_type, 'gold', '137' || lpad(n::text, 8, '0'), true, address_detail || n, customer_service_team
     from ascustomer, generate_series(1, $3::int) n where id = $1`,
    [customerId, server.clock.ms(), count],
  );

const optOut = (phones: readonly string[]): Promise<unknown> =>
  server.tables(
    `insert into assmsoptout (id, tenant_id, create_time, update_time, phone, opt_out_reason) select next_id($2::bigint + row_number() over ()), '000000', to_timestamp($2::bigint / 1000.0), to_timestamp($2::bigint / 1000.0), phone, '回复R' from unnest($1::text[]) phone`,
    [phones, server.clock.ms() + 1_000_000],
  );

test('who opts out after the audience was frozen gets no message, also while messages leave', async () => {
  const { customerId } = await site.wanting();
  await copies(customerId, ROWS);
  await site.template();
  const { id } = await site.draft({ customerLevel: 'gold' });
  good(await site.submit({ ids: id, action: 'plan' }));
  await site.run();
  const frozen = await site.pushes(id);
  expect(frozen).toHaveLength(ROWS);
  const phones = (
    await server.tables<{ phone: string }>("select phone from ascustomer where customer_level = 'gold' order by phone")
  ).map((one) => one.phone);
  const before = phones.filter((_phone, at) => at % 10 === 0);
  const meanwhile = phones.filter((_phone, at) => at % 10 === 5);
  await optOut(before);
  await Promise.all([
    server.app.jobs.run('schemePush.run'),
    server.app.jobs.run('schemePush.run'),
    ...meanwhile.map((phone) => optOut([phone])),
  ]);
  const states = () =>
    server.tables<Sent>(
      `select c.phone, p.push_status as state, (select count(*)::int from assmslog l where l.phone = c.phone and l.sms_status <> 'blocked') as messages
       from asschemepush p join ascustomer c on c.id = p.customer_id where p.care_id = $1 order by c.phone`,
      [id],
    );
  const rows = await states();
  const of = (some: readonly string[]) => rows.filter(({ phone }) => some.includes(phone));
  // Before the first message left: none leaks.
  expect(of(before).map(({ state, messages }) => [state, messages])).toEqual(before.map(() => ['cancelled', 0]));
  // Everybody else got one message, although two servers ran at once.
  const others = rows.filter(({ phone }) => !before.includes(phone) && !meanwhile.includes(phone));
  expect(others.every(({ messages }) => messages === 1)).toBe(true);
  await server.app.jobs.run('schemePush.run');
  const after = await states();
  expect(after.map(({ messages }) => messages)).toEqual(rows.map(({ messages }) => messages));
  // While messages left: a customer heard before the opt-out, or not at all.
  const heard = after.filter(({ phone }) => meanwhile.includes(phone));
  expect(heard.filter(({ state, messages }) => (messages === 0) !== ['cancelled', 'failed'].includes(state))).toEqual(
    [],
  );
  // No push waits: the message is sent, and says how many got it.
  await server.tables("update asschemepush set push_status = 'sent' where care_id = $1 and push_status = 'sending'", [
    id,
  ]);
  await site.run();
  expect(await site.care(id)).toMatchObject({ sendStatus: 'sent', audienceCount: ROWS });
});

test('a message is marked as sent, however many were sent before it', async () => {
  const home = await site.wanting('boiler');
  const { id } = await site.draft({ systemType: 'boiler' });
  await server.tables(
    `insert into clientdreamsend select (jsonb_populate_record(c, jsonb_build_object('id', n, 'send_no', 'GH' || n, 'send_status', 'sent', 'send_time', c.create_time))).*
     from clientdreamsend c, generate_series(1, 100) as n where c.id = $1`,
    [id],
  );
  good(await site.submit({ ids: id, action: 'plan' }));
  await site.run();
  expect(await site.pushes(id)).toMatchObject([{ customerId: home.customerId }]);
  await server.tables("update asschemepush set push_status = 'sent' where care_id = $1", [id]);
  await site.run();
  expect(await site.care(id)).toMatchObject({ sendStatus: 'sent' });
});
