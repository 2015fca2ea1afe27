import { expect, test } from 'vitest';
import { material } from '#business/materials/items/material.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi/asleaveform';
const [keeper, leader, manager, otherLeader] = [
  await server.as('as_manager', { who: 'keeper' }),
  await server.as('as_leader'),
  await server.as('as_manager'),
  await server.as('as_leader', { who: 'other' }),
];
const [boss, dispatcher] = [await server.as('administrator'), await server.as('as_dispatcher')];
let count = 0;

/** Create a technician in the leader's department; return its id and login. */
async function hired(): Promise<{ id: string; login: TestCaller }> {
  count += 1;
  const login = await server.as('as_technician', { who: `t${count}` });
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [login.id],
  );
  await server.tables('update blade_dept set leader_id = $2 where id = $1', [dept, leader.id]);
  const { data } = ok(
    await boss.post('blade-maintenance/webApi/astechnician/submit', {
      userId: login.id,
      realName: `师傅${count}`,
      phone: `1370000${2000 + count}`,
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  return { id: data.id, login };
}

const bound = ok(
  await keeper.post('blade-flow/binding/submit', {
    title: '技师请假走流程',
    paperName: 'leaveForm',
    processKey: 'technicianLeave',
    enabled: true,
    priority: 10,
  }),
).data;
const switchTo = (enabled: boolean) => keeper.post('blade-flow/binding/submit', { id: bound.id, enabled });

const ask = async ({ id, login }: { id: string; login: TestCaller }, from: string, to: string): Promise<string> =>
  ok(
    await login.post(`${at}/submit`, {
      technicianId: id,
      leaveType: 'annual',
      startTime: from,
      endTime: to,
      reason: '休假',
    }),
  ).data.id;
const judge = (who: TestCaller, id: string, pass: boolean, more = {}) =>
  who.post(`${at}/approve`, { ids: id, pass, note: pass ? '同意' : '人手不够', ...more });
const stateOf = async (id: string): Promise<string> =>
  (await server.tables<{ state: string }>('select approve_status as state from asleaveform where id = $1', [id]))[0]
    .state;
const running = async (id: string) =>
  server.tables<{ state: string }>(
    "select state from wf_instance where business_table = 'asleaveform' and business_id = $1 order by id",
    [id],
  );
const can = async (who: TestCaller, id: string, path = at): Promise<string[]> =>
  ok(await who.get(`${path}/detail`, { id })).data._can;

/** Return the starts of leaves that the dispatch board shows for a technician. */
const blocked = async (technicianId: string, date: string): Promise<string[]> =>
  ok(await dispatcher.get('blade-maintenance/webApi/asdispatchform/technicianList', { date }))
    .data.technicians.filter((row: { technicianId: string }) => row.technicianId === technicianId)
    .flatMap((row: { leave: { from: string }[] }) => row.leave.map((leave) => leave.from));

test('a long leave goes to the leader, then to the manager, and is approved with the last word; then the board blocks its days', async () => {
  const one = await hired();
  const id = await ask(one, '2026-12-01 08:30:00', '2026-12-08 17:30:00');
  expect(await running(id)).toEqual([{ state: 'running' }]);
  const [task] = (await todoOf(leader)).filter((todo) => todo.taskName === '班组长审批');
  expect(task).toMatchObject({ businessTable: 'asleaveform', businessId: id });
  expect(await can(leader, id)).toEqual(expect.arrayContaining(['approve', 'reject']));
  expect(await can(manager, id)).not.toContain('approve');
  expect(await judge(manager, id, true)).toMatchObject({
    status: 403,
    reason: 'workflow.notYourTask',
    msg: expect.stringContaining('as_leader'),
  });
  ok(await judge(leader, id, true));
  expect(await stateOf(id)).toBe('pending');
  expect(await can(leader, id)).not.toContain('approve');
  expect(await blocked(one.id, '2026-12-03')).toEqual([]);
  ok(await judge(manager, id, true));
  expect(await stateOf(id)).toBe('approved');
  expect(await blocked(one.id, '2026-12-03')).toEqual(['2026-12-01 08:30:00']);
  expect(await running(id)).toEqual([{ state: 'completed' }]);
  const [row] = await server.tables(
    'select approve_user::text as by, approve_note as note from asleaveform where id = $1',
    [id],
  );
  expect(row).toEqual({ by: manager.id, note: '同意' });
  expect(await broken(server)).toEqual([]);
});

test('a task decides the paper too, and a rejection counts', async () => {
  const one = await hired();
  const id = await ask(one, '2026-12-01 08:30:00', '2026-12-02 17:30:00');
  const [task] = (await todoOf(leader)).filter((todo) => (todo as unknown as { businessId: string }).businessId === id);
  ok(await leader.post('blade-flow/work/complete-task', { taskId: task.taskId, comment: '太忙' }));
  expect(await stateOf(id)).toBe('rejected');
  // A resubmitted leave is decided again, by a new instance.
  ok(await one.login.post(`${at}/submit`, { id, action: 'submit' }));
  expect(await running(id)).toEqual([{ state: 'completed' }, { state: 'running' }]);
  ok(await judge(leader, id, true));
  expect(await stateOf(id)).toBe('approved');
  expect(await broken(server)).toEqual([]);
});

test('a guard of the lifecycle that refuses keeps the task open', async () => {
  const one = await hired();
  const first = await ask(one, '2026-12-01 08:30:00', '2026-12-02 17:30:00');
  const second = await ask(one, '2026-12-02 08:30:00', '2026-12-03 17:30:00');
  ok(await judge(leader, first, true));
  expect(await judge(leader, second, true)).toMatchObject({ status: 409, reason: 'maintenance.leaveOverlaps' });
  expect(await stateOf(second)).toBe('pending');
  expect(await running(second)).toEqual([{ state: 'running' }]);
  ok(await judge(leader, second, false));
  expect(await broken(server)).toEqual([]);
});

test('withdrawing the paper withdraws its process, and the reverse', async () => {
  const one = await hired();
  const first = await ask(one, '2026-12-14 08:30:00', '2026-12-15 17:30:00');
  ok(await one.login.post(`${at}/submit`, { id: first, action: 'cancel' }));
  expect([await stateOf(first), await running(first)]).toEqual(['cancelled', [{ state: 'withdrawn' }]]);
  const second = await ask(one, '2026-12-16 08:30:00', '2026-12-17 17:30:00');
  const [{ id: instance }] = await server.tables<{ id: string }>(
    'select id::text as id from wf_instance where business_id = $1',
    [second],
  );
  ok(await one.login.post('blade-flow/work/withdraw', { processInstanceId: instance }));
  expect([await stateOf(second), await running(second)]).toEqual(['cancelled', [{ state: 'withdrawn' }]]);
  const third = await ask(one, '2026-12-18 08:30:00', '2026-12-18 17:30:00');
  const [{ id: last }] = await server.tables<{ id: string }>(
    'select id::text as id from wf_instance where business_id = $1',
    [third],
  );
  ok(await keeper.post(`blade-flow/follow/delete-process-instance?processInstanceId=${last}&deleteReason=x`));
  expect([await stateOf(third), await running(third)]).toEqual(['cancelled', [{ state: 'cancelled' }]]);
  expect(await broken(server)).toEqual([]);
});

test(
  'forty times a leave is taken back while it is approved: one wins, paper and process agree',
  { timeout: 60_000 },
  async () => {
    const one = await hired();
    const states = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const day = new Date(Date.UTC(2027, 0, 4) + n * 86_400_000).toISOString().slice(0, 10);
      const id = await ask(one, `${day} 08:30:00`, `${day} 17:30:00`);
      const answers = await Promise.all([
        judge(leader, id, true),
        one.login.post(`${at}/submit`, { id, action: 'cancel' }),
      ]);
      const state = await stateOf(id);
      states.add(state);
      expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1);
      expect(['approved', 'cancelled']).toContain(state);
      expect((await running(id)).every((instance) => instance.state !== 'running')).toBe(true);
    }
    expect(await broken(server)).toEqual([]);
  },
);

