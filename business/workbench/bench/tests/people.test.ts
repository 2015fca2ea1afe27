import { expect, test } from 'vitest';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openBench } from '../../testing/bench-site.ts';
import { openCases } from '../../testing/cases.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const bench = openBench(server);
const { insert, inMinutes } = bench;
const leader = await server.as('as_leader');
const hr = await server.as('as_hr');
const cases = await openCases(server);
const finished = await cases.job(60);
await server.tables("update dispatchlist set appoint_to = arrive_time - interval '30 minutes' where id = $1", [
  finished.visitId,
]);
const [{ technicianId }] = await server.tables<{ technicianId: string }>(
  'select technician_id::text as "technicianId" from dispatchlist where id = $1',
  [finished.visitId],
);
const leave = (columns: Record<string, unknown>, tenant?: string): Promise<string> =>
  insert(
    'asleaveform',
    {
      ...{
        leave_no: `QJ-${JSON.stringify(columns).length}${tenant ?? ''}`,
        technician_id: technicianId,
        leave_type: 'sick',
      },
      ...{ approve_status: 'pending', reason: '看牙', start_time: inMinutes(1500), end_time: inMinutes(1900) },
      ...columns,
    },
    tenant,
  );

test('a leader approves what is due first, then confirms visits; another team and company are not seen', async () => {
  await leave({});
  await leave({ reason: '别的公司' }, '100999');
  expect(await bench.sections(leader)).toEqual({ approve: ['请假 蒋志强', '确认 蒋志强'] });
  const { rows } = await bench.list(leader);
  expect(rows.map(({ verbs }) => verbs[0].action)).toEqual(['approve', 'confirm']);
  expect((await bench.list(await server.as('as_leader', { teams: ['west'], who: 'west' }))).rows).toEqual([]);
});

test('the figures of a leader count exactly the visits and repairs behind their links', async () => {
  const figures = await bench.figures(leader);
  expect(figures.arrivedInTime).toMatchObject({ value: 0, good: 0, of: 1, target: 95 });
  expect(figures.crewLoad).toMatchObject({ isLess: true, target: 90 });
  // Each line of the past ends with the present value.
  for (const { series, value } of [figures.arrivedInTime, figures.crewLoad])
    expect([series.length, series.at(-1)]).toEqual([14, value]);
  for (const { to, rows } of figures.arrivedInTime.links) expect(await bench.behind(leader, to), to).toBe(rows);
  expect(Object.keys(figures)).not.toContain('fixedAtOnce');
});

test('payroll has disputes, then missing signatures as one row, then the step that they block', async () => {
  const period = { wage_period: '2026-10', start_date: '2026-10-01', end_date: '2026-10-31', period_status: 'signing' };
  await insert('aswageperiod', { ...period, technician_count: 3, total_amount: '900.00' });
  const sheet = (no: string, wage_status: string, tenant?: string): Promise<string> =>
    insert(
      'aswagesheet',
      {
        wage_no: no,
        wage_period: '2026-10',
        wage_status,
        technician_id: no,
        technician_name: `技师${no}`,
        total_amount: '300.00',
      },
      tenant,
    );
  await sheet('1', 'signed');
  await sheet('2', 'signing');
  const disputed = await sheet('3', 'disputed');
  await sheet('4', 'signing', '100999');
  await insert('aswagedispute', {
    ...{ dispute_no: 'YY-1', wage_sheet_id: disputed, wage_period: '2026-10', technician_name: '技师3' },
    ...{ dispute_kind: 'other', note: '少算一单', dispute_status: 'open' },
  });
  const sections = await bench.sections(hr);
  expect(sections.blocks).toEqual(['异议 技师3', '确认 1 人没签', '期间 2026-10']);
  const { rows } = await bench.list(hr);
  expect(rows.find(({ pile }) => pile === 'disputes')).toMatchObject({ asks: true });
  expect(rows.find(({ pile }) => pile === 'periodStep')?.verbs[0].refused).toEqual(['差 2 人', '2 missing']);
  const figures = await bench.figures(hr);
  expect(figures.sheetsSigned).toMatchObject({ value: 33.3, good: 1, of: 3, target: 100 });
  expect(figures.sheetsSigned.series.at(-1)).toBe(33.3);
  for (const { links } of [figures.sheetsSigned, figures.disputesAnswered])
    for (const { to, rows: counted } of links) expect(await bench.behind(hr, to), to).toBe(counted);
});

test('on a phone a leader confirms a visit at the thumb; nothing is wider than the screen', async () => {
  const { page, troubles } = await screens.of(leader, { size: PHONE });
  await openPage(page, '/wel/index');
  const row = page.locator('.bench-row', { hasText: 'DJ' });
  await row.locator('.bench-verb', { hasText: '确认' }).waitFor();
  const box = (await row.locator('.bench-verb').boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.querySelector('.bench')!.scrollWidth <= innerWidth)).toBe(true);
  await row.locator('.bench-verb').click();
  await page.locator('.bench-row[data-done=true] .bench-who', { hasText: '已确认' }).waitFor();
  await page.locator('[data-figure="arrivedInTime"] em', { hasText: '差 95 点' }).waitFor();
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a leader sees a visit that is paused for long, and a chargeable repair without a charge', async () => {
  const state = (taskStatus: string, minutes: number): Promise<unknown> =>
    server.tables('update dispatchlist set task_status = $2, paused_at = $3 where id = $1', [
      finished.visitId,
      taskStatus,
      inMinutes(-minutes),
    ]);
  await state('paused', 20);
  expect((await bench.sections(leader)).waiting ?? []).toEqual([]);
  await state('paused', 40);
  expect((await bench.sections(leader)).waiting).toEqual(['停着 蒋志强']);
  await state('finished', 40);
  await server.tables(
    "update ascompletionregistration set weibao = 'paid', complete_status = 'confirmed', visit_result = 'done', receivable_amount = 0, confirm_time = $2 where id = $1",
    [finished.completionId, inMinutes(-60)],
  );
  expect((await bench.sections(leader)).look).toEqual(['零收费 蒋志强']);
  await server.tables('update ascompletionregistration set receivable_amount = 80 where id = $1', [
    finished.completionId,
  ]);
  expect((await bench.sections(leader)).look ?? []).toEqual([]);
});
