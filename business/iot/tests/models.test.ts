import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { builtInCatalogue } from '../models/built-in/catalogue.rules.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const models = 'iot/device-thing-model';
const attributes = 'iot/device-model-attribute';

async function modelWith(code: string, ...properties: Record<string, unknown>[]): Promise<string> {
  const made = await iot.post(`${models}/add`, {
    modelCode: code,
    modelName: `型号${code}`,
    category: 'heat_pump',
    nodeType: 'direct',
    authType: 'device_secret',
  });
  expect(made.status, made.msg).toBe(200);
  for (const one of properties) {
    const added = await iot.post(`${attributes}/add`, { modelId: made.data.id, attrType: 'property', ...one });
    expect(added.status, added.msg).toBe(200);
  }
  return made.data.id;
}

const outlet = {
  identifier: 'outletTemp',
  name: '出水温度',
  dataType: 'float',
  specs: { min: -40, max: 120 },
  unit: '℃',
};
const rowOf = async (modelId: string, identifier: string) =>
  (await iot.get(`${attributes}/page`, { modelId })).data.records.find(
    (row: { identifier: string }) => row.identifier === identifier,
  );

test('a model is published, widened in place, and refused if it breaks device values', async () => {
  const id = await modelWith('hp_break', outlet, { identifier: 'power', name: '功率', dataType: 'float', unit: 'W' });
  expect((await iot.post(`${models}/publish/${id}`, { note: '第一版' })).data).toMatchObject({ publishedVersion: 1 });
  expect((await iot.post(`${models}/publish/${id}`)).reason).toBe('iot.nothingToPublish');
  const device = await iot.post('iot/device-thing-instance/add', {
    deviceKey: 'break-1',
    deviceName: '一',
    modelId: id,
  });
  expect(device.status, device.msg).toBe(200);

  const temp = await rowOf(id, 'outletTemp');
  await iot.post(`${attributes}/update`, { id: temp.id, specs: { min: -40, max: 130 } });
  const wider = await iot.get(`${models}/differences`, { id });
  expect(wider.data).toMatchObject({
    version: 1,
    devices: 1,
    differences: [{ identifier: 'outletTemp', isBreaking: false }],
  });
  expect((await iot.post(`${models}/publish/${id}`)).data).toMatchObject({ publishedVersion: 2 });
  expect((await iot.get(`iot/device-thing-instance/${device.data.id}`)).data.modelVersion).toBe(2);

  const power = await rowOf(id, 'power');
  await iot.post(`${attributes}/update`, { id: power.id, dataType: 'int' });
  const broken = await iot.post(`${models}/publish/${id}`);
  expect([broken.status, broken.reason]).toEqual([409, 'iot.breaking']);
  expect(broken.msg).toContain('power');
  expect(broken.data).toMatchObject({ names: ['power'], devices: 1 });

  // A breaking change may be published when the model has no devices in use.
  await iot.post('iot/device-thing-instance/retire', { id: device.data.id, reason: '样机' });
  expect((await iot.post(`${models}/publish/${id}`)).data).toMatchObject({ publishedVersion: 3 });
});

test('a property number is never reused, and wrong attributes are refused with their fault', async () => {
  const id = await modelWith('hp_no', outlet);
  const first = await rowOf(id, 'outletTemp');
  expect(first.propNo ?? (await iot.get(`${attributes}/${first.id}`)).data.propNo).toBe(1);
  await iot.send('DELETE', `${attributes}/delete/${first.id}`);
  await iot.post(`${attributes}/add`, {
    modelId: id,
    attrType: 'property',
    identifier: 'flow',
    name: '流量',
    dataType: 'float',
  });
  const next = await rowOf(id, 'flow');
  expect((await iot.get(`${attributes}/${next.id}`)).data.propNo).toBe(2);
  const bad = async (one: Record<string, unknown>) =>
    (await iot.post(`${attributes}/add`, { modelId: id, attrType: 'property', name: '坏', dataType: 'int', ...one }))
      .msg;
  expect(await bad({ identifier: 'ts' })).toBe('ts 是保留字');
  expect(await bad({ identifier: '1a' })).toContain('以字母开头');
  expect(await bad({ identifier: 'range', specs: { min: 5, max: 1 } })).toBe('最小值不能大于最大值');
  expect(await bad({ identifier: 'mode', dataType: 'enum', specs: {} })).toBe('枚举至少要有一项');
  expect(await bad({ identifier: 'flow' })).toContain('已存在');
  expect(
    (
      await iot.post(`${models}/add`, {
        modelCode: 'HP 01',
        modelName: '坏',
        category: 'other',
        nodeType: 'sub',
        authType: 'none',
      })
    ).msg,
  ).toContain('小写字母');
});

