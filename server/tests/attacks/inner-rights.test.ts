import { beforeAll, describe, expect, test } from 'vitest';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
// November is over: its wages are calculated.
server.clock.set(Date.parse('2026-12-01T00:30:00Z'));
const site = await openHomes(server);
const world = new PieceWorld(server);
const at = 'blade-maintenance/webApi';
const home = 'blade-operation/household-manage';
const wages = `${at}/aspieceworkwages`;
const OTHER = '100001';

/** A call that writes another paper: the button of the call, the buttons of that write, and the written table. */
interface Reaching {
  readonly name: string;
  readonly own: readonly string[];
  readonly other: readonly string[];
  readonly table: string;
  /** Create the rows that the call needs. Return a function that makes the call. */
  readonly prepare: () => Promise<(by: TestCaller) => Promise<Answer>>;
}

const BIND = 'op_household_bind';
let count = 0;

const model = await site.model('reach');
const meter = await makeModel(site.iot, 'reach_meter', {
  category: 'ammeter',
  properties: [{ identifier: 'totalEnergy', unit: 'kWh', aggregation: 'counter', specs: { min: 0, max: 1e9 } }],
});

async function bound(modelId = model): Promise<{ householdId: string; id: string; mac: string }> {
  const householdId = await site.household({ roomAddressId: await site.address() });
  const { id, mac } = await site.device(modelId);
  good(await site.bind(householdId, mac));
  return { householdId, id, mac };
}

const unknown = (thingModelId = model) => ({ mac: site.macOf((count += 1) + 900_000), name: '手工', thingModelId });

/** Create a leave request that waits for approval, and a visit of the same technician during the leave. */
async function inTheWay(): Promise<{ id: string; visitId: string; technicianId: string }> {
  const day = `2026-12-${String(10 + (count += 1)).padStart(2, '0')}`;
  const [cs, dispatcher] = [await server.as('as_cs'), await server.as('as_dispatcher')];
  const [one, another] = [await world.hire(`甲${count}`), await world.hire(`乙${count}`)];
  const form = good(
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
  ).data;
  const planned = good(
    await dispatcher.post(`${at}/asdispatchform/submit`, {
      registrationFormId: form.registrationFormId,
      technicianId: one.id,
      planStart: `${day} 09:00:00`,
      planEnd: `${day} 10:00:00`,
      workContent: '检查',
    }),
  ).data;
  const leave = good(
    await one.caller.post(`${at}/asleaveform/submit`, {
      technicianId: one.id,
      leaveType: 'personal',
      startTime: `${day} 08:30:00`,
      endTime: `${day} 17:30:00`,
      reason: '家里有事',
    }),
  ).data;
  return { id: leave.id, visitId: planned.visitId, technicianId: another.id };
}

const solving = (name: string, other: string, more: (technicianId: string) => object): Reaching => ({
  name: `solve by ${name}`,
  own: ['asleaveform_approve'],
  other: [other],
  table: 'dispatchlist',
  async prepare() {
    const { id, visitId, technicianId } = await inTheWay();
    return (by) => by.post(`${at}/asleaveform/solve`, { id, visits: [{ visitId, ...more(technicianId) }] });
  },
});

/** Id of a payslip that its technician disputes. */
let sheetId = '';
let disputer: TestCaller;

beforeAll(async () => {
  const hr = await server.as('as_hr');
  disputer = (await world.hire('丙')).caller;
  for (const verb of ['periodOpen', 'calculate', 'send'])
    good(await hr.post(`${wages}/${verb}`, { wagePeriod: '2026-11' }));
  [{ id: sheetId }] = await server.tables<{ id: string }>('select id::text as id from aswagesheet');
});

