import { expect, test, vi } from 'vitest';
import { PUBLIC, sentFields, wordsOf } from '#business/customers/testing/guest-pages.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { CustomerSite } from '../testing/customer-site.ts';

const server = await openTestServer(import.meta.url, { env: { PUBLIC_URL: PUBLIC } });
const customers = await CustomerSite.of(server);
const { site } = customers;
const at = 'blade-maintenance/webApi';

/** Register a repair that nobody is sent to yet. Return its order. */
async function registered(name: string, phone: string): Promise<string> {
  const address = '上海市浦东新区花木路18弄6号1503室';
  const customer = good(
    await site.cs.post(`${at}/ascustomer/submit`, {
      customerName: name,
      phone,
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  ).data;
  const form = good(
    await site.cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '次卧地面凉，请打13912345678',
      then: 'accept',
    }),
  ).data;
  return form.registrationFormId as string;
}

test('a customer follows an order from its registration to the bill, without a login', async () => {
  const orderId = await registered('唐书怡', '13912346101');
  const path = await customers.link(orderId);
  const first = await customers.open(path);
  expect(first.status).toBe(200);
  expect(wordsOf(first.text)).toContain('已登记，正在安排师傅');
  expect(wordsOf(first.text)).toContain('末三位 503');
  expect(wordsOf((await customers.open(`${path}?lang=en`)).text)).toContain('Registered. We are choosing a technician');
  expect(wordsOf((await customers.open(path, { 'Accept-Language': 'en-GB,en;q=0.9' })).text)).toContain(
    'ending in 503',
  );
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.headers.get('referrer-policy')).toBe('no-referrer');
  expect(first.headers.get('x-robots-tag')).toContain('noindex');
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");

  const of = await site.working(9, '严蕴华');
  const working = await customers.link(of.registrationFormId);
  expect(wordsOf((await customers.open(working)).text)).toMatch(/师傅正在您家修.*到的.*志强师傅.*工号 SF/);
  good(await site.completed(of, {}, { laborFee: '120', unpaidReason: 'later', mileageKm: '0' }));
  const done = wordsOf((await customers.open(working)).text);
  expect(done).toMatch(/修好了.*人工费 120\.00 元.*一共 120\.00 元.*未付 120\.00 元/);
});

test('a wish moves nothing and is seen by the dispatcher until an appointment settles it', async () => {
  const { id, dispId } = await site.sent(10, '方静');
  const orderId = await customers.orderOf(dispId);
  const path = await customers.link(orderId);
  const before = await site.visit(id);
  const page = (await customers.open(path)).text;
  const sent = { ...sentFields(page, 'reschedule'), day: '2026-11-25', slot: 'pm1' };
  expect((await customers.act(path, 'reschedule', sent)).status).toBe(303);
  expect((await customers.act(path, 'reschedule', sent)).status).toBe(303);
  const order = good(await site.cs.get(`${at}/asregistrationform/detail/${orderId}`)).data;
  expect(order).toMatchObject({ wishDate: '2026-11-25', wishSlot: 'pm1' });
  expect((await site.visit(id)).planStart).toBe(before.planStart);
  expect(wordsOf((await customers.open(path)).text)).toContain('您想改到11月25日 13:30-15:30');
  const board = good(await site.dispatcher.get(`${at}/asdispatchform/technicianList`, { date: '2026-11-23' })).data;
  expect(JSON.stringify(board)).toContain('"wishDate":"2026-11-25"');
  // The log names the product's act for a customer, and the link by the last digits of the phone.
  const log = order.log.filter((one: { operatorName: string }) => one.operatorName === '客户');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ channel: 'wechat' });
  expect(log[0].remark).toMatch(/经链接 \d{4}/);
  await server.delivered();
  expect(
    good(await site.dispatcher.get(`${at}/asmessage/list`, { messageEvent: 'customerWish' })).data.records,
  ).toHaveLength(1);
  expect((await customers.act(path, 'reschedule', { ...sent, day: '2026-02-30', turn: 'x' })).status).toBe(400);
  good(await site.man.post('blade-maintain/dispatchList/accept', { id }));
  good(
    await site.man.post('blade-maintain/dispatchList/appoint', {
      id,
      from: '2026-11-25 13:30:00',
      to: '2026-11-25 15:30:00',
    }),
  );
  expect(good(await site.cs.get(`${at}/asregistrationform/detail/${orderId}`)).data.wishTime).toBe('');
});

