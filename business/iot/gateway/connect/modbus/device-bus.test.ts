import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, untilState } from '../../../testing/commands.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../testing/devices.ts';
import { ModbusUnits, type SimulatedUnit } from '../../../testing/modbus-unit.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'], env: { OUTBOUND_HOSTS: '127.0.0.1' } });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const service = 'iot/connection-service';

const closing: ModbusUnits[] = [];
afterAll(() => {
  for (const one of closing) one.close();
});

async function made(path: string, body: object): Promise<string> {
  const { status, msg, data } = await iot.post(path, body);
  expect(status, msg).toBe(200);
  return data.id as string;
}

const connectionModel = (modelCode: string, over: object = {}): Promise<string> =>
  made(`${service}/connection-model/add`, {
    ...{ modelCode, modelName: modelCode, protocol: 'modbus_tcp', dataFormat: 'hex' },
    ...{ pollIntervalSec: 1, timeoutMs: 1000, retries: 1, ...over },
  });

const point = (connectionModelId: string, pointCode: string, address: string, over: object = {}): Promise<string> =>
  made(`${service}/connection-attribute/add`, {
    ...{ connectionModelId, pointCode, pointName: pointCode, address, dataType: 'int', rw: 'rw', ...over },
  });

async function simulated(units: Record<number, SimulatedUnit>): Promise<ModbusUnits & { port: number }> {
  const there = new ModbusUnits(units);
  closing.push(there);
  return Object.assign(there, { port: await there.listen() });
}

const connection = (connectionModelId: string, port: number, over: object = {}): Promise<string> =>
  made(`${service}/connection/add`, {
    ...{ name: `总线${port}`, connectionModelId, params: { host: '127.0.0.1', port }, ...over },
  });

async function start(id: string): Promise<Record<string, unknown>> {
  const { status, msg, data } = await iot.post(`${service}/connection/start`, { id });
  expect(status, msg).toBe(200);
  return data;
}

const rowOf = async (id: string): Promise<Record<string, unknown>> =>
  (await iot.get(`${service}/connection/detail`, { id })).data;

async function valuesOf(deviceId: string): Promise<Record<string, unknown>> {
  await drained(part);
  const rows = await server.tables<{ data: Record<string, unknown> }>(
    'select data from iot_device_latest where device_id = $1',
    [deviceId],
  );
  return rows[0]?.data ?? {};
}

const holding = (values: Readonly<Record<number, number>>): SimulatedUnit => ({
  registers: new Map(Object.entries(values).map(([register, word]) => [`4:${register}`, word])),
});

test('a heat pump on a bus is read and set by rows only, and a gap in its registers heals itself', async () => {
  const model = await connectionModel('pump_bus');
  await point(model, 'temp', '4:0:1', { scale: '0.1', rw: 'r' });
  await point(model, 'missing', '4:1:1', { rw: 'r' });
  const fan = await point(model, 'fanStep', '4:2:1');
  await point(model, 'setTemp', '4:3:1', { scale: '0.5' });
  const modelId = await makeModel(iot, 'bus_pump', { properties: commandAttributes, connectionModelId: model });
  const attributes = await iot.get('iot/device-model-attribute/page', { modelId, size: 100 });
  const attributeId = attributes.data.records.find((one: { identifier: string }) => one.identifier === 'fan').id;
  await made('iot/model-dmd-config/add', {
    ...{ modelId, attributeId, connectionModelId: model, pointId: fan, direction: 'both', valueMap: { 10: 1, 20: 2 } },
  });
  const unit = holding({ 0: 431, 2: 10, 3: 90 });
  const units = await simulated({ 7: unit });
  const busId = await connection(model, units.port);
  const refused = await iot.post('iot/device-thing-instance/add', {
    deviceKey: 'noUnit',
    deviceName: '无',
    modelId,
    busId,
    extConfig: { unit: 300 },
  });
  expect(refused.reason).toBe('iot.busUnitWrong');
  const device = await registerDevice(iot, modelId, 'bus_pump', 'pump7', { busId, extConfig: { unit: 7 } });
  const twice = await iot.post('iot/device-thing-instance/add', {
    ...{ deviceKey: 'pump7b', deviceName: '重', modelId, busId, extConfig: { unit: 7 } },
  });
  expect(twice.reason).toBe('iot.busUnitTaken');
  await part.settle();
  expect(await start(busId)).toMatchObject({ channelState: 'running' });
  await expect.poll(() => valuesOf(device.id)).toEqual({ temp: 43.1, fan: 1, setTemp: 45 });
  expect(await rowOf(busId)).toMatchObject({ channelState: 'running', onlineDevices: 1 });

  const command = await createCommand(server, device.id, { set: { setTemp: 41.5, fan: 2 } });
  await untilState(server, command, 'success');
  expect([unit.registers.get('4:3'), unit.registers.get('4:2')]).toEqual([83, 20]);
  await expect.poll(() => valuesOf(device.id)).toMatchObject({ fan: 2, setTemp: 41.5 });
  expect(units.mostOpen).toBe(1);

  const reboot = await createCommand(server, device.id, { service: 'resetFault' });
  expect(await untilState(server, reboot, 'failed')).toMatchObject({ resultCode: 501 });
  unit.ignoresWrites = true;
  const ignored = await createCommand(server, device.id, { set: { setTemp: 30 } });
  expect(await untilState(server, ignored, 'failed')).toMatchObject({ resultCode: 500 });
  unit.ignoresWrites = false;
});

