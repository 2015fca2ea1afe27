import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { addedTo } from '#kernel/server/assembly/contributed.ts';
import { guestKinds } from '#kernel/server/session/guest/guest-kind.ts';
import { PUBLIC, expectNoSecrets, expectOnly, withoutNonces } from '#business/customers/testing/guest-pages.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { CustomerSite } from '../testing/customer-site.ts';
import { orderPage } from '../progress/order-page.server.ts';

const server = await openTestServer(import.meta.url, { env: { PUBLIC_URL: PUBLIC, RATE_LIMIT: '100' } });
const customers = await CustomerSite.of(server);
const { site } = customers;

const guess = (): string => randomBytes(16).toString('hex').slice(0, 22);
const from = (remoteAddress: string, url: string, method: 'GET' | 'POST' = 'GET') =>
  server.assembly.inject({ method, url, remoteAddress });

test('every closed door has one page and one wording', async () => {
  const { dispId } = await site.sent(9, '唐书怡');
  const orderId = await customers.orderOf(dispId);
  const path = await customers.link(orderId);
  const token = path.split('/')[3];
  const revoked = await customers.link(orderId);
  await server.tables('update anju_link set revoked = now() where id = (select max(id) from anju_link)');
  const doors = [
    '/c',
    '/c/',
    '/c/000000',
    `/c/000000/${guess()}`,
    `/c/nobody/${guess()}`,
    `/c/100001/${token}`,
    revoked,
    `${path}/`,
    `${path}/face`,
    `${path}/face/more`,
    `${path}x`,
    `/c/000000/${'a'.repeat(400)}`,
    `/c/000000/${token}%00`,
    `/c/000000/..%2f${token}`,
    '/c/%E0%A4%A/x',
  ];
  const pages = await Promise.all(doors.map((url) => from('10.0.0.9', url)));
  const [first] = pages;
  for (const [at, page] of pages.entries()) {
    expect([doors[at], page.statusCode]).toEqual([doors[at], 404]);
    if (page.headers['content-type']?.toString().includes('html'))
      expect(withoutNonces(page.body)).toBe(withoutNonces(first.body));
  }
  for (const body of [{}, { want: 'hurry', other: '1' }, { want: 'x'.repeat(100) }, { __proto__: '1' }])
    expect(
      (await server.assembly.inject({ method: 'POST', url: `${path}/urge`, payload: { ...body, constructor: 'x' } }))
        .statusCode,
    ).toBe(404);
  for (const verb of ['nothing', 'constructor', '__proto__', 'page'])
    expect((await from('10.0.0.8', `${path}/${verb}`, 'POST')).statusCode).toBe(404);
  const large = await server.assembly.inject({
    method: 'POST',
    url: `${path}/sign`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `sign=${'a'.repeat(200_000)}`,
  });
  expect(large.statusCode).toBe(404);
  expect((await from('10.0.0.8', path)).statusCode).toBe(200);
});

test('guessed tokens find nothing, and a real link opens for the office of the guesser and for others', async () => {
  const { dispId } = await site.sent(11, '方静');
  const path = await customers.link(await customers.orderOf(dispId));
  const guesses = Array.from({ length: 1500 }, () => from('10.1.1.1', `/c/000000/${guess()}`));
  const real = [from('10.1.1.1', path), from('10.1.1.2', path)];
  expect((await Promise.all(real)).map((one) => one.statusCode)).toEqual([200, 200]);
  const answers = await Promise.all(guesses);
  expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([404]));
  expect(new Set(answers.map((one) => withoutNonces(one.body))).size).toBe(1);
});

/** The only parts that the page of an order may have. */
const ALLOWED =
  'company servicePhone headline subject when latest steps name is visitor no vehicle hasFace question words lines qty amount total ' +
  'photos mark code wrongCodes answers at bill paid open maySign mayUrge mayMove mayCancel days key label slots reasons turn';

test('no page of any kind shows a phone, an address, an id or another name', async () => {
  // Kind plan: business/plans/tests/reply.test.ts.
  expect(addedTo(server.app, guestKinds).map((one) => one.name)).toEqual(['order', 'plan']);
  const of = await site.working(13, '沈若琳');
  good(await customers.askPrice(of, '100', {}).then((answer) => answer));
  const path = await customers.link(of.registrationFormId);
  const [order] = await server.tables<Record<string, string>>(
    'select phone, address, customer_name as name, registration_no as no, content from asregistrationform where id = $1',
    [of.registrationFormId],
  );
  for (const language of ['zh', 'en'] as const)
    expectOnly(
      await server.work('as_admin', (context) => orderPage(context, of.registrationFormId, language)),
      ALLOWED,
    );
  const { phone, address, name, no, content } = order;
  await expectNoSecrets(server, path, [phone, address, name, no, content, '蒋志强', '13800000911']);
});
