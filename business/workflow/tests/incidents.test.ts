import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr] = [await server.as('as_manager'), await server.as('as_cs'), await server.as('as_hr')];
const began = server.clock.ms();

/** Whether the test service below succeeds now; while this is false, each of its calls fails. */
let isMended = false;
(server.app.contributions.get('workflow.services') as unknown[]).push({
  name: 'test.mended',
  title: ['接口', 'Interface'],
  inputs: {},
  work: () => (isMended ? Promise.resolve(undefined) : Promise.reject(new Error('接口不通'))),
});
const by = (id: string): string => `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${id}"]}]}'`;
const incidents = (who = keeper, query = {}) =>
  who.get('blade-flow/follow/incidents', { current: 1, size: 50, ...query });
/** Run a failing job with all of its retries. Login sessions end meanwhile, so the clock is set back. */
async function allTries(): Promise<void> {
  for (const wait of [0, 10_000, 60_000, 600_000]) {
    server.clock.pass(wait);
    await server.worked();
  }
  server.clock.set(began);
}

test('several failed steps are retried at once: they continue, each exactly once', async () => {
  const xml = drawing(
    'mended',
    `<startEvent id="s" /><serviceTask id="x" name="推送" flowable:async="true" anju:service="test.mended" /><userTask id="a" name="核对" ${by(hr.id)} /><endEvent id="e" />${chain('s', 'x', 'a', 'e')}`,
  );
  const version = await deploy(keeper, xml);
  const started = [await startInstanceOf(cs, version), await startInstanceOf(cs, version)];
  await allTries();
  const { records } = ok(await incidents()).data;
  expect(records.map((one: { nodeName: string; message: string }) => [one.nodeName, one.message])).toEqual([
    ['推送', '接口不通'],
    ['推送', '接口不通'],
  ]);
  const ids = records.map((one: { id: string }) => one.id).join(',');
  // Steps whose cause is not repaired fail again and open incidents again.
  expect(ok(await keeper.post(`blade-flow/follow/retry?ids=${ids}`)).data).toEqual({ retried: 2 });
  await allTries();
  const again = ok(await incidents()).data.records;
  expect(again.length).toBe(2);
  isMended = true;
  const all = again.map((one: { id: string }) => one.id).join(',');
  expect(await cs.post(`blade-flow/follow/retry?ids=${all}`)).toMatchObject({ status: 403 });
  expect(ok(await keeper.post(`blade-flow/follow/retry?ids=${all}`)).data).toEqual({ retried: 2 });
  expect(ok(await keeper.post(`blade-flow/follow/retry?ids=${all}`)).data).toEqual({ retried: 0 });
  await server.worked();
  for (const instance of started) expect(await todoOf(hr, instance)).toMatchObject([{ taskName: '核对' }]);
  expect(ok(await incidents()).data.total).toBe(0);
  expect(await server.tables('select 1 from wf_job')).toEqual([]);
  expect(await broken(server)).toEqual([]);
});

test('an incident names the node by its name, in the language of its reader', async () => {
  const timer = '<timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition>';
  const only = (to: string, n: number): string =>
    `<sequenceFlow id="to_${to}" sourceRef="g" targetRef="${to}"><conditionExpression>\${n == ${n}}</conditionExpression></sequenceFlow>`;
  const xml = drawing(
    'stuck',
    `<startEvent id="s" anju:fields='{"n":"edit"}' /><intermediateCatchEvent id="w" name="等">${timer}</intermediateCatchEvent><exclusiveGateway id="g" name="哪一路" /><endEvent id="x" /><endEvent id="y" />${chain('s', 'w', 'g')}${only('x', 1)}${only('y', 2)}`,
  );
  const processInstanceId = await startInstanceOf(cs, await deploy(keeper, xml), { n: 3 });
  server.clock.pass(1000);
  await allTries();
  const messages = await Promise.all(
    [keeper, keeper.inEnglish()].map(
      async (who) => ok(await incidents(who, { processInstanceId })).data.records[0].message,
    ),
  );
  expect(messages).toEqual([
    '节点 哪一路 没有满足条件的出口，请联系流程管理员',
    'No way out of 哪一路 is open: ask who keeps the process',
  ]);
});

test('a task without people is an incident in both languages', async () => {
  const xml = drawing(
    'nobody',
    `<startEvent id="s" /><userTask id="a" name="谁来" anju:assignment='{"mode":"claim","by":[{"type":"role","values":["as_nobody"]}],"empty":"user","emptyUser":"123"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
  const processInstanceId = await startInstanceOf(cs, await deploy(keeper, xml));
  const [zh, en] = await Promise.all(
    [keeper, keeper.inEnglish()].map(async (who) => ok(await incidents(who, { processInstanceId })).data.records),
  );
  expect(zh).toMatchObject([{ kind: 'unassigned', nodeName: '谁来', message: '没有找到处理人' }]);
  expect(en).toMatchObject([{ message: 'Nobody was found for the task' }]);
  // A person who may repair it decides the task, and the incident is over.
  const [{ taskId }] = await server.tables<{ taskId: string }>(
    'select id::text as "taskId" from wf_task where instance_id = $1',
    [processInstanceId],
  );
  const admin = await server.as('administrator');
  ok(await admin.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '代为办理' }));
  expect(ok(await incidents(keeper, { processInstanceId })).data.records).toEqual([]);
});
