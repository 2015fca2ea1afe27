import { type PartsReady, partsReady } from '../candidates/parts-ready.server.ts';
import { expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { photoBy } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
// One account takes calls and confirms completions, because a lead of customer service also has the rights of customer
// service.
const cs = await server.as('as_cs,as_cs_lead', { who: 'lead' });
const dispatcher = await server.as('as_dispatcher');
const leader = await server.as('as_leader');
const man = await server.as('as_technician', { who: 'jiang' });
const other = await server.as('as_technician', { who: 'ma' });
const admin = await server.as('administrator');
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
let count = 0;

const good = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};

/** Create a technician with an account, and a van full of pumps. */
async function hire(caller: TestCaller, name: string, more: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  return good(
    await admin.post(`${at}/astechnician/submit`, {
      userId: caller.id,
      realName: name,
      phone: `1380000${String(1000 + count)}`,
      deptId: dept,
      customerServiceTeam: 'east',
      technicianLevel: 't3',
      employType: 'own',
      hireDate: '2024-01-02',
      workDays: '1,2,3,4,5,6,7',
      workStart: '08:30',
      workEnd: '17:30',
      dailyCapacityMinutes: 480,
      homeLocation: '121.50,31.20',
      pieceRatio: '1',
      ...more,
    }),
  ).data.id;
}

const jiang = await hire(man, '蒋志强');
const ma = await hire(other, '马文斌');

/** Create an accepted repair, whose registration waits for dispatch. */
async function order(): Promise<{ orderId: string; formId: string }> {
  count += 1;
  const address = `上海市浦东新区花木路${count}弄${count}号`;
  const customer = good(
    await cs.post(`${at}/ascustomer/submit`, {
      customerName: `客户${count}`,
      phone: `1391234${String(2000 + count)}`,
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  ).data;
  const file = good(await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = good(
    await cs.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  ).data;
  const form = good(
    await cs.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '次卧地面凉',
      then: 'accept',
    }),
  ).data;
  return { orderId: form.registrationFormId, formId: form.id };
}

const stateOf = async (orderId: string, formId: string): Promise<string[]> => [
  (await admin.get(`${at}/asregistrationform/detail/${orderId}`)).data.registerStatus,
  (await admin.get(`${at}/asrepairform/detail/${formId}`)).data.repairStatus,
];

const window = (hour: number): { planStart: string; planEnd: string } => ({
  planStart: `2026-11-23 ${String(hour).padStart(2, '0')}:00:00`,
  planEnd: `2026-11-23 ${String(hour + 1).padStart(2, '0')}:00:00`,
});

async function dispatched(
  orderId: string,
  hour: number,
  technicianId = jiang,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return dispatcher.post(`${at}/asdispatchform/save`, {
    header: { registrationFormId: orderId, ...window(hour) },
    technicianId,
    dispatch: true,
    ...more,
  });
}

test('an order passes all states: dispatched, accepted, appointed, on the way, at work, finished, confirmed', async () => {
  const { orderId, formId } = await order();
  expect(await stateOf(orderId, formId)).toEqual(['registered', 'accepted']);
  const disp = good(await dispatched(orderId, 14)).data;
  const visit = (await man.get(`${D}/onlyList`)).data.records[0];
  expect(visit).toMatchObject({ taskStatus: 'pendingAccept', dispId: disp.id, isCurrent: true, visitSeq: 1 });
  expect(await stateOf(orderId, formId)).toEqual(['dispatched', 'dispatched']);

  good(await man.post(`${D}/accept`, { id: visit.id }));
  good(await man.post(`${D}/appoint`, { id: visit.id, from: '2026-11-23 14:00:00', to: '2026-11-23 16:00:00' }));
  expect((await admin.get(`${at}/asregistrationform/detail/${orderId}`)).data).toMatchObject({
    promiseFrom: '2026-11-23 14:00:00',
    promiseTo: '2026-11-23 16:00:00',
  });
  good(await man.post(`${D}/depart`, { id: visit.id }));
  expect(await stateOf(orderId, formId)).toEqual(['inService', 'inService']);
  server.clock.pass(10 * 60_000);
  good(await man.post(`${D}/arrive`, { id: visit.id, location: '121.5201,31.2101' }));
  server.clock.pass(15 * 60_000);
  const now = (await man.get(`${D}/detail`, { id: visit.id })).data;
  expect(now).toMatchObject({ taskStatus: 'working', travelMinutes: 10 });

  const done = await man.post(`${at}/ascompletionregistration/batchSave`, {
    draft: false,
    header: {
      dispatchListId: visit.id,
      startTime: now.arriveTime,
      endTime: now.arriveTime,
      visitResult: 'done',
      faultCategory: 'noHeat',
      faultCause: 'wear',
      serviceMeasure: 'adjust',
      maintenanceContent: '清洗过滤器，排气，压力 1.5 bar',
      laborFee: '0',
      mileageKm: '3',
      signRefused: '客户外出，电话确认',
      refusedProof: await photoBy(man),
    },
    equipment: [{ equipmentName: '混水中心', qty: '1' }],
    supplies: [],
    annexes: [],
    collects: [],
  });
  good(done);
  expect(done.data).toMatchObject({ completeStatus: 'submitted', receivableAmount: '0.00', crewNames: '蒋志强' });
  expect(await stateOf(orderId, formId)).toEqual(['finished', 'finished']);
  expect((await admin.get(`${D}/detail`, { id: visit.id })).data).toMatchObject({
    taskStatus: 'finished',
    visitResult: 'done',
    isCurrent: true,
    workMinutes: 15,
  });

  expect(
    (await cs.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.data.id, result: 'pass' })).reason,
  ).toBe('maintenance.leaderFirst');
  good(await leader.post(`${D}/confirm`, { ids: visit.id }));
  good(await cs.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.data.id, result: 'pass' }));
  expect(await stateOf(orderId, formId)).toEqual(['confirmed', 'finished']);
  expect((await admin.get(`${at}/asdispatchform/detail`, { id: disp.id })).data).toMatchObject({
    dispatchStatus: 'confirmed',
  });
});

