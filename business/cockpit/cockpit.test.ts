import { expect, test } from 'vitest';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type TestScreens, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { kpiBreakdown, kpiSeries, kpiTiles } from './kpi/kpi.calls.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);

const today = (
  await server.tables<{ day: string }>(
    "select (to_timestamp($1::bigint / 1000.0) at time zone 'Asia/Shanghai')::date::text as day",
    [server.clock.ms()],
  )
)[0].day;
const month = { from: `${today.slice(0, 7)}-01`, to: today };
type Tiles = CallAnswer<typeof kpiTiles>;

const at = 'blade-maintenance/webApi';
const cs = await server.as('as_cs');

/** Create a registered order of a team. */
async function ordered(team: string, phone: string): Promise<void> {
  const { data: customer } = await cs.post(`${at}/ascustomer/submit`, {
    customerName: '驾驶舱客户',
    phone,
    addressDetail: `上海市浦东新区锦绣路${phone.slice(-3)}号`,
    customerServiceTeam: team,
  });
  const { data: file } = await cs.post(`${at}/registerMain/submit`, {
    customerId: customer.id,
    address: `上海市浦东新区锦绣路${phone.slice(-3)}号`,
  });
  const saved = await cs.post(`${at}/asregistrationform/submit`, {
    customerId: customer.id,
    registerMainId: file.id,
    customerName: '驾驶舱客户',
    phone,
    address: `上海市浦东新区锦绣路${phone.slice(-3)}号`,
    customerServiceTeam: team,
    receiptsType: 'repair',
    repairType: 'heatPump',
    content: '不制热',
  });
  expect(saved.status, saved.msg).toBe(200);
}

const tilesOf = async (role: string, more = {}): Promise<Tiles> =>
  (await (await server.as(role)).get(kpiTiles.path, { ...month, ...more })).data as Tiles;
const numOf = ({ tiles }: Tiles, metric: string): number | undefined => tiles.find((one) => one.metric === metric)?.num;

test('before the first hour nothing is counted; then the hourly job counts new papers and shows its time', async () => {
  expect((await tilesOf('as_manager')).reckoned).toBe('');
  await ordered('east', '13812340001');
  await ordered('east', '13812340002');
  await ordered('south', '13812340003');
  await server.app.jobs.run('kpiDay.hour');
  const tiles = await tilesOf('as_manager');
  expect(tiles.reckoned.slice(0, 10)).toBe(today);
  expect([numOf(tiles, 'orders'), numOf(tiles, 'backlog')]).toEqual([3, 3]);
  expect(numOf(await tilesOf('as_manager', { team: 'east' }), 'orders')).toBe(2);
  expect(numOf(await tilesOf('as_manager', { system: 'boiler' }), 'orders')).toBe(0);
  await ordered('south', '13812340004');
  // A new order is counted only when the figures are computed again, which happens every hour.
  expect(numOf(await tilesOf('as_manager'), 'orders')).toBe(3);
  await server.app.jobs.run('kpiDay.hour');
  expect(numOf(await tilesOf('as_manager'), 'orders')).toBe(4);
});

test('a leader sees figures of their own teams, without hidden money; a technician sees none', async () => {
  const leader = await tilesOf('as_leader');
  const all = await tilesOf('as_manager');
  expect(numOf(leader, 'orders')).toBeLessThan(numOf(all, 'orders')!);
  expect(leader.withheld).toEqual(expect.arrayContaining(['margin', 'wages']));
  expect(JSON.stringify(leader.tiles)).not.toContain('"wages"');
  const teams = (await (await server.as('as_leader')).get(kpiBreakdown.path, { ...month, by: 'team' }))
    .data as CallAnswer<typeof kpiBreakdown>;
  expect(teams.length).toBeLessThan(3);
  expect((await (await server.as('as_technician')).get(kpiTiles.path, month)).status).toBe(403);
  const series = (await (await server.as('as_leader')).get(kpiSeries.path, { to: today })).data as CallAnswer<
    typeof kpiSeries
  >;
  expect(series.map((one) => one.metric)).not.toContain('wages');
});

