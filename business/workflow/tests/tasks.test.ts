import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, store, other] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_store'),
  await server.as('as_cs', { who: 'other' }),
];

const assigned = (assignment: object): string => `anju:assignment='${JSON.stringify(assignment)}'`;
const task = (id: string, name: string, assignment: object, more = ''): string =>
  `<userTask id="${id}" name="${name}" ${assigned(assignment)} ${more} />`;
const byUser = (...ids: string[]) => ({ mode: 'single', by: [{ type: 'user', values: ids }] });
const through = (key: string, ...tasks: string[]): string =>
  drawing(
    key,
    `<startEvent id="s" />${tasks.join('')}<endEvent id="e" />${chain('s', ...tasks.map((one) => /id="(\w+)"/.exec(one)![1]), 'e')}`,
  );

const complete = (who: TestCaller, taskId: string, flag?: string, key?: string) =>
  who.post('blade-flow/work/complete-task', { taskId, comment: '好', ...(flag && { flag }) }, key);

test('the same decision again is a success without effect; a different one is refused with the first decider', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(keeper, through('twice', task('a', '一', byUser(hr.id)), task('b', '二', byUser(hr.id)))),
  );
  const [{ taskId }] = await todoOf(hr, instance);
  ok(await complete(hr, taskId, 'ok'));
  ok(await complete(hr, taskId, 'ok'));
  expect(await complete(hr, taskId)).toMatchObject({ status: 409, reason: 'workflow.taskDone' });
  expect(await complete(store, taskId, 'ok')).toMatchObject({ status: 409, reason: 'workflow.taskDone' });
  server.clock.pass(61_000);
  expect(await complete(hr, taskId, 'ok')).toMatchObject({ status: 409, msg: expect.stringContaining('as_hr') });
  const [next] = await todoOf(hr, instance);
  ok(await complete(hr, next.taskId, 'ok', 'key-of-one-press'));
  server.clock.pass(61_000);
  ok(await complete(hr, next.taskId, 'ok', 'key-of-one-press'));
  expect(await server.tables('select count(*)::int as n from wf_task where instance_id = $1', [instance])).toEqual([
    { n: 2 },
  ]);
});

test('a task is for its assignee, its candidates, and an administrator with a reason', async () => {
  const version = await deploy(keeper, through('mine', task('a', '一', byUser(hr.id))));
  const instance = await startInstanceOf(cs, version);
  const [{ taskId }] = await todoOf(hr, instance);
  expect(await complete(store, taskId, 'ok')).toMatchObject({
    status: 403,
    reason: 'workflow.notYourTask',
    msg: expect.stringContaining('as_hr'),
  });
  expect(await store.post(`blade-flow/work/claim-task?taskId=${taskId}`)).toMatchObject({
    status: 409,
    reason: 'workflow.taskClaimed',
  });
  const admin = await server.as('admin', { who: 'boss' });
  expect(await admin.post('blade-flow/work/complete-task', { taskId, flag: 'ok' })).toMatchObject({ status: 403 });
  ok(await admin.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '代为处理' }));
  const [row] = await server.tables('select ended_by::text as by, decision from wf_task where id = $1', [taskId]);
  expect(row).toEqual({ by: admin.id, decision: 'pass' });
});

test('only the flag approves, not the comment 同意 or a variable', async () => {
  const flows = `<startEvent id="s" /><endEvent id="yes" /><endEvent id="no" />${task('a', '一', byUser(hr.id), `anju:fields='{"note":"edit"}'`)}${chain('s', 'a')}
    <sequenceFlow id="y" sourceRef="a" targetRef="yes"><conditionExpression>\${pass}</conditionExpression></sequenceFlow>
    <sequenceFlow id="n" sourceRef="a" targetRef="no"><conditionExpression>\${!pass}</conditionExpression></sequenceFlow>`;
  const instance = await startInstanceOf(cs, await deploy(keeper, drawing('flag', flows)));
  const [{ taskId }] = await todoOf(hr, instance);
  ok(await hr.post('blade-flow/work/complete-task', { taskId, comment: '同意', variables: { pass: true, note: 'x' } }));
  expect(ok(await cs.get('blade-flow/process/variables', { processInstanceId: instance })).data).toMatchObject({
    pass: false,
    note: 'x',
  });
  const steps = ok(await cs.get('blade-flow/process/history-flow-list', { processInstanceId: instance })).data;
  expect(steps.at(-1)).toMatchObject({ historyActivityId: 'no', historyActivityType: 'endEvent' });
});