test('with a disabled binding a paper is approved directly; running ones still end by their process', async () => {
  const one = await hired();
  const governed = await ask(one, '2026-12-21 08:30:00', '2026-12-21 17:30:00');
  ok(await switchTo(false));
  const free = await ask(one, '2026-12-22 08:30:00', '2026-12-22 17:30:00');
  expect(await running(free)).toEqual([]);
  ok(await judge(otherLeader, free, true));
  expect(await stateOf(free)).toBe('approved');
  expect((await judge(otherLeader, governed, true)).reason).toBe('workflow.notYourTask');
  ok(await judge(leader, governed, true));
  expect(await stateOf(governed)).toBe('approved');
  ok(await switchTo(true));
  expect(
    await keeper.post('blade-flow/binding/submit', { title: 'x', paperName: 'customer', processKey: 'y' }),
  ).toMatchObject({ status: 400, reason: 'workflow.ungoverned' });
});

test('during an absence tasks go to the substitute, with a mark', async () => {
  ok(
    await (
      await server.as('as_hr')
    ).post('blade-flow/absence/submit', {
      userId: leader.id,
      delegateId: otherLeader.id,
      startTime: '2026-11-01 00:00:00',
      endTime: '2027-01-01 00:00:00',
      reason: '出差',
      enabled: true,
    }),
  );
  const id = await ask(await hired(), '2026-12-01 08:30:00', '2026-12-01 17:30:00');
  const [row] = await server.tables(
    'select assignee_id::text as to, on_behalf_of::text as of from wf_task t join wf_instance i on i.id = t.instance_id where i.business_id = $1',
    [id],
  );
  expect(row).toEqual({ to: otherLeader.id, of: leader.id });
  ok(await judge(otherLeader, id, true));
  expect(await stateOf(id)).toBe('approved');
});

