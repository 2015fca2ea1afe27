import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { USER_DISABLED } from '#business/system/people/user/user-events.rules.ts';
import { broken, chain, deploy, drawing, ok, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [boss, keeper, cs, leader, standIn] = [
  await server.as('administrator'),
  await server.as('as_manager'),
  await server.as('as_cs'),
  await server.as('as_leader'),
  await server.as('as_store'),
];
let count = 0;
const hired = (role = 'as_hr'): Promise<TestCaller> => server.as(role, { who: `leaver${(count += 1)}` });

/** Start a process of one task with this assignment; return the id of the instance. */
async function waitingFor(assignment: object): Promise<string> {
  count += 1;
  const task = `<userTask id="a" name="一" anju:assignment='${JSON.stringify(assignment)}' />`;
  const xml = drawing(`left${count}`, `<startEvent id="s" />${task}<endEvent id="e" />${chain('s', 'a', 'e')}`);
  return startInstanceOf(cs, await deploy(keeper, xml));
}
const forUser = (one: TestCaller, more = {}) =>
  waitingFor({ mode: 'single', by: [{ type: 'user', values: [one.id] }], ...more });

const close = async (one: TestCaller): Promise<void> => {
  ok(await boss.post('blade-system/user/submit', { id: one.id, status: 0 }));
  await server.delivered();
};
const away = (one: TestCaller) =>
  boss.post('blade-flow/absence/submit', {
    userId: one.id,
    delegateId: standIn.id,
    startTime: '2026-01-01 00:00:00',
    endTime: '2027-12-31 00:00:00',
    reason: '离岗',
    enabled: true,
  });
const led = async (one: TestCaller, by: TestCaller | null): Promise<void> => {
  await server.tables(
    'update blade_dept set leader_id = $2 where id = (select dept_id[1] from blade_user where id = $1)',
    [one.id, by?.id ?? null],
  );
};
const taskOf = async (instance: string) =>
  (
    await server.tables<Record<string, string | null>>(
      'select assignee_id::text as to, on_behalf_of::text as of, state, decision, ended_reason as why from wf_task where instance_id = $1',
      [instance],
    )
  )[0];

test('tasks of a disabled account go to the substitute, and the history shows it', async () => {
  const one = await hired();
  await led(one, leader);
  ok(await away(one));
  const instance = await forUser(one);
  // The task already went to the substitute. Assign it by hand to the absent person, so that only the closing of the
  // account can move it.
  await server.tables('update wf_task set assignee_id = $2, on_behalf_of = null where instance_id = $1', [
    instance,
    one.id,
  ]);
  await close(one);
  expect(await taskOf(instance)).toMatchObject({ to: standIn.id, of: one.id, state: 'open' });
  const [told] = await server.tables(
    "select actor_id::text as by, user_ids::text[] as to, comment from wf_action where instance_id = $1 and action = 'reassign'",
    [instance],
  );
  expect(told).toMatchObject({ by: '0', to: [standIn.id], comment: expect.stringContaining('leaver') });
  expect((await todoOf(standIn, instance)).length).toBe(1);
  expect(await broken(server)).toEqual([]);
});

test('without a substitute they go to the leader of the department; a removed account is the same', async () => {
  const one = await hired();
  await led(one, leader);
  const instance = await forUser(one);
  // An account with messages cannot be removed, so delete them first.
  await server.tables('delete from asmessage where receiver_id = $1', [one.id]);
  const gone = await boss.post('blade-system/user/remove', { ids: one.id });
  expect(gone.status, gone.msg).toBe(200);
  await server.delivered();
  expect(await taskOf(instance)).toMatchObject({ to: leader.id, of: one.id });
});

test('without either the policy of the node applies', async () => {
  const one = await hired();
  await led(one, null);
  const [asked, passed, rejected] = [
    await forUser(one),
    await forUser(one, { empty: 'pass' }),
    await forUser(one, { empty: 'user', emptyUser: standIn.id }),
  ];
  await close(one);
  expect(await taskOf(asked)).toMatchObject({ to: boss.id, state: 'open' });
  expect(await taskOf(passed)).toMatchObject({ state: 'done', decision: 'auto', why: 'empty' });
  expect(await taskOf(rejected)).toMatchObject({ to: standIn.id });
  expect(await broken(server)).toEqual([]);
});

test('a successor never gets their own request if the node forbids it', async () => {
  const one = await hired();
  await led(one, cs);
  const instance = await forUser(one, { sameAsStarter: 'admin' });
  await close(one);
  expect(await taskOf(instance)).toMatchObject({ to: boss.id });
});

test('a substitute may claim a task; without a last candidate it is assigned', async () => {
  const [one, other] = [await hired(), await hired()];
  await led(one, leader);
  const both = await waitingFor({ mode: 'claim', by: [{ type: 'user', values: [one.id, other.id] }] });
  const alone = await waitingFor({ mode: 'claim', by: [{ type: 'user', values: [one.id] }] });
  await close(one);
  expect(await taskOf(both)).toMatchObject({ to: null, state: 'open' });
  expect(await taskOf(alone)).toMatchObject({ to: leader.id });
  const claimable = async (who: TestCaller): Promise<string[]> =>
    ok(await who.get('blade-flow/work/claim-list', { current: 1, size: 100 })).data.records.map(
      (task: { processInstanceId: string }) => task.processInstanceId,
    );
  expect(await claimable(leader)).toContain(both);
  expect(await claimable(other)).toContain(both);
  ok(await away(other));
  const later = await waitingFor({ mode: 'claim', by: [{ type: 'role', values: ['as_hr'] }] });
  expect(await claimable(standIn)).toContain(later);
  expect(await claimable(standIn)).not.toContain(both);
  expect(await broken(server)).toEqual([]);
});

test('an account reactivated before the event retains its work', async () => {
  const one = await hired();
  await led(one, leader);
  const instance = await forUser(one);
  await server.work('administrator', (context) => context.emit(USER_DISABLED, { id: one.id }));
  await server.delivered();
  expect(await taskOf(instance)).toMatchObject({ to: one.id });
});
