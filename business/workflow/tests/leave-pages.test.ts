import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { ok } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [cs, hr, leader, boss] = [
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_leader'),
  await server.as('administrator'),
];

/** Create a technician for a person, in the same department. */
async function hire(login: TestCaller, realName: string, phone: string): Promise<{ id: string; deptId: string }> {
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [login.id],
  );
  const { data } = ok(
    await boss.post('blade-maintenance/webApi/astechnician/submit', {
      userId: login.id,
      realName,
      phone,
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  return { id: data.id, deptId: dept };
}

/** Open the leave form and fill it. */
async function fillLeave(page: Page, reason: string): Promise<void> {
  await openPage(page, '/work/start');
  await page
    .locator('.start-cards > li', { hasText: '请假流程' })
    .getByRole('button', { name: '发起' })
    .first()
    .waitFor();
  await page
    .locator('.start-cards > li')
    .filter({ has: page.locator('b', { hasText: /^请假流程$/ }) })
    .getByRole('button', { name: '发起' })
    .click();
  await page.getByRole('heading', { name: '请假' }).waitFor();
  await page.getByRole('combobox', { name: '审批人' }).fill('as_hr');
  await page.locator('.ant-select-item-option', { hasText: 'as_hr' }).first().click();
  for (const [label, moment] of [
    ['开始时间', '2026-12-01 08:30'],
    ['结束时间', '2026-12-02 17:30'],
  ] as const) {
    await page.getByLabel(label).fill(moment);
    await page.keyboard.press('Enter');
  }
  await page.getByLabel('请假事由').fill(reason);
}

test('leave is submitted on its page and judged on its own; both close and go on', async () => {
  const { page, troubles } = await screens.of(cs);
  await fillLeave(page, '陪护家人');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: '发起流程' }).waitFor();
  const { data } = ok(await hr.get('blade-flow/work/todo-list', { current: 1, size: 10 }));
  const [task] = data.records;
  expect(task).toMatchObject({ taskName: '人事审批', businessTable: 'blade_process_leave' });

  const judge = await screens.of(hr);
  await openPage(judge.page, `/work/process/leave/handle/${task.taskId}/${task.processInstanceId}/${task.businessId}`);
  await judge.page.locator('.case-about', { hasText: '陪护家人' }).waitFor();
  await judge.page.keyboard.press('a');
  await judge.page.getByText('暂无待办').waitFor();

  // The applicant reads the state, and reminds the next person.
  await openPage(page, '/work/send');
  await page.locator('.case-steps', { hasText: 'as_hr' }).locator('em', { hasText: '同意' }).waitFor();
  await page.getByRole('button', { name: '催办' }).click();
  await page.getByText('已催办').waitFor();
  await openPage(page, `/work/process/leave/detail/${task.processInstanceId}/${task.businessId}`);
  await page.locator('.case-about', { hasText: '陪护家人' }).waitFor();
  expect(await page.locator('.case-opinion').count()).toBe(0);
  expect([...troubles, ...judge.troubles]).toEqual([]);
}, 120_000);

test('a technician is referred to the leave request of after-sales', async () => {
  const login = await server.as('as_technician');
  await hire(login, '师傅', '13700009001');
  const { page } = await screens.of(login, { refused: [409] });
  await fillLeave(page, '休假');
  await page.keyboard.press('Control+Enter');
  await page.getByText('技师请假请使用请假单').waitFor();
  await page.getByRole('link', { name: '打开请假单' }).waitFor();
}, 60_000);

test('a governed leave shows whom it waits for; only that person has the button and the link to the task', async () => {
  const keeper = await server.as('as_manager');
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '技师请假走流程',
      paperName: 'leaveForm',
      processKey: 'technicianLeave',
      enabled: true,
    }),
  );
  const login = await server.as('as_technician', { who: 'governed' });
  const technician = await hire(login, '周师傅', '13700009002');
  await server.tables('update blade_dept set leader_id = $2 where id = $1', [technician.deptId, leader.id]);
  const { data: leave } = ok(
    await login.post('blade-maintenance/webApi/asleaveform/submit', {
      technicianId: technician.id,
      leaveType: 'annual',
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-02 17:30:00',
      reason: '休假',
    }),
  );
  const other = await screens.of(keeper);
  await openPage(other.page, `/maintenance/asleaveform?id=${leave.id}`);
  await other.page.locator('.governed-band', { hasText: '等 as_leader 审批' }).waitFor();
  expect(await other.page.locator('.detail-actions').getByRole('button', { name: '通过' }).count()).toBe(0);
  expect(await other.page.locator('.governed-band').getByRole('link').count()).toBe(0);

  const { page, troubles } = await screens.of(leader);
  await openPage(page, `/maintenance/asleaveform?id=${leave.id}`);
  const band = page.locator('.governed-band', { hasText: '等你审批' });
  await band.waitFor();
  expect(await barriers(page)).toEqual([]);
  await band.getByRole('link', { name: '去待办' }).click();
  await page.locator('.case-about', { hasText: '周师傅' }).waitFor();
  await page.keyboard.press('a');
  await expect
    .poll(
      async () => (await server.tables('select approve_status as state from asleaveform where id = $1', [leave.id]))[0],
    )
    .toEqual({ state: 'approved' });
  expect([...troubles, ...other.troubles]).toEqual([]);
}, 120_000);
