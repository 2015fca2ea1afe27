import { beforeEach, expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [cs, dispatcher, leader, manager] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_leader'),
  await server.as('as_manager'),
];
const boss = await server.as('administrator');
let count = 0;

const ok = (answer: { body: Record<string, unknown> }) => {
  expect(answer.body).toMatchObject({ code: 200 });
  return answer as Awaited<ReturnType<TestCaller['get']>>;
};

/** Create a technician with a login. */
async function hired(): Promise<{ id: string; login: TestCaller }> {
  count += 1;
  const login = await server.as('as_technician', { who: `t${count}` });
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [login.id],
  );
  const { data } = ok(
    await boss.post(`${at}/astechnician/submit`, {
      userId: login.id,
      realName: `师傅${count}`,
      phone: `1370000${1000 + count}`,
      deptId: dept,
      customerServiceTeam: 'east',
      hireDate: '2020-01-01',
    }),
  );
  return { id: data.id, login };
}

/** Create a visit dispatched to a technician. */
async function sent(
  technicianId: string,
  planStart: string,
  planEnd: string,
): Promise<{ visitId: string; orderId: string; dispId: string }> {
  count += 1;
  const { data: form } = ok(
    await cs.post(`${at}/asrepairform/submit`, {
      customerName: `客户${count}`,
      phone: `1381118${2000 + count}`,
      address: `上海市锦绣路${count}弄`,
      customerServiceTeam: 'east',
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '不热',
      newCustomer: true,
      newFile: true,
      then: 'accept',
    }),
  );
  const { data } = ok(
    await dispatcher.post(`${at}/asdispatchform/submit`, {
      registrationFormId: form.registrationFormId,
      technicianId,
      planStart,
      planEnd,
      workContent: '检查',
    }),
  );
  const [visit] = await server.tables<{ id: string }>(
    'select id::text as id from dispatchlist where disp_id = $1 and is_current',
    [data.id],
  );
  return { visitId: visit.id, orderId: form.registrationFormId, dispId: data.id };
}

const leave = (who: TestCaller, technicianId: string, startTime: string, endTime: string, more = {}) =>
  who.post(`${at}/asleaveform/submit`, {
    technicianId,
    leaveType: 'personal',
    startTime,
    endTime,
    reason: '家里有事',
    ...more,
  });
const judge = (who: TestCaller, ids: string, pass = true, more = {}) =>
  who.post(`${at}/asleaveform/approve`, { ids, pass, note: '同意', ...more });
const visitState = async (id: string) =>
  (await server.tables<{ task_status: string }>('select task_status from dispatchlist where id = $1', [id]))[0]
    .task_status;
const duty = async (id: string) =>
  (
    await server.tables<{ technician_status: string }>('select technician_status from astechnician where id = $1', [id])
  )[0].technician_status;

// Monday 10:00 in Shanghai.
beforeEach(() => server.clock.set(Date.parse('2026-11-23T02:00:00Z')));

test('hours count the technician’s working hours; overlapping approved leave, and requests for others, are refused', async () => {
  const [one, other] = [await hired(), await hired()];
  const { data } = ok(await leave(one.login, one.id, '2026-11-27 13:00:00', '2026-11-30 12:00:00'));
  // 16 hours: Friday afternoon 4.5, Saturday 8, and Monday morning 3.5.
  expect(data).toMatchObject({ leaveHours: '16.000', approveStatus: 'pending' });
  ok(await judge(leader, data.id));
  const [month] = (await leader.get(`${at}/asleavestatistics/list`, { technicianId: one.id, month: '2026-11' })).data
    .records;
  expect(month).toMatchObject({
    leaveCount: 1,
    leaveDays: 3,
    totalHours: '16.000',
    personalHours: '16.000',
    lostMinutes: 960,
  });
  expect((await one.login.get(`${at}/asleavestatistics/list`, {})).data.total).toBe(1);
  expect((await leave(one.login, one.id, '2026-11-30 11:00:00', '2026-11-30 15:00:00')).reason).toBe(
    'maintenance.leaveOverlaps',
  );
  expect((await leave(one.login, other.id, '2026-12-01 09:00:00', '2026-12-01 12:00:00')).reason).toBe('row.invalid');
  expect((await leave(one.login, one.id, '2026-12-01 12:00:00', '2026-12-01 09:00:00')).reason).toBe(
    'maintenance.leaveReversed',
  );
});

