import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, ok, versionOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [cs, hr, manager, boss] = [
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_manager'),
  await server.as('admin', { who: 'boss' }),
];
const definition = await versionOf(server, 'LeaveProcess');

const ask = async (
  who: TestCaller,
  startTime: string,
  endTime: string,
): Promise<{ businessId: string; processInstanceId: string }> =>
  ok(
    await who.post('blade-desk/process/leave/start-process', {
      processDefinitionId: definition,
      taskUser: hr.id,
      startTime,
      endTime,
      reason: '回老家',
    }),
  ).data;

const list = async (who: TestCaller, name: string, query = {}) =>
  ok(await who.get(`blade-flow/work/${name}`, { current: 1, size: 10, ...query })).data;

const decide = (who: TestCaller, taskId: string, processInstanceId: string, flag?: string) =>
  who.post('blade-flow/work/complete-task', {
    taskId,
    processInstanceId,
    comment: flag ? '同意' : '不同意',
    ...(flag && { flag }),
  });

const stateOf = async (id: string): Promise<string> =>
  (
    await server.tables<{ state: string }>('select leave_state as state from blade_process_leave where id = $1', [id])
  )[0].state;

test('a short leave goes to the personnel office, then to the manager, and is approved', async () => {
  const { businessId, processInstanceId } = await ask(cs, '2026-11-25 08:30:00', '2026-11-26 17:30:00');
  const [mine] = (await list(cs, 'send-list')).records;
  expect(mine).toMatchObject({
    processInstanceId,
    taskName: '人事审批',
    processIsFinished: 'unfinished',
    category: 'flow_leave',
    categoryName: '请假流程',
    businessId,
    endTime: '',
    comment: '',
  });
  const [todo] = (await list(hr, 'todo-list', { category: 'flow_leave', processDefinitionName: '请假' })).records;
  expect(todo).toMatchObject({
    processInstanceId,
    taskName: '人事审批',
    businessTable: 'blade_process_leave',
    processDefinitionKey: 'LeaveProcess',
    processDefinitionVersion: 1,
    status: 'todo',
  });
  expect((await list(cs, 'todo-list')).total).toBe(0);
  expect((await decide(cs, todo.taskId, processInstanceId, 'ok')).reason).toBe('workflow.notYourTask');

  ok(await decide(hr, todo.taskId, processInstanceId, 'ok'));
  const [waiting] = (await list(manager, 'claim-list')).records;
  expect(waiting).toMatchObject({ taskName: '经理审批', processInstanceId, assigneeName: '', status: 'claim' });
  expect((await list(boss, 'claim-list')).total).toBe(0);
  ok(await manager.post(`blade-flow/work/claim-task?taskId=${waiting.taskId}`));
  expect((await list(manager, 'claim-list')).total).toBe(0);
  expect((await list(manager, 'todo-list')).records[0]).toMatchObject({ taskId: waiting.taskId });
  ok(await decide(manager, waiting.taskId, processInstanceId, 'ok'));
  expect(await stateOf(businessId)).toBe('approved');
  expect((await list(manager, 'done-list')).records[0]).toMatchObject({
    taskId: waiting.taskId,
    flag: 'ok',
    comment: '同意',
    processIsFinished: 'finished',
  });
  expect((await list(cs, 'send-list')).records[0]).toMatchObject({ processIsFinished: 'finished' });
  expect(await broken(server)).toEqual([]);
});

test('a long leave goes to the boss, is returned and changed by the applicant, and ends by withdrawal', async () => {
  const { businessId, processInstanceId } = await ask(cs, '2026-12-01 08:30:00', '2026-12-07 17:30:00');
  const [todo] = (await list(hr, 'todo-list')).records;
  ok(await decide(hr, todo.taskId, processInstanceId, 'ok'));
  expect((await list(manager, 'claim-list')).total).toBe(0);
  const [asked] = (await list(boss, 'claim-list')).records;
  // Deciding a claimable task also claims it.
  ok(await decide(boss, asked.taskId, processInstanceId));
  const [back] = (await list(cs, 'todo-list')).records;
  expect(back.taskName).toBe('调整申请');
  ok(await decide(cs, back.taskId, processInstanceId));
  expect(await stateOf(businessId)).toBe('rejected');
  expect(await broken(server)).toEqual([]);
});

