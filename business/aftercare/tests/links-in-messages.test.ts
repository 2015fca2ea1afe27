import { expect, test } from 'vitest';
import { PUBLIC, wordsOf } from '#business/customers/testing/guest-pages.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { CustomerSite } from '../testing/customer-site.ts';

const printed: string[] = [];
const server = await openTestServer(import.meta.url, { env: { PUBLIC_URL: PUBLIC }, printed });
const customers = await CustomerSite.of(server);
const { site } = customers;

/** Send and appoint a visit, which sends the customer a message with a link. Return the phone of the order. */
async function appointed(
  hour: number,
  name: string,
  other?: string,
): Promise<{ phone: string; orderId: string; dispId: string }> {
  const { id, dispId } = await site.sent(hour, name);
  const orderId = await customers.orderOf(dispId);
  if (other) await server.tables('update asregistrationform set phone = $2 where id = $1', [orderId, other]);
  good(await site.man.post('blade-maintain/dispatchList/accept', { id }));
  const day = '2026-11-24';
  good(
    await site.man.post('blade-maintain/dispatchList/appoint', {
      id,
      from: `${day} ${hour}:00:00`,
      to: `${day} ${hour + 1}:00:00`,
    }),
  );
  const [{ phone }] = await server.tables<{ phone: string }>('select phone from asregistrationform where id = $1', [
    orderId,
  ]);
  return { phone, orderId, dispId };
}

const pathIn = (text: string): string => text.split(PUBLIC)[1].replace(/。$/, '');

/** Return the tables in which a text is stored anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.tables<{ name: string }>(
    "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition",
  );
  const found = [];
  for (const { name } of tables)
    if ((await server.tables(`select 1 from "${name}" t where t::text like $1 limit 1`, [`%${text}%`])).length)
      found.push(name);
  return found;
}

test('the link leaves with the message and is stored nowhere, neither in a log nor in a table', async () => {
  const { phone } = await appointed(10, '唐书怡');
  // Before the delivery neither the log nor the outbox has a link.
  await server.delivered();
  const [text] = customers.sentTo(phone);
  const path = pathIn(text);
  expect(wordsOf((await customers.open(path)).text)).toContain('时间约好了');
  const token = path.split('/')[3];
  expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(await tablesWith(token)).toEqual([]);
  expect(await tablesWith('/c/******')).toEqual(['assmslog']);
  await customers.act(path, 'urge', { want: 'hurry', turn: '1' });
  await customers.act(path, 'nothing');
  await customers.open(`${path}/face`);
  expect(printed.some((line) => line.includes(token))).toBe(false);
  expect(await tablesWith(token)).toEqual([]);
});

test('a delivery that is repeated carries the same link', async () => {
  // The simulated provider fails once for this number.
  const { orderId } = await appointed(12, '方静', '13800009999');
  await server.delivered();
  expect(customers.sentTo('13800009999')).toEqual([]);
  server.clock.pass(60_000);
  await server.delivered();
  const [text] = customers.sentTo('13800009999');
  expect((await customers.open(pathIn(text))).status).toBe(200);
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from anju_link where kind = 'order' and row_id = $1",
    [orderId],
  );
  expect(n).toBe(1);
});
