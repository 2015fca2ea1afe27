import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [boss, keeper, hr] = [await server.as('administrator'), await server.as('as_manager'), await server.as('as_hr')];
// Disable all administrators of the company except one.
await server.tables(
  `update blade_user set status = 0 where tenant_id = '000000' and id <> $1 and role_id && (select array_agg(id) from blade_role where role_alias in ('admin', 'administrator'))`,
  [boss.id],
);
let count = 0;

/** Start a process of one task, as the only administrator. */
const started = async (assignment: object): Promise<string> =>
  startInstanceOf(
    boss,
    await deploy(
      keeper,
      drawing(
        `alone${(count += 1)}`,
        `<startEvent id="s" flowable:initiator="applyUser" /><userTask id="a" name="审" anju:assignment='${JSON.stringify(assignment)}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
      ),
    ),
  );
const byUser = (...people: TestCaller[]) => ({
  mode: 'single',
  by: [{ type: 'user', values: people.map(({ id }) => id) }],
});
const taskOf = async (instance: string) =>
  (
    await server.tables<{ id: string; to: string | null; state: string; decision: string }>(
      'select id::text as id, assignee_id::text as to, state, decision from wf_task where instance_id = $1 order by id desc limit 1',
      [instance],
    )
  )[0];
const incidentsOf = (processInstanceId: string) =>
  keeper.get('blade-flow/follow/incidents', { current: 1, size: 50, processInstanceId });

test('a case that only its starter could decide becomes an incident', async () => {
  for (const more of [
    {},
    { empty: 'pass' },
    { empty: 'user', emptyUser: boss.id },
    { sameAsStarter: 'leader' },
    { mode: 'claim' },
    { mode: 'all' },
    { mode: 'seq' },
    { mode: 'any' },
  ]) {
    const instance = await started({ ...byUser(boss), ...more });
    expect([more, await taskOf(instance)]).toMatchObject([more, { to: null, state: 'open' }]);
    expect(ok(await incidentsOf(instance)).data.records).toMatchObject([{ kind: 'unassigned' }]);
  }
  expect(await broken(server)).toEqual([]);
});

test('an incident of an unassigned task is resolved by an assignment or its end', async () => {
  const instance = await started(byUser(boss));
  const { id: taskId } = await taskOf(instance);
  expect(await boss.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '好' })).toMatchObject({
    reason: 'workflow.ownCase',
  });
  ok(await boss.post('blade-flow/work/transfer-task', { taskId, userId: hr.id, comment: '请' }));
  expect(ok(await incidentsOf(instance)).data.total).toBe(0);
  ok(await hr.post('blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '好' }));
  const other = await started(byUser(boss));
  ok(await keeper.post('blade-flow/follow/delete-process-instance', { processInstanceId: other, deleteReason: '误' }));
  expect(ok(await incidentsOf(other)).data.total).toBe(0);
});
