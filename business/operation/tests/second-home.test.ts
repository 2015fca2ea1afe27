import { afterAll, expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { operator, iot } = site;
const at = 'blade-maintenance/webApi';
const cs = await server.as('administrator');

afterAll(() => site.close());

const good = <T extends { status: number; msg: string }>(answer: T): T => {
  expect(answer.status, answer.msg).toBe(200);
  return answer;
};

/** Return the place of an order or repair request, from its row. */
const placeOf = async (table: string, id: string): Promise<object> => {
  const [row] = await server.tables(
    `select address, premises_id::text as premises, customer_service_team as team, location::text as location, register_main_id::text as file from ${table} where id = $1`,
    [id],
  );
  return row;
};

/** A customer with two homes on different premises, each with a service file. The device is in the second home. */
const estates = await Promise.all(
  (
    [
      ['近处花园', 'east', '121.50,31.20'],
      ['远处花园', 'west', '121.70,31.10'],
    ] as const
  ).map(([premisesName, customerServiceTeam, location]) =>
    saved(server, premises, { premisesName, customerServiceTeam, location, districtCode: '310115' }),
  ),
);
const owner = await saved(server, customer, {
  premisesId: estates[0].id,
  addressDetail: '近处花园1栋101室',
  location: '121.5001,31.2001',
  customerServiceTeam: 'east',
});
const NUMBERS = ['1栋101', '8栋801'];
const files: string[] = [];
const households: string[] = [];
for (const [no, estate] of estates.entries()) {
  const address = `${String(estate.premisesName)}${NUMBERS[no]}室`;
  const made = await cs.post(`${at}/registerMain/submit`, { customerId: owner.id, address, premisesId: estate.id });
  files.push(good(made).data.id);
  const [building, roomNo] = NUMBERS[no].split('栋');
  const roomAddressId = await site.address({ premisesId: estate.id, projectName: undefined, building, roomNo });
  households.push(await site.household({ roomAddressId, customerId: owner.id }));
}
const second = { premises: estates[1].id, team: 'west', location: '(121.7,31.1)', file: files[1] };
const made = await iot.post('iot/device-thing-instance/add', {
  mac: site.macOf(7001),
  deviceName: '热泵',
  modelId: site.modelId,
});
good(await site.bind(households[1], site.macOf(7001)));

const ruleOf = async (): Promise<void> => {
  await site.ruled(() =>
    iot.post('iot/alarm-service/thing-configuration/add', {
      ruleName: '高温',
      ruleCode: 'hot',
      deviceId: made.data.id,
      alarmType: 'threshold',
      createRules: [{ level: 'critical', condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } }],
    }),
  );
};

const raised = async (): Promise<string> => {
  const line = await MqttDevice.open(server, {
    id: made.data.id,
    deviceKey: site.macOf(7001),
    modelCode: 'hp_home',
    secret: made.data.deviceSecret,
  });
  await line.say(server.clock.ms(), { temp: 60 });
  await line.close();
  return (await site.alarmOf(made.data.id)).id;
};

/** Return the homes whose alarms are suppressed during a visit of an order. */
const silenced = async (registrationId: string): Promise<string[]> => {
  const [visit] = await server.tables<{ id: string }>(
    `insert into dispatchlist (id, tenant_id, create_time, update_time, task_no, task_status, registration_form_id)
     values (next_id($1), '000000', now(), now(), 'V' || $2, 'working', $2::bigint) returning id::text as id`,
    [server.clock.ms(), registrationId],
  );
  await server.work('as_admin', (context) => context.emit('visit.arrive', { id: visit.id }));
  await server.delivered();
  const rows = await server.tables<{ home: string }>(
    'select household_id::text as home from iot_alarm_suppression where source_id = $1 and enabled',
    [visit.id],
  );
  return rows.map(({ home }) => home).toSorted();
};

const acceptOf = async (id: string): Promise<string> => {
  good(await cs.post(`${at}/asrepairform/submit`, { id, then: 'accept', reason: '代办' }));
  const [row] = await server.tables<{ id: string }>(
    'select registration_form_id::text as id from asrepairform where id = $1',
    [id],
  );
  return row.id;
};

test('a repair from an alarm, its order, visit and rework belong to the alarm’s home', async () => {
  await ruleOf();
  const alarmId = await raised();
  const { repairFormId } = good(await operator.post('iot/alarm-service/alarm/to-repair', { id: alarmId })).data;
  expect(await placeOf('asrepairform', repairFormId)).toEqual({ address: '远处花园8栋801室', ...second });
  const order = await acceptOf(repairFormId);
  expect(await placeOf('asregistrationform', order)).toEqual({ address: '远处花园8栋801室', ...second });
  expect(await silenced(order)).toEqual([households[1]]);
  await server.tables("update iot_alarm set verdict = 'unfixed' where id = $1", [alarmId]);
  await server.tables("update asrepairform set repair_status = 'closed' where id = $1", [repairFormId]);
  const rework = good(await operator.post('iot/alarm-service/alarm/rework', { id: alarmId })).data;
  expect(await placeOf('asrepairform', rework.repairFormId)).toEqual({ address: '远处花园8栋801室', ...second });
});

