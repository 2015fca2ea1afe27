import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, DAY, type WaitingOrder, carry } from '../../testing/board-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await BoardSite.of(server, screens);
const TOMORROW = '2026-11-24';
const zhou = await site.hire('zhou', '周海涛');
const qian = await site.hire('qian', '钱立军');

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await server.tables<{ n: string }>(text, values))[0].n);

/** Return the number of waiting orders shown in the heading of their list. */
const waiting = async (page: Page): Promise<number> =>
  Number.parseInt(await page.locator('.pool-head .quiet').first().innerText(), 10);

const orders = async (many: number, more: Record<string, unknown> = {}): Promise<WaitingOrder[]> => {
  const made: WaitingOrder[] = [];
  for (let n = 0; n < many; n++) made.push(await site.order(more));
  return made;
};

/** Hold back the requests to an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('ten orders are sent for tomorrow with twelve keys and no question', async () => {
  const ten = await orders(10, { expectDate: TOMORROW });
  const { page, troubles } = await site.board();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('ArrowDown');
  await page.locator('.details .send:not(:disabled)').waitFor();
  expect(await page.locator('.details .send').innerText()).toMatch(/派给 .+ · 明天 \d\d:\d\d/);
  for (const _ of ten) await press('Enter');
  await expect
    .poll(
      async () =>
        count(
          `select count(*) as n from dispatchlist where plan_start::date = '${TOMORROW}' and task_status = 'pendingAccept'`,
        ),
      { timeout: 60_000 },
    )
    .toBe(10);
  expect(keys).toBeLessThanOrEqual(20);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // No visit was forced, and no two visits of a technician overlap.
  expect(await count('select count(*) as n from dispatchlist where forced')).toBe(0);
  expect(
    await count(
      'select count(*) as n from dispatchlist a join dispatchlist b on b.id > a.id and b.technician_id = a.technician_id and b.plan_start < a.plan_end and a.plan_start < b.plan_end',
    ),
  ).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('Enter sends the chosen order after a click elsewhere, and presses a button reached by Tab', async () => {
  await orders(3);
  const { page, troubles } = await site.board();
  const total = await waiting(page);
  await page.locator('.order').first().click();
  await page.locator('button.suggestion').nth(1).click();
  await page.getByRole('radio', { name: '周', exact: true }).click();
  await page.getByRole('radio', { name: '日', exact: true }).click();
  await page.locator('.suggestion[aria-checked="true"]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '已派给' }).waitFor();
  await expect.poll(async () => waiting(page), { timeout: 60_000 }).toBe(total - 1);
  expect(await page.getByRole('radio', { name: '日', exact: true }).getAttribute('aria-checked')).toBe('true');
  // The clicked filter has the focus, but Enter sends the order instead of pressing the filter again.
  await page.locator('.details .send:not(:disabled)').waitFor();
  await page.locator('.pool-filters .chip', { hasText: '紧急' }).click();
  await page.locator('.pool-filters .chip', { hasText: '紧急' }).click();
  await page.keyboard.press('Enter');
  await expect.poll(async () => waiting(page), { timeout: 60_000 }).toBe(total - 2);
  expect(await page.locator('.pool-filters .chip', { hasText: '紧急' }).getAttribute('aria-pressed')).toBe('false');
  // If the filter was reached by Tab, Enter presses it and sends no order.
  await page.locator('.details .send:not(:disabled)').waitFor();
  await page.locator('.pool-filters .chip', { hasText: '技能' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.pool-filters .chip[aria-pressed="true"]', { hasText: '紧急' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('Enter before the proposal is remembered, and a repeated key sends one order', async () => {
  const [one] = await orders(1);
  const { page, troubles } = await site.board();
  const release = await hold(page, '**/getUsers*');
  const before = await waiting(page);
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('.suggestions[aria-busy="true"]').waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  release();
  await page.locator('.toast', { hasText: `${one.name} 已派给` }).waitFor();
  expect((await site.visitOf(one))?.planStart.slice(0, 10)).toBe(DAY);
  expect(await waiting(page)).toBe(before - 1);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('two quick refusals ask two questions with name and time, and no order is lost', async () => {
  await server.tables("update astechnician set daily_capacity_minutes = 30 where tenant_id = '000000'");
  const [one, other] = await orders(2);
  const { page, troubles } = await site.board();
  const release = await hold(page, '**/asdispatchform/save*');
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('button.suggestion', { hasText: '超过' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator(`.order[data-order="${other.id}"]`).click();
  await page.keyboard.press('Enter');
  release();
  const question = (of: WaitingOrder) => page.getByRole('dialog', { name: new RegExp(`${of.name} .*仍派给`) });
  await question(one).getByRole('textbox').fill('同一小区顺路');
  await page.keyboard.press('Control+Enter');
  await question(other).waitFor();
  expect(await question(other).getByRole('textbox').inputValue()).toBe('');
  await question(other).getByRole('button', { name: '取消', exact: true }).click();
  await page.locator('.toast', { hasText: `${one.name} 已派给` }).waitFor();
  await page.locator(`.order[data-order="${other.id}"]`).waitFor();
  expect(await site.visitOf(one)).toMatchObject({ forceReason: '同一小区顺路' });
  expect(await site.visitOf(other)).toBeUndefined();
  await server.tables("update astechnician set daily_capacity_minutes = 480 where tenant_id = '000000'");
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('no ghost remains after a release outside the window or leaving the page', async () => {
  const [one] = await orders(1);
  const { page, troubles } = await site.board();
  await carry(page, `.order[data-order="${one.id}"]`, zhou, 14);
  await page.locator('.ghost').waitFor();
  // The window loses the focus during a drag, and the page gets no event of the release.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.locator('.ghost').waitFor({ state: 'detached' });
  expect(await page.locator('.held').count()).toBe(0);
  await page.mouse.up();
  await page.locator(`.order[data-order="${one.id}"]`).click();
  await page.locator('button.suggestion').first().waitFor();
  await page.keyboard.press('d');
  await page.locator('.held').waitFor();
  await page.evaluate(() => history.pushState({}, '', '/maintenance/registrationform'));
  await page.goto('/maintenance/registrationform');
  await page.goto('/maintenance/board');
  await page.locator('.row').first().waitFor();
  expect(await page.locator('.held, .ghost').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('rows show technicians on duty or with a visit; one press shows all', async () => {
  await server.tables(
    `insert into asleaveform (id, tenant_id, create_time, update_time, leave_no, technician_id, leave_type, start_time, end_time, reason, approve_status)
    select next_id($1), '000000', now(), now(), 'QJ0009', $2, 'annual', '2026-11-26 00:00+08', '2026-11-26 23:59+08', '家里有事', 'approved'`,
    [server.clock.ms(), qian],
  );
  const { page, troubles } = await site.board();
  await page.locator(`.row[data-technician="${qian}"]`).waitFor();
  for (let day = 0; day < 3; day++) await page.keyboard.press(']');
  await page.locator(`.row[data-technician="${qian}"]`).waitFor({ state: 'detached' });
  const duty = page.getByRole('button', { name: /当班/ });
  expect(await duty.innerText()).toMatch(/1\/2/);
  await duty.click();
  await page.locator(`.row[data-technician="${qian}"]`).waitFor();
  await duty.click();
  await page.locator(`.row[data-technician="${qian}"]`).waitFor({ state: 'detached' });
  await page.locator(`.row[data-technician="${zhou}"]`).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