test('its detail shows its flow, at both endpoints, only to its participants', async () => {
  const { businessId, processInstanceId } = await ask(cs, '2026-12-09 08:30:00', '2026-12-09 17:30:00');
  for (const path of ['blade-desk/process/leave/detail', 'blade-flow/process/leave/detail']) {
    expect(ok(await cs.get(path, { businessId })).data).toMatchObject({
      id: businessId,
      reason: '回老家',
      flow: { assignee: cs.id, assigneeName: 'as_cs', taskName: '人事审批' },
    });
    expect(ok(await hr.get(path, { businessId })).data).toMatchObject({ id: businessId });
    expect((await (await server.as('as_store')).get(path, { businessId })).status).toBe(404);
  }
  expect((await (await server.as('as_store')).get('blade-flow/work/task-detail', { processInstanceId })).status).toBe(
    404,
  );
  const foreign = await server.as('admin', { tenantId: '300001' });
  expect((await foreign.get('blade-flow/work/task-detail', { processInstanceId })).status).toBe(404);
  expect((await foreign.get('blade-desk/process/leave/detail', { businessId })).status).toBe(404);
});

test('technicians use the leave request of after-sales, and a leave ends after its start', async () => {
  const technician = await server.as('as_technician');
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [technician.id],
  );
  ok(
    await (
      await server.as('administrator')
    ).post('blade-maintenance/webApi/astechnician/submit', {
      userId: technician.id,
      realName: '师傅',
      phone: '13700001000',
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  const body = {
    processDefinitionId: definition,
    taskUser: hr.id,
    startTime: '2026-12-09 08:30:00',
    endTime: '2026-12-09 17:30:00',
    reason: '看病',
  };
  expect(await technician.post('blade-flow/process/leave/start-process', body)).toMatchObject({
    status: 409,
    reason: 'workflow.leaveOfTechnician',
  });
  expect(await cs.post('blade-flow/process/leave/start-process', { ...body, endTime: body.startTime })).toMatchObject({
    status: 400,
    reason: 'workflow.leaveReversed',
  });
  expect(
    await cs.post('blade-flow/process/leave/start-process', { ...body, taskUser: '123456789012345678' }),
  ).toMatchObject({ status: 400 });
});

test('the diagram shows the place of a leave at each of the four tasks, and its end', async () => {
  const { processInstanceId } = await ask(cs, '2026-12-14 08:30:00', '2026-12-15 17:30:00');
  const shown = async () => {
    const { flow } = ok(await cs.get('blade-flow/process/model-view', { processInstanceId })).data;
    const nodes = flow.filter((one: { historyActivityType: string }) => one.historyActivityType !== 'sequenceFlow');
    return nodes.map((one: { historyActivityId: string; historyActivityType: string; endTime: string }) =>
      one.historyActivityType === 'candidate'
        ? `(${one.historyActivityId})`
        : `${one.historyActivityId}${one.endTime === '' ? ' …' : ''}`,
    );
  };
  const next = async (who: TestCaller, flag?: string) => {
    const rows = [...(await list(who, 'todo-list')).records, ...(await list(who, 'claim-list')).records];
    ok(
      await decide(
        who,
        rows.find((one) => one.processInstanceId === processInstanceId).taskId,
        processInstanceId,
        flag,
      ),
    );
  };
  expect(await shown()).toEqual(['start', 'hrTask …', '(managerTask)', '(bossTask)', '(modifyTask)']);
  await next(hr, 'ok');
  expect(await shown()).toEqual(['start', 'hrTask', 'judge', 'managerTask …', '(bossTask)', '(modifyTask)']);
  await next(manager);
  expect(await shown()).toEqual(['start', 'hrTask', 'judge', 'managerTask', 'modifyTask …', '(bossTask)']);
  await next(cs, 'ok');
  // The second visit of a node is listed after the first one.
  expect((await shown()).slice(-2)).toEqual(['hrTask …', '(bossTask)']);
  await next(hr);
  await next(cs);
  expect((await shown()).at(-1)).toBe('end');
  expect((await shown()).some((one: string) => one.includes('…') || one.startsWith('('))).toBe(false);
  const history = ok(await cs.get('blade-flow/process/history-flow-list', { processInstanceId })).data;
  expect(
    history.map((one: { historyActivityId: string; flag: string }) => `${one.historyActivityId} ${one.flag}`.trim()),
  ).toEqual(['start', 'hrTask ok', 'managerTask reject', 'modifyTask ok', 'hrTask reject', 'modifyTask reject', 'end']);
  expect(history[1]).toMatchObject({ assigneeName: 'as_hr', comment: '同意' });
});
