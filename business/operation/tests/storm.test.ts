import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { drained } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Walk } from '#kernel/testing/walk.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { iot, operator, run } = site;
const HOMES = 50;
const DEVICES = 500;
/** Devices in one home; all of them report through the gateway of the home. */
const PER_HOME = DEVICES / HOMES;
const lines: MqttDevice[] = [];
const keys: string[][] = [];

beforeAll(async () => {
  const gateways = await site.model('gw_storm');
  for (let at = 0; at < HOMES; at += 1) {
    const buyer = await saved(server, customer, { customerServiceTeam: 'east' });
    const householdId = await site.household({ roomAddressId: await site.address(), customerId: buyer.id });
    const mac = site.macOf(20_000 + at);
    const made = await iot.post('iot/device-thing-instance/add', { mac, deviceName: `网关${at}`, modelId: gateways });
    const own: string[] = [];
    for (let no = 0; no < PER_HOME; no += 1) {
      const deviceKey = `storm-${at}-${no}`;
      own.push(deviceKey);
      const answer = await iot.post('iot/device-thing-instance/add', {
        deviceKey,
        deviceName: deviceKey,
        modelId: site.modelId,
        parentId: made.data.id,
      });
      expect(answer.status, answer.msg).toBe(200);
    }
    keys.push(own);
    await server.work('as_admin', async (context) => {
      const rows = await context.find(device, { deviceKey: [...own, mac] }, { limit: PER_HOME + 1 });
      await context.changeAll(device, new Map(rows.map((row) => [row.id, { householdId }])));
    });
    lines.push(
      await MqttDevice.open(server, {
        id: made.data.id,
        deviceKey: mac,
        modelCode: 'gw_storm',
        secret: made.data.deviceSecret,
      }),
    );
  }
  await server.tables('update op_room_address set premises_id = (select id from asbasepremises limit 1)');
  await site.part.settle();
}, 120_000);
afterAll(() => Promise.all([site.close(), ...lines.map((one) => one.close())]));

const send = (home: number, flow: number, some = PER_HOME) =>
  Promise.all(keys[home].slice(0, some).map((key) => lines[home].sayFor(key, server.clock.ms(), { flow })));
const say = async (home: number, flow: number, some = PER_HOME): Promise<void> => {
  await send(home, flow, some);
  await drained(site.part);
};
const everybody = async (from: number, flow: number): Promise<void> => {
  await Promise.all(lines.slice(from).map((_, at) => send(from + at, flow)));
  await drained(site.part);
};
const count = async (sql: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${sql}`))[0].n;

test('五百台设备同时断电是一条风暴，最多三张报修 five hundred devices that lose power at once are one storm and three requests at most', async () => {
  await site.ruled(() =>
    iot.post(`iot/alarm/v1/models/${site.modelId}/configuration`, {
      ruleName: '断电',
      ruleCode: 'power',
      alarmType: 'threshold',
      autoRepair: 'auto',
      createRules: [{ level: 'critical', condition: { all: [{ prop: 'flow', op: 'lt', value: 1 }] } }],
    }),
  );
  await everybody(0, 0);
  expect(await count("iot_alarm where alarm_type = 'storm'")).toBe(1);
  expect(await count("iot_alarm where storm_id is not null and alarm_status = 'suppressed'")).toBe(DEVICES);
  expect(await count("iot_alarm where alarm_type <> 'storm' and storm_id is null")).toBe(0);
  server.clock.pass(61_000);
  for (let round = 0; round < 6; round += 1) await run('alarmRepairs');
  expect(await count("asrepairform where source = 'iot'")).toBeLessThanOrEqual(3);
  const storm = (await operator.get('iot/alarm-service/alarm/page', { alarmType: 'storm' })).data.records[0];
  expect((await site.detailOf(storm.id)).memberCount).toBe(DEVICES);
  await everybody(0, 5);
  await run('alarmClock');
  expect(await count("iot_alarm where alarm_status in ('active', 'confirmed', 'suppressed')")).toBe(0);
}, 60_000);

test('风暴在头六十条之后才看出来也一样 a storm recognised after the first sixty alarms is handled the same', async () => {
  const before = await count("asrepairform where source = 'iot'");
  server.clock.pass(400_000);
  // Sixty alarms within half a minute are not a storm yet.
  for (let home = 0; home < 6; home += 1) await say(home, 0);
  expect(await count("iot_alarm where alarm_status = 'active' and alarm_type <> 'storm'")).toBe(60);
  server.clock.pass(20_000);
  await everybody(6, 0);
  expect(await count("iot_alarm where alarm_type = 'storm' and alarm_status = 'active'")).toBe(1);
  expect(await count("iot_alarm where storm_id is not null and alarm_status = 'suppressed'")).toBe(DEVICES);
  expect(await count("iot_alarm where alarm_status = 'active' and alarm_type <> 'storm'")).toBe(0);
  server.clock.pass(61_000);
  for (let round = 0; round < 6; round += 1) await run('alarmRepairs');
  expect((await count("asrepairform where source = 'iot'")) - before).toBeLessThanOrEqual(3);
  await everybody(0, 5);
  await run('alarmClock');
}, 60_000);

test('一台设备独自断电，同一规则照样报修 one device alone makes a request by the same rule', async () => {
  const before = await count("asrepairform where source = 'iot'");
  server.clock.pass(400_000);
  await say(0, 0, 1);
  server.clock.pass(61_000);
  await run('alarmRepairs');
  expect((await count("asrepairform where source = 'iot'")) - before).toBe(1);
}, 60_000);

test('风暴之后每条不变式仍成立 every invariant holds after a storm', async () => {
  await new Walk(server).holds();
});
