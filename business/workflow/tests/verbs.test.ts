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
const MINUTE = 60_000;

const task = (id: string, name: string, userId: string): string =>
  `<userTask id="${id}" name="${name}" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${userId}"]}]}' />`;
const through = (key: string, ...tasks: string[]): string =>
  drawing(
    key,
    `<startEvent id="s" />${tasks.join('')}<endEvent id="e" />${chain('s', ...tasks.map((one) => /id="(\w+)"/.exec(one)![1]), 'e')}`,
  );

const verb = (who: TestCaller, name: string, body: object) => who.post(`blade-flow/work/${name}`, body);
const only = async (who: TestCaller, instance: string) => (await todoOf(who, instance))[0];
const complete = (who: TestCaller, taskId: string, flag = 'ok') =>
  verb(who, 'complete-task', { taskId, flag, comment: '好' });
const actions = (instance: string) =>
  server
    .tables<{ action: string }>('select action from wf_action where instance_id = $1 order by id', [instance])
    .then((rows) => rows.map((one) => one.action));

test('an assignee transfers a task', async () => {
  const instance = await startInstanceOf(cs, await deploy(keeper, through('given', task('a', '一', hr.id))));
  const { taskId } = await only(hr, instance);
  expect(await verb(store, 'transfer-task', { taskId, userId: store.id })).toMatchObject({
    status: 403,
    reason: 'workflow.notYourTask',
  });
  expect(await verb(hr, 'transfer-task', { taskId, userId: hr.id })).toMatchObject({ reason: 'workflow.ownTask' });
  expect(await verb(hr, 'transfer-task', { taskId, userId: '123456789012345678' })).toMatchObject({ status: 400 });
  ok(await verb(hr, 'transfer-task', { taskId, userId: store.id, comment: '请你办' }));
  expect(await todoOf(hr, instance)).toEqual([]);
  ok(await complete(store, taskId));
  expect(await actions(instance)).toEqual(['start', 'transfer', 'pass']);
});

test('a delegated task returns to its owner, the only decider', async () => {
  const instance = await startInstanceOf(cs, await deploy(keeper, through('lent', task('a', '一', hr.id))));
  const { taskId } = await only(hr, instance);
  ok(await verb(hr, 'delegate-task', { taskId, userId: store.id }));
  expect(await complete(store, taskId)).toMatchObject({ status: 409, reason: 'workflow.notHere' });
  expect(await verb(hr, 'resolve-task', { taskId })).toMatchObject({ status: 403 });
  ok(await verb(store, 'resolve-task', { taskId, comment: '已核对' }));
  ok(await complete(hr, taskId));
  expect(await broken(server)).toEqual([]);
});

test('signers are added and withdrawn; a task waits for an earlier signature', async () => {
  const instance = await startInstanceOf(cs, await deploy(keeper, through('signs', task('a', '一', hr.id))));
  const { taskId } = await only(hr, instance);
  expect(await verb(hr, 'add-sign', { taskId, userIds: [store.id], position: 'beside' })).toMatchObject({
    reason: 'workflow.unknownPosition',
  });
  ok(await verb(hr, 'add-sign', { taskId, userIds: [store.id, other.id], position: 'before' }));
  expect(await complete(hr, taskId)).toMatchObject({ status: 409, reason: 'workflow.notHere' });
  ok(await verb(hr, 'remove-sign', { taskId, userIds: [other.id] }));
  expect(await verb(hr, 'remove-sign', { taskId, userIds: [other.id] })).toMatchObject({ reason: 'workflow.noSigner' });
  expect(await todoOf(other, instance)).toEqual([]);
  ok(await complete(store, (await only(store, instance)).taskId));
  ok(await complete(hr, taskId));
  expect(await broken(server)).toEqual([]);
});

test('a task is returned to a visited node with a reason, and comes straight back', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(keeper, through('back', task('a', '一', hr.id), task('b', '二', store.id), task('c', '三', other.id))),
  );
  ok(await complete(hr, (await only(hr, instance)).taskId));
  ok(await complete(store, (await only(store, instance)).taskId));
  const { taskId } = await only(other, instance);
  expect(ok(await other.get('blade-flow/work/back-nodes', { taskId })).data).toMatchObject([
    { nodeId: 'b', nodeName: '二', assigneeName: 'as_store' },
    { nodeId: 'a', nodeName: '一', assigneeName: 'as_hr' },
  ]);
  expect(await verb(other, 'return-task', { taskId, nodeId: 'a' })).toMatchObject({ status: 400 });
  expect(await verb(other, 'return-task', { taskId, nodeId: 'e', comment: '退' })).toMatchObject({
    reason: 'workflow.notVisited',
  });
  expect(await verb(hr, 'return-task', { taskId, nodeId: 'a', comment: '退' })).toMatchObject({ status: 403 });
  ok(await verb(other, 'return-task', { taskId, nodeId: 'a', comment: '材料不全', straightBack: true }));
  ok(await complete(hr, (await only(hr, instance)).taskId));
  expect((await only(other, instance)).taskName).toBe('三');
  expect(await todoOf(store, instance)).toEqual([]);
  expect(await broken(server)).toEqual([]);
});

