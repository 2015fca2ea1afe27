import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, DAY, type WaitingOrder, carry } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await BoardSite.of(server, screens);
const zhou = await site.hire('zhou', '周海涛');
const qian = await site.hire('qian', '钱立军');
const SEVERAL = 'blade-maintenance/webApi/asdispatchform/saveSeveral';

const three = async (): Promise<readonly [WaitingOrder, WaitingOrder, WaitingOrder]> => [
  await site.order(),
  await site.order(),
  await site.order(),
];

test('several orders go to one technician in sequence with travel between them; all or none', async () => {
  const [a, b, c] = await three();
  const sent = (from: string, more: Record<string, unknown> = {}) =>
    site.dispatcher.post(SEVERAL, {
      technicianId: zhou,
      from: `${DAY} ${from}:00`,
      orderIds: [c.id, a.id, b.id],
      ...more,
    });
  // Starting at 14:30 the third order would exceed the working hours. Nothing is sent, and the refusal names that
  // order.
  const late = await sent('14:30');
  expect(late.body).toMatchObject({ code: 409, data: { needForce: true } });
  expect(JSON.stringify(late.body.data.conflicts)).toContain(b.name);
  for (const one of [a, b, c]) expect(await site.visitOf(one)).toBeUndefined();
  const { data } = await sent('13:00');
  expect(
    data.map((one: { orderId: string; from: string; to: string }) => [
      one.orderId,
      one.from.slice(11, 16),
      one.to.slice(11, 16),
    ]),
  ).toEqual([
    [c.id, '13:00', '14:00'],
    [a.id, '14:15', '15:15'],
    [b.id, '15:30', '16:30'],
  ]);
  for (const one of [a, b, c]) expect(await site.visitOf(one)).toMatchObject({ technicianId: zhou, forced: false });
  // Sending the same orders again is refused.
  expect((await sent('17:00', { force: true, reason: '再派' })).body).toMatchObject({ code: 409 });
});

test('an order outside the scope is missing, and of two concurrent sends one wins', async () => {
  const [a, b, c] = await three();
  const missing = await site.dispatcher.post(SEVERAL, {
    technicianId: zhou,
    from: `${DAY} 11:00:00`,
    orderIds: [a.id, '1'],
  });
  expect(missing.body).toMatchObject({ code: 404 });
  const both = await Promise.all([
    site.dispatcher.post(SEVERAL, { technicianId: qian, from: `${DAY} 13:00:00`, orderIds: [a.id, b.id] }),
    site.dispatcher.post(SEVERAL, { technicianId: qian, from: `${DAY} 13:00:00`, orderIds: [b.id, c.id] }),
  ]);
  expect(both.map((one) => one.body.code).toSorted()).toEqual([200, 409]);
  const open = await Promise.all([a, b, c].map((one) => site.visitOf(one)));
  expect(open.filter(Boolean)).toHaveLength(2);
});

test('on the board orders are picked with Shift, dragged and undone together', async () => {
  const [a, b, c] = await three();
  await server.tables('update dispatchlist set is_deleted = 1; update asoccupancy set is_deleted = 1');
  const { page, troubles } = await site.board();
  await page.locator(`.order[data-order="${a.id}"]`).click();
  await page.locator(`.order[data-order="${b.id}"]`).click({ modifiers: ['Shift'] });
  await page.locator(`.order[data-order="${c.id}"]`).click({ modifiers: ['Shift'] });
  const details = page.getByRole('complementary', { name: '已选工单' });
  await details.getByText('共 3小时').waitFor();
  await details.getByRole('button', { name: `不选 ${c.name}` }).click();
  await details.getByText('共 2小时').waitFor();
  await carry(page, `.order[data-order="${b.id}"]`, zhou, 13);
  await page.locator('.held-card', { hasText: '2 单' }).waitFor();
  await page.mouse.up();
  await page.locator('.toast', { hasText: '2 单已派给 周海涛' }).waitFor();
  expect([(await site.visitOf(a))?.planStart, (await site.visitOf(b))?.planStart]).toEqual([
    `${DAY} 13:00:00`,
    `${DAY} 14:15:00`,
  ]);
  await page.locator('.toast', { hasText: '2 单已派给' }).getByRole('button', { name: '撤销' }).click();
  await page.locator('.toast', { hasText: '已撤销' }).waitFor();
  expect([await site.visitOf(a), await site.visitOf(b)]).toEqual([undefined, undefined]);
  // Pick two orders again and place them, now by keys.
  await page.locator(`.order[data-order="${a.id}"]`).click();
  await page.keyboard.press('Shift+ArrowDown');
  await details.waitFor();
  await page.keyboard.press('d');
  await page.locator('.ghost').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: /2 单已派给/ }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
