import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { DeviceClient } from '../simulator/mqtt-client.server.ts';
import { registerDevice, devicesPartOf, makeModel } from '../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_values', {
  properties: ['temp', 'power', { identifier: 'total', aggregation: 'counter', specs: { min: 0, max: 1e9 } }],
});
const device = await registerDevice(iot, modelId, 'hp_values', 'values-1');
await part.settle();
const client = new DeviceClient({
  host: '127.0.0.1',
  port: part.listeners.portOf('mqtt')!,
  ...device,
  now: () => server.clock.ms(),
});
client.connect();
const begin = server.clock.ms() - 3_600_000;

test('device values are served as present state, curve, rows and file', async () => {
  for (let minute = 0; minute <= 60; minute += 1)
    await client.publish('props', {
      ts: begin + minute * 60_000,
      params: {
        temp: 20 + minute / 10,
        total: minute < 30 ? 100 + minute : minute - 30,
        ...(minute === 10 && { power: 900 }),
      },
    });
  const at = 'iot/device-thing-instance';
  const answer = await iot.get(`${at}/current-work-condition`, { deviceId: device.id });
  expect(answer.status, answer.msg).toBe(200);
  const now = answer.data;
  const items = now.groups.flatMap((group: { items: unknown[] }) => group.items);
  expect(items.find((one: { identifier: string }) => one.identifier === 'temp')).toMatchObject({
    value: 26,
    ts: begin + 3_600_000,
    trend: expect.arrayContaining([26]),
  });
  expect(items.find((one: { identifier: string }) => one.identifier === 'power')).toMatchObject({
    value: 900,
    ts: begin + 600_000,
  });
  const span = { deviceId: device.id, start: begin, end: begin + 3_600_000 };
  const raw = (await iot.get(`${at}/history-work-condition`, { ...span, identifiers: 'temp', bucket: 'raw' })).data;
  expect([raw.series[0].points.length, raw.coverage, raw.truncated]).toEqual([61, 1, false]);
  const grown = (
    await iot.get(`${at}/history-work-condition`, { ...span, identifiers: 'total', bucket: '1d', agg: 'delta' })
  ).data;
  // The counter restarts once: growth continues from the restart, without a negative step.
  expect(grown.series[0].points.map(([, value]: [number, number]) => value)).toEqual([29 + 0 + 30]);
  const rows = (await iot.get(`${at}/history-work-condition/page`, { ...span, size: 10 })).data;
  expect([rows.total, rows.records.length, rows.records[0].data.temp]).toEqual([61, 10, 26]);
  const file = await iot.get(`${at}/work-condition/download`, { ...span, format: 'csv' });
  expect(String(file.body.text).trim().split('\n')).toHaveLength(62);
});

test('the lead engineer deletes values, and the present state falls back to the remaining ones', async () => {
  const at = 'iot/device-thing-instance';
  const other = await registerDevice(iot, modelId, 'hp_values', 'values-2');
  await part.settle();
  const talking = new DeviceClient({
    host: '127.0.0.1',
    port: part.listeners.portOf('mqtt')!,
    ...other,
    now: () => server.clock.ms(),
  });
  talking.connect();
  for (const [minute, params] of [
    [0, { temp: 21, power: 700 }],
    [1, { temp: 22 }],
    [2, { temp: 99 }],
    [3, { total: 5 }],
  ] as const)
    await talking.publish('props', { ts: begin + minute * 60_000, params });
  talking.stop();
  const span = { deviceId: other.id, start: begin + 2 * 60_000, end: begin + 3 * 60_000, reason: '传感器校准' };
  expect((await iot.post(`${at}/work-condition/delete`, span)).status).toBe(403);
  const lead = await server.as('as_iot_lead');
  const gone = await lead.post(`${at}/work-condition/delete`, span);
  expect([gone.status, gone.data], gone.msg).toEqual([200, { deleted: 2 }]);
  const valuesOf = async (): Promise<Record<string, [unknown, unknown]>> =>
    Object.fromEntries(
      (await iot.get(`${at}/current-work-condition`, { deviceId: other.id })).data.groups
        .flatMap((group: { items: { identifier: string; value: unknown; ts: unknown }[] }) => group.items)
        .map((one: { identifier: string; value: unknown; ts: unknown }) => [one.identifier, [one.value, one.ts]]),
    );
  expect(await valuesOf()).toMatchObject({
    temp: [22, begin + 60_000],
    power: [700, begin],
    total: [null, null],
  });
  // A repeat deletes nothing. The call with DELETE removes the rest, so that no value is left.
  expect((await lead.post(`${at}/work-condition/delete`, span)).data).toEqual({ deleted: 0 });
  const rest = await lead.write('DELETE', `${at}/work-condition/delete`, { ...span, start: begin });
  expect([rest.status, rest.data], rest.msg).toEqual([200, { deleted: 2 }]);
  expect(await valuesOf()).toMatchObject({ temp: [null, null], power: [null, null] });
  const history = await lead.get(`${at}/history`, { id: other.id });
  expect(JSON.stringify(history.data)).toContain('传感器校准');
});

test('no call returns values of an invisible device', async () => {
  const other = await server.as('admin', { tenantId: '100001' });
  const technician = await server.as('as_technician');
  const span = { deviceId: device.id, start: begin, end: begin + 1, identifiers: 'temp' };
  for (const who of [other, technician])
    for (const path of [
      'current-work-condition',
      'history-work-condition',
      'history-work-condition/page',
      'work-condition/download',
      'events',
      'online-log',
      'last-messages',
    ])
      expect([path, (await who.asPublished().get(`iot/device-thing-instance/${path}`, span)).status]).toEqual([
        path,
        404,
      ]);
});
