import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, animationsDone, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { ok, versionOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [cs, hr, manager, otherHr] = [
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_manager'),
  await server.as('as_hr', { who: 'other' }),
];
const definition = await versionOf(server, 'LeaveProcess');
let day = 1;

/** Submit a leave of one day for the personnel office; return its instance and its row. */
async function ask(
  reason: string,
  approver: TestCaller = hr,
): Promise<{ businessId: string; processInstanceId: string }> {
  day += 1;
  const date = `2026-12-${String(day).padStart(2, '0')}`;
  return ok(
    await cs.post('blade-desk/process/leave/start-process', {
      processDefinitionId: definition,
      taskUser: approver.id,
      startTime: `${date} 08:30:00`,
      endTime: `${date} 17:30:00`,
      reason,
    }),
  ).data;
}

const decisionsOf = async (instance: string): Promise<{ node: string; decision: string; comment: string }[]> =>
  server.tables(
    "select node_id as node, decision, comment from wf_task where instance_id = $1 and state = 'done' order by ended_at, id",
    [instance],
  );

test('the inbox shows list, paper and deciders together; A approves and selects the next', async () => {
  const first = await ask('回老家');
  const second = await ask('体检');
  const { page, troubles } = await screens.of(hr);
  await openPage(page, '/work/todo');
  const lines = page.locator('.inbox-lines > li');
  await expect.poll(() => lines.count()).toBe(2);
  // Tasks without a due time are listed in the order of their age.
  await page.locator('.case-about', { hasText: '回老家' }).waitFor();
  await page.locator('.case-why', { hasText: '单据指定由你办理' }).waitFor();
  await page.locator('.case-steps', { hasText: '提交' }).waitFor();
  await page.locator('.case-steps', { hasText: '同意后 经理审批' }).waitFor();
  await page.locator('.case-board .djs-container .nodePrimary').waitFor({ state: 'attached' });
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await page.locator(`html[data-mode=${look}]`).waitFor({ state: 'attached' });
    await animationsDone(page);
    expect(await barriers(page), look).toEqual([]);
  }
  await page.keyboard.press('a');
  await page.locator('.case-about', { hasText: '体检' }).waitFor();
  await expect.poll(() => lines.count()).toBe(1);
  expect(await decisionsOf(first.processInstanceId)).toEqual([{ node: 'hrTask', decision: 'pass', comment: '同意' }]);

  // A rejection needs a comment. X opens the comment first, then the rejection can be sent.
  await page.keyboard.press('x');
  await page.locator('.case-opinion .field-problem', { hasText: '驳回要写意见' }).waitFor();
  await page.locator('.case-next', { hasText: '驳回' }).waitFor();
  await page.keyboard.type('当天盘点');
  // Escape leaves the comment, so that the shortcuts of the list work again.
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
  await page.keyboard.press('o');
  // Ctrl+Enter sends the decision that was requested last, here the rejection.
  await page.keyboard.press('Control+Enter');
  await page.getByText('暂无待办').waitFor();
  expect(await decisionsOf(second.processInstanceId)).toEqual([
    { node: 'hrTask', decision: 'reject', comment: '当天盘点' },
  ]);
  expect(troubles).toEqual([]);
}, 120_000);

test('several tasks are approved after one question; a meanwhile finished one is reported', async () => {
  const cases = [await ask('一'), await ask('二'), await ask('三')];
  const { page } = await screens.of(hr, { refused: [409] });
  await openPage(page, '/work/todo');
  await expect.poll(() => page.locator('.inbox-lines > li').count()).toBe(3);
  await page.locator('.inbox-foot', { hasText: '同类 3 张' }).waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.locator('.inbox-foot', { hasText: '已选 2 张' }).waitFor();
  // One of the selected tasks is decided by another session before the dialog is confirmed.
  await page.keyboard.press('b');
  const question = page.getByRole('dialog');
  await question.getByText('同意这 2 张？').waitFor();
  await question.locator('.batch-facts', { hasText: '工作日天数' }).nth(1).waitFor();
  await question.locator('.batch-facts', { hasText: '开始时间' }).first().waitFor();
  const { data } = ok(await hr.get('blade-flow/work/todo-list', { current: 1, size: 10 }));
  const task = data.records.find(
    (one: { processInstanceId: string }) => one.processInstanceId === cases[0].processInstanceId,
  );
  ok(await hr.post('blade-flow/work/complete-task', { taskId: task.taskId, comment: '不行' }));
  await question.getByRole('button', { name: '同意 2 张' }).click();
  await page.getByRole('dialog', { name: '成功 1 条，失败 1 条' }).waitFor();
  await page.getByText(/任务已由.*处理/).waitFor();
  await page.getByRole('button', { name: '知道了' }).click();
  await expect.poll(() => page.locator('.inbox-lines > li').count()).toBe(1);
  expect(await decisionsOf(cases[1].processInstanceId)).toHaveLength(1);
  // Wait until the remaining task is shown, then decide it.
  await page.locator('.case-head', { hasText: '1 / 1' }).waitFor();
  await pageSettled(page);
  await page.keyboard.press('a');
  await page.getByText('暂无待办').waitFor();
}, 90_000);

