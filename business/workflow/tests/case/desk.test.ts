import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr, store, other] = [
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
  await server.as('as_store'),
  await server.as('as_hr', { who: 'other' }),
];
const HOUR = 3_600_000;

const by = (type: string, value: string, mode = 'single'): string =>
  `anju:assignment='{"mode":"${mode}","by":[{"type":"${type}","values":["${value}"]}]}'`;
const through = (key: string, ...tasks: string[]): string =>
  drawing(
    key,
    `<startEvent id="s" />${tasks.join('')}<endEvent id="e" />${chain('s', ...tasks.map((one) => /id="(\w+)"/.exec(one)![1]), 'e')}`,
  );
const verb = (who: TestCaller, name: string, body: object) => who.post(`blade-flow/work/${name}`, body);
const follow = async (query: object) =>
  ok(await keeper.get('blade-flow/follow/list', { size: 50, ...query })).data.records as Record<string, unknown>[];

test('a task to claim says for which role or people it waits', async () => {
  const xml = through('waits', `<userTask id="a" name="财务核对" ${by('role', 'as_hr', 'claim')} />`);
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  const { data } = ok(await hr.get('blade-flow/work/claim-list', { size: 50 }));
  const [role] = await server.tables<{ name: string }>(
    "select role_name as name from blade_role where tenant_id = '000000' and role_alias = 'as_hr'",
  );
  const line = data.records.find((one: { processInstanceId: string }) => one.processInstanceId === instance);
  expect(line.waitsFor).toBe(role.name);
  const detail = ok(await cs.get('blade-flow/work/task-detail', { processInstanceId: instance })).data;
  expect(detail.process.waitingFor).toBe(role.name);
  ok(await hr.post(`blade-flow/work/claim-task?taskId=${line.taskId}`));
  expect((await follow({ processInstanceId: instance }))[0]).toMatchObject({
    nodeName: '财务核对',
    waitsFor: 'as_hr',
    stuck: '',
  });
});

test('a present signer is not added again', async () => {
  const both = `<userTask id="a" name="会签" anju:assignment='{"mode":"all","by":[{"type":"user","values":["${hr.id}","${store.id}"]}]}' />`;
  const instance = await startInstanceOf(cs, await deploy(keeper, through('signers', both)));
  const [{ taskId }] = await todoOf(hr, instance);
  const add = (ids: string[], position = 'parallel') => verb(hr, 'add-sign', { taskId, userIds: ids, position });
  expect(await add([store.id])).toMatchObject({ status: 409, reason: 'workflow.signsAlready' });
  ok(await add([other.id, other.id]));
  const again = await add([other.id], 'before');
  expect([again.reason, again.msg]).toEqual(['workflow.signsAlready', 'as_hr_other已在此处审批，不能重复加签']);
  expect(await todoOf(other, instance)).toHaveLength(1);
});

test('running cases are found by title, person, day and incidents', async () => {
  const xml = through('found', `<userTask id="a" name="核价" ${by('user', hr.id)} anju:due="PT2H" />`);
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  const ids = async (query: object) => (await follow(query)).map((one) => one.processInstanceId);
  const [line] = await follow({ processInstanceId: instance });
  expect(line).toMatchObject({ nodeName: '核价', waitsFor: 'as_hr', startUser: 'as_cs' });
  expect(line.since).toBe(line.startTime);
  expect(await ids({ title: 'foun' })).toContain(instance);
  expect(await ids({ title: '100%' })).toEqual([]);
  for (const person of ['as_cs', 'as_hr']) expect(await ids({ person }), person).toContain(instance);
  expect(await ids({ person: 'as_store', title: 'found' })).toEqual([]);
  const today = String(line.startTime).slice(0, 10);
  expect(await ids({ beginDate: today, endDate: today })).toContain(instance);
  expect(await ids({ beginDate: '2027-01-01' })).toEqual([]);
  expect(await ids({ stuck: true })).not.toContain(instance);
  await server.tables("update wf_task set due_at = $2 where instance_id = $1 and state = 'open'", [
    instance,
    new Date(server.clock.ms() - HOUR).toISOString(),
  ]);
  expect(await follow({ stuck: true, title: 'found' })).toMatchObject([{ processInstanceId: instance, stuck: 'late' }]);
});

test('facts of several tasks are shown for tasks that the caller may decide, and for no others', async () => {
  const xml = through('facts', `<userTask id="a" name="一" ${by('user', hr.id)} />`);
  const version = await deploy(keeper, xml);
  const instances = [await startInstanceOf(cs, version), await startInstanceOf(cs, version)];
  const tasks = await Promise.all(instances.map(async (one) => (await todoOf(hr, one))[0].taskId));
  const facts = async (who: TestCaller) =>
    ok(await who.get('blade-flow/work/batch-facts', { taskIds: tasks.join(',') })).data as { taskId: string }[];
  expect((await facts(hr)).map((one) => one.taskId)).toEqual(tasks);
  expect(await facts(store)).toEqual([]);
});
