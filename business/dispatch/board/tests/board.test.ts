import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, DAY, carry, stretch } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await BoardSite.of(server, screens);
const { dispatcher } = site;
const second = await server.as('as_dispatcher', { who: 'second' });
const zhou = await site.hire('zhou', '周海涛');
const qian = await site.hire('qian', '钱立军', { homeLocation: '121.90,31.60' });

test('dragging an order onto a row shows the verdict and creates the visit at that time', async () => {
  const one = await site.order();
  const { page, troubles } = await site.board();
  // Clicking the day buttons does not take the focus, so Enter still sends the chosen order.
  await page.getByRole('button', { name: '往后' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.stepper') ?? null)).toBeNull();
  await page.getByRole('button', { name: '往前' }).click();
  await page.locator(`.order[data-order="${one.id}"]`).waitFor();
  await carry(page, `.order[data-order="${one.id}"]`, zhou, 14);
  await page.locator('.ghost', { hasText: '14:00–15:00' }).waitFor();
  await page.locator('.verdict[data-kind="good"]', { hasText: '可派' }).waitFor();
  await page.mouse.up();
  await page.locator('.toast', { hasText: `${one.name} 已派给 周海涛` }).waitFor();
  await page.locator(`.row[data-technician="${zhou}"] .block`, { hasText: one.name }).waitFor();
  expect(await page.locator(`.order[data-order="${one.id}"]`).count()).toBe(0);
  expect(await site.visitOf(one)).toMatchObject({
    technicianId: zhou,
    planStart: `${DAY} 14:00:00`,
    planEnd: `${DAY} 15:00:00`,
    forced: false,
  });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a soft conflict asks for a reason; cancelling returns the order to the pool', async () => {
  const one = await site.order();
  const { page, troubles } = await site.board();
  await carry(page, `.order[data-order="${one.id}"]`, zhou, 14.5);
  await page.locator('.verdict[data-kind="soft"]', { hasText: '时间重叠' }).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: /仍派给周海涛？/ });
  await dialog.getByText('时间重叠').waitFor();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await page.locator(`.order[data-order="${one.id}"]`).waitFor();
  expect(await site.visitOf(one)).toBeUndefined();

  await carry(page, `.order[data-order="${one.id}"]`, zhou, 14.5);
  await page.mouse.up();
  // A visit with a conflict is not sent without a reason.
  await dialog.getByRole('button', { name: '仍然派出' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox').fill('同一小区，客户同意稍后');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '已派给 周海涛' }).waitFor();
  expect(await site.visitOf(one)).toMatchObject({
    forced: true,
    forceReason: '同一小区，客户同意稍后',
    planStart: `${DAY} 14:30:00`,
  });
  await page.locator(`.row[data-technician="${zhou}"] .block-overlap`).waitFor({ state: 'attached' });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a leave refuses a drop: the row shows its end, the verdict is impossible, and nothing is sent', async () => {
  const one = await site.order();
  await server.tables(
    `insert into asleaveform (id, tenant_id, create_time, update_time, leave_no, technician_id, leave_type, start_time, end_time, reason, approve_status)
    select next_id($1), '000000', now(), now(), 'QJ0001', $2, 'annual', '${DAY} 08:30+08', '${DAY} 12:00+08', '家里有事', 'approved'`,
    [server.clock.ms(), qian],
  );
  const { page, troubles } = await site.board();
  await page.locator(`.row[data-technician="${qian}"] .leave`, { hasText: '年假 至 12:00' }).waitFor();
  await carry(page, `.order[data-order="${one.id}"]`, qian, 11);
  await page.locator(`.row[data-technician="${qian}"] .row-tag > span`, { hasText: '请假至 12:00' }).waitFor();
  await page.locator('.verdict[data-kind="hard"]', { hasText: '不能派' }).waitFor();
  await page.mouse.up();
  await page.locator('.toast', { hasText: '请假' }).waitFor();
  await page.locator(`.order[data-order="${one.id}"]`).waitFor();
  expect(await site.visitOf(one)).toBeUndefined();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('two dispatchers drag the same order: one wins, the other is warned before dropping', async () => {
  const one = await site.order();
  const [mine, theirs] = [await site.board(), await site.board(second)];
  await carry(mine.page, `.order[data-order="${one.id}"]`, zhou, 16);
  await mine.page.locator('.ghost', { hasText: '16:00' }).waitFor();
  await carry(theirs.page, `.order[data-order="${one.id}"]`, qian, 13);
  await theirs.page.mouse.up();
  await theirs.page.locator('.toast', { hasText: '已派给 钱立军' }).waitFor();
  await mine.page.locator('.toast', { hasText: '已由他人派出' }).waitFor();
  await mine.page.mouse.up();
  await mine.page.locator(`.row[data-technician="${qian}"] .block`, { hasText: one.name }).waitFor();
  expect(await site.visitOf(one)).toMatchObject({ technicianId: qian });
  expect([...mine.troubles, ...theirs.troubles]).toEqual([]);
  await mine.page.context().close();
  await theirs.page.context().close();
});

test('two dispatchers drop the same order: the refused one sees it leave, with the reason', async () => {
  const one = await site.order();
  const [mine, theirs] = [await site.board(), await site.board(second)];
  // Block the reload of orders in one browser, so that the server must refuse the order that is already dispatched.
  await mine.page.route('**/waitingOrders*', (route) => route.abort());
  await carry(mine.page, `.order[data-order="${one.id}"]`, zhou, 17);
  await site.sent(one, qian, 15);
  await mine.page.mouse.up();
  await mine.page.locator('.toast', { hasText: /已有派工单|不在待派工状态/ }).waitFor();
  expect(await mine.page.locator(`.row[data-technician="${zhou}"] .block`, { hasText: one.name }).count()).toBe(0);
  await theirs.page.locator(`.row[data-technician="${qian}"] .block`, { hasText: one.name }).waitFor();
  await mine.page.context().close();
  await theirs.page.context().close();
});

test('without a mouse: arrows choose row and time, Enter assigns, M moves, R resizes, Esc cancels', async () => {
  const one = await site.order();
  const { page, troubles } = await site.board();
  await page.locator('.pool-list').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.order[aria-selected="true"]').waitFor();
  while ((await page.locator(`.order[data-order="${one.id}"][aria-selected="true"]`).count()) === 0)
    await page.keyboard.press('ArrowDown');
  await page.locator('button.suggestion').first().waitFor();
  await page.keyboard.press('d');
  await page.locator('.ghost').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.ghost').waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page.locator('.ghost').waitFor();
  const held = async (): Promise<string> =>
    (await page.locator('.row[data-here="true"]').getAttribute('data-technician'))!;
  if ((await held()) !== qian)
    await page.keyboard.press(
      (await page.locator(`.row[data-technician="${qian}"]`).getAttribute('aria-rowindex')) === '1'
        ? 'ArrowUp'
        : 'ArrowDown',
    );
  expect(await held()).toBe(qian);
  for (let tries = 0; tries < 60 && !(await page.locator('.ghost').innerText()).startsWith('16:30'); tries++)
    await page.keyboard.press(
      (await page.locator('.ghost').innerText()).slice(0, 5) < '16:30' ? 'ArrowRight' : 'ArrowLeft',
    );
  await page.locator('.verdict[data-kind="good"]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: `${one.name} 已派给 钱立军` }).waitFor();
  const made = (await site.visitOf(one))!;
  expect(made).toMatchObject({ technicianId: qian, planStart: `${DAY} 16:30:00` });

  await page.locator(`.block[data-visit="${made.id}"]`).click();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.ghost', { hasText: '16:15–17:15' }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .locator(
      `.block[data-visit="${made.id}"]:is([title*="16:15–17:15"], [data-hint*="16:15–17:15"])[data-pending="false"]`,
    )
    .waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowRight');
  await page.locator('.ghost', { hasText: '16:15–17:30' }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .locator(
      `.block[data-visit="${made.id}"]:is([title*="16:15–17:30"], [data-hint*="16:15–17:30"])[data-pending="false"]`,
    )
    .waitFor();
  expect(await site.visitOf(one)).toMatchObject({ planStart: `${DAY} 16:15:00`, planEnd: `${DAY} 17:30:00` });
  await page.keyboard.press('?');
  for (const words of ['用方向键派工：选人与时间', '用方向键移动任务', '用方向键改时长'])
    await page.locator('.key-sheet', { hasText: words }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('undo works until the technician has seen the dispatch', async () => {
  const one = await site.order();
  const { page, troubles } = await site.board();
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('.send:not(:disabled)').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '已派给' }).getByRole('button', { name: '撤销' }).click();
  await page.locator('.toast', { hasText: '已撤销' }).waitFor();
  await page.locator(`.order[data-order="${one.id}"]`).waitFor();
  expect(await site.visitOf(one)).toBeUndefined();
  // The order is dispatched again with the dispatch form that it already has.
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('.send:not(:disabled)').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '已派给' }).waitFor();
  const again = (await site.visitOf(one))!;
  await server.tables('update dispatchlist set seen_time = now() where id = $1', [again.id]);
  await page.keyboard.press('u');
  await page.locator('.toast', { hasText: '已查看' }).waitFor();
  expect((await site.visitOf(one))?.id).toBe(again.id);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a visit is dragged to another time, resized, and transferred to another row with a reason', async () => {
  const one = await site.order();
  const { visitId } = await site.sent(one, zhou, 18, 60);
  const { page, troubles } = await site.board();
  const block = `.block[data-visit="${visitId}"]`;
  // The block is grabbed at its start, so the start follows the pointer.
  await carry(page, block, zhou, 19);
  await page.locator('.ghost', { hasText: '19:00–20:00' }).waitFor();
  await page.mouse.up();
  await page
    .getByRole('dialog', { name: /仍派给周海涛？/ })
    .getByRole('textbox')
    .fill('客户晚上才在家');
  await page.keyboard.press('Control+Enter');
  await page.locator(`${block}:is([title*="19:00–20:00"], [data-hint*="19:00–20:00"])[data-pending="false"]`).waitFor();

  await page.locator(block).hover();
  await stretch(page, `${block} .block-edge`, zhou, 19.5);
  await page.locator('.ghost', { hasText: '19:00–19:30' }).waitFor();
  await page.mouse.up();
  await page.getByRole('dialog').getByRole('textbox').fill('半小时够了');
  await page.keyboard.press('Control+Enter');
  await page.locator(`${block}:is([title*="19:00–19:30"], [data-hint*="19:00–19:30"])[data-pending="false"]`).waitFor();

  await carry(page, block, qian, 18);
  await page.mouse.up();
  await page
    .getByRole('dialog', { name: `把${one.name}转派给钱立军` })
    .getByRole('textbox')
    .fill('周海涛今晚有事');
  await page.keyboard.press('Control+Enter');
  await page.locator(`.row[data-technician="${qian}"] .block[data-pending="false"]`, { hasText: one.name }).waitFor();
  expect(await site.visitOf(one)).toMatchObject({
    technicianId: qian,
    planStart: `${DAY} 18:00:00`,
    planEnd: `${DAY} 18:30:00`,
  });
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("the week counts each day and marks where the chosen order fits; a technician's day offers orders for its gaps", async () => {
  const one = await site.order();
  const { page, troubles } = await site.board();
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.keyboard.press('w');
  await page.locator('.day-cell[data-fits="true"]').first().waitFor();
  const cell = page.locator(`.row[data-technician="${zhou}"] .week-slot`).nth(2).locator('.day-cell');
  await cell.click();
  await page.locator('.day-lines [data-gap="true"]').waitFor();
  await page.locator('.suggestion.plain', { hasText: one.name }).click();
  await page.locator('.details .send').click();
  // The customer wants another day, so the board asks once.
  await page.getByRole('dialog').getByRole('textbox').fill('客户改到周三');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: `${one.name} 已派给 周海涛 11-25` }).waitFor();
  await cell.locator('b', { hasText: '1单' }).waitFor();
  expect((await site.visitOf(one))?.planStart.slice(0, 10)).toBe('2026-11-25');
  await page.keyboard.press('w');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("on a phone the board shows orders and technicians' days, and sends by suggestion", async () => {
  const one = await site.order();
  const { page, troubles } = await site.board(dispatcher, { size: PHONE });
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('.phone-details .send:not(:disabled)').click();
  await page.locator('.toast', { hasText: `${one.name} 已派给` }).waitFor();
  await page.getByRole('radio', { name: /技师/ }).click();
  await page.locator('.person-visit', { hasText: one.name }).click();
  await page.locator('.phone-details .pill', { hasText: '待接单' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a reader without the right to dispatch sees the board without its actions', async () => {
  const one = await site.order();
  const { page, troubles } = await site.board(await server.as('as_manager'));
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.getByText('只有派工员可以派工').waitFor();
  expect(await page.locator('.send').count()).toBe(0);
  await carry(page, `.order[data-order="${one.id}"]`, zhou, 9);
  await page.mouse.up();
  expect(await page.locator('.ghost').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the board is accessible', async () => {
  // Add a technician, because the days of the others are full.
  await site.hire('sun', '孙晓东');
  const one = await site.order();
  const { page } = await site.board();
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('button.suggestion', { hasText: '孙晓东' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('w');
  await page.locator('.week-slot').first().waitFor();
  await page.locator('.board[data-fetching="false"]').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.context().close();
});
