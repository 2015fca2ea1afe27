import { expect } from 'vitest';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';

const home = 'blade-operation/household-manage';

/** Return functions that create homes and devices through the API, as operator and engineer; for tests only. */
export async function openHomes(server: TestServer) {
  const operator = await server.as('as_operator');
  const iot = await server.as('as_iot');
  let n = 0;

  const done = (answer: { status: number; msg: string; data: { id: string } }): string => {
    expect(answer.status, answer.msg).toBe(200);
    return answer.data.id;
  };
  const macOf = (no: number): string => `A4CF13${no.toString(16).toUpperCase().padStart(6, '0')}`;

  async function model(code: string, more: Record<string, unknown> = {}): Promise<string> {
    const id = done(
      await iot.post('iot/device-thing-model/add', {
        modelCode: code,
        modelName: `型号${code}`,
        category: 'gateway',
        nodeType: 'gateway',
        authType: 'device_secret',
        ...more,
      }),
    );
    await iot.post('iot/device-model-attribute/add', {
      modelId: id,
      identifier: 'cpu',
      name: '处理器',
      dataType: 'float',
    });
    done(await iot.post(`iot/device-thing-model/publish/${id}`));
    return id;
  }

  async function insert(table: string, columns: Record<string, unknown>): Promise<string> {
    const names = Object.keys(columns);
    const [row] = await server.tables<{ id: string }>(
      `insert into ${table} (id, tenant_id, create_time, update_time, ${names.join(', ')}) values (next_id($1), '000000', now(), now(), ${names.map((_, at) => `$${at + 2}`).join(', ')}) returning id::text as id`,
      [server.clock.ms(), ...Object.values(columns)],
    );
    return row.id;
  }

  return {
    operator,
    iot,
    macOf,
    model,
    /** Create an address with a new room number; return its id. */
    address: async (more: Record<string, unknown> = {}): Promise<string> =>
      done(
        await operator.post('blade-operation/room-address/saveOrUpdate', {
          areaCode: '310115',
          projectName: '御沁园',
          building: '3',
          roomNo: String(100 + ++n),
          ...more,
        }),
      ),
    household: async (more: Record<string, unknown> = {}): Promise<string> =>
      done(await operator.post(`${home}/submit`, { name: '沈怡然', phone: `139${String(10_000_000 + ++n)}`, ...more })),
    device: async (modelId: string, more: Record<string, unknown> = {}): Promise<{ id: string; mac: string }> => {
      const mac = macOf(++n);
      const id = done(
        await iot.post('iot/device-thing-instance/add', { mac, deviceName: `设备${n}`, modelId, ...more }),
      );
      return { id, mac };
    },
    member: async (householdId: string, more: Record<string, unknown> = {}): Promise<string> =>
      done(
        await operator.post('blade-operation/client-main/saveOrUpdate', {
          householdId,
          account: `user${++n}`,
          name: `成员${n}`,
          phone: `138${String(20_000_000 + n)}`,
          clientRole: 'member',
          ...more,
        }),
      ),
    bind: (householdId: string, mac: string, more: Record<string, unknown> = {}, by = operator) =>
      by.post(`${home}/macBindDev`, { householdId, mac, ...more }),
    /** Create an order of a customer that is assigned to a technician. */
    order: async (technician: TestCaller, customerId: string): Promise<void> => {
      const no = ++n;
      const man = await insert('astechnician', { user_id: technician.id, real_name: '蒋', technician_status: 'on' });
      const disp = await insert('asdispatchform', { disp_no: `PG-${no}` });
      await insert('asregistrationform', { registration_no: `DJ-${no}`, customer_id: customerId, disp_id: disp });
      await insert('asdispatchformdetails', { disp_id: disp, technician_id: man, is_current: true });
    },
    homeOf: async (id: string) => (await operator.get(`${home}/detail`, { id })).data,
    deviceRow: async (id: string) => (await iot.get(`iot/device-thing-instance/${id}`)).data,
  };
}
