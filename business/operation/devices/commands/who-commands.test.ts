import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { commandAttributes } from '#business/iot/testing/commands.ts';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

/** The test sends some hundred commands, each of which waits for its reply. */
const MANY_MS = 120_000;

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot } = site;
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

/** States of a home, as far as the right to send depends on them. */
const STATES = ['home', 'vacant', 'working', 'elsewhere', 'company'] as const;
type State = (typeof STATES)[number];
type Risk = 'low' | 'high';

interface Place {
  readonly id: string;
  readonly mac: string;
  readonly low: string;
  readonly high: string;
}

const places = {} as Record<State, Place>;
const people = new Map<string, TestCaller>();

const services = (names: readonly string[], more: object = {}) =>
  names.map((identifier) => ({
    identifier,
    attrType: 'service',
    dataType: undefined,
    unit: undefined,
    specs: undefined,
    ...more,
  }));
const filterCode = [{ identifier: 'filterCode', name: '滤芯', dataType: 'text', direction: 'in' }];

/** Create a model with instructions of both risks, as an engineer of a company. */
async function kindOf(by: TestCaller, code: string): Promise<{ modelId: string; low: string; high: string }> {
  const modelId = await makeModel(by, code, {
    nodeType: 'gateway',
    properties: [
      ...commandAttributes,
      ...services(['syncDevices', 'collectLog']),
      ...services(['resetFilter'], { params: filterCode }),
    ],
  });
  const instruct = async (risk: Risk, content: object, instructionType: string): Promise<string> => {
    const made = await by.post('iot/instruction-task-config/add', {
      instructionName: risk,
      instructionCode: `${code}-${risk}`,
      modelId,
      instructionType,
      content,
    });
    expect(made.status, made.msg).toBe(200);
    return String(made.data.id);
  };
  return {
    modelId,
    low: await instruct('low', { set: { fan: 3 } }, 'property_set'),
    high: await instruct('high', { service: 'reboot' }, 'service'),
  };
}

/** Register a connected device that obeys. */
async function placed(
  by: TestCaller,
  no: number,
  { modelId, low, high }: Awaited<ReturnType<typeof kindOf>>,
  modelCode: string,
): Promise<Place> {
  const mac = site.macOf(no);
  const made = await by.post('iot/device-thing-instance/add', { mac, deviceName: `设备${no}`, modelId });
  expect(made.status, made.msg).toBe(200);
  await part.settle();
  const line = await MqttDevice.open(server, {
    id: made.data.id,
    deviceKey: mac,
    modelCode,
    secret: made.data.deviceSecret,
  });
  lines.push(line);
  await line.listen((body, tail) => {
    if (tail === 'service/syncDevices') void line.send('topo', { id: body.id, full: true, subs: [] });
    // A device without a log refuses; otherwise its command would wait for the file.
    void line.reply(body.id, tail === 'service/collectLog' ? 404 : 200);
  });
  return { id: made.data.id, mac, low, high };
}

/** Bind a device to a home of a new customer; return the home. */
async function housed({ mac }: Place, customerId: string): Promise<string> {
  const householdId = await site.household({ roomAddressId: await site.address(), customerId });
  const bound = await site.bind(householdId, mac);
  expect(bound.status, bound.msg).toBe(200);
  return householdId;
}