test('the starter withdraws until a task after the first was acted on', async () => {
  const version = await deploy(
    keeper,
    through('withdrawn', task('a', '一', hr.id), task('b', '二', store.id), task('c', '三', other.id)),
  );
  const first = await startInstanceOf(cs, version);
  expect(await verb(hr, 'withdraw', { processInstanceId: first })).toMatchObject({
    status: 403,
    reason: 'workflow.notYours',
  });
  ok(await complete(hr, (await only(hr, first)).taskId));
  ok(await verb(cs, 'withdraw', { processInstanceId: first, comment: '改期' }));
  expect(ok(await cs.get('blade-flow/work/task-detail', { processInstanceId: first })).data.process).toMatchObject({
    state: 'withdrawn',
    deleteReason: '改期',
  });
  expect(await todoOf(store, first)).toEqual([]);
  const second = await startInstanceOf(cs, version);
  ok(await complete(hr, (await only(hr, second)).taskId));
  ok(await complete(store, (await only(store, second)).taskId));
  expect(await verb(cs, 'withdraw', { processInstanceId: second })).toMatchObject({
    status: 409,
    reason: 'workflow.tooLate',
  });
  expect(await broken(server)).toEqual([]);
});

test('a decision is taken back until the next person opens the task', async () => {
  const version = await deploy(keeper, through('retrieved', task('a', '一', hr.id), task('b', '二', store.id)));
  const instance = await startInstanceOf(cs, version);
  const { taskId } = await only(hr, instance);
  ok(await complete(hr, taskId));
  expect(await verb(store, 'retrieve', { taskId })).toMatchObject({ status: 404 });
  ok(await verb(hr, 'retrieve', { taskId }));
  expect(await todoOf(store, instance)).toEqual([]);
  const again = await only(hr, instance);
  ok(await complete(hr, again.taskId));
  ok(await store.get('blade-flow/work/task-detail', { taskId: (await only(store, instance)).taskId }));
  expect(await verb(hr, 'retrieve', { taskId: again.taskId })).toMatchObject({
    status: 409,
    reason: 'workflow.alreadySeen',
  });
  expect(await broken(server)).toEqual([]);
});

test('handlers are reminded once in half an hour', async () => {
  const instance = await startInstanceOf(cs, await deploy(keeper, through('urged', task('a', '一', hr.id))));
  const urge = () => verb(cs, 'urge', { processInstanceId: instance, comment: '急' });
  expect(ok(await urge()).data).toEqual({ reminded: 1 });
  expect(await urge()).toMatchObject({ status: 409, reason: 'workflow.urgedAlready' });
  server.clock.pass(31 * MINUTE);
  ok(await urge());
  expect(await verb(other, 'urge', { processInstanceId: instance })).toMatchObject({ status: 404 });
  expect(
    await server.tables("select count(*)::int as n from asmessage where receiver_id = $1 and title like '催办%'", [
      hr.id,
    ]),
  ).toEqual([{ n: 2 }]);
});

test('people named by a node get copies, read that case and mark it', async () => {
  const xml = through(
    'copied',
    `<userTask id="a" name="一" flowable:assignee="${hr.id}" anju:copyTo='[{"type":"user","values":["${store.id}"]}]' />`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  ok(await complete(hr, (await only(hr, instance)).taskId));
  const list = async () => ok(await store.get('blade-flow/work/cc-list', { current: 1, size: 10 })).data.records;
  const [copy] = await list();
  expect(copy).toMatchObject({ readTime: '', flow: { processInstanceId: instance, processDefinitionName: 'copied' } });
  ok(await store.get('blade-flow/work/task-detail', { processInstanceId: instance }));
  expect(ok(await store.get('blade-flow/work/count')).data.cc).toBe(1);
  expect(ok(await other.post(`blade-flow/work/cc-read?ids=${copy.id}`)).data).toEqual({ read: 0 });
  expect(ok(await store.post(`blade-flow/work/cc-read?ids=${copy.id}`)).data).toEqual({ read: 1 });
  expect((await list())[0].readTime).not.toBe('');
});

test('the preview before a decision writes nothing', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(keeper, through('previewed', task('a', '一', hr.id), task('b', '二', store.id))),
  );
  const { taskId } = await only(hr, instance);
  expect(ok(await hr.get('blade-flow/work/next-nodes', { taskId, flag: 'ok' })).data).toEqual({
    nodes: [{ nodeId: 'b', nodeName: '二', assigneeName: 'as_store', isClaimed: false }],
    finished: false,
  });
  expect((await only(hr, instance)).taskId).toBe(taskId);
  expect((await other.get('blade-flow/work/next-nodes', { taskId })).status).toBe(404);
});