test('a task is transferred, returned and claimed; the menu of the recipient counts it at once', async () => {
  const { processInstanceId } = await ask('搬家');
  const other = await screens.of(otherHr);
  await openPage(other.page, '/work/todo');
  await other.page.getByText('暂无待办').waitFor();
  const { page, troubles } = await screens.of(hr);
  await openPage(page, '/work/todo');
  await page.locator('.case-about', { hasText: '搬家' }).waitFor();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: '转办' });
  await dialog.getByRole('combobox', { name: '转给谁' }).fill('as_hr_other');
  await page.locator('.ant-select-item-option', { hasText: 'as_hr_other' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('暂无待办').waitFor();

  // The new task appears live at its recipient.
  await other.page.locator('.case-about', { hasText: '搬家' }).waitFor();
  await other.page.keyboard.press('a');
  await other.page.getByText('暂无待办').waitFor();

  const boss = await screens.of(manager);
  await openPage(boss.page, '/work/claim');
  await boss.page.locator('.inbox-lines > li', { hasText: '签收' }).last().waitFor();
  await boss.page.locator('.inbox-lines > li', { hasText: '经理审批' }).last().click();
  await boss.page.locator('.case-about', { hasText: '搬家' }).waitFor();
  await boss.page.keyboard.press('g');
  await openPage(boss.page, '/work/todo');
  await boss.page.locator('.case-about', { hasText: '搬家' }).waitFor();
  await boss.page.locator('.case-why', { hasText: '条件 工作日天数' }).waitFor();
  await boss.page.keyboard.press('r');
  const back = boss.page.getByRole('dialog', { name: '退回' });
  await back.getByText('人事审批').waitFor();
  await back.getByLabel('退回原因').fill('日期写错');
  await boss.page.keyboard.press('Control+Enter');
  await boss.page.getByText('暂无待办').waitFor();
  expect(await decisionsOf(processInstanceId)).toEqual([
    { node: 'hrTask', decision: 'pass', comment: '同意' },
    { node: 'managerTask', decision: 'return', comment: '日期写错' },
  ]);
  expect([...troubles, ...other.troubles, ...boss.troubles]).toEqual([]);
}, 120_000);

test('on a phone a task is approved within thumb reach, and the next one is selected', async () => {
  await ask('一号', otherHr);
  await ask('二号', otherHr);
  const { page, troubles } = await screens.of(otherHr, { size: PHONE, language: 'en' });
  await openPage(page, '/work/todo');
  const line = page.locator('.inbox-lines > li', { hasText: '12-' }).first();
  await line.click();
  await page.locator('.case-strip', { hasText: 'At step 1' }).waitFor();
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  const approve = page.getByRole('button', { name: 'Approve' });
  const [box, height] = [(await approve.boundingBox())!, page.viewportSize()!.height];
  expect(box.y).toBeGreaterThan(height / 2);
  await approve.click();
  await page.locator('.case-head', { hasText: '1 / 1' }).waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.poll(() => page.locator('.inbox-lines > li').count()).toBe(1);
  expect(troubles).toEqual([]);
}, 60_000);

test('signers are added and withdrawn, a copy is sent, and the case lists both', async () => {
  const { processInstanceId } = await ask('看房', hr);
  const { page, troubles } = await screens.of(hr);
  await openPage(page, '/work/todo');
  await page.locator('.inbox-lines > li').last().click();
  await page.locator('.case-about', { hasText: '请假申请' }).waitFor();
  const choose = async (dialog: ReturnType<typeof page.getByRole>, label: string, name: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: label }).fill(name);
    await page.locator('.ant-select-item-option', { hasText: name }).last().click();
  };
  await page.keyboard.press('s');
  const sign = page.getByRole('dialog', { name: '加签' });
  await choose(sign, '请谁一起审', 'as_hr_other');
  // Escape closes the list of the picker, not the dialog.
  await page.keyboard.press('Escape');
  await sign.getByRole('radio', { name: '与我同时' }).focus();
  await page.keyboard.press('ArrowLeft');
  await sign.getByRole('radio', { name: '他先审，再回到我', checked: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.case-steps [data-action]', { hasText: '请as_hr_other加签' }).waitFor();
  // The task cannot be decided before the signer has signed, which the instance shows.
  await page.locator('.case-waits', { hasText: '先等as_hr_other加签' }).waitFor();
  await page.getByRole('button', { name: '减签' }).click();
  const off = page.getByRole('dialog', { name: '减签' });
  // The only signer is preselected.
  await expect.poll(() => off.getByRole('checkbox', { name: 'as_hr_other' }).isChecked()).toBe(true);
  await pageSettled(page);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.locator('.case-steps [data-action]', { hasText: '减签as_hr_other' }).waitFor();
  await page.keyboard.press('c');
  const copy = page.getByRole('dialog', { name: '抄送' });
  await choose(copy, '抄送给谁', 'as_manager');
  await copy.getByLabel('说明').fill('请知悉');
  await page.keyboard.press('Control+Enter');
  await page.locator('.case-steps [data-action]', { hasText: '抄送给as_manager' }).waitFor();
  expect(
    await server.tables('select user_id::text as id from wf_cc where instance_id = $1', [processInstanceId]),
  ).toEqual([{ id: manager.id }]);
  expect(troubles).toEqual([]);
}, 60_000);
