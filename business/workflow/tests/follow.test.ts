import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, foreign] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('admin', { tenantId: '300001' }),
];
const MINUTE = 60_000;

/** A service of this test that always fails. */
(server.app.contributions.get('workflow.services') as unknown[]).push({
  name: 'test.fails',
  title: ['失败', 'Fails'],
  inputs: {},
  work: () => Promise.reject(new Error('test.fails')),
});

const by = (id: string): string => `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${id}"]}]}'`;
const timer = (duration: string): string =>
  `<timerEventDefinition><timeDuration>${duration}</timeDuration></timerEventDefinition>`;
const follow = (who: TestCaller, verb: string, instance: string, more = '') =>
  who.post(`blade-flow/follow/${verb}?processInstanceId=${instance}${more}`);
const stateOf = async (processInstanceId: string) =>
  ok(await keeper.get('blade-flow/work/task-detail', { processInstanceId })).data.process;
const pass = async (ms: number): Promise<void> => {
  server.clock.pass(ms);
  await server.worked();
};

test('a timer fires on time, and ends its task', async () => {
  const xml = drawing(
    'late',
    `<startEvent id="s" /><userTask id="a" name="一" ${by(hr.id)} /><boundaryEvent id="b" attachedToRef="a">${timer('PT30M')}</boundaryEvent>
     <userTask id="escalated" name="升级" anju:assignment='{"mode":"single","by":[{"type":"starter"}]}' /><endEvent id="e" />${chain('s', 'a', 'e')}${chain('b', 'escalated')}${chain('escalated', 'e').replace('f_escalated_e', 'f2')}`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  await pass(29 * MINUTE);
  expect((await todoOf(hr, instance)).length).toBe(1);
  await pass(MINUTE);
  expect(await todoOf(hr, instance)).toEqual([]);
  expect(await todoOf(cs, instance)).toMatchObject([{ taskName: '升级' }]);
  expect(await server.tables('select count(*)::int as n from wf_job')).toEqual([{ n: 0 }]);
  expect(await broken(server)).toEqual([]);
});

test('a suspended instance pauses with its timers; at activation a due timer fires once', async () => {
  const xml = drawing(
    'still',
    `<startEvent id="s" /><intermediateCatchEvent id="w">${timer('PT10M')}</intermediateCatchEvent><userTask id="a" name="后" ${by(hr.id)} /><endEvent id="e" />${chain('s', 'w', 'a', 'e')}`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  ok(await follow(keeper, 'suspend', instance));
  ok(await follow(keeper, 'suspend', instance));
  await pass(20 * MINUTE);
  expect(await todoOf(hr, instance)).toEqual([]);
  expect(ok(await keeper.get('blade-flow/follow/list', { processInstanceId: instance })).data.records).toMatchObject([
    {
      processInstanceId: instance,
      suspensionState: 2,
      startUser: 'as_cs',
      processDefinitionKey: 'still',
      categoryName: '请假流程',
    },
  ]);
  ok(await follow(keeper, 'activate', instance));
  await server.worked();
  expect((await todoOf(hr, instance)).length).toBe(1);
  await server.worked();
  expect((await todoOf(hr, instance)).length).toBe(1);
});

test('a failed step is retried after 10 s, 1 min and 10 min, then becomes an incident to retry', async () => {
  const xml = drawing(
    'fails',
    `<startEvent id="s" /><serviceTask id="x" name="通知" flowable:async="true" anju:service="test.fails" /><endEvent id="e" />${chain('s', 'x', 'e')}`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  const began = server.clock.ms();
  const tries = async (): Promise<number> =>
    (await server.tables<{ tries: number }>('select tries from wf_job where instance_id = $1', [instance]))[0].tries;
  const seen: number[] = [];
  for (const wait of [0, 9_000, 1_000, 59_000, 1_000, 599_000]) {
    await pass(wait);
    seen.push(await tries());
  }
  expect(seen).toEqual([1, 1, 2, 2, 3, 3]);
  expect(await server.tables('select 1 from wf_incident where instance_id = $1', [instance])).toEqual([]);
  await pass(1_000);
  await pass(3_600_000);
  expect(await tries()).toBe(4);
  // Set the clock back, because the login sessions have ended in this time.
  server.clock.set(began);
  const { records } = ok(await keeper.get('blade-flow/follow/incidents', { processInstanceId: instance })).data;
  expect(records).toMatchObject([
    {
      kind: 'job',
      nodeId: 'x',
      nodeName: '通知',
      processDefinitionKey: 'fails',
      message: expect.stringContaining('test.fails'),
    },
  ]);
  expect(ok(await keeper.post(`blade-flow/follow/retry?ids=${records[0].id}`)).data).toEqual({ retried: 1 });
  await server.worked();
  expect(await tries()).toBe(1);
  expect(ok(await keeper.get('blade-flow/follow/incidents', { processInstanceId: instance })).data.total).toBe(0);
  expect((await cs.get('blade-flow/follow/incidents')).status).toBe(403);
  ok(await follow(keeper, 'delete-process-instance', instance, `&deleteReason=${encodeURIComponent('接口停用')}`));
});

test('an instance is ended with a reason and its called ones; tasks and to-dos are removed', async () => {
  await deploy(
    keeper,
    drawing(
      'inner',
      `<startEvent id="s" /><userTask id="a" name="里" ${by(hr.id)} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      drawing(
        'outer',
        `<startEvent id="s" /><callActivity id="c" calledElement="inner" /><endEvent id="e" />${chain('s', 'c', 'e')}`,
      ),
    ),
  );
  const mine = (await todoOf(hr)).filter((one) => one.taskName === '里');
  expect(mine.length).toBe(1);
  expect(await follow(keeper, 'delete-process-instance', instance)).toMatchObject({ status: 400 });
  expect(await follow(cs, 'delete-process-instance', instance, '&deleteReason=x')).toMatchObject({ status: 403 });
  expect(await follow(foreign, 'delete-process-instance', instance, '&deleteReason=x')).toMatchObject({ status: 404 });
  ok(await follow(keeper, 'delete-process-instance', instance, `&deleteReason=${encodeURIComponent('重复')}`));
  expect(await stateOf(instance)).toMatchObject({ state: 'cancelled', deleteReason: '重复' });
  expect((await todoOf(hr)).filter((one) => one.taskName === '里')).toEqual([]);
  expect(
    await server.tables('select 1 from asmessage where task_id = $1 and done_time is null', [mine[0].taskId]),
  ).toEqual([]);
  expect(await follow(keeper, 'delete-process-instance', instance, '&deleteReason=x')).toMatchObject({
    status: 409,
    reason: 'workflow.instanceOver',
  });
  expect(await broken(server)).toEqual([]);
});

test('a signal of one instance wakes all others of the company that wait for it, and none of another company', async () => {
  const waits = (key: string) =>
    `<signal id="Sig" name="go" /><process id="${key}" isExecutable="true"><startEvent id="s" /><intermediateCatchEvent id="w"><signalEventDefinition signalRef="Sig" /></intermediateCatchEvent><endEvent id="e" />${chain('s', 'w', 'e')}</process>`;
  const file = (inside: string) =>
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="anju">${inside}</definitions>`;
  const waiting = await deploy(keeper, file(waits('waits')));
  const [one, two] = [await startInstanceOf(cs, waiting), await startInstanceOf(hr, waiting)];
  const away = await startInstanceOf(foreign, await deploy(foreign, file(waits('waits'))));
  const throws = await deploy(
    keeper,
    file(
      `<signal id="Sig" name="go" /><process id="throws" isExecutable="true"><startEvent id="s" /><intermediateThrowEvent id="t"><signalEventDefinition signalRef="Sig" /></intermediateThrowEvent><endEvent id="e" />${chain('s', 't', 'e')}</process>`,
    ),
  );
  await startInstanceOf(cs, throws);
  await server.delivered();
  expect([(await stateOf(one)).state, (await stateOf(two)).state]).toEqual(['completed', 'completed']);
  expect(ok(await foreign.get('blade-flow/work/task-detail', { processInstanceId: away })).data.process.state).toBe(
    'running',
  );
  expect(await broken(server)).toEqual([]);
});

test('the diagram of a case is its drawing with the visited places', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      drawing(
        'shown',
        `<startEvent id="s" /><userTask id="a" name="一" ${by(hr.id)} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
      ),
    ),
  );
  const { xml, flow } = ok(await hr.get('blade-flow/process/model-view', { processInstanceId: instance })).data;
  expect(xml).toContain('<process id="shown"');
  expect(
    flow.map((one: { historyActivityId: string; historyActivityType: string; endTime: string }) => [
      one.historyActivityId,
      one.historyActivityType,
      one.endTime !== '',
    ]),
  ).toEqual([
    ['s', 'startEvent', true],
    ['f_s_a', 'sequenceFlow', true],
    ['a', 'userTask', false],
  ]);
  const [{ id }] = await server.tables<{ id: string }>("select id::text as id from wf_definition where key = 'shown'");
  expect(ok(await cs.get('blade-flow/process/model-view', { processDefinitionId: id })).data.flow).toBe(undefined);
  expect((await cs.get('blade-flow/process/model-view')).reason).toBe('workflow.chooseOne');
});
