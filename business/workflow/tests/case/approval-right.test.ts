import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi/asstockadjust';
const [boss, keeper, store, clerk, third, stranger] = [
  await server.as('administrator'),
  await server.as('as_manager', { who: 'keeper' }),
  await server.as('as_store'),
  await server.as('as_store', { who: 'clerk' }),
  await server.as('as_store', { who: 'third' }),
  await server.as('as_iot'),
];
const { id: main } = await saved(server, paperNamed(server.app, 'warehouse'), { warehouseType: 'main' });
const { id: item } = await saved(server, paperNamed(server.app, 'material'), { costPrice: '10', trackMode: 'qty' });
let binding = '';
let count = 0;

/** Send a stock adjustment to a new process of one task; return its instance, its task and its assignee. */
async function sent(rule: object, more = ''): Promise<{ instance: string; taskId: string; to: string | null }> {
  const key = `right${(count += 1)}`;
  await deploy(
    keeper,
    drawing(
      key,
      `<startEvent id="s" flowable:initiator="applyUser" /><userTask id="a" name="复核" anju:assignment='${JSON.stringify(rule)}' ${more} /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const bound = { title: '库存调整审批', paperName: 'stockAdjustment', processKey: key, enabled: true };
  binding = ok(await keeper.post('blade-flow/binding/submit', { ...bound, ...(binding && { id: binding }) })).data.id;
  const { id } = ok(
    await store.post(`${at}/submit`, {
      adjustType: 'open',
      postDate: '2026-11-20',
      reason: '盘点',
      warehouseId: main,
      lines: [{ materialId: item, qty: '1', unitCost: '10' }],
    }),
  ).data;
  ok(await store.post(`${at}/act`, { id, action: 'send' }));
  const [task] = await server.tables<{ instance: string; taskId: string; to: string | null }>(
    `select i.id::text as instance, t.id::text as "taskId", t.assignee_id::text as to from wf_instance i
     join wf_task t on t.instance_id = i.id and t.state = 'open' where i.business_id = $1`,
    [id],
  );
  return task;
}
const byUser = (...people: TestCaller[]) => ({
  mode: 'single',
  by: [{ type: 'user', values: people.map(({ id }) => id) }],
});
const claimed = (...by: object[]) => ({ mode: 'claim', by });
const role = (...values: string[]) => ({ type: 'role', values });
const claimable = async (who: TestCaller): Promise<string[]> =>
  ok(await who.get('blade-flow/work/claim-list', { current: 1, size: 100 })).data.records.map(
    ({ taskId }: { taskId: string }) => taskId,
  );
const claim = (who: TestCaller, taskId: string) => who.post(`blade-flow/work/claim-task?taskId=${taskId}`);
const noted = async (instance: string): Promise<unknown[]> =>
  server.tables("select user_ids::text[] as of from wf_action where instance_id = $1 and action = 'noApprover'", [
    instance,
  ]);

test('an assignee without the right to approve is skipped; without any the administrator gets the task, and the history shows why', async () => {
  for (const mode of ['single', 'all', 'any', 'seq', 'claim']) {
    const alone = await sent({ ...byUser(stranger), mode, empty: 'pass' });
    expect(alone.to ?? (await claimable(boss)).find((one) => one === alone.taskId)).toBe(
      mode === 'claim' ? alone.taskId : boss.id,
    );
    expect(await noted(alone.instance)).toEqual([{ of: [stranger.id] }]);
  }
  const passedOver = await sent(byUser(stranger, clerk));
  expect(passedOver.to).toBe(clerk.id);
  expect(await noted(passedOver.instance)).toEqual([]);
  expect(await broken(server)).toEqual([]);
});

test('only candidates with the right other than the starter may claim', async () => {
  const mixed = await sent(claimed(role('as_iot', 'as_store')));
  for (const who of [stranger, store]) {
    expect(await claimable(who)).not.toContain(mixed.taskId);
    expect(await claim(who, mixed.taskId)).toMatchObject({ status: 403 });
  }
  expect(await claimable(third)).toContain(mixed.taskId);
  ok(await claim(clerk, mixed.taskId));
});

test('a candidate who loses the right claims nothing more', async () => {
  const { taskId } = await sent(claimed({ type: 'user', values: [clerk.id, third.id] }));
  const [{ roles }] = await server.tables<{ roles: string[] }>(
    'select role_id::text[] as roles from blade_user where id = $1',
    [stranger.id],
  );
  const [{ own }] = await server.tables<{ own: string[] }>(
    'select role_id::text[] as own from blade_user where id = $1',
    [third.id],
  );
  const setRoles = async (to: string[]) =>
    ok(await boss.post('blade-system/user/grant', { userIds: third.id, roleIds: to.join(',') }));
  await setRoles(roles);
  expect(await claim(third, taskId)).toMatchObject({ status: 403, reason: 'workflow.noApprovalRight' });
  await setRoles(own);
  ok(await claim(third, taskId));
});

test('transfer, delegation and added signers accept only people with the right', async () => {
  const { taskId } = await sent(byUser(clerk));
  const refused = { status: 403, reason: 'workflow.noApprovalRight', msg: expect.stringContaining('as_iot') };
  for (const verb of ['transfer-task', 'delegate-task'])
    expect(await clerk.post(`blade-flow/work/${verb}`, { taskId, userId: stranger.id, comment: '请' })).toMatchObject(
      refused,
    );
  for (const position of ['before', 'after', 'parallel'])
    expect(
      await clerk.post('blade-flow/work/add-sign', { taskId, userIds: stranger.id, position, comment: '请' }),
    ).toMatchObject(refused);
  ok(await clerk.post('blade-flow/work/transfer-task', { taskId, userId: third.id, comment: '请' }));
});

test('only people with the right are offered for transfer, delegation and added signers', async () => {
  const { taskId } = await sent(byUser(clerk));
  const offered = async (who: TestCaller, q = ''): Promise<string[]> =>
    ok(await who.get('blade-flow/work/people-to-ask', { taskId, q })).data.map(({ id }: { id: string }) => id);
  const found = await offered(clerk);
  expect(found).toContain(third.id);
  for (const one of [clerk, store, stranger]) expect(found).not.toContain(one.id);
  for (const id of found.slice(0, 1))
    ok(await clerk.post('blade-flow/work/add-sign', { taskId, userIds: id, position: 'parallel', comment: '请' }));
  expect(await offered(clerk)).not.toContain(found[0]);
  expect(await offered(clerk, '没有这个人')).toEqual([]);
  expect((await stranger.get('blade-flow/work/people-to-ask', { taskId })).status).toBe(404);
});

test('tasks that the model assigns to the starter stay there without the right', async () => {
  const { to } = await sent({ mode: 'single', by: [{ type: 'starter' }] });
  expect(to).toBe(store.id);
});

test('a successor without the right inherits no task: the administrator gets it', async () => {
  const leaver = await server.as('as_store', { who: 'leaver' });
  await server.tables(
    'update blade_dept set leader_id = $2 where id = (select dept_id[1] from blade_user where id = $1)',
    [leaver.id, stranger.id],
  );
  const { taskId, to } = await sent(byUser(leaver));
  expect(to).toBe(leaver.id);
  ok(await boss.post('blade-system/user/submit', { id: leaver.id, status: 0 }));
  await server.delivered();
  expect(await server.tables('select assignee_id::text as to from wf_task where id = $1', [taskId])).toEqual([
    { to: boss.id },
  ]);
});

test('the right applies within its scope: an invisible row cannot be approved', async () => {
  const [leader, other] = [await server.as('as_leader'), await server.as('as_leader', { who: 'other' })];
  const technician = await server.as('as_technician');
  await server.tables('update blade_user set dept_id = null where id = $1', [other.id]);
  await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
    technician.id,
    leader.id,
  ]);
  ok(await boss.post('blade-system/user/update', { id: other.id, email: 'other@example.com' }));
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [technician.id],
  );
  const { data: person } = ok(
    await boss.post('blade-maintenance/webApi/astechnician/submit', {
      userId: technician.id,
      realName: '师傅',
      phone: '13700002999',
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  await deploy(
    keeper,
    drawing(
      'scoped',
      `<startEvent id="s" /><userTask id="a" name="审" anju:assignment='${JSON.stringify(byUser(other, leader))}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '请假审批',
      paperName: 'leaveForm',
      processKey: 'scoped',
      enabled: true,
    }),
  );
  const { data: leave } = ok(
    await technician.post('blade-maintenance/webApi/asleaveform/submit', {
      technicianId: person.id,
      leaveType: 'annual',
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-02 17:30:00',
      reason: '休假',
    }),
  );
  const tasks = await server.tables(
    'select t.assignee_id::text as to from wf_task t join wf_instance i on i.id = t.instance_id where i.business_id = $1',
    [leave.id],
  );
  expect(tasks).toEqual([{ to: leader.id }]);
});

test('a substitute or a timeout account without the right gets no task', async () => {
  ok(
    await clerk.post('blade-flow/absence/submit', {
      userId: clerk.id,
      delegateId: stranger.id,
      startTime: '2026-01-01 00:00:00',
      endTime: '2027-12-31 00:00:00',
      reason: '出差',
      enabled: true,
    }),
  );
  expect((await sent(byUser(clerk))).to).toBe(boss.id);
  const late = { after: 'PT1H', action: 'transfer', transferTo: stranger.id };
  const { taskId } = await sent(byUser(third), `anju:timeout='${JSON.stringify(late)}'`);
  server.clock.pass(61 * 60_000);
  await server.worked();
  expect(await server.tables('select assignee_id::text as to from wf_task where id = $1', [taskId])).toEqual([
    { to: boss.id },
  ]);
});
