import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, DAY, carry } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await BoardSite.of(server, screens);
const zhou = await site.hire('zhou', '周海涛');
const qian = await site.hire('qian', '钱立军');
const PLAN = 'blade-maintenance/webApi/asdispatchform/planDay';

const visits = async (): Promise<{ technicianId: string; from: string; to: string; forced: boolean }[]> =>
  server.tables(
    `select technician_id::text as "technicianId", plan_start::text as "from", plan_end::text as "to", forced from dispatchlist where task_status = 'pendingAccept' order by plan_start`,
  );

test('a planned day is a proposal: visits with reasons, orders without a place with theirs, nothing stored', async () => {
  const [one, other] = [await site.order({ expectSlot: 'pm1' }), await site.order()];
  const later = await site.order({ expectDate: '2026-11-25' });
  const skill = (
    await site.admin.post('blade-maintenance/webApi/asskill/submit', {
      skillCode: 'GAS',
      skillName: '燃气',
      systemType: 'boiler',
      needCertificate: true,
    })
  ).data;
  const hard = await site.order();
  await server.tables('update asregistrationform set required_skill_ids = array[$2::bigint] where id = $1', [
    hard.id,
    skill.id,
  ]);
  const { data } = await site.dispatcher.post(PLAN, { date: DAY });
  expect(data.lines.map((line: { orderId: string }) => line.orderId).toSorted()).toEqual([one.id, other.id].toSorted());
  expect(data.left).toEqual([
    { orderId: hard.id, words: ['没有持所需技能或证书的技师', 'Nobody has the skill or the certificate'] },
  ]);
  const line = data.lines.find((of: { orderId: string }) => of.orderId === one.id);
  expect(line).toMatchObject({ from: `${DAY} 13:30:00`, conflicts: [] });
  expect(line.reasons.length).toBeGreaterThan(1);
  expect(line.score).toBeGreaterThan(0);
  expect(await visits()).toEqual([]);
  expect(data.lines.some((of: { orderId: string }) => of.orderId === later.id)).toBe(false);
  // A line set by hand stays, and all other orders are planned around it.
  const fixed = { orderId: other.id, technicianId: line.technicianId, from: `${DAY} 13:30:00` };
  const again = (await site.dispatcher.post(PLAN, { date: DAY, kept: [fixed] })).data;
  expect(again.lines).toContainEqual(expect.objectContaining({ ...fixed, to: `${DAY} 14:30:00` }));
  const moved = again.lines.find((of: { orderId: string }) => of.orderId === one.id);
  expect([moved.technicianId, moved.from]).not.toEqual([fixed.technicianId, fixed.from]);
});

test('planning refuses a past day, and callers without the right to dispatch', async () => {
  expect((await site.dispatcher.post(PLAN, { date: '2026-11-20' })).body).toMatchObject({ code: 400 });
  expect((await (await server.as('as_manager')).post(PLAN, { date: DAY })).body).toMatchObject({ code: 403 });
});

test('the board shows, changes and takes a plan; refused lines stay in it with the reason', async () => {
  await server.tables("update asregistrationform set required_skill_ids = '{}'");
  const { page, troubles } = await site.board();
  await page.keyboard.press('a');
  const panel = page.getByRole('complementary', { name: '排程方案' });
  await panel.getByText('排上 3 单').waitFor();
  await expect.poll(() => page.locator('.plan-block').count()).toBe(3);
  expect(await visits()).toEqual([]);
  // Remove the first line of the plan, and drag the second one to another time, which locks it.
  const [first, second, third] = await page
    .locator('.plan-line')
    .evaluateAll((all) => all.map((line) => line.getAttribute('data-order')!));
  await panel.locator(`[data-order="${first}"]`).getByRole('button', { name: /^不派/ }).click();
  await panel.getByText('排上 2 单').waitFor();
  await carry(page, `.plan-block[data-order="${second}"]`, qian, 16);
  await page.locator('.ghost', { hasText: '16:00' }).waitFor();
  await page.mouse.up();
  await panel.locator(`[data-order="${second}"] [aria-pressed="true"]`).waitFor();
  await page.locator(`.row[data-technician="${qian}"] .plan-block[data-order="${second}"]`).waitFor();
  // A new plan leaves the locked line where it is, and includes the removed order again.
  await page.keyboard.press('a');
  await panel.getByText('排上 3 单').waitFor();
  await panel.locator(`[data-order="${second}"]`, { hasText: '16:00–17:00' }).waitFor();
  // Another person dispatches a visit at the time of one line. The line shows this, and the server refuses only that
  // line.
  const rival = await site.order({ expectDate: '2026-11-30' });
  await site.sent(rival, qian, 16);
  await panel.locator(`[data-order="${second}"]`, { hasText: '已变' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已派出 2 单，1 单留在方案里' }).waitFor();
  await panel.locator(`[data-order="${second}"]`, { hasText: '时间冲突' }).waitFor();
  expect((await visits()).length).toBe(3);
  expect((await visits()).filter((one) => one.technicianId === zhou || one.technicianId === qian)).toHaveLength(3);
  await page.locator(`.plan-block[data-order="${third}"]`).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: '放弃方案' }).click();
  await page.locator('.plan-block').waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});