test('an order of a dispatcher is created and dispatched in one call, or not at all', async () => {
  const { orderId } = await order();
  const { registerMainId, customerId } = (await admin.get(`${at}/asregistrationform/detail/${orderId}`)).data;
  const header = {
    registerMainId,
    customerId,
    source: 'phone',
    receiptsType: 'maintain',
    repairType: 'floorHeat',
    content: '采暖季前检',
    stdMinutes: '60',
  };
  const add = (dispatch: Record<string, unknown>): Promise<Answer> =>
    dispatcher.post(`${at}/asregistrationform/addRegistrationForm`, { header, dispatch });
  const before = (await admin.get(`${at}/asregistrationform/list`)).data.total;
  expect((await add({ technicianId: jiang })).reason).toBe('maintenance.dispatchIncomplete');
  // A visit longer than the maximum is refused, as such work is several visits.
  expect(
    await add({
      technicianId: jiang,
      planStart: '2026-11-24 14:00:00',
      planEnd: '2026-12-01 14:00:01',
      force: true,
      forceReason: '工期长',
    }),
  ).toMatchObject({ status: 400, reason: 'maintenance.windowTooLong', msg: '一次上门最长安排 7 天' });
  expect(
    await dispatcher.get(`${at}/asdispatchform/verdict`, {
      registrationFormId: orderId,
      technicianId: jiang,
      from: '2026-11-24 14:00:00',
      to: '2026-12-01 14:30:00',
    }),
  ).toMatchObject({ status: 400, reason: 'maintenance.windowTooLong' });
  expect((await admin.get(`${at}/asregistrationform/list`)).data.total).toBe(before);
  const made = good(
    await add({
      technicianId: jiang,
      planStart: '2026-11-24 14:00:00',
      planEnd: '2026-11-24 15:00:00',
      force: true,
      forceReason: '客户只有下午在家',
    }),
  ).data;
  expect(made).toMatchObject({ registerStatus: 'dispatched', content: '采暖季前检' });
  expect((await dispatcher.get(`${D}/detail`, { id: made.visitId })).data).toMatchObject({
    technicianId: jiang,
    taskStatus: 'pendingAccept',
    planStart: '2026-11-24 14:00:00',
  });
});

