import { describe, expect, test } from 'vitest';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url);
const site = await openHomes(server);
const home = 'blade-operation/household-manage';
const instances = 'iot/device-thing-instance';
const model = await site.model('rights');
let macs = 800_000;

/** Log in a person who may see all homes and devices and has these rights to buttons. */
async function holding(alias: string, ...buttons: string[]): Promise<TestCaller> {
  await server.tables(
    "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) values (next_id($1), '000000', $2, $2, 'all', 1, now(), now())",
    [server.clock.ms(), alias],
  );
  await server.tables(
    "insert into blade_role_menu (tenant_id, role_id, menu_id) select '000000', r.id, m.id from blade_role r, blade_menu m where r.role_alias = $1 and r.tenant_id = '000000' and m.code = any($2)",
    [alias, ['iot_device_view', 'op_household_view', ...buttons]],
  );
  return server.as(alias);
}

const BIND = 'op_household_bind';
const UNBIND = 'op_household_unbind';
const [ADD, EDIT, DELETE] = ['add', 'edit', 'delete'].map((verb) => `iot_device_${verb}`);
const persons: readonly (readonly string[])[] = [
  [BIND, UNBIND],
  [BIND, UNBIND, ADD],
  [BIND, UNBIND, EDIT],
  [BIND, UNBIND, DELETE],
  [EDIT],
  [EDIT, ADD],
  [EDIT, BIND],
  [BIND, UNBIND, ADD, EDIT, DELETE],
];

/** A call, and the rights to buttons that it needs: one for each paper that it writes. */
interface Writing {
  readonly name: string;
  readonly needs: readonly string[];
  readonly ask: (by: TestCaller) => Promise<Answer>;
}

async function bound(): Promise<{ householdId: string; id: string }> {
  const householdId = await site.household({ roomAddressId: await site.address() });
  const { id, mac } = await site.device(model);
  expect((await site.bind(householdId, mac)).status).toBe(200);
  return { householdId, id };
}
const unknown = (): { mac: string; name: string; thingModelId: string } => ({
  mac: site.macOf((macs += 1)),
  name: '手工',
  thingModelId: model,
});

const writings: readonly Writing[] = [
  {
    name: 'deleteDevice',
    needs: [UNBIND, DELETE],
    ask: async (by) => by.post(`${home}/deleteDevice`, { ids: (await bound()).id }),
  },
  {
    name: 'saveDevice of a new one',
    needs: [BIND, ADD],
    ask: async (by) => by.post(`${home}/saveDevice`, { householdId: (await bound()).householdId, ...unknown() }),
  },
  {
    name: 'saveDevice of one that is there',
    needs: [BIND, EDIT],
    ask: async (by) => by.post(`${home}/saveDevice`, { ...(await bound()), name: '改名' }),
  },
  {
    name: 'adminSaveDevice of a new one',
    needs: [EDIT, ADD],
    ask: (by) => by.post('blade-operation/device/adminSaveDevice', unknown()),
  },
  {
    name: 'adminSaveDevice of one that is there',
    needs: [EDIT],
    ask: async (by) => by.post('blade-operation/device/adminSaveDevice', { id: (await bound()).id, name: '改名' }),
  },
  {
    name: 'adminSaveDevice into a home',
    needs: [EDIT, BIND],
    ask: async (by) => {
      const { id, householdId } = await bound();
      return by.post('blade-operation/device/adminSaveDevice', { id, householdId });
    },
  },
];

const states = () =>
  server.tables(
    `select id::text as id, household_id::text as home, device_name as name, is_deleted as gone from iot_device order by id`,
  );

describe.each(persons.map((buttons, at) => ({ who: buttons.join(' + '), alias: `rights${at}`, buttons })))(
  '$who',
  async ({ alias, buttons }) => {
    const by = await holding(alias, ...buttons);

    test.each(writings)(
      '$name is open with the buttons of every paper that it writes, and else changes nothing',
      async ({ needs, ask }) => {
        const isOpen = needs.every((button) => buttons.includes(button));
        let before: unknown[] = [];
        const answer = await ask({
          post: async (path: string, body: unknown) => {
            before = await states();
            return by.post(path, body);
          },
        } as TestCaller);
        expect(answer.status, answer.msg).toBe(isOpen ? 200 : 403);
        if (!isOpen) expect(await states()).toEqual(before);
      },
    );
  },
);

test('an operator without device rights creates and removes no device by the calls of homes', async () => {
  const { id, householdId } = await bound();
  const operator = site.operator;
  expect((await operator.post(`${instances}/remove`, { ids: id })).status).toBe(403);
  expect((await operator.post(`${home}/deleteDevice`, { ids: id })).status).toBe(403);
  expect((await operator.post(`${home}/saveDevice`, { householdId, ...unknown() })).status).toBe(403);
});