test('a reader of receipts without their amounts sees no revenue, margin or cash', async () => {
  const finance = await server.as('as_finance');
  const named = async (): Promise<string[]> =>
    ((await finance.get(kpiTiles.path, month)).data as Tiles).tiles.map((one) => one.metric);
  expect(await named()).toEqual(expect.arrayContaining(['revenue', 'cash']));
  await server.tables(
    `with made as (insert into blade_data_scope (id, tenant_id, menu_id, resource_code, scope_name, scope_type, scope_field, create_time, update_time) values (next_id($1), '000000', (select parent_id from blade_menu where code = 'ascollectdetaileds_view'), 'ascollectdetaileds', 'no amounts', 1, 'collectNo,collectTime', now(), now()) returning id)
    insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select '000000', r.id, 1, made.id from made, blade_role r where r.role_alias = 'as_finance' and r.tenant_id = '000000'`,
    [server.clock.ms()],
  );
  server.app.ports.forget('000000');
  const metrics = await named();
  expect(metrics).toContain('orders');
  for (const metric of ['revenue', 'margin', 'cash']) expect(metrics).not.toContain(metric);
});

test('past days retain their states, however often they are counted', async () => {
  server.clock.pass(24 * 3_600_000);
  await server.tables(
    "update asregistrationform set register_status = 'cancelled' where customer_service_team = 'south'",
  );
  await server.app.jobs.run('kpiDay.hour');
  const open = (day: string) =>
    server.tables<{ n: string }>(
      "select coalesce(sum(num), 0)::int::text as n from as_kpi_day where metric = 'backlog' and day = $1",
      [day],
    );
  expect(await open(today)).toEqual([{ n: '4' }]);
  server.clock.pass(-24 * 3_600_000);
});

test('figures of the previous filter are disabled until the new answer arrives', async () => {
  const { page, troubles } = await screens.of(await server.as('as_manager'));
  await openPage(page, '/maintenance/cockpit');
  await page.locator('a.kpi-tile').first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.endsWith(kpiTiles.path) && url.searchParams.get('team') === 'east',
    async (route) => {
      await held.promise;
      await route.continue();
    },
  );
  await page.getByRole('button', { name: /班组/ }).click();
  await page.getByRole('menuitem', { name: '浦东班' }).click();
  await page.locator('.kpi-figures[aria-busy="true"][inert][data-awaited="true"] a.kpi-tile').first().waitFor();
  held.resolve();
  await pageSettled(page);
  expect(await page.locator('a.kpi-tile').first().getAttribute('href')).toContain('customerServiceTeam=east');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the manager sees the figures, chooses a team, opens the rows of one and shows the page on the wall', async () => {
  const { tiles } = await tilesOf('as_manager');
  expect(tiles.map((one) => one.metric)).toEqual(expect.arrayContaining(['orders', 'backlog', 'revenue', 'wages']));
  const { page, troubles } = await screens.of(await server.as('as_manager'));
  await openPage(page, '/maintenance/cockpit');
  await page.locator('.kpi-tile .kpi-value').first().waitFor();
  await expect.poll(() => page.locator('.kpi-tile').count()).toBe(tiles.length);
  await page.getByRole('button', { name: /班组/ }).click();
  await page.getByRole('menuitem', { name: '浦东班' }).click();
  await page.waitForURL(/team=east/);
  await page.locator('a.kpi-tile[href*="customerServiceTeam=east"]').first().click();
  await page.waitForURL(/registrationform.*customerServiceTeam=east/);
  await page.goBack();
  await page.locator('.kpi-tile .kpi-value').first().waitFor();
  await page.keyboard.press('f');
  await page.locator('.kpi[data-wall="true"] .kpi-tile').first().waitFor();
  expect(await page.locator('.kpi-wall-teams li').count()).toBeGreaterThan(0);
  await page.keyboard.press('f');
  await page.locator('.kpi[data-wall="false"]').waitFor();
  expect(troubles).toEqual([]);
});
