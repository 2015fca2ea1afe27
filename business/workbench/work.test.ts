import { expect, test } from 'vitest';
import { type TestScreens, PHONE, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { type WorkbenchAnswer, readPulse, readTeamLoad, readWork } from './work.calls.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens: TestScreens = await openScreens(server);
const at = 'blade-maintenance/webApi';
const cs = await server.as('as_cs');
const dispatcher = await server.as('as_dispatcher');

const good = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};

const customer = good(
  await cs.post(`${at}/ascustomer/submit`, {
    customerName: '工作台客户',
    phone: '13912345678',
    addressDetail: '上海市浦东新区花木路1弄1号101室',
    customerServiceTeam: 'east',
  }),
).data;

async function reported(description: string, more: Record<string, unknown> = {}): Promise<void> {
  good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      repairType: 'boiler',
      faultCategory: 'noHeat',
      description,
      separate: true,
      ...more,
    }),
  );
}
await reported('不热');
await reported('漏水', { then: 'accept' });

test('the load of teams is visible to readers of their plans, not of other teams', async () => {
  const admin = await server.as('administrator');
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  for (const [team, phone] of [
    ['east', '13800001011'],
    ['west', '13800001012'],
  ])
    good(
      await admin.post(`${at}/astechnician/submit`, {
        userId: (await server.as('as_technician', { who: team })).id,
        realName: `师傅${team}`,
        phone,
        deptId: dept,
        customerServiceTeam: team,
        technicianLevel: 't3',
        employType: 'own',
        hireDate: '2024-01-02',
        workDays: '1,2,3,4,5,6,7',
        workStart: '08:30',
        workEnd: '17:30',
        dailyCapacityMinutes: 480,
        pieceRatio: '1',
      }),
    );
  const teamsOf = async (who: string, more = {}): Promise<string[]> =>
    good(await (await server.as(who, more)).get(readTeamLoad.path)).data.teams.map((one: { team: string }) => one.team);
  expect((await teamsOf('as_manager')).toSorted()).toEqual(['east', 'west']);
  expect((await teamsOf('as_technician', { who: 'east' })).filter((team) => team !== 'east')).toEqual([]);
  expect((await server.stranger().get(readTeamLoad.path)).status).toBe(401);
});

