import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, store, other, outsider] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_store'),
  await server.as('as_cs', { who: 'other' }),
  await server.as('as_finance'),
];

const by = (mode: string, ...ids: string[]): string =>
  `anju:assignment='${JSON.stringify({ mode, by: [{ type: 'user', values: ids }] })}'`;
const task = (id: string, name: string, assignment: string, more = ''): string =>
  `<userTask id="${id}" name="${name}" ${assignment} ${more} />`;
const through = (key: string, ...tasks: string[]): string =>
  drawing(
    key,
    `<startEvent id="s" />${tasks.join('')}<endEvent id="e" />${chain('s', ...tasks.map((one) => /id="(\w+)"/.exec(one)![1]), 'e')}`,
  );
const verb = (who: TestCaller, name: string, body: object) => who.post(`blade-flow/work/${name}`, body);
const only = async (who: TestCaller, instance: string) => (await todoOf(who, instance))[0];
const detail = async (who: TestCaller, asked: Record<string, string>) =>
  ok(await who.get('blade-flow/work/task-detail', asked)).data;
const complete = (who: TestCaller, taskId: string, flag = 'ok') =>
  verb(who, 'complete-task', { taskId, flag, comment: '好' });
const copiesOf = async (who: TestCaller) =>
  ok(await who.get('blade-flow/work/cc-list', { current: 1, size: 50 })).data.records;

test('only the requesting task withdraws its added signers, and never approval colleagues', async () => {
  const version = await deploy(keeper, through('together', task('a', '会签', by('all', hr.id, store.id))));
  const instance = await startInstanceOf(cs, version);
  const { taskId } = await only(hr, instance);
  expect((await detail(hr, { taskId })).signers).toEqual([]);
  expect((await detail(hr, { taskId })).buttons).not.toContain('removeSign');
  expect(await verb(hr, 'remove-sign', { taskId, userIds: [store.id] })).toMatchObject({
    status: 409,
    reason: 'workflow.noSigner',
  });
  ok(await verb(hr, 'add-sign', { taskId, userIds: [other.id], position: 'parallel' }));
  expect(await detail(hr, { taskId })).toMatchObject({
    signers: [{ userId: other.id, name: 'as_cs_other' }],
    buttons: expect.arrayContaining(['removeSign']),
  });
  // Only the person who requested signatures may withdraw them, so other signers see none to withdraw.
  expect((await detail(store, { taskId: (await only(store, instance)).taskId })).signers).toEqual([]);
  expect(
    await verb(other, 'remove-sign', { taskId: (await only(other, instance)).taskId, userIds: [hr.id] }),
  ).toMatchObject({ reason: 'workflow.noSigner' });
  ok(await verb(hr, 'remove-sign', { taskId, userIds: [other.id] }));
  expect(await todoOf(other, instance)).toEqual([]);
  ok(await complete(hr, taskId));
  ok(await complete(store, (await only(store, instance)).taskId));
  expect((await detail(cs, { processInstanceId: instance })).process.outcome).toBe('approved');
  expect(await broken(server)).toEqual([]);
});

test('participants of a case send copies, once a reader; recipients only read', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      through('told', task('a', '一', by('single', hr.id)), task('b', '二', by('single', store.id))),
    ),
  );
  const send = (who: TestCaller, ...userIds: string[]) =>
    verb(who, 'cc-send', { processInstanceId: instance, userIds, comment: '请知悉' });
  expect(await send(outsider, other.id)).toMatchObject({ status: 404 });
  expect(await send(hr, '123456789012345678')).toMatchObject({ status: 400, reason: 'workflow.noSuchPerson' });
  expect(ok(await send(hr, other.id, other.id)).data).toEqual({ sent: 1 });
  expect(ok(await send(cs, other.id)).data).toEqual({ sent: 0 });
  const [copy] = await copiesOf(other);
  expect(copy).toMatchObject({ readTime: '', sentBy: 'as_hr', flow: { processInstanceId: instance } });
  const read = await detail(other, { processInstanceId: instance });
  expect(read.buttons).toEqual([]);
  expect(await send(other, outsider.id)).toMatchObject({ status: 403, reason: 'workflow.notPartOfIt' });
  expect(
    await server.tables("select content from asmessage where receiver_id = $1 and title like '流程抄送%'", [other.id]),
  ).toEqual([{ content: 'told · 请知悉' }]);
  ok(await other.post(`blade-flow/work/cc-read?ids=${copy.id}`));
  expect(ok(await send(cs, other.id)).data).toEqual({ sent: 1 });
  expect(await copiesOf(other)).toHaveLength(2);
});