test('a customer cancels only before a visit is sent, and asks to hurry once at a time', async () => {
  const free = await registered('陆鸣', '13912346102');
  const path = await customers.link(free);
  const urged = sentFields((await customers.open(path)).text, 'urge', 'hurry');
  for (const _ of [1, 2]) expect((await customers.act(path, 'urge', urged)).status).toBe(303);
  expect((await customers.act(path, 'urge', { ...urged, turn: '9' })).status).toBe(303);
  const [{ n }] = await server.tables<{ n: number }>(
    'select count(*)::int as n from asurgevisit where registration_form_id = $1',
    [free],
  );
  expect(n).toBe(1);
  expect(wordsOf((await customers.open(path)).text)).toContain('您催过了');
  expect((await customers.act(path, 'cancel', { reason: 'self' })).status).toBe(303);
  expect(wordsOf((await customers.open(path)).text)).toContain('这一单已取消');
  const refused = await customers.act(path, 'urge', { want: 'hurry', turn: '10' });
  expect([refused.status, wordsOf(refused.text).includes('这一单已经结束')]).toEqual([409, true]);

  const { dispId } = await site.sent(12, '周敏');
  const sent = await customers.link(await customers.orderOf(dispId));
  expect((await customers.open(sent)).text).not.toContain('/cancel?');
  expect((await customers.act(sent, 'cancel', { reason: 'self' })).status).toBe(409);
});

test('a customer does not cancel an order to which a visit is sent at the same moment', async () => {
  const orderId = await registered('罗青', '13912346109');
  const path = await customers.link(orderId);
  let answer = customers.open(path);
  await server.work('as_dispatcher', async (context) => {
    await context.lockRows(registration, [orderId]);
    answer = customers.act(path, 'cancel', { reason: 'self' });
    await vi.waitFor(async () => {
      expect(await server.tables('select 1 from pg_locks where not granted')).not.toEqual([]);
    });
    await context.sql.query(
      "update asregistrationform set register_status = 'dispatched', visit_count = 1 where id = $1",
      [orderId],
    );
  });
  expect((await answer).status).toBe(409);
  expect(good(await site.cs.get(`${at}/asregistrationform/detail/${orderId}`)).data.registerStatus).toBe('dispatched');
});

test('a link dies when staff revoke it, thirty days after the end of its order, and with the eleventh link', async () => {
  const orderId = await registered('何洁', '13912346103');
  const revoked = await customers.link(orderId);
  expect((await customers.open(revoked)).status).toBe(200);
  const shown = good(await site.cs.get(`${at}/asregistrationform/customerLinks`, { id: orderId })).data;
  expect(shown).toMatchObject({ hasAddress: true, links: [{ uses: 1, isLiving: true }] });
  expect(good(await site.cs.post(`${at}/asregistrationform/revokeCustomerLinks`, { id: orderId })).data.count).toBe(1);
  expect((await customers.open(revoked)).status).toBe(404);

  const paths = [];
  for (let n = 0; n < 11; n += 1) paths.push(await customers.link(orderId));
  expect((await customers.open(paths[0])).status).toBe(404);
  expect((await customers.open(paths[1])).status).toBe(200);

  // A merge of customers does this with their links: they open the row that is left.
  const other = await registered('何静', '13912346104');
  await server.work('as_cs', (context) => context.moveGuestLinks(registration, { from: orderId, to: other }));
  expect((await server.tables('select 1 from anju_link where row_id = $1', [orderId])).length).toBe(0);
  expect((await customers.open(paths[10])).status).toBe(200);

  expect((await customers.act(paths[10], 'cancel', { reason: 'time' })).status).toBe(303);
  server.clock.pass(29 * 86_400_000);
  expect((await customers.open(paths[10])).status).toBe(200);
  server.clock.pass(2 * 86_400_000);
  expect((await customers.open(paths[10])).status).toBe(404);
});