const calls: readonly Reaching[] = [
  {
    name: 'deleteDevice',
    own: ['op_household_unbind'],
    other: ['iot_device_delete'],
    table: 'iot_device',
    async prepare() {
      const { id } = await bound();
      return (by) => by.post(`${home}/deleteDevice`, { ids: id, reason: '拆除' });
    },
  },
  {
    name: 'saveDevice of a new one',
    own: [BIND],
    other: ['iot_device_add'],
    table: 'iot_device',
    async prepare() {
      const { householdId } = await bound();
      return (by) => by.post(`${home}/saveDevice`, { householdId, ...unknown() });
    },
  },
  {
    name: 'saveDevice of a known one',
    own: [BIND],
    other: ['iot_device_edit'],
    table: 'iot_device',
    async prepare() {
      const row = await bound();
      return (by) => by.post(`${home}/saveDevice`, { ...row, mac: undefined, name: '改名' });
    },
  },
  {
    name: 'adminSaveDevice into a home',
    own: ['iot_device_edit'],
    other: [BIND],
    table: 'iot_device',
    async prepare() {
      const { id, householdId } = await bound();
      return (by) => by.post('blade-operation/device/adminSaveDevice', { id, householdId, name: '入户' });
    },
  },
  {
    name: 'macBindDev in place of a meter',
    own: [BIND],
    other: ['iot_meter_change_add'],
    table: 'iot_meter_change',
    async prepare() {
      const { id, householdId } = await bound(meter);
      const { mac } = await site.device(meter);
      return (by) => by.post(`${home}/macBindDev`, { householdId, mac, replacesId: id, oldEnd: '812.5' });
    },
  },
  {
    name: 'updateYingshi',
    own: ['op_household_ezviz'],
    other: ['op_ezviz_account_add'],
    table: 'op_ezviz_account',
    async prepare() {
      const householdId = await site.household({ roomAddressId: await site.address() });
      return (by) => by.post(`${home}/updateYingshi`, { householdId, ezvizPhone: '13900001111', accessToken: 'at.1' });
    },
  },
  {
    name: 'unbind of an account',
    own: ['op_household_edit'],
    other: ['op_client_removeClient'],
    table: 'op_client',
    async prepare() {
      const account = `leaves${(count += 1)}`;
      await site.member(await site.household({ roomAddressId: await site.address() }), { account });
      return (by) => by.post(`${home}/unbind?account=${account}`);
    },
  },
  solving('transfer', 'asdispatchform_transfer', (technicianId) => ({ how: 'transfer', technicianId })),
  solving('another time', 'dispatchlist_edit', () => ({
    how: 'move',
    planStart: '2026-12-08 09:00:00',
    planEnd: '2026-12-08 10:00:00',
    force: true,
    reason: '改期',
  })),
  solving('the pool', 'dispatchlist_backToPool', () => ({ how: 'pool' })),
  {
    name: 'answer with adjustments',
    own: ['aswagedispute_accept'],
    other: ['aswageline_add'],
    table: 'aswageline',
    async prepare() {
      const made = good(
        await disputer.post(`${wages}/dispute`, { id: sheetId, disputeKind: 'deduct', note: '不对' }),
      ).data;
      const lines = [{ amount: '10', reason: '更正' }];
      return (by) => by.post(`${wages}/answer`, { id: made.id, accept: true, answer: '已核实', lines });
    },
  },
];

/** Buttons to view the papers that these calls read. */
const READ = ['asdispatchform', 'dispatchlist', 'astechnician', 'iot_device'].map((table) => `${table}_view`);

/** Create a person who sees all rows of the read and written papers and has these additional buttons. */
async function holding(
  alias: string,
  { own, other }: Reaching,
  buttons: readonly string[],
  tenantId = '000000',
): Promise<TestCaller> {
  const views = [...own, ...other].map((button) => `${button.slice(0, button.lastIndexOf('_'))}_view`);
  await server.as('as_cs', { tenantId });
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), $2, $3, $3, 'all', 1, now(), now())",
    [server.clock.ms(), tenantId, alias],
  );
  await server.tables(
    'insert into blade_role_menu (tenant_id, role_id, menu_id) select $3, r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = $3 and m.code = any($2)',
    [alias, [...views, ...READ, ...buttons], tenantId],
  );
  return server.as(alias, { tenantId });
}

const persons = [
  { who: 'the holder of both rights', buttons: (of: Reaching) => [...of.own, ...of.other], answer: 200 },
  { who: 'the holder of the right of the call alone', buttons: (of: Reaching) => of.own, answer: 403 },
  { who: 'the holder of the other right alone', buttons: (of: Reaching) => of.other, answer: 403 },
  {
    who: 'the holder of both in another company',
    buttons: (of: Reaching) => [...of.own, ...of.other],
    answer: 404,
    tenantId: OTHER,
  },
] as const;

const stored = (table: string) => server.tables(`select id::text as id, version, is_deleted from ${table} order by id`);

describe.each(calls.map((call, at) => ({ ...call, at })))('$name', (call) => {
  test.each(persons.map((person, no) => ({ ...person, no })))(
    '$who is answered $answer, and a refusal changes nothing',
    async ({ buttons, answer, no, ...more }) => {
      const by = await holding(
        `reach${call.at}_${no}`,
        call,
        buttons(call),
        'tenantId' in more ? more.tenantId : '000000',
      );
      const ask = await call.prepare();
      const before = await stored(call.table);
      const answered = await ask(by);
      expect(answered.status, answered.msg).toBe(answer);
      if (answer === 200) expect(await stored(call.table)).not.toEqual(before);
      else expect(await stored(call.table)).toEqual(before);
    },
  );
});