test('more than three working days need the manager; own requests are not approved', async () => {
  const one = await hired();
  const { data } = ok(await leave(one.login, one.id, '2026-12-01 08:30:00', '2026-12-05 17:30:00'));
  expect((await judge(leader, data.id)).reason).toBe('maintenance.leaveNeedsManager');
  expect((await judge(one.login, data.id)).status).toBe(403);
  expect(ok(await judge(manager, data.id)).data.approveStatus).toBe('approved');
});

test('the form shows conflicting visits and other technicians; approval needs their solution', async () => {
  const [one, other] = [await hired(), await hired()];
  const [first, second] = [
    await sent(one.id, '2026-11-24 09:00:00', '2026-11-24 10:00:00'),
    await sent(one.id, '2026-11-24 14:00:00', '2026-11-24 15:00:00'),
  ];
  const { data } = ok(await leave(one.login, one.id, '2026-11-24 08:30:00', '2026-11-24 17:30:00'));
  expect(data.conflictCount).toBe(2);
  const shown = ok(
    await leader.get(`${at}/asleaveform/selectTime`, {
      technicianId: one.id,
      startTime: '2026-11-24 08:30:00',
      endTime: '2026-11-24 17:30:00',
    }),
  ).data;
  expect(shown).toMatchObject({
    hours: '8.00',
    workDays: 1,
    overlapsLeave: null,
    conflicts: [{ movable: true }, { movable: true }],
  });
  const suggested = shown.conflicts[0].suggestedTechnicians.map((best: { technicianId: string }) => best.technicianId);
  expect(suggested.length).toBeGreaterThan(0);
  expect(suggested).not.toContain(one.id);
  const refused = await judge(leader, data.id);
  expect(refused).toMatchObject({ status: 409, reason: 'maintenance.leaveConflicts' });
  const solved = ok(
    await leader.post(`${at}/asleaveform/solve`, {
      id: data.id,
      visits: [
        { visitId: first.visitId, how: 'transfer', technicianId: other.id },
        { visitId: second.visitId, how: 'move', planStart: '2026-11-26 14:00:00', planEnd: '2026-11-26 15:00:00' },
      ],
    }),
  );
  expect(solved.data.conflicts).toEqual([]);
  expect([await visitState(first.visitId), await visitState(second.visitId)]).toEqual(['transferred', 'pendingAccept']);
  ok(await judge(leader, data.id));
  // The approved leave is a conflict that even a forced plan cannot override.
  const late = await dispatcher.post('blade-maintain/dispatchList/submit', {
    id: second.visitId,
    planStart: '2026-11-24 14:00:00',
    planEnd: '2026-11-24 15:00:00',
    force: true,
    forceReason: '必须',
  });
  expect(late.reason).toBe('maintenance.timeConflict');
});

test('a forced leave returns visits to the pool, except those under way', async () => {
  const one = await hired();
  const [visit, going] = [
    await sent(one.id, '2026-11-25 09:00:00', '2026-11-25 10:00:00'),
    await sent(one.id, '2026-11-26 09:00:00', '2026-11-26 10:00:00'),
  ];
  await server.tables("update dispatchlist set task_status = 'traveling' where id = $1", [going.visitId]);
  const { data } = ok(await leave(one.login, one.id, '2026-11-25 08:30:00', '2026-11-26 17:30:00'));
  expect((await judge(leader, data.id, true, { force: true })).reason).toBe('maintenance.visitUnderWay');
  expect(await visitState(visit.visitId)).toBe('pendingAccept');
  await server.tables("update dispatchlist set task_status = 'accepted' where id = $1", [going.visitId]);
  ok(await judge(leader, data.id, true, { force: true }));
  expect([await visitState(visit.visitId), await visitState(going.visitId)]).toEqual(['recalled', 'recalled']);
});