test('while a process examines a request for material, its examiner decides and nobody releases it', async () => {
  await deploy(
    boss,
    drawing(
      'materialExamine',
      `<startEvent id="s" /><userTask id="t" name="审核领料" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${otherLeader.id}"]}]}' /><endEvent id="e" />${chain('s', 't', 'e')}`,
    ),
  );
  ok(
    await keeper.post('blade-flow/binding/submit', {
      title: '领料走流程',
      paperName: 'materialApply',
      processKey: 'materialExamine',
      enabled: true,
      priority: 10,
    }),
  );
  const request = 'blade-maintenance/webApi/asmaterialapply';
  const { id: technicianId, login } = await hired();
  const store = await server.as('as_store');
  const { id: materialId } = await saved(server, material, { materialType: 'part', trackMode: 'qty' });
  const { id: fromWarehouseId } = await saved(server, warehouse, { warehouseType: 'main' });
  const { id } = ok(
    await login.post(`${request}/submit`, {
      applyType: 'stockUp',
      technicianId,
      fromWarehouseId,
      needDate: '2026-12-01',
      urgency: 'normal',
      lines: [{ materialId, applyQty: '2' }],
    }),
  ).data;
  const release = () => store.post(`${request}/publish`, { ids: id });
  expect((await release()).reason).toBe('workflow.notYourTask');
  expect(await can(store, id, request)).not.toContain('publish');
  const examine = (who: TestCaller) =>
    who.post(`${request}/update`, { id, action: 'examine', pass: 'true', note: '同意' });
  expect((await examine(store)).reason).toBe('workflow.notYourTask');
  expect(ok(await examine(otherLeader)).data.documentStatus).toBe('approved');
  expect(ok(await release()).data.documentStatus).toBe('published');
  expect(await broken(server)).toEqual([]);
});
