import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, startInstanceOf, todoOf, versionOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [boss, keeper, cs, hr] = [
  await server.as('administrator'),
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_hr'),
];
let count = 0;

/** Start a process of one task with these attributes. */
async function started(by: TestCaller, attributes: string): Promise<string> {
  const xml = drawing(
    `own${(count += 1)}`,
    `<startEvent id="s" flowable:initiator="applyUser" /><userTask id="a" name="审" ${attributes} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
  return startInstanceOf(by, await deploy(keeper, xml));
}
const assigned = (rule: object): string => `anju:assignment='${JSON.stringify(rule)}'`;
const byUser = (...people: TestCaller[]) => ({
  mode: 'single',
  by: [{ type: 'user', values: people.map(({ id }) => id) }],
});

const taskOf = async (instance: string) =>
  (
    await server.tables<{ id: string; to: string | null }>(
      "select id::text as id, assignee_id::text as to from wf_task where instance_id = $1 and state = 'open'",
      [instance],
    )
  )[0];
const complete = (who: TestCaller, taskId: string) =>
  who.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '好' });
const own = { status: 403, reason: 'workflow.ownCase' };

test('a task for the starter goes to the administrator', async () => {
  for (const mode of ['single', 'all', 'any', 'seq'])
    expect(await taskOf(await started(cs, assigned({ ...byUser(cs), mode })))).toMatchObject({ to: boss.id });
  const claimable = await taskOf(await started(cs, assigned({ ...byUser(cs), mode: 'claim' })));
  const keys = await server.tables<{ key: string }>('select key from wf_task_candidate where task_id = $1', [
    claimable.id,
  ]);
  expect(keys).toContainEqual({ key: `u:${boss.id}` });
  expect(keys).not.toContainEqual({ key: `u:${cs.id}` });
});

test('a model that assigns the node to the starter is valid as before', async () => {
  const ways = [
    assigned({ ...byUser(cs), sameAsStarter: 'self' }),
    assigned({ mode: 'single', by: [{ type: 'starter' }] }),
    'flowable:assignee="${applyUser}"',
    assigned({ mode: 'single', by: [{ type: 'formUser', field: 'applyUser' }] }),
  ];
  for (const way of ways) {
    const task = await taskOf(await started(cs, way));
    expect(task.to).toBe(cs.id);
    ok(await complete(cs, task.id));
  }
});

test('the starter is no candidate, transferee, delegate or signer', async () => {
  const role = { mode: 'claim', by: [{ type: 'role', values: ['as_hr'] }] };
  await server.as('as_hr', { who: 'second' });
  const claimable = await taskOf(await started(hr, assigned(role)));
  expect(await hr.post(`blade-flow/work/claim-task?taskId=${claimable.id}`)).toMatchObject(own);
  // The task is not offered to the starter, who is refused like any other person without the task.
  expect(await complete(hr, claimable.id)).toMatchObject({ status: 403, reason: 'workflow.notYourTask' });
  const { id: taskId } = await taskOf(await started(cs, assigned(byUser(hr))));
  for (const verb of ['transfer-task', 'delegate-task'])
    expect(await hr.post(`blade-flow/work/${verb}`, { taskId, userId: cs.id, comment: '请' })).toMatchObject(own);
  expect(
    await hr.post('blade-flow/work/add-sign', { taskId, userIds: cs.id, position: 'before', comment: '请' }),
  ).toMatchObject(own);
  ok(await complete(hr, taskId));
});

test('the starter is neither substitute of the decider nor replacing administrator', async () => {
  ok(
    await hr.post('blade-flow/absence/submit', {
      userId: hr.id,
      delegateId: cs.id,
      startTime: '2026-01-01 00:00:00',
      endTime: '2027-12-31 00:00:00',
      reason: '出差',
    }),
  );
  expect(await taskOf(await started(cs, assigned(byUser(hr))))).toMatchObject({ to: boss.id });
  const task = await taskOf(await started(boss, assigned(byUser(keeper))));
  expect(await complete(boss, task.id)).toMatchObject(own);
  expect(await todoOf(keeper)).toHaveLength(1);
});

test('an applicant cannot be the approver of their leave', async () => {
  const processDefinitionId = await versionOf(server, 'LeaveProcess');
  const leave = { startTime: '2026-12-01 08:30:00', endTime: '2026-12-02 17:30:00', reason: '回老家' };
  expect(
    await cs.post('blade-desk/process/leave/start-process', { ...leave, processDefinitionId, taskUser: cs.id }),
  ).toMatchObject(own);
});

const leave = { startTime: '2026-12-01 08:30:00', endTime: '2026-12-18 17:30:00', reason: '回老家' };
const startLeave = (processDefinitionId: string) =>
  cs.post('blade-desk/process/leave/start-process', { ...leave, processDefinitionId, taskUser: hr.id });

test('a leave starts only processes of leaves, and an undecided one approves nothing', async () => {
  const plain = (key: string): string => drawing(key, `<startEvent id="s" /><endEvent id="e" />${chain('s', 'e')}`);
  expect(await startLeave(await deploy(keeper, plain('delays'), 'flow_delay'))).toMatchObject({
    status: 409,
    reason: 'workflow.otherCategory',
  });
  const { data } = ok(await startLeave(await deploy(keeper, plain('undecided'))));
  expect(
    await server.tables('select leave_state as state from blade_process_leave where id = $1', [data.businessId]),
  ).toEqual([{ state: 'cancelled' }]);
});
