import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { broken, chain, deploy, drawing, ok, todoOf } from '../../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi/asleaveform';
const [keeper, boss, first, second] = [
  await server.as('as_manager', { who: 'keeper' }),
  await server.as('administrator'),
  // Both roles may approve a leave, but may not edit one outside of a process instance.
  await server.as('as_leader', { who: 'first' }),
  await server.as('as_leader', { who: 'second' }),
];
const by = (who: TestCaller): string =>
  `anju:assignment='{"mode":"single","by":[{"type":"user","values":["${who.id}"]}]}'`;
await deploy(
  keeper,
  drawing(
    'leaveWithFields',
    `<startEvent id="s" />
     <userTask id="a" name="核定时间" ${by(first)} anju:fields='{"startTime":"edit","endTime":"edit","handoverTo":"edit","reason":"read"}' />
     <exclusiveGateway id="g" default="f_g_b" />
     <userTask id="b" name="长假复核" ${by(second)} anju:fields='{"reason":"hide"}' />
     <endEvent id="e" />
     ${chain('s', 'a', 'g', 'b', 'e')}
     <sequenceFlow id="short" sourceRef="g" targetRef="e"><conditionExpression xsi:type="tFormalExpression">\${days &lt;= 2}</conditionExpression></sequenceFlow>`,
  ),
);
ok(
  await keeper.post('blade-flow/binding/submit', {
    title: '请假可改时间',
    paperName: 'leaveForm',
    processKey: 'leaveWithFields',
    enabled: true,
    priority: 1,
    variables: [
      { name: 'until', value: '${endTime}' },
      { name: 'cause', value: '${reason}' },
      { name: 'summary', value: 'Away: ${reason}' },
    ],
  }),
);