beforeAll(async () => {
  const own = await kindOf(iot, 'who_own');
  for (const [at, state] of (['home', 'vacant', 'working', 'elsewhere'] as const).entries())
    places[state] = await placed(iot, 7200 + at, own, 'who_own');
  const stranger = await server.as('as_iot', { tenantId: '300007' });
  places.company = await placed(stranger, 7210, await kindOf(stranger, 'who_other'), 'who_other');
  const roles = await server.tables<{ alias: string }>(
    "select role_alias as alias from blade_role where tenant_id = '000000' and is_deleted = 0 order by 1",
  );
  for (const { alias } of roles) people.set(alias, await server.as(alias, { who: 'asks' }));
  people.set('at work', await server.as('as_technician', { who: 'works' }));
  const east = await saved(server, customer, { customerServiceTeam: 'east' });
  const homes = [await housed(places.home, east.id), await housed(places.working, east.id)];
  await housed(places.elsewhere, (await saved(server, customer, { customerServiceTeam: 'west' })).id);
  // Customer service sees the homes of customers of its department, and the technician those of own orders.
  await server.tables(
    'update ascustomer set create_dept = (select dept_id[1] from blade_user where id = $2) where id = $1',
    [east.id, people.get('as_cs')?.id],
  );
  const man = await saved(server, technician, { userId: people.get('at work')?.id });
  const under = await saved(server, visit, { technicianId: man.id });
  await server.tables("update dispatchlist set task_status = 'working' where id = $1", [under.id]);
  await server.tables(
    `with one as (select v.disp_id, v.registration_form_id as form from dispatchlist v where v.id = $1),
       detail as (insert into asdispatchformdetails (id, tenant_id, create_time, update_time, disp_id, technician_id, is_current)
         select next_id($3), '000000', now(), now(), disp_id, $4, true from one)
     update asregistrationform r set customer_id = $2, disp_id = one.disp_id from one where r.id = one.form`,
    [under.id, east.id, server.clock.ms(), man.id],
  );
  await server.tables(
    `insert into iot_alarm_suppression (id, tenant_id, name, suppress_type, household_id, start_time, enabled, source_id, create_time, update_time)
     values (next_id($1), '000000', '上门', 'maintenance', $2, to_timestamp($1::float8 / 1000), true, $3, now(), now())`,
    [server.clock.ms(), homes[1], under.id],
  );
  await part.settle();
});

/** A way to command one device. */
interface Door {
  readonly name: string;
  readonly risk: Risk;
  ask(by: TestCaller, place: Place): Promise<Answer>;
}

const why = { reason: '试' };
const control = (by: TestCaller, { id }: Place, more: object) =>
  by.post('iot/device-thing-instance/control', { deviceId: id, ...why, ...more });
const span = { startTime: '2026-11-20 08:00:00', endTime: '2026-11-20 09:00:00', level: 'info' };

const doors: readonly Door[] = [
  { name: 'control', risk: 'low', ask: (by, at) => control(by, at, { set: { fan: 2 } }) },
  { name: 'control', risk: 'high', ask: (by, at) => control(by, at, { service: 'reboot' }) },
  {
    name: 'settings',
    risk: 'low',
    ask: async (by, { id, mac }) => {
      const [row] = await server.tables<{ version: number }>(
        'select version from iot_device_shadow where device_id = $1',
        [id],
      );
      return by.post('blade-operation/equipmentSetting/update', {
        mac,
        version: row?.version ?? 0,
        values: { fan: 1 },
        ...why,
      });
    },
  },
  ...(['sync-device', 'asyncLocalDevices', 'collectLog'] as const).map((name): Door => ({
    name,
    risk: 'low',
    ask: (by, { mac }) =>
      by.post(name === 'sync-device' ? 'device/sync-device' : `blade-operation/deviceLog/${name}`, {
        mainMac: mac,
        ...why,
        ...(name === 'collectLog' && span),
      }),
  })),
  {
    name: 'filter reset',
    risk: 'low',
    ask: (by, { mac }) => by.post('filterScreen/reset', { mac, filterCode: 'hepa', ...why }),
  },
];

/** Those who send a command of low risk to any device in their sight. */
const SENDERS = ['as_cs', 'as_operator', 'as_iot', 'as_iot_lead', 'as_admin'];
/** Those who may write a task of each risk, and those who may approve one of high risk of another person. */
const WRITERS: Readonly<Record<Risk, readonly string[]>> = {
  low: ['as_operator', 'as_iot', 'as_iot_lead', 'as_admin'],
  high: ['as_iot', 'as_iot_lead'],
};
const APPROVERS = ['as_iot_lead', 'as_admin'];
/** Reserved roles of the company itself, which hold every button. */
const HOLDS_ALL = ['admin', 'administrator'];

const isOf = (list: readonly string[], name: string): boolean => list.includes(name) || HOLDS_ALL.includes(name);

/** May the person send to a device that the person sees? */
function mayCommand(name: string, risk: Risk, state: State): boolean {
  if (risk === 'high') return false;
  if (name === 'at work') return state === 'working';
  return state !== 'working' && isOf(SENDERS, name);
}

interface Pair {
  readonly name: string;
  readonly by: TestCaller;
  readonly state: State;
  readonly place: Place;
}

