import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { createCommand, untilState } from '../../../testing/commands.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../testing/devices.ts';
import { MeterLine, type SimulatedMeter } from '../../../testing/meter-line.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'], env: { OUTBOUND_HOSTS: '127.0.0.1' } });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const service = 'iot/connection-service';

const closing: MeterLine[] = [];
afterAll(() => {
  for (const one of closing) one.close();
});

async function made(path: string, body: object): Promise<string> {
  const { status, msg, data } = await iot.post(path, body);
  expect(status, msg).toBe(200);
  return data.id as string;
}

interface BusOfMeters {
  readonly busId: string;
  readonly modelId: string;
  readonly connectionModelId: string;
}

async function busOf(
  protocol: 'dlt645' | 'cjt188',
  modelCode: string,
  meters: Readonly<Record<string, SimulatedMeter>>,
  points: readonly object[],
): Promise<BusOfMeters> {
  const line = new MeterLine(protocol, meters);
  closing.push(line);
  const port = await line.listen();
  const connectionModelId = await made(`${service}/connection-model/add`, {
    ...{ modelCode, modelName: modelCode, protocol, dataFormat: 'hex', pollIntervalSec: 1, timeoutMs: 300 },
  });
  for (const point of points)
    await made(`${service}/connection-attribute/add`, {
      ...{ connectionModelId, pointName: '读数', dataType: 'bcd', rw: 'r', ...point },
    });
  const properties = ['energy', 'volume', 'month'].map((identifier) => ({
    ...{ identifier, specs: { min: 0, max: 1_000_000 }, accessMode: 'rw' },
  }));
  const modelId = await makeModel(iot, modelCode, { properties, connectionModelId });
  const busId = await made(`${service}/connection/add`, {
    ...{ name: modelCode, connectionModelId, params: { host: '127.0.0.1', port } },
  });
  return { busId, modelId, connectionModelId };
}

async function valuesOf(deviceId: string): Promise<Record<string, unknown>> {
  await drained(part);
  const rows = await server.tables<{ data: Record<string, unknown> }>(
    'select data from iot_device_latest where device_id = $1',
    [deviceId],
  );
  return rows[0]?.data ?? {};
}

async function start(id: string): Promise<Record<string, unknown>> {
  await part.settle();
  return (await iot.post(`${service}/connection/start`, { id })).data;
}

test('electricity meters behind a converter are read by their number or their serial number', async () => {
  const meters: Record<string, SimulatedMeter> = {
    '000000000161': { data: { '00010000': '42061200' } },
    '000000000162': { data: { '00010000': '26000000' } },
    '000000000163': { data: {} },
  };
  const { busId, modelId, connectionModelId } = await busOf('dlt645', 'meters645', meters, [
    { pointCode: 'energy', address: '00010000', scale: '0.01' },
  ]);
  const add = (key: string, over: object) => registerDevice(iot, modelId, 'meters645', key, { busId, ...over });
  const wrong = { deviceName: '错的', modelId, busId, extConfig: { unit: '12345' } };
  expect((await iot.post('iot/device-thing-instance/add', { deviceKey: 'short', ...wrong })).reason).toBe(
    'iot.busUnitWrong',
  );
  const one = await add('byUnit', { extConfig: { unit: '000000000161' } });
  const two = await add('bySerial', { serialNumber: '000000000162' });
  await add('refuses', { extConfig: { unit: '000000000163' } });
  expect(await start(busId)).toMatchObject({ channelState: 'running' });
  await expect.poll(() => valuesOf(one.id)).toEqual({ energy: 1206.42 });
  await expect.poll(() => valuesOf(two.id)).toEqual({ energy: 0.26 });

  const english = iot.inEnglish();
  const readsOf = async (deviceId: string) =>
    (await iot.get(`${service}/connection-model/reads`, { id: connectionModelId, deviceId })).data;
  await expect.poll(async () => (await readsOf(two.id)).reads).toMatchObject([{ code: 'energy', words: '26000000' }]);
  expect((await readsOf(two.id)).devices.map(({ unit }: { unit: string }) => unit)).toEqual([
    '000000000161',
    '000000000162',
    '000000000163',
  ]);
  await part.buses.flush();
  const lastError = async (caller: typeof iot): Promise<unknown> =>
    (await caller.get(`${service}/connection/page`, { name: 'meters645' })).data.records[0].lastError;
  expect(await lastError(iot)).toContain('没有请求的数据 000000000163 00010000');
  expect(await lastError(english)).toContain('No such data 000000000163 00010000');
  const frames = (await english.get(`${service}/connection/frames`, { id: busId })).data;
  expect(frames).toContainEqual(expect.objectContaining({ verdict: 'exception 2', why: 'No such data' }));
  expect(frames).toContainEqual(
    expect.objectContaining({ verdict: 'ok', values: [{ name: 'totalEnergy', value: '1206.42' }] }),
  );
  expect((await iot.post(`${service}/connection/scan`, { id: busId })).reason).toBe('connection.metersUnscannable');
});

test('water meters are read in cubic metres, and take no commands', async () => {
  const { busId, modelId } = await busOf(
    'cjt188',
    'meters188',
    { '78330011223344': { data: { '901F': '00776655 2C 00770000 2C 31012211051520 2184' } } },
    [
      { pointCode: 'volume', address: '901F', rw: 'rw' },
      { pointCode: 'month', address: 'monthFlow' },
    ],
  );
  const meter = await registerDevice(iot, modelId, 'meters188', 'water1', {
    ...{ busId, extConfig: { unit: '78330011223344' } },
  });
  expect(await start(busId)).toMatchObject({ channelState: 'running' });
  await expect.poll(() => valuesOf(meter.id)).toEqual({ volume: 556_677, month: 77 });
  const command = await createCommand(server, meter.id, { set: { volume: 1 } });
  expect(await untilState(server, command, 'failed')).toMatchObject({ resultCode: 400 });
});