test('a refused visit returns to the pool; the next one retains the history', async () => {
  const { orderId, formId } = await order();
  const disp = good(await dispatched(orderId, 9, jiang, { force: true, forceReason: '补录' })).data;
  const [first] = (await man.get(`${D}/onlyList`, { taskStatus: 'pendingAccept' })).data.records;
  good(await man.post(`${D}/refuse`, { id: first.id, refuseReason: 'full', reason: '今天排满了' }));
  expect(await stateOf(orderId, formId)).toEqual(['registered', 'accepted']);
  good(
    await dispatcher.post(`${D}/submit`, {
      dispId: disp.id,
      technicianId: ma,
      ...window(9),
      force: true,
      forceReason: '补录',
    }),
  );
  expect(await stateOf(orderId, formId)).toEqual(['dispatched', 'dispatched']);
  const records = (await dispatcher.get(`${at}/asdispatchform/dispatchRecordList`, { dispId: disp.id })).data;
  expect(records.map((one: { taskStatus: string }) => one.taskStatus)).toEqual(['pendingAccept', 'refused']);
  // A stored count that is wrong is corrected when the visits are counted again.
  await server.tables('update asdispatchform set transfer_count = 5 where id = $1', [disp.id]);
  // A second visit cannot be added while one is open; that would be a transfer.
  expect((await dispatcher.post(`${D}/submit`, { dispId: disp.id, technicianId: jiang, ...window(11) })).reason).toBe(
    'maintenance.visitOpen',
  );
  good(
    await dispatcher.post(`${at}/asdispatchform/updateUser`, {
      dispId: disp.id,
      technicianId: jiang,
      ...window(11),
      reason: '客户要求换人',
    }),
  );
  expect((await admin.get(`${at}/asdispatchform/detail`, { id: disp.id })).data).toMatchObject({
    dispatchStatus: 'dispatched',
    transferCount: 1,
  });
  const crew = (await admin.get(`${at}/asdispatchformdetails/list`, { dispId: disp.id, isCurrent: 'true' })).data
    .records;
  expect(crew).toHaveLength(1);
  expect(crew[0]).toMatchObject({ crewRole: 'lead', shareRatio: '1.0000', technicianId: jiang });
});

/** Return a waiting order as the board shows it. */
const waiting = async (id: string): Promise<Record<string, unknown>> =>
  (await dispatcher.get(`${at}/asdispatchform/waitingOrders`)).data.orders.find((one: { id: string }) => one.id === id);

test('the pool shows how an order came back: recalled or refused', async () => {
  const [taken, refused] = [await order(), await order()];
  const sentVisit = async (orderId: string, hour: number): Promise<string> =>
    good(await dispatched(orderId, hour, ma, { force: true, forceReason: '顺路' })).data.visitId;
  good(
    await dispatcher.post(`${D}/submit`, {
      id: await sentVisit(taken.orderId, 14),
      action: 'backToPool',
      reason: '客户改约',
    }),
  );
  good(
    await other.post(`${D}/refuse`, {
      id: await sentVisit(refused.orderId, 16),
      refuseReason: 'full',
      reason: '今天排满了',
    }),
  );
  expect(await waiting(taken.orderId)).toMatchObject({
    lastState: 'recalled',
    lastWhy: 'backToPool',
    partsMissing: null,
  });
  expect(await waiting(refused.orderId)).toMatchObject({ lastState: 'refused', lastWhy: null });
});

test('a room answers how many suggested parts an order still lacks; the first answer in order of sort counts', async () => {
  const [first, second] = [await order(), await order()];
  for (const [at, { orderId }] of [first, second].entries()) {
    const sent = good(await dispatched(orderId, 19 + at, ma, { force: true, forceReason: '顺路' })).data;
    good(await dispatcher.post(`${D}/submit`, { id: sent.visitId, action: 'backToPool', reason: '等配件' }));
  }
  await server.tables(
    `update asdispatchform set material_hint = '[{"materialId": "1", "qty": 1}, {"materialId": "2", "qty": 1}]' where registration_form_id = any($1)`,
    [[first.orderId, second.orderId]],
  );
  const states = (name: string, sort: number, missing: Readonly<Record<string, number>>): PartsReady => ({
    name,
    sort,
    read: async (_reading, orders) =>
      new Map(orders.flatMap(({ id }) => (id in missing ? [[id, { missing: missing[id] }] as const] : []))),
  });
  const missing = async (): Promise<unknown[]> =>
    Promise.all([first, second].map(async ({ orderId }) => (await waiting(orderId)).partsMissing));
  const rooms = [states('b', 2, { [first.orderId]: 7, [second.orderId]: 2 }), states('a', 1, { [first.orderId]: 0 })];
  expect(await server.contributing(partsReady, rooms, missing)).toEqual([0, 2]);
  expect(await missing()).not.toEqual([0, 2]);
});

test("two dispatchers send the same order: one wins, the other reads the winner's name", async () => {
  const { orderId } = await order();
  const second = await server.as('as_dispatcher', { who: 'second' });
  const answers = await Promise.all([
    dispatched(orderId, 15, ma),
    second.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: orderId, ...window(16) },
      technicianId: jiang,
      dispatch: true,
    }),
  ]);
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
});

