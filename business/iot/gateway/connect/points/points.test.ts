import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const models = 'iot/connection-service/connection-model';
const points = 'iot/connection-service/connection-attribute';
const mappings = 'iot/model-dmd-config';

async function connectionModel(code: string, over: object = {}): Promise<string> {
  const made = await iot.post(`${models}/add`, {
    modelName: `连接${code}`,
    modelCode: code,
    protocol: 'modbus_tcp',
    dataFormat: 'hex',
    ...over,
  });
  expect(made.status, made.msg).toBe(200);
  return made.data.id;
}

async function point(connectionModelId: string, pointCode: string, over: object = {}): Promise<string> {
  const made = await iot.post(`${points}/add`, {
    ...{ connectionModelId, pointCode, pointName: pointCode, address: '4:10:1', dataType: 'int', rw: 'rw', ...over },
  });
  expect(made.status, made.msg).toBe(200);
  return made.data.id;
}

async function thing(code: string): Promise<{ modelId: string; attributeId: string; eventId: string }> {
  const model = await iot.post('iot/device-thing-model/add', {
    ...{ modelCode: code, modelName: code, category: 'heat_pump', nodeType: 'direct', authType: 'device_secret' },
  });
  const add = async (body: object): Promise<string> => {
    const made = await iot.post('iot/device-model-attribute/add', { modelId: model.data.id, name: '项', ...body });
    expect(made.status, made.msg).toBe(200);
    return made.data.id;
  };
  return {
    modelId: model.data.id,
    attributeId: await add({
      ...{ attrType: 'property', identifier: 'mode', dataType: 'float', specs: { min: 0, max: 50 } },
    }),
    eventId: await add({ attrType: 'event', identifier: 'fault', eventLevel: 'error' }),
  };
}

test('each address of models, points and mappings answers with its own content', async () => {
  const model = await connectionModel('own_content');
  const one = await point(model, 'flow');
  const { modelId, attributeId } = await thing('own_content');
  const made = await iot.post(`${mappings}/add`, {
    ...{ modelId, attributeId, connectionModelId: model, pointId: one, direction: 'up' },
  });
  expect(made.status, made.msg).toBe(200);
  for (const [path, id, content] of [
    [models, model, { modelCode: 'own_content', status: 'draft' }],
    [points, one, { pointCode: 'flow', makerNumber: '40011' }],
    [mappings, made.data.id, { attributeId, direction: 'up' }],
  ] as const) {
    for (const found of [
      await iot.get(`${path}/detail`, { id }),
      await iot.get(`${path}/info/${id}`),
      await iot.get(`${path}/${id}`),
    ])
      expect(found.data).toMatchObject({ id, ...content });
    expect((await iot.write('PUT', `${path}/update`, { id })).status).toBe(200);
    expect((await iot.get(`${path}/info/1`)).status).toBe(404);
  }
  expect((await iot.get(`${models}/page`, { modelCode: 'own_con', status: 'draft' })).data.total).toBe(1);
  expect((await iot.get(`${models}/page`, { modelCode: 'own_con', status: 'published' })).data.total).toBe(0);
  expect((await iot.get(`${points}/page`, { connectionModelId: model, pointCode: 'flo' })).data.total).toBe(1);
  expect((await iot.get(`${mappings}/page`, { modelId, direction: 'down' })).data.total).toBe(0);
  const again = await iot.post(`${mappings}/add`, {
    ...{ modelId, attributeId, connectionModelId: model, sourceField: 'x', direction: 'up' },
  });
  expect(again.status).toBe(409);
  expect((await iot.write('DELETE', `${mappings}/delete/${made.data.id}`)).status).toBe(200);
  expect((await iot.post(`${points}/delete?ids=${one}`)).status).toBe(200);
  expect((await iot.post(`${models}/delete/${model}`)).status).toBe(200);
});