let count = 0;
/** Submit a leave of seven days by a new technician. */
async function submitted(): Promise<string> {
  count += 1;
  const login = await server.as('as_technician', { who: `t${count}` });
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [login.id],
  );
  const { data } = ok(
    await boss.post('blade-maintenance/webApi/astechnician/submit', {
      userId: login.id,
      realName: `师傅${count}`,
      phone: `1370000${3000 + count}`,
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  return ok(
    await login.post(`${at}/submit`, {
      technicianId: data.id,
      leaveType: 'annual',
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-08 17:30:00',
      reason: '回老家',
    }),
  ).data.id;
}

const caseOf = async (who: TestCaller, businessId: string) => {
  const todo = (await todoOf(who)).find((one) => (one as unknown as { businessId: string }).businessId === businessId)!;
  const { data } = ok(await who.get('blade-flow/work/task-detail', { taskId: todo.taskId }));
  return { taskId: todo.taskId, detail: data };
};
const decide = (who: TestCaller, taskId: string, more: object, isPassed = true) =>
  who.post('blade-flow/work/complete-task', {
    taskId,
    comment: '按实际时间',
    ...(isPassed && { flag: 'ok' }),
    ...more,
  });
const leave = async (id: string) =>
  (
    await server.tables<{ state: string; to: string; reason: string; version: number; hours: string }>(
      `select approve_status as state, to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as to, reason, version, leave_hours::text as hours from asleaveform where id = $1`,
      [id],
    )
  )[0];

test('a handler changes the fields that the node allows: paper, process and log follow in one commit', async () => {
  const id = await submitted();
  const { taskId, detail } = await caseOf(first, id);
  expect(detail.form.fields).toMatchObject({ startTime: 'edit', endTime: 'edit', reason: 'read' });
  const before = await leave(id);
  ok(
    await decide(first, taskId, {
      version: detail.row.version,
      changes: { endTime: '2026-12-02 17:30:00' },
    }),
  );
  const after = await leave(id);
  // With two days the second approval is skipped: the edit also changed the variable `days`, and the process approved
  // the leave.
  expect(after).toMatchObject({ state: 'approved', to: '2026-12-02 17:30:00' });
  expect(Number(after.hours)).toBeLessThan(Number(before.hours));
  const [entry] = await server.tables<{ who: string; remark: string; changes: { field: string; new: string }[] }>(
    "select operator_id::text as who, remark, changes from asactionlog where biz_id = $1 and action = 'amend'",
    [id],
  );
  expect(entry).toMatchObject({ who: first.id, remark: expect.stringContaining('核定时间') });
  expect(entry.changes).toContainEqual(expect.objectContaining({ field: 'endTime' }));
  const { data } = ok(await first.get('blade-flow/work/task-detail', { taskId }));
  expect(data.actions).toContainEqual(expect.objectContaining({ action: 'amend', comment: '结束时间' }));
  expect(data.form.variables).toMatchObject({ until: '2026-12-02 17:30:00', days: 2 });
  expect(await broken(server)).toEqual([]);
});

test('a change of another field refuses the whole decision', async () => {
  const id = await submitted();
  const { taskId, detail } = await caseOf(first, id);
  const { version } = detail.row;
  const before = await leave(id);
  for (const changes of [
    { reason: '改事由' },
    { leaveType: 'sick' },
    { approveStatus: 'approved' },
    { leaveHours: '1' },
    { nothing: 'x' },
    { endTime: '2026-12-03 17:30:00', reason: '夹带' },
  ])
    expect([changes, (await decide(first, taskId, { version, changes })).reason]).toEqual([
      changes,
      'row.closedFields',
    ]);
  // Changes by a handler are checked like a form: kinds, required fields, and checks of the paper.
  for (const [changes, field] of [
    [{ endTime: '不是时间' }, 'endTime'],
    [{ endTime: '' }, 'endTime'],
    [{ handoverTo: '1' }, 'handoverTo'],
  ] as const) {
    const answer = await decide(first, taskId, { version, changes });
    expect([changes, answer.status, answer.data.fields?.map((one: { field: string }) => one.field)]).toEqual([
      changes,
      400,
      [field],
    ]);
  }
  expect((await decide(first, taskId, { version, changes: { endTime: '2026-11-30 17:30:00' } })).status).toBe(400);
  expect((await decide(second, taskId, { version, changes: { endTime: '2026-12-02 17:30:00' } })).reason).toBe(
    'workflow.notYourTask',
  );
  expect(await leave(id)).toEqual(before);
  ok(await decide(first, taskId, { version, changes: {} }));
  expect(await leave(id)).toMatchObject({ state: 'pending', to: before.to });
  expect(await broken(server)).toEqual([]);
});

test('a meanwhile changed paper refuses the decision; the task stays, and the second try succeeds', async () => {
  const id = await submitted();
  const { taskId, detail } = await caseOf(first, id);
  await server.tables("update asleaveform set version = version + 1, approve_note = '另有安排' where id = $1", [id]);
  const changes = { endTime: '2026-12-02 17:30:00' };
  expect(await decide(first, taskId, { version: detail.row.version, changes })).toMatchObject({
    status: 409,
    reason: 'row.changed',
  });
  expect((await leave(id)).to).toBe('2026-12-08 17:30:00');
  const again = await caseOf(first, id);
  ok(await decide(first, taskId, { version: again.detail.row.version, changes }));
  expect(await leave(id)).toMatchObject({ state: 'approved', to: '2026-12-02 17:30:00' });
});

test('fields hidden by a node are absent from every answer about its case', async () => {
  const id = await submitted();
  const one = await caseOf(first, id);
  expect(one.detail.row.reason).toBe('回老家');
  ok(await decide(first, one.taskId, {}));
  const { detail, taskId } = await caseOf(second, id);
  const { processInstanceId } = detail.process;
  // Set the variable `reason` as a binding would have copied it from the field.
  await server.tables(
    `update wf_instance set variables = variables || '{"reason": "回老家"}' where id = ${processInstanceId}`,
  );
  const read = async (who: TestCaller) => ok(await who.get('blade-flow/process/variables', { processInstanceId })).data;
  expect(await read(first)).toMatchObject({ reason: '回老家', cause: '回老家', summary: 'Away: 回老家' });
  const variables = await read(second);
  expect(Object.keys(variables)).toContain('until');
  const ways = [
    detail,
    ok(await second.get('blade-flow/work/task-detail', { processInstanceId: detail.process.processInstanceId })).data,
    ok(await second.get('blade-flow/work/task-detail', { taskId: one.taskId })).data,
    variables,
    ok(await second.get('blade-flow/process/history-flow-list', { processInstanceId })).data,
    ok(await second.get('blade-flow/work/batch-facts', { taskIds: taskId })).data,
  ];
  for (const way of ways) expect(JSON.stringify(way)).not.toContain('回老家');
  expect(detail.row.startTime).toBe('2026-12-01 08:30:00');
  expect((await decide(second, taskId, { changes: { reason: '改' } })).reason).toBe('row.closedFields');
  ok(await decide(second, taskId, {}, false));
  expect((await leave(id)).state).toBe('rejected');
});

test('of two signers of a step, the second learns that the paper changed', async () => {
  await deploy(
    keeper,
    drawing(
      'leaveWithFields',
      `<startEvent id="s" /><userTask id="a" name="会签" anju:assignment='{"mode":"all","by":[{"type":"user","values":["${first.id}","${second.id}"]}]}' anju:fields='{"endTime":"edit"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const id = await submitted();
  const [one, other] = [await caseOf(first, id), await caseOf(second, id)];
  const { version } = one.detail.row;
  const answers = await Promise.all([
    decide(first, one.taskId, { version, changes: { endTime: '2026-12-02 17:30:00' } }),
    decide(second, other.taskId, { version, changes: { endTime: '2026-12-03 17:30:00' } }),
  ]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  expect((await leave(id)).state).toBe('pending');
  expect(await broken(server)).toEqual([]);
});

test('an office leave is changed the same way, with its days', async () => {
  const version = await deploy(
    keeper,
    drawing(
      'officeLeave',
      `<startEvent id="s" /><userTask id="a" name="人事核定" ${by(first)} anju:fields='{"endTime":"edit","reason":"edit"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const clerk = await server.as('as_cs');
  const { data } = ok(
    await clerk.post('blade-desk/process/leave/start-process', {
      processDefinitionId: version,
      taskUser: first.id,
      startTime: '2026-12-01 08:30:00',
      endTime: '2026-12-04 17:30:00',
      reason: '探亲',
    }),
  );
  const { taskId, detail } = await caseOf(first, data.businessId);
  const read = { version: detail.row.version };
  expect((await decide(first, taskId, { ...read, changes: { endTime: '2026-11-01 08:30:00' } })).reason).toBe(
    'workflow.leaveReversed',
  );
  expect((await decide(first, taskId, { ...read, changes: { days: '9' } })).reason).toBe('row.closedFields');
  ok(await decide(first, taskId, { ...read, changes: { endTime: '2026-12-01 17:30:00' } }));
  const [row] = await server.tables(
    'select days::text as days, leave_state as state from blade_process_leave where id = $1',
    [data.businessId],
  );
  expect(row).toEqual({ days: '1.000', state: 'approved' });
});

test('a case without a paper has nothing to change', async () => {
  const version = await deploy(
    keeper,
    drawing(
      'noPaper',
      `<startEvent id="s" /><userTask id="a" name="看看" ${by(first)} anju:fields='{"x":"edit"}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
    ),
  );
  const { data } = ok(await keeper.post('blade-flow/process/start', { processDefinitionId: version, variables: {} }));
  const [todo] = await todoOf(first, data.processInstanceId);
  expect((await decide(first, todo.taskId, { changes: { x: '1' } })).reason).toBe('workflow.nothingToChange');
  ok(await decide(first, todo.taskId, {}));
});