/** All pairs of a person and a place. */
const pairs = (): Pair[] =>
  [...people].flatMap(([name, by]) => STATES.map((state) => ({ name, by, state, place: places[state] })));

test('who may command which device, by each call, risk and state of its home', { timeout: MANY_MS }, async () => {
  const tried = async ({ name, by, state, place }: Pair) => {
    const isSeen = (await by.get(`iot/device-thing-instance/${place.id}`)).status === 200;
    const at = { seen: isSeen ? [`${name} ${state}`] : [], passed: [] as string[], wanted: [] as string[] };
    for (const { name: door, risk, ask } of doors) {
      const answer = await ask(by, place);
      const words = `${name}, ${door}, ${risk}, ${state}`;
      expect([200, 400, 403, 404, 409], `${words}: ${answer.msg}`).toContain(answer.status);
      if (answer.status === 200) at.passed.push(words);
      if (isSeen && mayCommand(name, risk, state)) at.wanted.push(words);
    }
    return at;
  };
  const results: Awaited<ReturnType<typeof tried>>[] = [];
  // The places of one person are tried side by side: each has a device of its own.
  for (const name of people.keys())
    results.push(
      ...(await Promise.all(
        pairs()
          .filter((one) => one.name === name)
          .map(tried),
      )),
    );
  const [seen, passed, wanted] = (['seen', 'passed', 'wanted'] as const).map((one) => results.flatMap((at) => at[one]));
  expect(passed).toEqual(wanted);
  // The sight of people is as the rows of the design have it.
  expect(seen.filter((one) => one.endsWith('company'))).toEqual([]);
  expect(seen.filter((one) => one.startsWith('as_cs '))).toEqual(['as_cs home', 'as_cs working']);
  expect(seen.filter((one) => one.startsWith('at work '))).toEqual(['at work home', 'at work working']);
  expect(seen).toEqual(expect.arrayContaining(['as_iot elsewhere', 'as_operator vacant', 'as_manager home']));
});

test('who may write tasks of which risk, and who approves those of others', { timeout: MANY_MS }, async () => {
  const add = (by: TestCaller, place: Place, configId: string) =>
    by.post('iot/instruction-task/add', {
      taskName: '试',
      configId,
      targetType: 'device',
      targetQuery: { ids: [place.id] },
      ...why,
    });
  const passed: string[] = [];
  const wanted: string[] = [];
  for (const { name, by, state, place } of pairs())
    for (const risk of ['low', 'high'] as const) {
      const answer = await add(by, place, place[risk]);
      const words = `${name}, ${risk}, ${state}`;
      const first = risk === 'high' ? 'review' : 'draft';
      if (answer.status === 200) passed.push(answer.data.taskStatus === first ? words : `${words} is not ${first}`);
      if (state !== 'company' && isOf(WRITERS[risk], name)) wanted.push(words);
    }
  expect(passed).toEqual(wanted);
  const approved: string[] = [];
  for (const [name, by] of people) {
    const task = await add(iot, places.home, places.home.high);
    expect(task.status, task.msg).toBe(200);
    if ((await by.post('iot/instruction-task/run', { id: task.data.id, ...why })).status === 200) approved.push(name);
  }
  expect(approved).toEqual([...people.keys()].filter((name) => isOf(APPROVERS, name)));
  const own = await add(people.get('as_iot_lead')!, places.home, places.home.high);
  expect(await people.get('as_iot_lead')!.post('iot/instruction-task/run', { id: own.data.id })).toMatchObject({
    status: 403,
    reason: 'lifecycle.ownWork',
  });
});

test('only the lead passes the lock-out of a home where somebody works, with a reason, and the technician is told', async () => {
  const passed: string[] = [];
  for (const [name, by] of people) {
    const answer = await control(by, places.working, { set: { fan: 4 }, override: true });
    if (answer.status === 200) passed.push(name);
  }
  expect(passed).toEqual([...people.keys()].filter((name) => isOf(['as_iot_lead', 'at work'], name)));
  const sent = await server.tables<{ title: string }>(
    'select split_part(title, chr(31), 1) as title from asmessage where receiver_id = $1',
    [people.get('at work')?.id],
  );
  expect(sent.map(({ title }) => title)).toContain('作业中的家庭收到了指令');
});
