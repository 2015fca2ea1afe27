import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { counting } from '#kernel/testing/screens/counting.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, type WaitingOrder } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await BoardSite.of(server, screens);
const TOMORROW = '2026-11-24';
const zhou = await site.hire('zhou', '周海涛');
await site.hire('qian', '钱立军');

const planned = (orders: readonly WaitingOrder[]) =>
  server.tables<{ id: string; from: string; to: string }>(
    `select registration_form_id::text as id, to_char(plan_start at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "from", to_char(plan_end at time zone 'Asia/Shanghai', 'HH24:MI') as "to"
      from dispatchlist where registration_form_id = any($1::bigint[]) and task_status = 'pendingAccept'`,
    [orders.map((one) => one.id)],
  );

test('eight orders are sent with nine keys, each when its customer wants it', async () => {
  const orders: (WaitingOrder & { slot: string })[] = [];
  for (const slot of ['pm2', 'am1', 'pm1', 'am2', 'pm1', 'am1', 'am2', 'pm2'])
    orders.push({ ...(await site.order({ expectDate: TOMORROW, expectSlot: slot })), slot });
  const { page, troubles } = await site.board();
  const person = counting(page);
  await person.press('ArrowDown');
  await page.locator('.details .send:not(:disabled)').waitFor();
  for (const _ of orders) await person.press('Enter');
  await expect.poll(async () => (await planned(orders)).length, { timeout: 60_000 }).toBe(8);
  expect(person.count()).toBeLessThanOrEqual(9);
  expect(await page.getByRole('dialog').count()).toBe(0);
  const slots: Record<string, [string, string]> = {
    am1: ['08:30', '10:30'],
    am2: ['10:30', '12:30'],
    pm1: ['13:30', '15:30'],
    pm2: ['15:30', '17:30'],
  };
  for (const visit of await planned(orders)) {
    const [from, to] = slots[orders.find((one) => one.id === visit.id)!.slot];
    expect(visit.from >= `${TOMORROW} ${from}` && visit.to <= to, JSON.stringify(visit)).toBe(true);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('outside the wish the suggestion is amber and Enter asks once; a firm wish offers no other time', async () => {
  // Both technicians are away in the morning, so the wish cannot be met.
  await server.tables("update astechnician set work_start = '13:00' where tenant_id = '000000'");
  const soft = await site.order({ expectDate: '2026-11-25', expectSlot: 'am1' });
  const firm = await site.order({ expectDate: '2026-11-25', expectSlot: 'am2', wishFirm: true });
  const { page, troubles } = await site.board();
  await page.locator(`.order[data-order="${firm.id}"] .mark`, { hasText: '必须按时' }).waitFor();
  await page.locator(`.order[data-order="${firm.id}"]`).click();
  await page.locator('.details .send:disabled', { hasText: '没有可派的人' }).waitFor();
  await page.locator(`.order[data-order="${soft.id}"]`).click();
  await page.locator('.details .send[data-outside="true"]').waitFor();
  await page.locator('.suggestion .mark.amber', { hasText: '期望外' }).first().waitFor();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: new RegExp(`${soft.name} .*仍派给`) });
  await question.getByText('不在客户期望的时间：11-25 08:30–10:30').waitFor();
  await question.getByRole('button', { name: '换个时间' }).waitFor();
  await question.getByRole('textbox').fill('客户同意下午');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: `${soft.name} 已派给` }).waitFor();
  const [visit] = await server.tables<{ forced: boolean; reason: string }>(
    'select forced, wish_reason as reason from dispatchlist where registration_form_id = $1',
    [soft.id],
  );
  expect(visit).toEqual({ forced: false, reason: '客户同意下午' });
  // The server refuses the firm one too, for any reason.
  const refused = await site.dispatcher.post('blade-maintenance/webApi/asdispatchform/save', {
    header: { registrationFormId: firm.id, planStart: '2026-11-25 14:00:00', planEnd: '2026-11-25 15:00:00' },
    technicianId: zhou,
    dispatch: true,
    force: true,
    forceReason: '只有下午有人',
  });
  expect(refused.reason).toBe('maintenance.wishFirm');
  expect(troubles).toEqual([]);
  await page.context().close();
  await server.tables("update astechnician set work_start = '08:30' where tenant_id = '000000'");
});

test('a technician with three visits who does not come costs six actions at most', async () => {
  const he = await site.hire('he', '何建平');
  await site.hire('du', '杜鹏');
  const orders = [await site.order(), await site.order(), await site.order()];
  for (const [at, one] of orders.entries()) await site.sent(one, he, 10 + at * 2);
  const { page, troubles } = await site.board();
  const person = counting(page);
  await page.locator(`.row[data-technician="${he}"]`).hover();
  await person.click(`.row[data-technician="${he}"] .technician-off`);
  await page.getByRole('dialog', { name: '何建平今天不来' }).getByText('收回：').waitFor();
  await person.press('Control+Enter');
  await page.getByRole('dialog', { name: /何建平不来：QJ.* 待审批/ }).waitFor();
  await person.press('Control+Enter');
  await page.locator('.plan .button.send:not(:disabled)', { hasText: '派出 3 单' }).waitFor();
  await page.locator(`.row[data-technician="${he}"] .leave`, { hasText: '待审批' }).waitFor();
  await person.press('Control+Enter');
  await page.locator('.toast', { hasText: '已按方案派出 3 单' }).waitFor();
  expect(person.count()).toBeLessThanOrEqual(6);
  const others = await server.tables<{ technician: string; state: string }>(
    "select technician_id::text as technician, task_status as state from dispatchlist where registration_form_id = any($1::bigint[]) and task_status = 'pendingAccept'",
    [orders.map((one) => one.id)],
  );
  expect(others).toHaveLength(3);
  expect(others.map((one) => one.technician)).not.toContain(he);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('blocks picked together go back to the pool for one reason', async () => {
  const feng = await site.hire('feng', '冯涛');
  const orders = [await site.order(), await site.order()];
  const [one, other] = [await site.sent(orders[0], feng, 10), await site.sent(orders[1], feng, 14)];
  const { page, troubles } = await site.board();
  await page.locator(`.block[data-visit="${one.visitId}"]`).click();
  await page.locator(`.block[data-visit="${other.visitId}"]`).click({ modifiers: ['Shift'] });
  await page.locator('.details', { hasText: '已选 2 个任务' }).getByRole('button', { name: '退回工单池 2 单' }).click();
  const question = page.getByRole('dialog', { name: '把 2 单退回工单池' });
  await question.getByRole('button', { name: '不退回' }).waitFor();
  await question.getByRole('textbox').fill('车坏了');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '2 单已退回工单池' }).getByRole('button', { name: '为这 2 单排程' }).click();
  await page.locator('.plan .plan-line').nth(1).waitFor();
  for (const order of orders) await page.locator(`.plan-line[data-order="${order.id}"]`).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