test('a dispatcher arranges the workbench, the menu counts waiting work, and orders to dispatch lead to the board', async () => {
  const { page, troubles } = await screens.of(dispatcher);
  await openPage(page, '/wel/index');
  await page.locator('[data-tile="teamLoad"] tbody tr').first().waitFor();
  // A pile that is read too slowly is left out of the menu until its next request.
  const waiting = page.locator('.menu-leaf[href="/maintenance/board"] .menu-waiting', { hasText: '1' });
  for (let tries = 0; tries < 5 && !(await waiting.isVisible()); tries += 1) {
    await openPage(page, '/wel/index');
    await waiting.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await waiting.waitFor();
  const tiles = (): Promise<(string | null)[]> =>
    page.locator('.work-tiles > .tile').evaluateAll((all) => all.map((one) => one.getAttribute('data-tile')));
  const before = await tiles();
  expect(before[0]).toBe('teamLoad');
  await page.getByRole('button', { name: '调整布局' }).click();
  await page.locator('[data-tile="teamLoad"]').getByRole('button', { name: /后移$/ }).press('Enter');
  await page
    .locator('[data-tile="notices"]')
    .getByRole('button', { name: /^不显示/ })
    .click();
  await page.locator('.tiles-away button', { hasText: '显示公告' }).waitFor();
  await page.getByRole('button', { name: '完成' }).click();
  await page.reload();
  await page.locator('[data-tile="teamLoad"] tbody tr').first().waitFor();
  expect(await tiles()).toEqual([before[1], 'teamLoad', ...before.slice(2).filter((one) => one !== 'notices')]);
  await page.locator('.work-pile', { hasText: '待派工' }).locator('.work-count').click();
  await page.waitForURL(/maintenance\/board/);
  await pageSettled(page);
  expect(troubles).toEqual([]);
  await page.context().close();

  // Another person's workbench is not affected by the arrangement.
  const other = await screens.of(cs, { size: PHONE });
  await openPage(other.page, '/wel/index');
  await other.page.locator('[data-tile="calls"] .work-figure').first().waitFor();
  expect(
    await other.page.evaluate(
      () => document.querySelector('.work')!.scrollWidth <= document.documentElement.clientWidth,
    ),
  ).toBe(true);
  expect(other.troubles).toEqual([]);
  await other.page.context().close();
});

test('the tile of a pinned report shows its deletion and can be removed', async () => {
  const manager = await server.as('as_manager');
  const report = good(
    await manager.post('blade-report/report/rest/submit', {
      name: '各系统报修',
      paperName: 'repairForm',
      shape: 'groups',
      groupBy: 'repairType',
      measures: [{ how: 'count' }],
      chart: 'bar',
    }),
  ).data;
  const { page, troubles } = await screens.of(manager);
  await openPage(page, `/report/list?id=${report.id}`);
  await page.getByRole('button', { name: '钉到工作台' }).click();
  await page.locator('.toast', { hasText: '已钉到工作台' }).waitFor();
  await openPage(page, '/wel/index');
  const tile = page.locator(`[data-tile="reportFile:${report.id}"]`);
  await tile.locator('h2', { hasText: '各系统报修' }).waitFor();
  await tile.locator('table, svg').first().waitFor();
  good(await manager.post('blade-report/report/rest/remove', { ids: report.id }));
  await page.reload();
  await tile.getByRole('button', { name: '取下' }).click();
  await tile.waitFor({ state: 'detached' });
  expect(troubles.filter((one) => !one.includes('404'))).toEqual([]);
  await page.context().close();
});

test("in the early morning the last whole day is shown, not the night's first calls", async () => {
  await reported('半夜漏水');
  await server.tables(
    "update asrepairform set create_time = '2026-11-23 04:30+08' where description = '半夜漏水'; update asrepairform set create_time = create_time - interval '1 day' where description <> '半夜漏水'",
  );
  const now = server.clock.ms();
  server.clock.set(Date.parse('2026-11-22T21:00:00Z'));
  const early = good(await cs.get(readPulse.path)).data;
  expect([early.day, early.now.came]).toEqual(['2026-11-22', 2]);
  server.clock.set(now);
  const day = good(await cs.get(readPulse.path)).data;
  expect([day.day, day.now.came]).toEqual(['2026-11-23', 1]);
  await server.tables(
    "update asrepairform set is_deleted = 1 where description = '半夜漏水'; update asrepairform set create_time = create_time + interval '1 day' where description <> '半夜漏水'",
  );
});

test("from November on the calendar's maintainers see missing holidays of next year until they are entered", async () => {
  const hr = await server.as('as_hr');
  const missingYears = async (who = hr): Promise<string[]> => {
    const { piles } = good(await who.get(readWork.path)).data as WorkbenchAnswer;
    return piles.filter((one) => one.name === 'calendar').flatMap((one) => one.rows.map((row) => row.when.slice(0, 4)));
  };
  const enter = async (calendarDate: string): Promise<void> => {
    good(await hr.post(`${at}/asbusinesscalendar/submit`, { calendarDate, dayKind: 'statutory', dayName: '元旦' }));
  };
  expect(await missingYears()).toEqual(['2026', '2027']);
  await enter('2026-01-01');
  expect(await missingYears()).toEqual(['2027']);
  expect(await missingYears(cs)).toEqual([]);
  const { page, troubles } = await screens.of(hr, { language: 'en' });
  await openPage(page, '/wel/index');
  await page.locator('.bench-row', { hasText: '2027' }).getByRole('link', { name: 'Enter' }).click();
  await page.waitForURL(/asbusinesscalendar\?calendarDate_ge=2027-01-01/);
  expect(troubles).toEqual([]);
  await page.context().close();
  await enter('2027-01-01');
  expect(await missingYears()).toEqual([]);
});

test('a day without calls shows the last day with calls, whole', async () => {
  const now = good(await cs.get(readPulse.path)).data;
  expect(now.now.came).toBe(2);
  await server.tables("update asrepairform set create_time = create_time - interval '2 days'");
  const later = good(await cs.get(readPulse.path)).data;
  expect([later.day < now.day, later.now.came]).toEqual([true, 2]);
  expect((await (await server.as('as_technician')).get(readPulse.path)).status).toBe(403);
});