test('built-in models are registered once, and an exported specification imports equal', async () => {
  const added = await iot.post(`${models}/built-in`);
  expect(added.data.added, added.msg).toEqual(builtInCatalogue.map((one) => one.modelCode));
  expect((await iot.post(`${models}/built-in`)).data.added).toEqual([]);
  const heatPump = (await iot.get(`${models}/page`, { modelCode: 'hp01' })).data.records[0];
  expect(heatPump).toMatchObject({ status: 'published', attributeCount: 22, publishedVersion: 1 });

  const out = (await iot.get(`${models}/tsl/${heatPump.id}`)).data;
  expect(out.properties).toHaveLength(19);
  const copy = { ...out, profile: { ...out.profile, modelCode: 'hp01_copy', modelName: '另一台' } };
  const tried = await iot.post(`${models}/import-tsl`, { tsl: copy, dry: true });
  expect(tried.data, tried.msg).toMatchObject({ id: null, attributes: 22 });
  const made = await iot.post(`${models}/import-tsl`, { tsl: copy });
  expect(made.status, made.msg).toBe(200);
  const back = (await iot.get(`${models}/tsl/${made.data.id}`)).data;
  expect({ ...back, profile: null }).toEqual({ ...out, profile: null });
  // Importing the same again changes nothing.
  expect((await iot.post(`${models}/import-tsl`, { tsl: copy })).data.differences).toEqual([]);
});

test('a foreign specification is imported: labels of enumerations, texts for numbers, input and output', async () => {
  const made = await iot.post(`${models}/import-tsl`, {
    tsl: {
      profile: { modelCode: 'foreign', modelName: '外来', category: 'boiler', nodeType: 'direct', authType: 'none' },
      properties: [
        {
          identifier: 'temp',
          name: '温度',
          accessMode: 'rw',
          dataType: { type: 'float', specs: { min: '5', max: '80', unit: '℃', vendor: 'x' } },
        },
        { identifier: 'mode', name: '模式', accessMode: 'r', dataType: { type: 'enum', specs: { 0: '关', 1: '开' } } },
      ],
      events: [
        {
          identifier: 'fault',
          name: '故障',
          type: 'alert',
          outputData: [{ identifier: 'code', name: '码', dataType: { type: 'int' } }],
        },
      ],
      services: [{ identifier: 'reset', name: '复位', callType: 'sync', inputData: [] }],
    },
  });
  expect(made.status, made.msg).toBe(200);
  const out = (await iot.get(`${models}/tsl/${made.data.id}`)).data;
  expect(out.properties[0]).toMatchObject({
    unit: '℃',
    dataType: { type: 'float', specs: { min: 5, max: 80, ext: { vendor: 'x' } } },
  });
  expect(out.properties[1].dataType.specs).toEqual({ items: { 0: { zh: '关' }, 1: { zh: '开' } } });
  expect(out.events[0]).toMatchObject({ eventLevel: 'warn', params: [{ identifier: 'code', direction: 'out' }] });
  expect(out.services[0]).toMatchObject({ callMode: 'sync' });
  expect((await iot.post(`${models}/import-tsl`, { tsl: [1] })).reason).toBe('iot.tslMalformed');
});

test('kinds of devices are counted, and only engineers change models', async () => {
  const tree = (await iot.get(`${models}/category`)).data;
  const heating = tree.find((group: { code: string }) => group.code === 'heating');
  expect(heating.count).toBe(heating.children.reduce((sum: number, one: { count: number }) => sum + one.count, 0));
  const desk = await server.as('as_cs');
  expect((await desk.get(`${models}/page`)).status).toBe(403);
  expect((await desk.post(`${models}/add`, {})).status).toBe(403);
});