test('the unit of a device is a field of its form, and published clients write it among the extensions', async () => {
  const model = await connectionModel('form_bus');
  const modelId = await makeModel(iot, 'form_bus', { connectionModelId: model });
  const busId = await connection(model, 5029, { name: '表单总线' });
  const at = 'iot/device-thing-instance';
  const seen = async (id: string) => {
    const { busUnit, extConfig } = (await iot.get(`${at}/${id}`)).data;
    return { busUnit, extConfig };
  };
  const one = await registerDevice(iot, modelId, 'form_bus', 'form1', {
    busId,
    busUnit: ' 7 ',
    extConfig: { limit: 5 },
  });
  expect(await seen(one.id)).toEqual({ busUnit: '7', extConfig: { limit: 5, unit: '7' } });
  const change = (id: string, body: object) => iot.post(`${at}/update`, { id, ...body });
  expect((await change(one.id, { extConfig: { limit: 5, unit: 9 } })).status).toBe(200);
  expect(await seen(one.id)).toEqual({ busUnit: '9', extConfig: { limit: 5, unit: 9 } });
  expect((await change(one.id, { busUnit: '' })).status).toBe(200);
  expect(await seen(one.id)).toEqual({ busUnit: '', extConfig: { limit: 5 } });
  const two = await registerDevice(iot, modelId, 'form_bus', 'form2', { busId, busUnit: '8' });
  for (const unit of ['300', 'abc', '000000000161'])
    expect((await change(one.id, { busUnit: unit })).data.fields, unit).toMatchObject([{ field: 'busUnit' }]);
  expect(await change(one.id, { busUnit: '8' })).toMatchObject({
    reason: 'iot.busUnitTaken',
    data: { fields: [{ field: 'busUnit' }] },
  });
  expect((await iot.post(`${at}/retire`, { id: two.id, reason: '坏了' })).status).toBe(200);
  expect((await change(one.id, { busUnit: '8' })).status).toBe(200);
});

test('a scan names the units that answer, and writes nothing', async () => {
  const model = await connectionModel('scanned');
  const modelId = await makeModel(iot, 'bus_scanned', { connectionModelId: model });
  const units = await simulated({ 2: holding({ 0: 1 }), 5: holding({ 9: 1 }), 40: holding({ 0: 1 }) });
  const busId = await connection(model, units.port);
  const two = await registerDevice(iot, modelId, 'bus_scanned', 'scanned2', { busId, extConfig: { unit: 2 } });
  expect((await iot.post(`${service}/connection/scan`, { id: busId })).reason).toBe('connection.notScannable');
  await part.settle();
  await start(busId);
  const { status, data } = await iot.post(`${service}/connection/scan`, { id: busId });
  expect(status).toBe(200);
  expect(data.units).toEqual([
    { unit: 2, deviceId: two.id, deviceName: '设备scanned2' },
    { unit: 5, deviceId: null, deviceName: null },
  ]);
  expect(units.requests.filter((one) => one.includes('write'))).toEqual([]);
  const manager = await server.as('as_manager');
  expect((await manager.post(`${service}/connection/scan`, { id: busId })).status).toBe(403);
}, 30_000);