test('a case lists its other actions: by whom, with whom and why', async () => {
  const copyTo = `anju:copyTo='[{"type":"user","values":["${other.id}"]}]'`;
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      through('history', task('a', '一', by('single', hr.id), copyTo), task('b', '二', by('single', store.id))),
    ),
  );
  const { taskId } = await only(hr, instance);
  ok(await verb(cs, 'urge', { processInstanceId: instance, comment: '急' }));
  server.clock.pass(60_000);
  ok(await verb(hr, 'transfer-task', { taskId, userId: outsider.id, comment: '我休假' }));
  server.clock.pass(60_000);
  ok(await verb(outsider, 'cc-send', { processInstanceId: instance, userIds: [store.id], comment: '' }));
  server.clock.pass(60_000);
  ok(await complete(outsider, taskId));
  const { actions } = await detail(cs, { processInstanceId: instance });
  expect(actions).toMatchObject([
    { action: 'urge', actorName: 'as_cs', people: 'as_hr', comment: '急' },
    { action: 'transfer', actorName: 'as_hr', people: 'as_finance', comment: '我休假' },
    { action: 'cc', actorName: 'as_finance', people: 'as_store', comment: '' },
    { action: 'cc', actorName: '', people: 'as_cs_other', comment: '' },
  ]);
});

test('a node limits the verbs of its tasks; the others are refused', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      through(
        'few',
        task('a', '一', by('single', hr.id)),
        task('b', '二', by('single', store.id), 'anju:buttons="return,cc"'),
      ),
    ),
  );
  const first = await only(hr, instance);
  expect((await detail(hr, { taskId: first.taskId })).buttons).toEqual(
    expect.arrayContaining(['return', 'addSign', 'transfer', 'delegate', 'cc']),
  );
  ok(await complete(hr, first.taskId));
  const { taskId } = await only(store, instance);
  expect((await detail(store, { taskId })).buttons).toEqual(['complete', 'reject', 'return', 'cc']);
  for (const [name, body] of [
    ['transfer-task', { userId: hr.id }],
    ['delegate-task', { userId: hr.id }],
    ['add-sign', { userIds: [hr.id], position: 'before' }],
  ] as const)
    expect(await verb(store, name, { taskId, ...body })).toMatchObject({ status: 409, reason: 'workflow.notOffered' });
  ok(await verb(store, 'return-task', { taskId, nodeId: 'a', comment: '补材料' }));
});

test('an impossible take-back is not offered', async () => {
  const version = await deploy(
    keeper,
    through(
      'late',
      task('a', '一', by('single', hr.id)),
      task('b', '二', by('single', store.id)),
      task('c', '三', by('single', other.id)),
    ),
  );
  const instance = await startInstanceOf(cs, version);
  const { taskId } = await only(hr, instance);
  expect((await detail(cs, { processInstanceId: instance })).buttons).toContain('withdraw');
  ok(await complete(hr, taskId));
  expect((await detail(hr, { taskId })).buttons).toContain('retrieve');
  const next = await only(store, instance);
  await detail(store, { taskId: next.taskId });
  expect((await detail(hr, { taskId })).buttons).not.toContain('retrieve');
  ok(await complete(store, next.taskId));
  expect((await detail(store, { taskId: next.taskId })).buttons).toContain('retrieve');
  expect((await detail(cs, { processInstanceId: instance })).buttons).toEqual(['urge', 'cc']);
});

test('a task that waits for an earlier signer offers no decision and no preview', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      through('before', task('a', '一', by('single', hr.id)), task('b', '二', by('single', store.id))),
    ),
  );
  const { taskId } = await only(hr, instance);
  const next = async () => ok(await hr.get('blade-flow/work/next-nodes', { taskId, flag: 'ok' })).data;
  expect((await next()).nodes).toHaveLength(1);
  ok(await verb(hr, 'add-sign', { taskId, userIds: [other.id], position: 'before' }));
  const { buttons } = await detail(hr, { taskId });
  expect([buttons.includes('complete'), buttons.includes('removeSign')]).toEqual([false, true]);
  expect(await next()).toEqual({ nodes: [], finished: false });
  ok(await verb(hr, 'remove-sign', { taskId, userIds: [other.id] }));
  expect((await detail(hr, { taskId })).buttons).toContain('complete');
});