test('an address that does not fit the protocol is refused, also after the protocol is changed', async () => {
  const model = await connectionModel('addresses');
  const send = (address: string, over: object = {}) =>
    iot.post(`${points}/add`, {
      ...{ connectionModelId: model, pointCode: 'a', pointName: 'a', address, dataType: 'uint', rw: 'r', ...over },
    });
  for (const address of ['40011', '2:0:1', '4:0:126', '4:65535:2', '$.data.t'])
    expect((await send(address)).data.fields, address).toMatchObject([{ field: 'address' }]);
  expect((await send('0:3:1')).data.fields).toMatchObject([{ field: 'dataType' }]);
  expect((await send('4:3:1', { bitIndex: 15, bitCount: 2 })).data.fields).toMatchObject([{ field: 'bitIndex' }]);
  expect((await send('4:0:1')).status).toBe(200);
  expect((await iot.post(`${models}/update`, { id: model, protocol: 'mqtt', dataFormat: 'json' })).reason).toBe(
    'iot.pointWrong',
  );
  expect((await iot.get(`${models}/${model}`)).data.protocol).toBe('modbus_tcp');
  const json = await connectionModel('paths', { protocol: 'mqtt', dataFormat: 'json' });
  await point(json, 'temp', { address: '$.data.rooms[0].temp' });
  const meter = await connectionModel('meter', { protocol: 'dlt645' });
  await point(meter, 'energy', { address: '00010000', dataType: 'bcd' });
  const water = await connectionModel('water', { protocol: 'cjt188' });
  await point(water, 'volume', { address: '901F', dataType: 'bcd' });
  await point(water, 'month', { address: 'monthFlow', dataType: 'bcd' });
  const unknown = { connectionModelId: water, pointCode: 'b', pointName: 'b', dataType: 'bcd', rw: 'r' };
  expect((await iot.post(`${points}/add`, { ...unknown, address: 'flow' })).data.fields).toMatchObject([
    { field: 'address' },
  ]);
});

test('a mapping is refused if a command could not be converted back', async () => {
  const model = await connectionModel('inverse');
  const { modelId, attributeId, eventId } = await thing('inverse');
  const reading = await point(model, 'reading', { rw: 'r' });
  const other = await point(await connectionModel('inverse_other'), 'elsewhere');
  const send = (over: object) =>
    iot.post(`${mappings}/add`, {
      ...{ modelId, attributeId, connectionModelId: model, sourceField: 'm', direction: 'both', ...over },
    });
  expect((await send({ valueMap: { 0: 'off', 1: 'off' } })).data.fields).toMatchObject([{ field: 'valueMap' }]);
  expect((await send({ expression: 'x + 1' })).data.fields).toMatchObject([{ field: 'expression' }]);
  expect((await send({ expression: 'x +', direction: 'up' })).data.fields).toMatchObject([{ field: 'expression' }]);
  expect((await send({ pointId: reading })).reason).toBe('iot.pointReadOnly');
  expect((await send({ pointId: other })).reason).toBe('iot.pointElsewhere');
  expect((await send({ attributeId: eventId })).reason).toBe('iot.attributeElsewhere');
  expect((await send({ sourceField: '' })).reason).toBe('iot.sourceMissing');
  expect((await send({ valueMap: { 0: 'off', 1: 'off' }, direction: 'up' })).status).toBe(200);
});

test('a stored mapping is tried with a raw value, step by step', async () => {
  const model = await connectionModel('tried');
  const { modelId, attributeId } = await thing('tried');
  const made = await iot.post(`${mappings}/add`, {
    ...{ modelId, attributeId, connectionModelId: model, sourceField: 't', direction: 'up' },
    ...{ scale: '0.1', offset: '-40', expression: 'round(x, 0)', filterMode: 'clamp', invalidValues: [32767, 'FFFF'] },
  });
  expect(made.status, made.msg).toBe(200);
  const id = made.data.id;
  expect((await iot.post(`${mappings}/test`, { raw: 1284, id })).data).toEqual({
    value: 50,
    steps: [
      { rule: 'invalid', value: 1284 },
      { rule: 'scale', value: 88.4 },
      { rule: 'expression', value: 88 },
      { rule: 'clamp', value: 50 },
    ],
  });
  expect((await iot.post(`${mappings}/test`, { raw: 65535, id })).data.value).toBeNull();
  expect((await iot.post(`${mappings}/test`, { raw: 5 })).data).toEqual({ value: 5, steps: [] });
  expect((await iot.post(`${mappings}/test`, { raw: { a: 1 } })).reason).toBe('iot.rawMalformed');
});

test('operators read points but only engineers write them', async () => {
  const model = await connectionModel('rights');
  const operator = await server.as('as_operator');
  expect((await operator.get(`${models}/${model}`)).data.modelCode).toBe('rights');
  expect((await operator.post(`${models}/update`, { id: model, modelName: '改' })).status).toBe(403);
  const technician = await server.as('as_technician');
  expect((await technician.get(`${points}/page`)).status).toBe(403);
});