test('a call with a service file belongs to the file’s home, whatever homes the customer has', async () => {
  const report = async (registerMainId: string, more = {}): Promise<string> =>
    good(
      await cs.post(`${at}/asrepairform/submit`, {
        customerId: owner.id,
        registerMainId,
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '不热',
        separate: true,
        ...more,
      }),
    ).data.id;
  const form = await report(files[1]);
  expect(await placeOf('asrepairform', form)).toEqual({ address: '远处花园8栋801室', ...second });
  const order = await acceptOf(form);
  expect(await placeOf('asregistrationform', order)).toEqual({ address: '远处花园8栋801室', ...second });
  expect(await silenced(order)).toEqual([households[1]]);
  const first = await acceptOf(await report(files[0]));
  expect(await placeOf('asregistrationform', first)).toMatchObject({ team: 'east', location: '(121.5001,31.2001)' });
  expect(await silenced(first)).toEqual([households[0]]);
});

test('a moved file moves its open work too, unless a technician is on the way; a home’s card links to that home', async () => {
  const card = async (id: string) => (await cs.get(`${at}/registerMain/home`, { id })).data;
  expect([(await card(files[0])).householdId, (await card(files[1])).householdId]).toEqual(households);
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from asregistrationform where register_main_id = $1 and register_status = 'registered' order by id desc limit 1",
    [files[0]],
  );
  good(
    await cs.post(`${at}/registerMain/submit`, {
      id: files[0],
      premisesId: estates[1].id,
      address: '远处花园2栋201室',
    }),
  );
  await server.delivered();
  expect(await placeOf('asregistrationform', id)).toMatchObject({ address: '远处花园2栋201室', team: 'west' });
});

test('without a file the request takes the address of the home, never that of the customer', async () => {
  const roomAddressId = await site.address({
    premisesId: estates[1].id,
    projectName: undefined,
    building: '9',
    roomNo: '901',
  });
  const third = await site.household({ roomAddressId, customerId: owner.id });
  await iot.post('iot/device-thing-instance/add', { mac: site.macOf(7002), deviceName: '热泵', modelId: site.modelId });
  good(await site.bind(third, site.macOf(7002)));
  const [device] = await server.tables<{ id: string }>(
    'select id::text as id from iot_device where household_id = $1',
    [third],
  );
  const [row] = await server.tables<{ id: string }>(
    `insert into iot_alarm (id, tenant_id, create_time, update_time, device_id, household_id, model_id, alarm_no, title, level, alarm_type, alarm_status, start_time, rule_code)
     select next_id($1), '000000', now(), now(), $2, $3, $4, 'AL-3', '高温', 'major', 'threshold', 'active', to_timestamp($1::float8 / 1000), 'hot' returning id::text as id`,
    [server.clock.ms(), device.id, third, site.modelId],
  );
  const { repairFormId } = good(await operator.post('iot/alarm-service/alarm/to-repair', { id: row.id })).data;
  expect(await placeOf('asrepairform', repairFormId)).toMatchObject({
    address: '远处花园9栋901室',
    premises: estates[1].id,
    team: 'west',
    location: '(121.7,31.1)',
  });
});

test('a team of a trade that the desk chose remains, whatever the home', async () => {
  const made = await cs.post(`${at}/asrepairform/submit`, {
    customerId: owner.id,
    registerMainId: files[1],
    repairType: 'softWater',
    faultCategory: 'noHeat',
    description: '漏水',
    separate: true,
    customerServiceTeam: 'water',
  });
  expect(await placeOf('asrepairform', good(made).data.id)).toMatchObject({ team: 'water', premises: estates[1].id });
});

const broken = async (code: string): Promise<string[]> => {
  const { sql } = server.app.invariants.find((one) => one.code === code)!;
  const rows = await server.tables<{ id: string }>(
    `select b.id::text as id from (${sql}) b where $1::text is not null and $2::timestamptz is not null`,
    ['000000', new Date(server.clock.ms()).toISOString()],
  );
  return rows.map(({ id }) => id);
};

test('the invariant holds afterwards, and an order of the first home for the second violates it', async () => {
  expect(await broken('D2E')).toEqual([]);
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from asregistrationform where register_main_id = $1 and register_status = 'registered' order by id limit 1",
    [files[1]],
  );
  await server.tables("update asregistrationform set customer_service_team = 'east' where id = $1", [id]);
  expect(await broken('D2E')).toEqual([id]);
});
