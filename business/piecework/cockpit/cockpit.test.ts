import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, type Watched, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { PieceWorld } from '../testing/piecework-world.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const wages = `${at}/aspieceworkwages`;
const [hr, manager, auditor] = await Promise.all(
  ['as_hr', 'as_manager', 'as_piece_auditor'].map((role) => server.as(role)),
);
const wang = await world.hire('王强');
const li = await world.hire('李明', { baseSalary: '2000' });
const pump = await world.priced('PUMP', '100');

for (const [who, times] of [
  [wang, 3],
  [li, 1],
] as const) {
  for (let n = 0; n < times; n++) {
    const row = await world.piece({ crew: [[who.id, '1']], processId: pump });
    expect((await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: row.id })).status).toBe(200);
  }
}

async function cockpit(who: TestCaller): Promise<Watched> {
  const watched = await screens.of(who);
  await watched.page.goto('/maintenance/wages/period');
  await watched.page.locator('.cockpit-table tbody tr[data-technician]').first().waitFor();
  await pageSettled(watched.page);
  return watched;
}

const strong = (page: Page, words: string) => page.locator('.cockpit-head .strong:enabled', { hasText: words });
const stands = (page: Page, words: string): Promise<void> =>
  page.locator('.cockpit-head .pill', { hasText: words }).waitFor();
const sheets = async () =>
  Object.fromEntries(
    (
      (await hr.get(`${at}/aswagesheet/list`, { wagePeriod: '2026-11', size: 100 })).data.records as {
        technicianId: string;
        id: string;
        totalAmount: string;
        wageStatus: string;
      }[]
    ).map((one) => [one.technicianId, one]),
  );

test('the wages office counts the month and sends the sheets to be signed', async () => {
  const { page, troubles } = await cockpit(hr);
  await stands(page, '开放');
  await strong(page, '计算').click();
  await stands(page, '已计算');
  expect(await page.locator('.cockpit-table tfoot').innerText()).toContain('2 人');
  await strong(page, '下发确认').click();
  await page.locator('.dialog .strong').click();
  await stands(page, '确认中');
  expect(await page.locator('.cockpit-why').innerText()).toBe('由经理审批');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a dispute is answered with an adjustment: that sheet alone goes back to be signed', async () => {
  const before = await sheets();
  expect((await li.caller.post(`${wages}/sign`, { id: before[li.id].id })).status).toBe(200);
  expect(
    (
      await wang.caller.post(`${wages}/dispute`, {
        id: before[wang.id].id,
        disputeKind: 'missing',
        note: '10 月有一单没算',
        claimedValue: '10',
      })
    ).status,
  ).toBe(200);
  const approving = await cockpit(manager);
  await approving.page.locator('.cockpit-why', { hasText: '还有 1 条异议未答复' }).waitFor();
  await approving.page.context().close();
  const { page, troubles } = await cockpit(hr);
  // The proposed amount arrives late. Typed digits must not mix with it, so the field waits for the proposal.
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/proposal?*', async (route) => {
    await mayArrive;
    await route.continue();
  });
  await strong(page, '答复异议').click();
  await page.locator('.cockpit-answer textarea').fill('补记一单');
  expect(await page.locator('.cockpit-answer input').isDisabled()).toBe(true);
  arrive();
  await page.locator('.cockpit-answer input').fill('10');
  await page.keyboard.press('Control+Enter');
  await page.locator('.cockpit-answer').waitFor({ state: 'detached' });
  await page.locator(`tr[data-technician="${wang.id}"][data-state="signing"]`).waitFor();
  const after = await sheets();
  expect([
    after[wang.id].wageStatus,
    Number(after[wang.id].totalAmount) - Number(before[wang.id].totalAmount),
    after[li.id].wageStatus,
  ]).toEqual(['signing', 10, 'signed']);
  expect((await wang.caller.post(`${wages}/sign`, { id: before[wang.id].id })).status).toBe(200);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the manager approves, nobody else', async () => {
  const { page, troubles } = await cockpit(manager);
  await strong(page, '审批').click();
  await stands(page, '已审批');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the wages office records the payment and closes the month; the pieces are settled', async () => {
  const { page, troubles } = await cockpit(hr);
  await strong(page, '确认发放').click();
  await page.locator('.dialog .strong').click();
  await stands(page, '已发放');
  await strong(page, '关账').click();
  // The month is not over, so closing asks for a reason.
  await page.locator('.dialog').locator('input, textarea').first().fill('月底提前关账');
  await page.locator('.dialog .strong').click();
  await stands(page, '已关账');
  await expect.poll(() => page.locator('.cockpit-steps [data-step="done"]').count()).toBe(6);
  expect(await server.tables("select period_status from aswageperiod where wage_period = '2026-11'")).toEqual([
    { period_status: 'closed' },
  ]);
  expect(await server.tables('select distinct piece_status from aspiecework')).toEqual([{ piece_status: 'settled' }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('other prices are tried on past months, per person, and nothing is published', async () => {
  const { page, troubles } = await cockpit(hr);
  await page.locator('.cockpit-simulation .button', { hasText: '试算' }).click();
  const price = page.locator('.cockpit-price-list tr', { hasText: '工序PUMP' }).locator('input');
  await price.fill('110');
  await page.keyboard.press('Control+Enter');
  await page.locator('.cockpit-figures', { hasText: '+40.00' }).waitFor();
  expect(await page.locator('.cockpit-figures').innerText()).toMatch(/2\s*人增加\s*0\s*人减少/);
  expect((await page.locator('.cockpit-bar').allInnerTexts()).map((one) => one.replaceAll('\n', ' '))).toEqual([
    '王强 +30.00',
    '李明 +10.00 2026-11 仅 2,118.00',
  ]);
  expect(
    await server.tables(
      "select unit_price::text as price from aspieceworkstandard where tenant_id = '000000' and standard_name = '标准PUMP'",
    ),
  ).toEqual([{ price: '100.0000' }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a simulation uses the tiers and criteria of a price', async () => {
  const metre = await world.priced(
    'PIPE',
    '9',
    { unit: 'm' },
    { tierRule: [{ from: '100', price: '8' }], weibao: 'paid' },
  );
  const row = await world.piece({ crew: [[li.id, '1']], processId: metre, qty: '150' });
  expect([
    row.pieceAmount,
    (await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: row.id })).status,
  ]).toEqual(['1300.00', 200]);
  const { page, troubles } = await cockpit(hr);
  await page.locator('.cockpit-simulation .button', { hasText: '试算' }).click();
  const price = page.locator('.cockpit-price-list tr', { hasText: '工序PIPE' });
  expect(await price.innerText()).toContain('收费 · 阶梯价不变');
  await price.locator('input').fill('10');
  await page.keyboard.press('Control+Enter');
  await page.locator('.cockpit-figures', { hasText: '+100.00' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('it fits a phone: the page is no wider than the screen', async () => {
  const { page, troubles } = await cockpit(manager);
  await page.setViewportSize(PHONE);
  await pageSettled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(troubles).toEqual([]);
  await page.context().close();
});
