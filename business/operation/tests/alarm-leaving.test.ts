import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { Walk } from '#kernel/testing/walk.ts';
import { type AlarmHome, openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { iot, operator, home, alarmOf, detailOf, run, part } = site;
const homes = 'blade-operation/household-manage';
const MINUTE = 60_000;

afterAll(() => site.close());

const done = async (answer: Promise<{ status: number; msg: string }>): Promise<void> => {
  const { status, msg } = await answer;
  expect(status, msg).toBe(200);
  await server.delivered();
  await part.settle();
};

const unbind = ({ deviceId }: AlarmHome) => operator.post(`${homes}/unbindDevice`, { ids: [deviceId], reason: '拆除' });

/** Ways in which a device leaves its home, with the reason that its alarms must show. */
const WAYS: readonly (readonly [name: string, reason: string | null, leave: (of: AlarmHome) => Promise<void>])[] = [
  ['unbound', '拆除', (of) => done(unbind(of))],
  [
    'moved out with its family',
    '卖房',
    ({ householdId }) => done(operator.post(`${homes}/moveOut`, { id: householdId, reason: '卖房' })),
  ],
  [
    'bound elsewhere',
    '装错了家',
    async ({ deviceId }) => {
      const { mac } = await site.deviceRow(deviceId);
      const other = await site.household({ roomAddressId: await site.address() });
      await done(site.bind(other, mac, { reason: '装错了家' }));
    },
  ],
  [
    'retired',
    '报废',
    async (of) => {
      await done(unbind(of));
      await done(iot.post('iot/device-thing-instance/retire', { id: of.deviceId, reason: '报废' }));
    },
  ],
];

const openStates = async (deviceId: string): Promise<number> =>
  (await server.tables('select 1 from iot_alarm_state where device_id = $1', [deviceId])).length;

test.each(WAYS)(
  'the alarm of a device that is %s ends with the reason, and its rule forgets',
  async (_, reason, leave) => {
    const of = await home();
    await of.line.say(server.clock.ms(), { temp: 60 });
    const { id } = await alarmOf(of.deviceId);
    expect(await openStates(of.deviceId)).toBe(1);
    await leave(of);
    const ended = await detailOf(id);
    expect(ended).toMatchObject({ alarmStatus: 'released', releaseType: 'left', householdId: of.householdId });
    expect([reason, '拆除']).toContain(ended.releaseRemark);
    expect(await openStates(of.deviceId)).toBe(0);
    expect((await site.deviceRow(of.deviceId)).alarmLevel ?? '').toBe('');
  },
);

test('the fault of the next family raises an alarm of its own', async () => {
  const of = await home();
  await of.line.say(server.clock.ms(), { temp: 60 });
  const first = await alarmOf(of.deviceId);
  await done(unbind(of));
  server.clock.pass(MINUTE);
  const next = await site.household({ roomAddressId: await site.address() });
  await done(site.bind(next, of.line.of.deviceKey));
  await of.line.say(server.clock.ms(), { temp: 61 });
  const second = await alarmOf(of.deviceId);
  expect(second).toMatchObject({ alarmStatus: 'active', householdId: next });
  expect(second.id).not.toBe(first.id);
  // A late message from the time in the former home raises no alarm.
  await of.line.say(server.clock.ms() - 3 * MINUTE, { temp: 99 });
  const open = await operator.get('iot/alarm-service/alarm/page', { deviceId: of.deviceId, alarmStatus: 'active' });
  expect(open.data.total).toBe(1);
});

/** Ways in which a device leaves and returns before its next message. */
const RETURNS: readonly (readonly [string, (of: AlarmHome) => Promise<void>])[] = [
  [
    'in two calls',
    async (of) => {
      await done(unbind(of));
      await done(site.bind(of.householdId, of.line.of.deviceKey));
    },
  ],
  [
    'before the event of its leaving is delivered',
    async ({ deviceId, householdId }) => {
      await server.work('as_operator', async (context) => {
        await context.change(device, deviceId, { ownedSince: context.now() });
        await context.emit('device.unbound', { id: deviceId, householdId, reason: '拆除' });
        await context.emit('device.bound', { id: deviceId, householdId });
      });
      await server.delivered();
      await part.settle();
    },
  ],
];

test.each(RETURNS)(
  'the fault of a device that is bound to the same home again %s raises a new alarm',
  async (_, goAndReturn) => {
    const of = await home();
    await of.line.say(server.clock.ms(), { temp: 60 });
    const first = await alarmOf(of.deviceId);
    server.clock.pass(MINUTE);
    await goAndReturn(of);
    const ended = await server.tables(
      'select alarm_status as state, release_type as why, release_remark as reason from iot_alarm where id = $1',
      [first.id],
    );
    expect(ended).toEqual([{ state: 'released', why: 'left', reason: '拆除' }]);
    expect(await openStates(of.deviceId)).toBe(0);
    server.clock.pass(MINUTE);
    await of.line.say(server.clock.ms(), { temp: 61 });
    const second = await alarmOf(of.deviceId);
    expect(second).toMatchObject({ alarmStatus: 'active', householdId: of.householdId });
    expect(second.id).not.toBe(first.id);
    // Let the engine forget the device, as after a restart: then it reads the rule states of the present home.
    part.alarms.forget([{ deviceId: of.deviceId } as never]);
    await of.line.say(server.clock.ms() + 1000, { temp: 62 });
    expect((await alarmOf(of.deviceId)).id).toBe(second.id);
  },
);

test('an alarm takes its home from the device’s row, whatever the process has cached', async () => {
  const of = await home();
  const next = await site.household({ roomAddressId: await site.address() });
  // Change the row without an event, so that the process still has the former home in memory.
  await server.tables('update iot_device set household_id = $2 where id = $1', [of.deviceId, next]);
  await of.line.say(server.clock.ms(), { temp: 60 });
  expect(await alarmOf(of.deviceId)).toMatchObject({ householdId: next });
});

test('no request is made for a device that no longer is in the home of its alarm', async () => {
  const of = await home({ autoRepair: 'auto' });
  await of.line.say(server.clock.ms(), { temp: 60 });
  const { id } = await alarmOf(of.deviceId);
  await server.tables('update iot_device set household_id = null where id = $1', [of.deviceId]);
  server.clock.pass(10 * MINUTE);
  await run('alarmRepairs');
  const after = await detailOf(id);
  expect([after.repairFormId ?? '', after.repairDue ?? '']).toEqual(['', '']);
  const forms = await server.tables('select 1 from asrepairform where customer_id = $1', [of.customerId]);
  expect(forms).toHaveLength(0);
});

const broken = async (code: string): Promise<string[]> => {
  const { sql } = server.app.invariants.find((one) => one.code === code)!;
  const rows = await server.tables<{ id: string }>(
    `select b.id::text as id from (${sql}) b where $1::text is not null and $2::timestamptz is not null`,
    ['000000', new Date(server.clock.ms()).toISOString()],
  );
  return rows.map(({ id }) => id);
};

test('the invariants hold afterwards, and an open alarm of a device that left violates one', async () => {
  // Correct the rows that earlier tests changed directly in the tables.
  await server.tables("update iot_alarm set alarm_status = 'closed' where id = any($1::bigint[])", [
    await broken('AL1'),
  ]);
  await new Walk(server).holds();
  const of = await home();
  await of.line.say(server.clock.ms(), { temp: 60 });
  const { id } = await alarmOf(of.deviceId);
  expect(await broken('AL1')).toEqual([]);
  await server.tables("update iot_device set owned_since = owned_since + interval '1 hour' where id = $1", [
    of.deviceId,
  ]);
  expect(await broken('AL1')).toEqual([id]);
  await server.tables(
    "update iot_device set household_id = null, owned_since = owned_since - interval '1 hour' where id = $1",
    [of.deviceId],
  );
  expect(await broken('AL1')).toEqual([id]);
});