test('a technician is away during leave and back afterwards; an early end returns the rest; before the start it is cancelled', async () => {
  const one = await hired();
  const now = ok(await leave(one.login, one.id, '2026-11-23 09:00:00', '2026-11-23 17:30:00')).data;
  const later = ok(await leave(one.login, one.id, '2026-12-10 08:30:00', '2026-12-10 12:00:00')).data;
  ok(await judge(leader, now.id));
  ok(await judge(leader, later.id));
  expect(await duty(one.id)).toBe('leave');
  const ended = ok(
    await one.login.post(`${at}/asleaveform/submit`, { id: now.id, action: 'cancel', reason: '提前回来' }),
  ).data;
  expect(ended).toMatchObject({ approveStatus: 'approved', endTime: '2026-11-23 10:00:00', leaveHours: '1.000' });
  expect(await duty(one.id)).toBe('on');
  expect(
    ok(await one.login.post(`${at}/asleaveform/submit`, { id: later.id, action: 'cancel' })).data.approveStatus,
  ).toBe('cancelled');
  const day = ok(await leave(one.login, one.id, '2026-12-08 08:30:00', '2026-12-08 17:30:00')).data;
  ok(await judge(leader, day.id));
  for (const [moment, state] of [
    ['2026-12-08T00:29:00Z', 'on'],
    ['2026-12-08T00:30:00Z', 'leave'],
    ['2026-12-08T09:29:00Z', 'leave'],
    ['2026-12-08T09:30:00Z', 'on'],
  ] as const) {
    server.clock.set(Date.parse(moment));
    await server.app.jobs.run('leaveForm.duty');
    expect(await duty(one.id)).toBe(state);
  }
});

const delay = (who: TestCaller, dispId: string, newTime: string, more = {}) =>
  who.post(`${at}/asdelayworkregistration/submit`, {
    dispId,
    delayReason: 'customer',
    reasonDetail: '客户改时间',
    newTime,
    customerAgreed: true,
    ...more,
  });
const judgeDelay = (who: TestCaller, ids: string, pass = true, more = {}) =>
  who.post(`${at}/asdelayworkregistration/approve`, { ids, pass, note: '同意', ...more });

test('a delay moves the visit and the customer’s clocks; long and second ones need the leader', async () => {
  ok(
    await manager.post(`${at}/asslapolicy/submit`, {
      policyName: '完工',
      slaKind: 'finish',
      targetMinutes: 540,
      warnPercent: 80,
      calendarStart: '08:30',
      calendarEnd: '17:30',
      weekendCount: true,
    }),
  );
  const one = await hired();
  const { visitId, dispId, orderId } = await sent(one.id, '2026-11-24 09:00:00', '2026-11-24 10:30:00');
  const first = ok(await delay(one.login, dispId, '2026-11-25 09:00:00')).data;
  expect(first).toMatchObject({ approveStatus: 'pending', pauseSla: true, oldTime: '2026-11-24 09:00:00' });
  expect((await delay(one.login, dispId, '2026-11-26 09:00:00')).reason).toBe('maintenance.delayPending');
  expect((await judgeDelay(one.login, first.id)).status).toBe(403);
  ok(await judgeDelay(dispatcher, first.id));
  const [moved] = await server.tables<{ from: string; to: string }>(
    "select to_char(plan_start at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as from, to_char(plan_end at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as to from dispatchlist where id = $1",
    [visitId],
  );
  expect(moved).toEqual({ from: '11-25 09:00', to: '11-25 10:30' });
  const [clock] = await server.tables<{ paused_minutes: number }>(
    "select paused_minutes from asslaclock where biz_id = $1 and sla_kind = 'finish'",
    [orderId],
  );
  expect(clock.paused_minutes).toBe(540);
  const second = ok(await delay(one.login, dispId, '2026-11-26 09:00:00', { delayReason: 'traffic' })).data;
  expect((await judgeDelay(dispatcher, second.id)).reason).toBe('maintenance.secondDelay');
  ok(await judgeDelay(leader, second.id));
  const long = ok(
    await delay(
      one.login,
      (await sent(one.id, '2026-11-24 11:00:00', '2026-11-24 12:00:00')).dispId,
      '2026-11-28 11:00:00',
    ),
  ).data;
  expect((await judgeDelay(dispatcher, long.id)).reason).toBe('maintenance.delayNeedsLeader');
  expect(ok(await judgeDelay(dispatcher, long.id, false)).data.approveStatus).toBe('rejected');
});

test('a delay into taken time is refused with its conflicts; force with a reason succeeds', async () => {
  const one = await hired();
  const { dispId } = await sent(one.id, '2026-12-02 09:00:00', '2026-12-02 10:00:00');
  await sent(one.id, '2026-12-03 09:00:00', '2026-12-03 10:00:00');
  const { data } = ok(await delay(one.login, dispId, '2026-12-03 09:30:00'));
  const refused = await judgeDelay(dispatcher, data.id);
  expect(refused).toMatchObject({ status: 409, reason: 'maintenance.timeConflict', data: { needForce: true } });
  ok(await judgeDelay(dispatcher, data.id, true, { force: true, forceReason: '两户同楼' }));
});
