import pg from 'pg';
import { expect } from 'vitest';
import type { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';

export const FLEET_MODEL = 'crash01';

export interface FleetDevice {
  readonly id: string;
  readonly modelId: string;
  readonly deviceKey: string;
  readonly secret: string;
}

type Post = (path: string, body: object) => Promise<{ id: string; deviceSecret: string }>;

/** Return a function that sends calls as the administrator. */
export async function postsTo(base: string): Promise<Post> {
  const token = await logInOverHttp(base);
  return async (path, body) => {
    const answer = await fetch(`${base}/api/${path}`, {
      method: 'POST',
      headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, reason: '登记测试设备' }),
    });
    const read = (await answer.json()) as { data: { id: string; deviceSecret: string }; msg: string };
    expect(answer.status, read.msg).toBe(200);
    return read.data;
  };
}

/** Register a model and its devices by calls. Return the devices with their secrets. */
export async function registerFleet(base: string, count: number): Promise<FleetDevice[]> {
  const call = await postsTo(base);
  const post: Post = (path, body) => call(`iot/${path}`, body);
  const model = await post('device-thing-model/submit', {
    modelCode: FLEET_MODEL,
    modelName: '断电',
    category: 'heat_pump',
    nodeType: 'direct',
  });
  await post('device-model-attribute/add', {
    modelId: model.id,
    attrType: 'property',
    identifier: 'n',
    name: '序号',
    dataType: 'long',
    unit: '-',
    specs: { min: 0 },
  });
  await post(`device-thing-model/publish/${model.id}`, {});
  const devices: FleetDevice[] = [];
  for (let at = 0; at < count; at += 1) {
    const deviceKey = `crash-${at}`;
    const { id, deviceSecret } = await post('device-thing-instance/add', {
      deviceKey,
      deviceName: deviceKey,
      modelId: model.id,
    });
    devices.push({ id, modelId: model.id, deviceKey, secret: deviceSecret });
  }
  return devices;
}

/** Open a connection of each device. */
export async function connectFleet(port: number, devices: readonly FleetDevice[]): Promise<DeviceClient[]> {
  const clients = devices.map(
    (device) => new DeviceClient({ host: '127.0.0.1', port, modelCode: FLEET_MODEL, ...device, now: () => Date.now() }),
  );
  for (const client of clients) client.connect();
  await Promise.all(clients.map((client) => client.opened()));
  return clients;
}

/** Compare the ledger of acknowledged messages with the stored ones. */
export async function auditLedger(ownerUrl: string, ledger: Ledger): Promise<ReturnType<Ledger['audit']>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; ts: number }>(
      'select d.device_key as key, (extract(epoch from t.ts) * 1000)::float8 as ts from iot_telemetry t join iot_device d on d.id = t.device_id',
    );
    const { rows: now } = await client.query<{ key: string; ts: number }>(
      'select d.device_key as key, (extract(epoch from l.ts) * 1000)::float8 as ts from iot_device_latest l join iot_device d on d.id = l.device_id',
    );
    return ledger.audit(
      new Map([...Map.groupBy(rows, (one) => one.key)].map(([key, all]) => [key, all.map(({ ts }) => ts)])),
      new Map(now.map(({ key, ts }) => [key, ts])),
    );
  } finally {
    await client.end();
  }
}