test('candidates are people, roles, departments and positions of the company, and a claim is exclusive', async () => {
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [store.id],
  );
  const version = await deploy(
    keeper,
    through(
      'claimed',
      task('a', '一', {
        mode: 'claim',
        by: [
          { type: 'role', values: ['as_hr'] },
          { type: 'dept', values: [dept] },
        ],
      }),
    ),
  );
  const instance = await startInstanceOf(cs, version);
  const claims = async (who: TestCaller) =>
    ok(await who.get('blade-flow/work/claim-list', { current: 1, size: 10 })).data.records.filter(
      (one: { processInstanceId: string }) => one.processInstanceId === instance,
    );
  expect([(await claims(hr)).length, (await claims(store)).length, (await claims(other)).length]).toEqual([1, 1, 0]);
  const [{ taskId }] = await claims(hr);
  expect(await other.post(`blade-flow/work/claim-task?taskId=${taskId}`)).toMatchObject({ status: 403 });
  ok(await store.post(`blade-flow/work/claim-task?taskId=${taskId}`));
  ok(await store.post(`blade-flow/work/claim-task?taskId=${taskId}`));
  expect(await hr.post(`blade-flow/work/claim-task?taskId=${taskId}`)).toMatchObject({
    status: 409,
    reason: 'workflow.taskClaimed',
  });
  expect((await claims(hr)).length).toBe(0);
  expect(await complete(hr, taskId, 'ok')).toMatchObject({ status: 403 });
  ok(await complete(store, taskId, 'ok'));
  expect(await broken(server)).toEqual([]);
});

test('the leader above the starter gets the task; a disabled account gets none', async () => {
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [cs.id],
  );
  await server.tables('update blade_dept set leader_id = $2 where id = $1', [dept, hr.id]);
  const version = await deploy(
    keeper,
    through(
      'led',
      task('a', '一', {
        mode: 'single',
        by: [{ type: 'starterLeader', level: 1 }],
        empty: 'user',
        emptyUser: store.id,
      }),
    ),
  );
  const instance = await startInstanceOf(cs, version);
  expect((await todoOf(hr, instance)).length).toBe(1);
  await server.tables('update blade_user set status = 2 where id = $1', [hr.id]);
  const next = await startInstanceOf(cs, version);
  expect((await todoOf(store, next)).length).toBe(1);
  await server.tables('update blade_user set status = 1 where id = $1', [hr.id]);
});

test('a task without people goes to the administrators; without any it is an incident', async () => {
  const version = await deploy(
    keeper,
    through('nobody', task('a', '一', { mode: 'single', by: [{ type: 'role', values: ['unknown'] }] })),
  );
  const instance = await startInstanceOf(cs, version);
  const [row] = await server.tables<{ assignee: string | null }>(
    'select assignee_id::text as assignee from wf_task where instance_id = $1',
    [instance],
  );
  expect(row.assignee).not.toBe(null);
  expect(await broken(server)).toEqual([]);
});

test('the assignee gets a to-do with its time, which ends with the task', async () => {
  const version = await deploy(keeper, through('told', task('a', '核对', byUser(hr.id), 'anju:dueDate="PT4H"')));
  const instance = await startInstanceOf(cs, version);
  const [{ taskId }] = await todoOf(hr, instance);
  const read = () =>
    server.tables(
      'select receiver_id::text as to, message_event as event, title, is_todo as todo, done_time is not null as done, due_time is not null as due from asmessage where task_id = $1',
      [taskId],
    );
  expect(await read()).toMatchObject([{ to: hr.id, event: 'task', todo: true, done: false, due: true }]);
  expect(ok(await hr.get('blade-flow/work/count')).data.todo).toBeGreaterThan(0);
  ok(await complete(hr, taskId, 'ok'));
  expect(await read()).toMatchObject([{ done: true }]);
});

