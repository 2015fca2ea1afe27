import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await PlanSite.of(server);
const { contracts } = site;
const yearly = await contracts.template({ price: '0' });
const estate = good(
  await contracts.work.admin.post('blade-maintenance/webApi/asbasepremises/submit', {
    premisesName: '静水湾',
    customerServiceTeam: 'east',
    districtCode: '310112',
    address: '上海市闵行区静水湾',
  }),
).data.id;
good(
  await contracts.work.cs.post('blade-maintenance/webApi/assms/submit', {
    templateCode: 'PLAN',
    templateName: '保养提醒',
    smsScene: 'plan',
    content: '${customerName}您好，${schemeName}计划在${planDate}',
    isMarketing: false,
  }),
);
for (const startDate of ['2026-11-30', '2026-11-30', '2026-12-02', '2026-11-05']) {
  const home = await contracts.home();
  await server.tables('update registermain set premises_id = $2 where id = $1', [home.registerMainId, estate]);
  await contracts.sold(home, yearly.id, { startDate });
}

test('the planner sees teams by day, walks by arrows and registers the trips of an estate with Enter', async () => {
  const { page, troubles } = await screens.of(contracts.work.cs, { size: DESK });
  await openPage(page, '/maintenance/planCalendar');
  const chosen = page.locator('.plan-cell[aria-selected=true]');
  await expect.poll(() => chosen.getAttribute('aria-label')).toContain('2026-11-23');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => chosen.getAttribute('aria-label')).toContain('2026-11-30 2 次');
  await expect.poll(() => page.locator('.plan-day li').count()).toBe(2);
  await expect.poll(() => page.locator('.plan-late li').innerText()).toContain('还没联系');
  const strong = page.locator('.plan-trips .button.strong');
  await expect.poll(() => strong.innerText()).toContain('登记 3 次为 3 单');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '已登记 3 次' }).waitFor();
  await expect.poll(() => page.locator('.plan-trips').innerText()).toContain('近期没有两户');
  const orders = await server.tables("select count(*)::int as n from asregistrationform where source = 'plan'");
  expect(orders).toEqual([{ n: 3 }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a visit is picked by Space, moves by M within its window, and its filters stay in the address', async () => {
  const { page, troubles } = await screens.of(contracts.work.cs, { size: DESK });
  await openPage(page, '/maintenance/planCalendar?planStatus=planned');
  const chosen = page.locator('.plan-cell[aria-selected=true]');
  await expect.poll(() => chosen.getAttribute('aria-label')).toContain('2026-11-23');
  // Three visits of November and December are registered; those of March are planned.
  await page.getByRole('button', { name: '后一周' }).click();
  for (let week = 0; week < 13; week += 1) await page.getByRole('button', { name: '后一周' }).click();
  await page.locator('.plan-cell[aria-label*="2027-03-02 1 次"]').click();
  await page.locator('.plan-day[aria-busy=false] li', { hasText: '2/4' }).waitFor();
  await page.keyboard.press('Space');
  await page.locator('.plan-day li[aria-current]').waitFor();
  await page.keyboard.press('m');
  await page.locator('.plan-day footer', { hasText: '窗口 2027-02-20 至 2027-03-12' }).waitFor();
  for (let week = 0; week < 2; week += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '须在窗口 2027-02-20 至 2027-03-12 内' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: '已改到' }).waitFor();
  await expect.poll(() => chosen.getAttribute('aria-label')).toContain('2027-03-09 1 次');
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click();
  await expect
    .poll(() => page.locator('.plan-cell[aria-label*="2027-03-02"]').getAttribute('aria-label'))
    .toContain('1 次');
  expect(new URL(page.url()).searchParams.get('planStatus')).toBe('planned');
  await page.locator('.plan-cell[aria-label*="2027-03-02 1 次"]').click();
  await page.locator('.plan-day[aria-busy=false] li', { hasText: '2/4' }).waitFor();
  await page.getByRole('button', { name: '推送未约的 1 次…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '推送' }).click();
  await page.locator('.toast', { hasText: '已推送 1 次，等待 0 次，没推 0 次' }).waitFor();
  const pushes = await server.tables("select count(*)::int as n from asschemepush where push_status = 'sending'");
  expect(pushes).toEqual([{ n: 1 }]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone the calendar shows a week of one team, and is not wider than the screen', async () => {
  const { page, troubles } = await screens.of(contracts.work.cs, { size: PHONE });
  await openPage(page, '/maintenance/planCalendar');
  await page.locator('.plan-cell').first().waitFor();
  await expect.poll(() => page.locator('.plan-cell').count()).toBe(7);
  expect(await page.evaluate(() => document.querySelector('.plan-calendar')!.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});
