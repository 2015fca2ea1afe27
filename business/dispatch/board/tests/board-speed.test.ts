import { expect, test } from 'vitest';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const dispatcher = await server.as('as_dispatcher');
const CALL = 'blade-maintenance/webApi/asdispatchform/technicianList';
const DAY = '2026-11-23';

/** Create technicians with consecutive visits each day, in every state that the board shows. */
async function crowd(technicians: number, days: number, visits: number): Promise<void> {
  const stamp = 'create_time, update_time, version, is_deleted';
  const now = `'${DAY} 08:00+08', '${DAY} 08:00+08', 1, 0`;
  await server.tables(
    `truncate asdispatchformdetails, dispatchlist, asdispatchform, asregistrationform, ascustomer, astechnician cascade`,
  );
  await server.tables(`insert into astechnician (id, tenant_id, ${stamp}, technician_no, user_id, real_name, phone, dept_id, customer_service_team, technician_level, employ_type, technician_status, status, hire_date, work_days, work_start, work_end, daily_capacity_minutes, piece_ratio, home_location, skills)
    select 1000 + n, '000000', ${now}, 'SF' || n, 5000 + n, chr(21608 + n % 40) || (array['海涛', '立军', '晓东', '伟'])[1 + n % 4], '13800000000', (select min(id) from blade_dept), 'east', 't3', 'own', 'on', 1, '2024-01-02', '1,2,3,4,5,6', '08:30', '17:30', 480, 1,
      point(121.4 + random() * 0.2, 31.1 + random() * 0.2), coalesce((select jsonb_agg(jsonb_build_object('skillId', s.id::text, 'level', 3)) from asskill s where s.id % 3 = n % 3), '[]') from generate_series(1, ${technicians}) n`);
  await server.tables(
    `insert into ascustomer (id, tenant_id, ${stamp}, customer_name, phone, customer_type, customer_level, customer_service_team, location) select 9000, '000000', ${now}, '吴国强', '13912345678', 'person', 'normal', 'east', point(121.5, 31.2)`,
  );
  await server.tables(`create temp table planned as select row_number() over () as n, t, d, v, timestamptz '${DAY} 08:30+08' + make_interval(days => d, mins => v * ${Math.floor(540 / visits)}) as begins from generate_series(1, ${technicians}) t, generate_series(0, ${days - 1}) d, generate_series(0, ${visits - 1}) v;
    insert into asregistrationform (id, tenant_id, ${stamp}, registration_no, customer_id, register_main_id, source, receipts_type, repair_type, urgency, customer_name, phone, address, customer_service_team, content, weibao, register_status, location, disp_id)
    select 100000 + n, '000000', ${now}, 'DJ' || n, 9000, 1, 'phone', 'repair', (array['boiler', 'floorHeat', 'hvac'])[1 + n % 3], 'normal', (array['吴国强', '周启明', '方致远', '俞静', '郑雅琴'])[1 + n % 5], '13912345678', '花木路 ' || n || ' 号', 'east', '壁挂炉 E9 循环泵不转', 'paid', 'dispatched', point(121.4 + random() * 0.2, 31.1 + random() * 0.2), 300000 + n from planned;
    insert into asdispatchform (id, tenant_id, ${stamp}, disp_no, registration_form_id, customer_service_team, work_content, dispatch_status, plan_start, plan_end) select 300000 + n, '000000', ${now}, 'PG' || n, 100000 + n, 'east', '检修', 'dispatched', begins, begins + interval '45 minutes' from planned;
    insert into asdispatchformdetails (id, tenant_id, ${stamp}, disp_id, technician_id, technician_name, crew_role, share_ratio, is_current) select 500000 + n, '000000', ${now}, 300000 + n, 1000 + t, '技师', 'lead', 1, true from planned;
    insert into dispatchlist (id, tenant_id, ${stamp}, task_no, disp_id, registration_form_id, visit_seq, technician_id, plan_start, plan_end, task_status, is_current, sent_time) select 700000 + n, '000000', ${now}, 'RW' || n, 300000 + n, 100000 + n, 1, 1000 + t, begins, begins + interval '45 minutes', (array['finished', 'working', 'appointed', 'accepted', 'pendingAccept'])[1 + n % 5], true, '${DAY} 07:00+08' from planned;
    drop table planned; analyze`);
}

// Both tests print what they cost and assert no time, because a slow machine is no fault.
test('400 technicians of a day with 2,400 visits come in one answer', async () => {
  await crowd(400, 1, 6);
  const times: { waited: number; worked: number }[] = [];
  for (let round = 0; round < 6; round++) {
    const [begun, before] = [performance.now(), process.threadCpuUsage()];
    const { data } = await dispatcher.get(CALL, { from: DAY, days: 1 });
    const { user, system } = process.threadCpuUsage(before);
    times.push({ waited: performance.now() - begun, worked: (user + system) / 1000 });
    expect(data.technicians).toHaveLength(400);
    expect(data.technicians.flatMap((one: { visits: unknown[] }) => one.visits)).toHaveLength(2400);
  }
  const [waited, worked] = [Math.min(...times.map((one) => one.waited)), Math.min(...times.map((one) => one.worked))];
  console.log(
    `board, 400 technicians with 2,400 visits of a day: ${waited.toFixed(0)} ms waited, ${worked.toFixed(0)} ms of CPU in server and caller`,
  );
});

test('of 40 technicians, 7 days and 400 visits only the visible ones are drawn', async () => {
  await crowd(40, 7, 2);
  await server.tables('delete from dispatchlist where id > 700400');
  const { page, troubles } = await screens.of(dispatcher);
  const devtools = await page.context().newCDPSession(page);
  // CPU time of the page's thread, which other load does not change.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> =>
    (await devtools.send('Performance.getMetrics')).metrics.find((one) => one.name === 'ScriptDuration')!.value * 1000;
  await page.goto('/maintenance/board');
  await page.locator('.row .block').first().waitFor();
  await pageSettled(page);
  const switched = async (to: string): Promise<number> => {
    const before = await spent();
    await page.keyboard.press('w');
    await page.locator(to).first().waitFor();
    await page.locator('.board[data-fetching="false"]').waitFor();
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
    );
    return (await spent()) - before;
  };
  // Show day and week once first, so that the measured round only draws.
  await switched('.day-cell');
  await switched('.row .block');
  const [week, day] = [await switched('.day-cell'), await switched('.row .block')];
  console.log(
    `board, 40 technicians × 7 days × 400 visits: week ${week.toFixed(1)} ms, day ${day.toFixed(1)} ms of script`,
  );
  expect(await page.locator('.timeline-scroll').getAttribute('aria-rowcount')).toBe('40');
  expect(await page.locator('.row').count()).toBeLessThan(25);
  await page.locator('.timeline-scroll').evaluate((box) => {
    box.scrollTop = 40 * 58;
  });
  await page.locator('.row[aria-rowindex="40"]').waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});