test('the same hour twice needs a reason; PostgreSQL refuses an overlap that is not forced', async () => {
  const one = await order();
  const two = await order();
  good(await dispatched(one.orderId, 9, ma, { force: true, forceReason: '顺路' }));
  const clash = await dispatched(two.orderId, 9, ma);
  expect(clash).toMatchObject({ status: 409, reason: 'maintenance.timeConflict' });
  expect(clash.data.needForce).toBe(true);
  good(await dispatched(two.orderId, 9, ma, { force: true, forceReason: '同一小区，客户同意稍后' }));
});

test('holding an order recalls its visit; releasing returns it to the pool', async () => {
  const { orderId, formId } = await order();
  good(await dispatched(orderId, 13, ma));
  good(
    await dispatcher.post(`${at}/asregistrationform/submit`, { id: orderId, action: 'hold', holdReason: 'customer' }),
  );
  expect(await stateOf(orderId, formId)).toEqual(['waiting', 'accepted']);
  good(await dispatcher.post(`${at}/asregistrationform/submit`, { id: orderId, action: 'release' }));
  expect(await stateOf(orderId, formId)).toEqual(['registered', 'accepted']);
});

test('a technician sees and moves only own visits', async () => {
  const { orderId } = await order();
  good(await dispatched(orderId, 8, jiang, { force: true, forceReason: '客户只有早上在家' }));
  const [visit] = (await man.get(`${D}/onlyList`, { taskStatus: 'pendingAccept' })).data.records;
  expect((await other.get(`${D}/detail`, { id: visit.id })).status).toBe(404);
  expect((await other.post(`${D}/accept`, { id: visit.id })).status).toBe(404);
  expect((await leader.post(`${D}/accept`, { id: visit.id })).reason).toBe('maintenance.reasonOnBehalf');
  good(await leader.post(`${D}/accept`, { id: visit.id, reason: '技师手机没电' }));
});

test('a technician sees only the own row of the board, and no plans of others', async () => {
  const { orderId } = await order();
  const rows = async (caller: TestCaller): Promise<string[]> =>
    (await caller.get(`${at}/asdispatchform/technicianList`, { from: '2026-11-25', days: 1 })).data.technicians
      .map((one: { name: string }) => one.name)
      .toSorted();
  expect(await rows(dispatcher)).toEqual(['蒋志强', '马文斌'].toSorted());
  expect(await rows(man)).toEqual(['蒋志强']);
  good(
    await dispatched(orderId, 9, jiang, {
      header: { registrationFormId: orderId, planStart: '2026-11-26 09:00:00', planEnd: '2026-11-26 10:00:00' },
    }),
  );
  const names = async (caller: TestCaller): Promise<string[]> =>
    good(
      await caller.get(`${at}/asdispatchform/getUsers`, { registrationFormId: orderId, date: '2026-11-25' }),
    ).data.map((one: { name: string }) => one.name);
  expect(await names(man)).toEqual(['蒋志强']);
  expect((await names(dispatcher)).length).toBe(2);
  const verdict = (technicianId: string): Promise<Answer> =>
    man.get(`${at}/asdispatchform/verdict`, {
      registrationFormId: orderId,
      technicianId,
      from: '2026-11-25 09:00:00',
      to: '2026-11-25 10:00:00',
    });
  expect([(await verdict(jiang)).status, (await verdict(ma)).status]).toEqual([200, 404]);
});

test('technicians off duty are below those at work on that day', async () => {
  good(await admin.post(`${at}/astechnician/submit`, { id: jiang, workDays: '1,2,3,4,5' }));
  const names = async (from: string, days: number): Promise<string[]> =>
    good(await dispatcher.get(`${at}/asdispatchform/technicianList`, { from, days })).data.technicians.map(
      (one: { name: string }) => one.name,
    );
  expect([await names('2026-12-11', 1), await names('2026-12-12', 1), await names('2026-12-07', 7)]).toEqual([
    ['蒋志强', '马文斌'],
    ['马文斌', '蒋志强'],
    ['蒋志强', '马文斌'],
  ]);
  good(await admin.post(`${at}/astechnician/submit`, { id: jiang, workDays: '1,2,3,4,5,6,7' }));
});

test('candidates have plain reasons, the best ones first', async () => {
  const { orderId } = await order();
  const found = (
    await dispatcher.get(`${at}/asdispatchform/getUsers`, { registrationFormId: orderId, date: '2026-11-25' })
  ).data;
  expect(found.map((one: { name: string }) => one.name).toSorted()).toEqual(['蒋志强', '马文斌'].toSorted());
  expect(found[0].score).toBeGreaterThanOrEqual(found[1].score);
  expect(found[0].reason[0]).toContain('技能符合');
});