test('several tasks are decided at once, each in its own transaction', async () => {
  const version = await deploy(keeper, through('many', task('a', '一', byUser(hr.id))));
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await todoOf(hr, await startInstanceOf(cs, version)))[0].taskId);
  const foreign = (
    await todoOf(
      store,
      await startInstanceOf(cs, await deploy(keeper, through('foreign', task('a', '一', byUser(store.id))))),
    )
  )[0].taskId;
  const { data } = ok(
    await hr.post('blade-flow/work/batch-complete', { taskIds: [...ids, foreign], flag: 'ok', comment: '批量' }),
  );
  expect(data).toMatchObject({ success: ids, failed: [{ id: foreign, reason: 'workflow.notYourTask' }] });
});

test('an uncaught error is refused, and its step is rolled back', async () => {
  const xml = drawing(
    'errors',
    `<startEvent id="s" />${task('a', '一', byUser(hr.id))}<endEvent id="e"><errorEventDefinition errorRef="E7" /></endEvent>${chain('s', 'a', 'e')}`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  const [{ taskId }] = await todoOf(hr, instance);
  expect(await complete(hr, taskId, 'ok')).toMatchObject({
    status: 409,
    reason: 'workflow.errorEnd',
    msg: expect.stringContaining('E7'),
  });
  expect((await todoOf(hr, instance)).length).toBe(1);
  expect(await broken(server)).toEqual([]);
});

test('a countersignature goes to all people and is decided as early as possible', async () => {
  const version = await deploy(
    keeper,
    through(
      'signed',
      task('a', '会签', {
        mode: 'ratio',
        ratio: 0.6,
        reject: 'ratio',
        by: [{ type: 'user', values: [hr.id, store.id, other.id] }],
      }),
    ),
  );
  const instance = await startInstanceOf(cs, version);
  const one = async (who: TestCaller, flag?: string) =>
    ok(await complete(who, (await todoOf(who, instance))[0].taskId, flag));
  await one(hr, 'ok');
  await one(store, 'ok');
  expect(await todoOf(other, instance)).toEqual([]);
  expect(ok(await cs.get('blade-flow/work/task-detail', { processInstanceId: instance })).data.process).toMatchObject({
    state: 'completed',
    outcome: 'approved',
  });
  expect(await broken(server)).toEqual([]);
});

test('candidates never cross companies: the same role, code or id elsewhere sees, claims and decides nothing', async () => {
  const foreign = await server.as('admin', { tenantId: '300001' });
  const foreignHr = await server.as('as_hr', { tenantId: '300001' });
  const version = await deploy(
    keeper,
    through(
      'ownCandidates',
      task('a', '一', { mode: 'claim', by: [{ type: 'role', values: ['as_hr', 'admin'] }] }),
      task('b', '二', { ...byUser(foreignHr.id), empty: 'admin' }),
    ),
  );
  const instance = await startInstanceOf(cs, version);
  const [{ taskId }] = ok(await hr.get('blade-flow/work/claim-list', { current: 1, size: 50 })).data.records.filter(
    (one: { processInstanceId: string }) => one.processInstanceId === instance,
  );
  for (const who of [foreign, foreignHr]) {
    expect(ok(await who.get('blade-flow/work/claim-list', { current: 1, size: 50 })).data.records).toEqual([]);
    expect(ok(await who.get('blade-flow/work/count')).data).toMatchObject({ claim: 0, todo: 0 });
    for (const answer of [
      await who.post(`blade-flow/work/claim-task?taskId=${taskId}`),
      await complete(who, taskId, 'ok'),
      await who.get('blade-flow/work/task-detail', { taskId }),
    ])
      expect(answer).toMatchObject({ status: 404, reason: 'workflow.noTask' });
  }
  expect(
    await server.tables(
      "select distinct u.tenant_id as tenant from wf_task_candidate c join blade_user u on c.key = 'u:' || u.id where c.task_id = $1",
      [taskId],
    ),
  ).not.toContainEqual({ tenant: '300001' });
  // The drawing names an account of another company, which is not found: the policy for a task without people applies.
  ok(await complete(hr, taskId, 'ok'));
  const [second] = await server.tables<{ to: string | null }>(
    "select assignee_id::text as to from wf_task where instance_id = $1 and node_id = 'b'",
    [instance],
  );
  expect(second.to).not.toBe(foreignHr.id);
  expect(ok(await foreignHr.get('blade-flow/work/todo-list', { current: 1, size: 50 })).data.records).toEqual([]);
  expect(await broken(server)).toEqual([]);
  expect(await broken(server, '300001')).toEqual([]);
});
