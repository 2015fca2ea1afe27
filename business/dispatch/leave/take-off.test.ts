import { beforeEach, expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { BoardSite, DAY, type WaitingOrder } from '../testing/board-site.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const [cs, dispatcher, leader, admin] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_leader'),
  await server.as('administrator'),
];
const site = new BoardSite(server, null as never, { cs, dispatcher, admin });

// Monday 09:10 in Shanghai.
beforeEach(() => server.clock.set(Date.parse('2026-11-23T01:10:00Z')));

const ok = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};
const off = (who: TestCaller, technicianId: string, more = {}): Promise<Answer> =>
  who.post(`${at}/asleaveform/takeOff`, { technicianId, reason: '发烧', ...more });
const sentTomorrow = async (of: WaitingOrder, technicianId: string): Promise<{ visitId: string }> =>
  ok(
    await dispatcher.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: of.id, planStart: '2026-11-24 09:00:00', planEnd: '2026-11-24 10:00:00' },
      technicianId,
      dispatch: true,
    }),
  ).data as never;
const stateOf = async (id: string): Promise<string> =>
  (await server.tables<{ state: string }>('select task_status as state from dispatchlist where id = $1', [id]))[0]
    .state;
const leavesOf = (id: string) =>
  server.tables<{ state: string; blocks: boolean }>(
    'select approve_status as state, blocks_now as blocks from asleaveform where technician_id = $1 and is_deleted = 0',
    [id],
  );
const candidates = async (orderId: string, date = DAY): Promise<Record<string, unknown>[]> =>
  (await dispatcher.get(`${at}/asdispatchform/getUsers`, { registrationFormId: orderId, date, free: true }))
    .data as never;

test('a technician who does not come is blocked at once, and what was planned waits with its length, crew and reason', async () => {
  const [zhou, qian, helper] = [
    await site.hire('zhou', '周海涛'),
    await site.hire('qian', '钱立军'),
    await site.hire('he', '何建平'),
  ];
  const [first, going, helping, tomorrow] = [
    await site.order(),
    await site.order(),
    await site.order(),
    await site.order(),
  ];
  const long = await site.sent(first, zhou, 13, 105);
  const under = await site.sent(going, zhou, 9, 60);
  const helped = await site.sent(helping, qian, 15, 60);
  const later = await sentTomorrow(tomorrow, zhou);
  const [form, other] = await server.tables<{ id: string }>(
    'select id::text as id from asdispatchform where registration_form_id = any($1::bigint[]) order by id',
    [[first.id, helping.id]],
  );
  ok(
    await dispatcher.post(`${at}/asdispatchformdetails/submit`, {
      dispId: form.id,
      technicianId: helper,
      crewRole: 'assist',
    }),
  );
  ok(
    await dispatcher.post(`${at}/asdispatchformdetails/submit`, {
      dispId: other.id,
      technicianId: zhou,
      crewRole: 'assist',
    }),
  );
  await server.tables("update dispatchlist set task_status = 'traveling' where id = $1", [under.visitId]);

  const { data } = ok(await off(dispatcher, zhou));
  expect(data).toMatchObject({
    from: `${DAY} 09:10:00`,
    to: `${DAY} 23:59:00`,
    back: [{ orderId: first.id, visitId: long.visitId }],
    stay: [{ visitId: under.visitId }],
    helped: [{ visitId: helped.visitId }],
  });
  expect([await stateOf(long.visitId), await stateOf(under.visitId), await stateOf(helped.visitId)]).toEqual([
    'recalled',
    'traveling',
    'pendingAccept',
  ]);
  expect(await stateOf(later.visitId)).toBe('pendingAccept');
  expect(await leavesOf(zhou)).toEqual([{ state: 'pending', blocks: true }]);
  // The order waits with the minutes that were planned, and its helper is still in the crew.
  const waiting = (await dispatcher.get(`${at}/asdispatchform/waitingOrders`)).data.orders as Record<string, unknown>[];
  expect(waiting.find((one) => one.id === first.id)).toMatchObject({ minutes: 105 });
  const crew = await server.tables<{ id: string }>(
    "select technician_id::text as id from asdispatchformdetails where disp_id = $1 and is_current and crew_role = 'assist'",
    [form.id],
  );
  expect(crew.map((one) => one.id)).toEqual([helper]);
  const facts = (await dispatcher.get(`${at}/asdispatchform/orderFacts`, { registrationFormId: first.id })).data;
  expect(JSON.stringify(facts.notes)).toContain('周海涛不来：发烧');
  // The technician is not suggested for that day, and cannot be forced.
  const found = (await candidates(first.id)).find((one) => one.technicianId === zhou);
  expect(found).toMatchObject({ score: 0, leave: true });
  const forced = await dispatcher.post('blade-maintain/dispatchList/submit', {
    dispId: form.id,
    technicianId: zhou,
    planStart: `${DAY} 16:00:00`,
    planEnd: `${DAY} 17:00:00`,
    force: true,
    forceReason: '必须',
  });
  expect(forced.reason).toBe('maintenance.timeConflict');
  // A plan of exactly this order sends somebody else.
  const plan = ok(
    await dispatcher.post(`${at}/asdispatchform/planDay`, { date: DAY, orderIds: [first.id], exact: true }),
  ).data;
  expect(plan.lines).toHaveLength(1);
  expect(plan.lines[0].technicianId).not.toBe(zhou);
  expect((await off(dispatcher, zhou)).reason).toBe('maintenance.takenOffAlready');
});

test('a leave that is rejected frees the hours and moves no visit back; several days are possible', async () => {
  const wu = await site.hire('wu', '吴刚');
  const [order, next] = [await site.order(), await site.order({ expectDate: '2026-11-24' })];
  const [today, tomorrow] = [await site.sent(order, wu, 14), await sentTomorrow(next, wu)];
  const { data } = ok(await off(dispatcher, wu, { until: '2026-11-24', leaveType: 'personal' }));
  expect(data.back).toHaveLength(2);
  expect([await stateOf(today.visitId), await stateOf(tomorrow.visitId)]).toEqual(['recalled', 'recalled']);
  expect((await candidates(order.id)).find((one) => one.technicianId === wu)).toMatchObject({ leave: true });
  ok(await leader.post(`${at}/asleaveform/approve`, { ids: data.id, pass: false, note: '下午能来' }));
  expect((await candidates(order.id)).find((one) => one.technicianId === wu)).toMatchObject({ leave: false });
  expect(await stateOf(today.visitId)).toBe('recalled');
});

test('two dispatchers at once make one leave; another team’s leader, and a technician, are refused', async () => {
  const zheng = await site.hire('zheng', '郑凯');
  const order = await site.order();
  const { visitId } = await site.sent(order, zheng, 14);
  const second = await server.as('as_dispatcher', { who: 'second' });
  const answers = await Promise.all([off(dispatcher, zheng), off(second, zheng)]);
  expect(answers.map((one) => one.reason ?? 'done').toSorted()).toEqual(['done', 'maintenance.takenOffAlready']);
  expect(await leavesOf(zheng)).toHaveLength(1);
  expect(await stateOf(visitId)).toBe('recalled');
  const west = await site.hire('west', '卫西', { customerServiceTeam: 'west' });
  const stranger = await server.as('as_leader', { who: 'strange', teams: ['north'] });
  expect((await off(stranger, west)).status).toBe(404);
  expect((await off(await server.as('as_technician', { who: 'zheng' }), zheng)).status).toBe(403);
  expect(await leavesOf(west)).toEqual([]);
});
