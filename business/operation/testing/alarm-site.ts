import { expect } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { saved } from '#kernel/testing/sample.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from './home-site.ts';

/** A home of a customer, with one device that is connected. */
export interface AlarmHome {
  readonly line: MqttDevice;
  readonly customerId: string;
  readonly householdId: string;
  readonly deviceId: string;
}

const MODEL = 'hp_home';

/**
 * Prepare homes with connected devices and alarm rules, for tests. The server must run the gateway (process part
 * `devices`).
 */
export async function openAlarmSite(server: TestServer) {
  const site = await openHomes(server);
  const { iot, operator } = site;
  const administrator = await server.as('administrator');
  const part = devicesPartOf(server);
  const lines: MqttDevice[] = [];
  const modelId = await makeModel(iot, MODEL, {
    properties: [
      'temp',
      { identifier: 'flow', chart: true },
      { identifier: 'damped', deadband: 5 },
      { identifier: 'momentary', storage: 'latest' },
      {
        ...{ identifier: 'resetFault', name: '复位故障', attrType: 'service' },
        ...{ dataType: undefined, unit: undefined, specs: undefined },
      },
    ],
  });
  let n = 0;

  const alarmOf = async (deviceId: string) =>
    (await operator.get('iot/alarm-service/alarm/page', { deviceId })).data.records[0];

  /** Add a rule, and wait until the alarm engine has loaded it. */
  async function ruled(add: () => Promise<{ status: number; msg: string; data: { id: string } }>): Promise<string> {
    const { rules } = part.alarms.facts;
    const added = await add();
    expect(added.status, added.msg).toBe(200);
    await expect.poll(() => part.alarms.facts.rules).toBe(rules + 1);
    return added.data.id;
  }

  async function home(rule: Record<string, unknown> | null = {}): Promise<AlarmHome> {
    const buyer = await saved(server, customer, { customerServiceTeam: 'east' });
    const householdId = await site.household({ roomAddressId: await site.address(), customerId: buyer.id });
    const mac = site.macOf(5000 + ++n);
    const made = await iot.post('iot/device-thing-instance/add', { mac, deviceName: `热泵${n}`, modelId });
    expect((await site.bind(householdId, mac)).status).toBe(200);
    if (rule)
      await ruled(() =>
        iot.post('iot/alarm-service/thing-configuration/add', {
          ruleName: '高温',
          ruleNameEn: 'Hot',
          ruleCode: 'hot',
          deviceId: made.data.id,
          alarmType: 'threshold',
          createRules: [{ level: 'critical', condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } }],
          ...rule,
        }),
      );
    const line = await MqttDevice.open(server, {
      id: made.data.id,
      deviceKey: mac,
      modelCode: MODEL,
      secret: made.data.deviceSecret,
    });
    lines.push(line);
    return { line, customerId: buyer.id, householdId, deviceId: made.data.id };
  }

  return {
    ...site,
    modelId,
    part,
    home,
    ruled,
    alarmOf,
    detailOf: async (id: string) => (await operator.get(`iot/alarm-service/alarm/${id}`)).data,
    run: (name: 'alarmRepairs' | 'alarmVerdicts' | 'alarmClock' | 'alarmNotices') =>
      server.app.jobs.run(`alarm.${name}`),
    setParameter: async (paramKey: string, paramValue: string): Promise<void> => {
      const done = await administrator.post('blade-system/param/own', { paramKey, paramValue });
      expect(done.status, done.msg).toBe(200);
    },
    /** Finish a repair form, in the same way as its order does. */
    finish: (id: string) =>
      server.work('as_admin', async (context) => {
        await context.sql.query("update asrepairform set repair_status = 'inService' where id = $1", [id]);
        await context.emit('repairForm.mirror', { id, from: 'inService', to: 'finished' });
        await context.sql.query("update asrepairform set repair_status = 'finished' where id = $1", [id]);
      }),
    close: () => Promise.all(lines.map((one) => one.close())),
  };
}
