import { beforeEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { staffMessage } from '#business/messaging/staff/staff-message.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { slaClock } from './sla-clock.paper.ts';
import { meetClock } from './clocks.server.ts';

const server = await openTestServer(import.meta.url);
const [cs, dispatcher, leader, manager] = [
  await server.as('as_cs'),
  await server.as('as_dispatcher'),
  await server.as('as_leader'),
  await server.as('as_manager'),
];
const at = 'blade-maintenance/webApi';
const MINUTE = 60_000;
let count = 0;

const hours = { calendarStart: '08:30', calendarEnd: '17:30', weekendCount: true, warnPercent: 80 };
for (const [slaKind, targetMinutes] of [
  ['response', 30],
  ['appoint', 120],
  ['arrive', 540],
  ['finish', 1620],
] as const) {
  const made = await manager.post(`${at}/asslapolicy/submit`, {
    policyName: slaKind,
    slaKind,
    targetMinutes,
    ...hours,
  });
  expect(made.body).toMatchObject({ code: 200 });
}

async function form(then?: 'accept'): Promise<{ formId: string; orderId: string }> {
  count += 1;
  const body = {
    customerName: `客户${count}`,
    phone: `1381119${String(2000 + count)}`,
    address: `上海市浦东新区锦绣路${count}弄9号`,
    customerServiceTeam: 'east',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '不热',
    newCustomer: true,
    newFile: true,
    ...(then && { then }),
  };
  const { data } = await cs.post(`${at}/asrepairform/submit`, body);
  return { formId: data.id, orderId: data.registrationFormId };
}

interface Clock {
  slaKind: string;
  slaState: string;
  dueTime: string;
  metTime: string;
  pausedMinutes: number;
  breachMinutes: number;
}
// Read the clocks without a login, which would expire within the days that pass in this test.
const clocks = (bizId: string): Promise<Record<string, Clock>> =>
  server.work('as_dispatcher', async (context) =>
    Object.fromEntries(
      (await context.find(slaClock, { bizId }, { limit: 20 })).map((one) => [one.slaKind, one as Clock]),
    ),
  );
const order = (id: string) => server.work('as_dispatcher', (context) => context.get(registration, id));
const ticked = () => server.app.jobs.run('slaClock.tick');
const messages = (who: typeof cs, messageEvent: string) =>
  server.work('as_dispatcher', (context) =>
    context.find(staffMessage, { messageEvent, receiverId: who.id }, { limit: 100 }),
  );

// Monday 10:00 in Shanghai.
beforeEach(() => server.clock.set(Date.parse('2026-11-23T02:00:00Z')));

test('a form must be accepted within half an hour; acceptance meets its clock and starts three on its order', async () => {
  const { formId } = await form();
  expect((await clocks(formId)).response).toMatchObject({ slaState: 'running', dueTime: '2026-11-23 10:30:00' });
  server.clock.pass(10 * MINUTE);
  const { data } = await cs.post(`${at}/asrepairform/update`, { id: formId, action: 'accept' });
  expect((await clocks(formId)).response).toMatchObject({ slaState: 'met', metTime: '2026-11-23 10:10:00' });
  expect(await clocks(data.registrationFormId)).toMatchObject({
    appoint: { dueTime: '2026-11-23 12:10:00' },
    arrive: { dueTime: '2026-11-24 10:10:00' },
    finish: { dueTime: '2026-11-26 10:10:00' },
  });
  expect(await order(data.registrationFormId)).toMatchObject({ slaState: 'running', slaDue: '2026-11-23 12:10:00' });
});

test('a clock warns the dispatcher, breaches to the leader and escalates at twice the time to the manager, once each', async () => {
  const { orderId } = await form('accept');
  server.clock.pass(96 * MINUTE);
  await Promise.all([ticked(), ticked()]);
  expect((await clocks(orderId)).appoint.slaState).toBe('warning');
  expect((await order(orderId)).slaState).toBe('warning');
  server.clock.pass(25 * MINUTE);
  await Promise.all([ticked(), ticked()]);
  expect(await order(orderId)).toMatchObject({ slaState: 'breached' });
  server.clock.pass(120 * MINUTE);
  await ticked();
  await ticked();
  const about = async (who: typeof cs, event: string) =>
    (await messages(who, event)).filter((one) => one.bizId === orderId && one.title!.startsWith('预约'));
  expect(
    [await about(dispatcher, 'slaWarning'), await about(leader, 'slaBreach'), await about(manager, 'slaBreach')].map(
      (all) => all.length,
    ),
  ).toEqual([1, 1, 1]);
});

test('after a day of downtime all clocks have the right state, without stale warnings', async () => {
  const { orderId } = await form('accept');
  server.clock.set(Date.parse('2026-11-27T02:00:00Z'));
  await ticked();
  const all = await clocks(orderId);
  expect(Object.values(all).map((one) => one.slaState)).toEqual(['breached', 'breached', 'breached']);
  expect((await messages(dispatcher, 'slaWarning')).filter((one) => one.bizId === orderId)).toEqual([]);
});

test('a hold for the customer pauses the clocks, one for parts does not; the due time moves by business minutes', async () => {
  const [one, other] = [await form('accept'), await form('accept')];
  const hold = (id: string, holdReason: string) =>
    dispatcher.post(`${at}/asregistrationform/submit`, { id, action: 'hold', holdReason });
  await hold(one.orderId, 'customer');
  await hold(other.orderId, 'parts');
  expect([(await clocks(one.orderId)).finish.slaState, (await clocks(other.orderId)).finish.slaState]).toEqual([
    'paused',
    'running',
  ]);
  // The next morning: of the pause only the hours between 08:30 and 17:30 count.
  server.clock.set(Date.parse('2026-11-24T02:00:00Z'));
  await ticked();
  expect((await clocks(one.orderId)).appoint.slaState).toBe('paused');
  await server.work('as_dispatcher', (context) => context.act(registration, one.orderId, 'release'));
  expect(await clocks(one.orderId)).toMatchObject({
    appoint: { slaState: 'running', pausedMinutes: 540, dueTime: '2026-11-24 12:00:00' },
    finish: { dueTime: '2026-11-27 10:00:00' },
  });
  expect((await clocks(other.orderId)).appoint.slaState).toBe('breached');
});

test('a promise sets the due arrival; met late stays breached; a cancelled order has no open clocks', async () => {
  const { orderId } = await form('accept');
  await server.work('as_dispatcher', async (context) => {
    await context.change(registration, orderId, {
      promiseFrom: '2026-11-25 09:00:00',
      promiseTo: '2026-11-25 11:00:00',
    });
  });
  expect((await clocks(orderId)).arrive.dueTime).toBe('2026-11-25 11:00:00');
  await server.work('as_dispatcher', (context) => meetClock(context, orderId, 'arrive', '2026-11-25 11:20:00'));
  expect((await clocks(orderId)).arrive).toMatchObject({ slaState: 'breached', breachMinutes: 20 });
  await server.work('as_cs_lead', (context) => context.act(registration, orderId, 'cancel', { cancelReason: 'self' }));
  expect((await clocks(orderId)).finish.slaState).toBe('cancelled');
  expect(await order(orderId)).toMatchObject({ slaDue: null });
});

test('orders are found by their nearest due time and their worst clock', async () => {
  const { records } = (await dispatcher.get(`${at}/asregistrationform/list`, { slaState: 'breached', ascs: 'slaDue' }))
    .data as { records: { slaDue: string }[] };
  expect(records.length).toBeGreaterThan(1);
  const dues = records.map((one) => one.slaDue).filter(Boolean);
  expect(dues).toEqual(dues.toSorted());
});
