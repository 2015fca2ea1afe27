import { expect, test } from 'vitest';
import { DESK, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, todoOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const [keeper, clerk, judge, reader] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_store'),
  // A reader who may see leave applications only through their process instances.
  await server.as('as_finance'),
];
const definition = await deploy(
  keeper,
  drawing(
    'leaveWithCopy',
    `<startEvent id="s" /><userTask id="a" name="主管审批" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${judge.id}"]}]}' anju:copyTo='[{"type":"user","values":["${reader.id}"]}]' /><userTask id="b" name="人事备案" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${judge.id}"]}]}' /><endEvent id="e" />${chain('s', 'a', 'b', 'e')}`,
  ),
);

const ask = async (reason: string): Promise<{ businessId: string; processInstanceId: string }> =>
  ok(
    await clerk.post('blade-desk/process/leave/start-process', {
      processDefinitionId: definition,
      taskUser: judge.id,
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-02 17:30:00',
      reason,
    }),
  ).data;

const messagesOf = async (who: TestCaller) =>
  ok(await who.get('blade-maintenance/webApi/asmessage/recent', {})).data.messages as {
    title: string;
    taskId: string | null;
    caseId: string | null;
  }[];

test('a copy opens its case in the copies; its reader sees the paper only there', async () => {
  const { businessId, processInstanceId } = await ask('陪产');
  const [task] = await todoOf(judge, processInstanceId);
  ok(await judge.post('blade-flow/work/complete-task', { taskId: task.taskId, comment: '同意', flag: 'ok' }));
  const [message] = await messagesOf(reader);
  expect(message).toMatchObject({ title: '流程抄送', caseId: processInstanceId, taskId: '' });
  expect((await reader.get('blade-desk/process/leave/list', {})).status).toBe(403);
  expect(ok(await reader.get('blade-desk/process/leave/detail', { businessId })).data.reason).toBe('陪产');

  // A newer copy of another instance comes first in the list, but the message must still open the instance that it is
  // about.
  const other = await ask('搬家');
  const [next] = await todoOf(judge, other.processInstanceId);
  ok(await judge.post('blade-flow/work/complete-task', { taskId: next.taskId, comment: '同意', flag: 'ok' }));
  const { page, troubles } = await screens.of(reader, { size: DESK });
  await openPage(page, '/');
  await page.getByRole('button', { name: /^消息/ }).click();
  await page.locator('.bell-entry', { hasText: '流程抄送' }).last().click();
  await page.waitForURL(/\/work\/copies\?of=/);
  await page.locator('.case-about', { hasText: '陪产' }).waitFor();
  // The copy is now listed as read, and its address still opens the instance.
  await expect.poll(async () => ok(await reader.get('blade-flow/work/count')).data.cc).toBe(1);
  expect(troubles).toEqual([]);
});

test('a reminder opens the task, or the result of a finished one', async () => {
  const { processInstanceId } = await ask('复查');
  const [task] = await todoOf(judge, processInstanceId);
  ok(await clerk.post('blade-flow/work/urge', { processInstanceId, comment: '等着订票' }));
  const urged = (await messagesOf(judge)).find((one) => one.title.startsWith('催办'));
  expect(urged).toMatchObject({ taskId: task.taskId, caseId: '' });
  const { page } = await screens.of(judge, { size: DESK });
  await openPage(page, '/');
  await page.getByRole('button', { name: /^消息/ }).click();
  await page.getByRole('radio', { name: /^消息/ }).click();
  await page.locator('.bell-entry', { hasText: '催办' }).first().click();
  await page.locator('.case-about', { hasText: '复查' }).waitFor();
  ok(await judge.post('blade-flow/work/complete-task', { taskId: task.taskId, comment: '同意', flag: 'ok' }));
  await openPage(page, '/');
  await page.getByRole('button', { name: /^消息/ }).click();
  await page.getByRole('radio', { name: /^消息/ }).click();
  await page.locator('.bell-entry', { hasText: '待办：主管审批' }).first().click();
  await page.waitForURL(/\/work\/done\?at=/);
  await page.locator('.case-head', { hasText: '主管审批' }).waitFor();
});
