import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, type Watched, openScreens, pageSettled, switchLanguage } from '#kernel/testing/screens/browser.ts';
import { unreadable } from '#kernel/testing/screens/readable.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const world = new PieceWorld(server);
const auditor = await server.as('as_piece_auditor');
const wang = await world.hire('王强');
const li = await world.hire('李明');
const pump = await world.priced('PUMP', '100.25');
const both = [
  [li.id, '0.5'],
  [wang.id, '0.5'],
] as const;
const state = async (id: string) => (await world.get(id)).pieceStatus;

async function desk(who: TestCaller, options: Parameters<typeof screens.of>[1] = {}): Promise<Watched> {
  const watched = await screens.of(who, options);
  await watched.page.goto('/maintenance/aspieceworkaudit');
  await watched.page.locator('.audit-item[data-id]').first().waitFor();
  await pageSettled(watched.page);
  return watched;
}

const numberShown = (page: Page): Promise<string> => page.locator('.audit-head h2').innerText();

test('key A passes three pieces; the next piece opens each time, and judged ones remain in the list', async () => {
  const rows = [];
  for (let n = 0; n < 4; n++) rows.push(await world.piece({ crew: both, processId: pump }));
  const { page, troubles } = await desk(auditor);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const passed: string[] = [];
  for (let n = 0; n < 3; n++) {
    const before = await numberShown(page);
    passed.push(before);
    await page.keyboard.press('a');
    await page.waitForFunction((number) => {
      const now = document.querySelector('.audit-head h2')?.textContent;
      return now && now !== number;
    }, before);
  }
  expect(new Set(passed).size).toBe(3);
  await expect.poll(() => page.locator('.audit-item[data-judged="approved"]').count()).toBe(3);
  for (const row of rows)
    expect([row.pieceNo, await state(row.id)]).toEqual([
      row.pieceNo,
      passed.includes(row.pieceNo!) ? 'approved' : 'pending',
    ]);
  await expect.poll(() => page.locator('.audit-queue footer').innerText()).toContain('今天已审 3');
  // After a reload of the queue the judged pieces are gone.
  await page.keyboard.press('u');
  await expect.poll(() => page.locator('.audit-item[data-id]').count()).toBe(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a quantity is corrected with a reason and a piece sent back with words, by keyboard', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  const { page, troubles } = await desk(auditor);
  await page.locator(`.audit-item[data-id="${row.id}"]`).click();
  await page.locator('.audit-head h2', { hasText: row.pieceNo! }).waitFor();
  await page.locator('.audit-process').first().waitFor();
  await page.keyboard.press('e');
  await page.locator('.audit-figure:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.audit-edit input:focus').waitFor();
  await page.keyboard.type('2');
  await page.keyboard.press('Control+Enter');
  await page.locator('.audit-edit [role="alert"]', { hasText: '请填写人工调整原因' }).waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await page.keyboard.type('现场两台');
  await page.keyboard.press('Control+Enter');
  await page.locator('.audit-edit').waitFor({ state: 'detached' });
  await page.locator('.audit-total', { hasText: '200.50' }).waitFor();
  await expect.poll(() => page.locator('.audit-flags', { hasText: '现场两台' }).count()).toBe(1);
  await page.locator('.audit-item[aria-current]').focus();
  await page.keyboard.press('r');
  await page.locator('.dialog :is(textarea, input):focus').waitFor();
  await page.keyboard.type('请核对占比');
  await page.keyboard.press('Control+Enter');
  await page.locator(`.audit-item[data-id="${row.id}"][data-judged="returned"]`).waitFor();
  expect(await world.get(row.id)).toMatchObject({
    pieceStatus: 'returned',
    pieceAmount: '200.50',
    remark: '请核对占比',
  });
  expect(troubles.filter((one) => !one.includes('400'))).toEqual([]);
  await page.context().close();
});

test('the shares of two people follow each other and are the whole', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  const { page, troubles } = await desk(auditor);
  await page.locator(`.audit-item[data-id="${row.id}"]`).click();
  await page.locator('.audit-head h2', { hasText: row.pieceNo! }).waitFor();
  await page.locator('.audit-figure', { hasText: '50%' }).first().click();
  await page.locator('.audit-edit-share input').first().fill('30');
  await expect.poll(() => page.locator('.audit-edit-share input').last().inputValue()).toBe('70');
  await page.keyboard.press('Control+Enter');
  await page.locator('.audit-figure', { hasText: '70%' }).first().waitFor();
  expect((await world.lines(row.id)).map((line) => line.shareRatio).sort()).toEqual(['0.3000', '0.7000']);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the leader answers the flags of a piece one by one, then it waits for the auditor', async () => {
  const leader = await server.as('as_leader');
  const row = await world.piece({ crew: both, processId: pump, completion: { practicalAmount: '20', isRework: true } });
  expect(await state(row.id)).toBe('toAffirm');
  const { page, troubles } = await desk(leader, { refused: [400] });
  await page.locator(`.audit-item[data-id="${row.id}"]`).click();
  await page.locator('.audit-head h2', { hasText: row.pieceNo! }).waitFor();
  await page.locator('.audit-flags input').first().fill('客户月结');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: '请对每个不符合项填写说明' }).waitFor();
  await page.locator('.audit-flags input').last().fill('二次上门');
  await page.keyboard.press('Control+Enter');
  await page.locator(`.audit-item[data-id="${row.id}"][data-judged="pending"]`).waitFor();
  expect(await state(row.id)).toBe('pending');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a line shows its price and the earlier visits to the same machine with their pay', async () => {
  const [{ id: equipmentId }] = await server.tables<{ id: string }>(
    "select next_id(extract(epoch from timestamptz '2026-11-01')::bigint * 1000)::text as id",
  );
  for (const end of ['2026-08-03 11:00:00', '2026-09-07 11:00:00'])
    await world.piece({ crew: both, processId: pump, equipmentId, end });
  const row = await world.piece({ crew: both, processId: pump, equipmentId });
  const { page, troubles } = await desk(auditor);
  await page.locator('.audit-queue input[type="search"]').fill(row.pieceNo!);
  await page.locator('.audit-head h2', { hasText: row.pieceNo! }).waitFor();
  await page.locator('.audit-process', { hasText: '不限条件 · 2026-01-01 起' }).waitFor();
  await page.locator('.audit-table tbody tr').nth(1).waitFor();
  await expect
    .poll(() => page.locator('.audit-table tbody tr').allInnerTexts())
    .toEqual([
      expect.stringMatching(/26-09-07.*更换水泵.*100\.25/s),
      expect.stringMatching(/26-08-03.*更换水泵.*100\.25/s),
    ]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a page without the right to completions says so and reports nothing as missing', async () => {
  const row = await world.piece({ crew: [[li.id, '1']], processId: pump });
  const textOf = async (who: TestCaller): Promise<string> => {
    const { page } = await desk(who);
    await page.locator(`.audit-item[data-id="${row.id}"]`).click();
    await expect.poll(() => numberShown(page)).toBe(row.pieceNo);
    await pageSettled(page);
    const words = await page.locator('.audit-scroll').innerText();
    await page.context().close();
    return words;
  };
  const [sees, blind] = [await textOf(auditor), await textOf(await server.as('as_hr'))];
  expect(sees).toContain('做了什么');
  expect(blind).toContain('您没有查看这张完工单的权限');
  for (const word of ['没有填写', '没有签字', '没有用料', '第一次上门']) expect(blind, word).not.toContain(word);
}, 60_000);

test('the screen works in both languages and fits a phone', async () => {
  const row = await world.piece({ crew: both, processId: pump });
  const { page, troubles } = await desk(auditor);
  await page.locator(`.audit-item[data-id="${row.id}"]`).click();
  await page.locator('.audit-process').first().waitFor();
  await switchLanguage(page, 'en');
  await pageSettled(page);
  await page.locator('.audit-lines header', { hasText: 'quantity' }).waitFor();
  await expect.poll(() => unreadable(page, false, [])).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.locator('.audit-verbs .strong').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(troubles).toEqual([]);
  await page.context().close();
});