test('changed rows are heard, and no connection is dropped', async () => {
  const model = await connectionModel('changing');
  const setting = await point(model, 'temp', '4:0:1');
  const modelId = await makeModel(iot, 'bus_changing', { connectionModelId: model });
  const units = await simulated({ 1: holding({ 0: 40, 1: 900 }), 2: holding({ 0: 41, 1: 800 }) });
  const busId = await connection(model, units.port);
  const one = await registerDevice(iot, modelId, 'bus_changing', 'changing1', { busId, extConfig: { unit: 1 } });
  await start(busId);
  await expect.poll(() => valuesOf(one.id)).toEqual({ temp: 40 });
  const two = await registerDevice(iot, modelId, 'bus_changing', 'changing2', { busId, extConfig: { unit: 2 } });
  await point(model, 'power', '4:1:1');
  expect((await iot.post(`${service}/connection-attribute/update`, { id: setting, scale: '0.5' })).status).toBe(200);
  await part.settle();
  await expect.poll(() => valuesOf(one.id)).toEqual({ temp: 20, power: 900 });
  await expect.poll(() => valuesOf(two.id)).toEqual({ temp: 20.5, power: 800 });
  expect(units.connections).toBe(1);
  expect((await iot.post(`${service}/connection/stop`, { id: busId })).data.channelState).toBe('stopped');
  await expect.poll(() => part.ingest.lineOf(one.id)).toBeUndefined();
});

test('a dead unit of five is offline alone, and comes back by itself', async () => {
  const model = await connectionModel('five', { timeoutMs: 200 });
  await point(model, 'temp', '4:0:1');
  const modelId = await makeModel(iot, 'bus_five', { connectionModelId: model });
  const there = Object.fromEntries([1, 2, 3, 4, 5].map((unit) => [unit, holding({ 0: unit })]));
  const units = await simulated(there);
  const busId = await connection(model, units.port);
  const devices: { readonly id: string }[] = [];
  for (const unit of [1, 2, 3, 4, 5])
    devices.push(await registerDevice(iot, modelId, 'bus_five', `five${unit}`, { busId, extConfig: { unit } }));
  await part.settle();
  await start(busId);
  for (const [at, { id }] of devices.entries()) await expect.poll(() => valuesOf(id)).toEqual({ temp: at + 1 });
  there[3].isSilent = true;
  const presence = async (): Promise<unknown[]> => {
    await part.settle();
    return server.tables(
      'select online_status as status, online_reason as reason from iot_device where bus_id = $1 order by device_key',
      [busId],
    );
  };
  const online = { status: 'online', reason: 'session' };
  await expect
    .poll(presence, { timeout: 10_000 })
    .toEqual([online, online, { status: 'offline', reason: 'timeout' }, online, online]);
  there[1].registers.set('4:0', 77);
  await expect.poll(() => valuesOf(devices[0].id)).toEqual({ temp: 77 });
  there[3].isSilent = false;
  server.clock.pass(61_000);
  await expect.poll(presence, { timeout: 10_000 }).toEqual([online, online, online, online, online]);
});

test('a host outside OUTBOUND_HOSTS is refused in words, and a lost host is dialled again', async () => {
  const model = await connectionModel('hosts');
  const outside = await connection(model, 5020, { name: '外面', params: { host: 'localhost', port: 5020 } });
  expect(await start(outside)).toMatchObject({
    channelState: 'error',
    lastError: expect.stringContaining('OUTBOUND_HOSTS'),
  });
  const tried = await iot.post(`${service}/connection/test`, { id: outside });
  expect(tried.data).toMatchObject({ ok: false, msg: expect.stringContaining('OUTBOUND_HOSTS') });
  const mqtt = await connectionModel('no_bus', { protocol: 'mqtt', dataFormat: 'json' });
  const wrong = await connection(mqtt, 5021, { name: '不是总线' });
  expect(await start(wrong)).toMatchObject({ channelState: 'error', lastError: '连接模型的协议不能轮询' });
  const inEnglish = await iot.inEnglish().post(`${service}/connection/start`, { id: wrong });
  expect(inEnglish.data.lastError).toBe('The protocol of the connection model is not polled');
  const units = await simulated({});
  const { port } = units;
  const lost = await connection(model, port, { name: '会断' });
  expect(await start(lost)).toMatchObject({ channelState: 'running' });
  units.close();
  await expect.poll(async () => (await rowOf(lost)).channelState, { timeout: 5000 }).toBe('error');
  const back = new ModbusUnits({});
  closing.push(back);
  await back.listen(port);
  await expect.poll(async () => (await rowOf(lost)).channelState, { timeout: 10_000 }).toBe('running');
});
