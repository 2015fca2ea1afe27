import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr] = [await server.as('as_manager'), await server.as('as_cs'), await server.as('as_hr')];
const by = (who: TestCaller): string =>
  `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${who.id}"]}]}'`;
const complete = (who: TestCaller, taskId: string, variables: object) =>
  who.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '好', variables });
const variablesOf = async (instance: string): Promise<Record<string, unknown>> =>
  (
    await server.tables<{ variables: Record<string, unknown> }>('select variables from wf_instance where id = $1', [
      instance,
    ])
  )[0].variables;
const closed = { status: 400, reason: 'workflow.closedVariables' };

test('a start accepts only the variables of its start form', async () => {
  const version = await deploy(
    keeper,
    drawing(
      'form',
      `<startEvent id="s" flowable:initiator="applyUser" anju:fields='{"what":"edit","seen":"read"}' /><userTask id="a" ${by(hr)} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const start = (variables: object) => cs.post('blade-flow/process/start', { processDefinitionId: version, variables });
  for (const variables of [{ days: 1 }, { what: 'x', taskUser: cs.id }, { seen: 'x' }, { pick_a: cs.id }])
    expect(await start(variables)).toMatchObject(closed);
  expect((await start({ days: 1 })).msg).toContain('days');
  const instance = await startInstanceOf(cs, version, { what: '泵', pass: true, applyUser: hr.id });
  expect(await variablesOf(instance)).toEqual({ what: '泵', applyUser: cs.id });
});

test('a decision accepts only the variables that its node allows', async () => {
  const version = await deploy(
    keeper,
    drawing(
      'left',
      `<startEvent id="s" flowable:initiator="applyUser" /><userTask id="a" ${by(hr)} anju:fields='{"note":"edit","sum":"read"}' /><userTask id="b" ${by(hr)} /><endEvent id="e" />${chain('s', 'a', 'b', 'e')}`,
    ),
  );
  const instance = await startInstanceOf(cs, version);
  const [{ taskId }] = await todoOf(hr, instance);
  for (const variables of [{ sum: 1 }, { note: 'x', days: 1 }, { taskUser: hr.id }, { pick_b: hr.id }])
    expect(await complete(hr, taskId, variables)).toMatchObject(closed);
  const boss = await server.as('administrator');
  expect(await complete(boss, taskId, { sum: 1 })).toMatchObject(closed);
  ok(await complete(hr, taskId, { note: 'x', pass: false, applyUser: hr.id }));
  expect(await variablesOf(instance)).toMatchObject({ note: 'x', pass: true, applyUser: cs.id });
  const [next] = await todoOf(hr, instance);
  expect(await complete(hr, next.taskId, { note: 'y' })).toMatchObject(closed);
});

test('a handler picks people only for the next task, and the starter for their nodes', async () => {
  const picked = (type: string): string => `anju:assignment='{"mode":"single","by":[{"type":"${type}"}]}'`;
  const version = await deploy(
    keeper,
    drawing(
      'picks',
      `<startEvent id="s" /><userTask id="a" ${picked('starterPick')} /><exclusiveGateway id="g" /><userTask id="b" ${picked('approverPick')} /><userTask id="c" ${picked('approverPick')} /><endEvent id="e" />${chain('s', 'a', 'g', 'b', 'c', 'e')}`,
    ),
  );
  const start = (variables: object) => cs.post('blade-flow/process/start', { processDefinitionId: version, variables });
  expect(await start({ pick_b: hr.id })).toMatchObject(closed);
  const instance = ok(await start({ pick_a: hr.id })).data.processInstanceId;
  const [{ taskId }] = await todoOf(hr, instance);
  expect(await complete(hr, taskId, { pick_c: hr.id })).toMatchObject(closed);
  ok(await complete(hr, taskId, { pick_b: keeper.id }));
  expect(await todoOf(keeper, instance)).toHaveLength(1);
});

const leave = { startTime: '2026-12-01 08:30:00', endTime: '2026-12-18 17:30:00', reason: '回老家' };

/** Start a leave of office staff in the shipped process; its first task belongs to human resources. */
async function leaveAsked(): Promise<{ id: string; instance: string }> {
  const processDefinitionId = await versionOf(server, 'LeaveProcess');
  const { data } = ok(
    await cs.post('blade-desk/process/leave/start-process', { ...leave, processDefinitionId, taskUser: hr.id }),
  );
  return { id: data.businessId, instance: data.processInstanceId };
}

const stateOf = async (id: string): Promise<unknown> =>
  (await server.tables('select leave_state as state from blade_process_leave where id = $1', [id]))[0];

test('a variable cannot shorten a long leave', async () => {
  const { instance } = await leaveAsked();
  const [{ taskId }] = await todoOf(hr, instance);
  for (const variables of [{ days: 1 }, { taskUser: hr.id }, { startTime: '2026-12-18 08:30:00' }])
    expect(await complete(hr, taskId, variables)).toMatchObject(closed);
  expect(await variablesOf(instance)).toMatchObject({ days: expect.any(Number) });
});

test('an approval of outdated facts is an incident and does not approve', async () => {
  const { id, instance } = await leaveAsked();
  const boss = await server.as('administrator');
  await server.tables(`update wf_instance set variables = variables || '{"days": 1}' where id = $1`, [instance]);
  const [first] = await todoOf(hr, instance);
  ok(await complete(hr, first.taskId, {}));
  const [open] = await server.tables<{ id: string }>(
    "select id::text as id from wf_task where instance_id = $1 and state = 'open'",
    [instance],
  );
  ok(await complete(boss, open.id, {}));
  expect(await stateOf(id)).toEqual({ state: 'rejected' });
  expect(await server.tables('select kind, message from wf_incident where instance_id = $1', [instance])).toEqual([
    { kind: 'facts', message: expect.stringContaining('days') },
  ]);
  expect(await broken(server)).toEqual([]);
});

test('a leave that was judged by its own facts is approved', async () => {
  const { id, instance } = await leaveAsked();
  const boss = await server.as('administrator');
  for (let step = 0; step < 2; step++) {
    const [open] = await server.tables<{ id: string }>(
      "select id::text as id from wf_task where instance_id = $1 and state = 'open'",
      [instance],
    );
    ok(await complete(boss, open.id, {}));
  }
  expect(await stateOf(id)).toEqual({ state: 'approved' });
  expect(await server.tables('select 1 from wf_incident where instance_id = $1', [instance])).toEqual([]);
});
