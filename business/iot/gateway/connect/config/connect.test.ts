import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { checksumOf } from '../codec/values/checksum.rules.ts';
import { bytesOf } from '../codec/frame.rules.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('admin', { who: 'keeper' });
const at = 'blade-system/device/connect/config';

const parent = (over: object = {}) => ({
  name: '空气源热泵',
  ip: '0.0.0.0',
  port: 9100,
  deviceConnectType: 'tcp_server',
  deviceConnectMethod: 'long',
  deviceConnectFormat: 'hex',
  deviceIdRule: 'field',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
  ...over,
});
const son = (
  keyId: string,
  sort: number,
  deviceConnectConfigFieldType: string,
  startBit: number,
  endBit: number,
  over: object = {},
) => ({ keyId, sort, deviceConnectConfigFieldType, startBit, endBit, ...over });

test('every required field is refused in the words of the specification', async () => {
  const { data } = await admin.post(`${at}/saveOrUpdate`, {});
  expect(data.fields).toEqual([
    { field: 'name', msg: '请输入配置名称' },
    { field: 'ip', msg: '请输入域名/IP' },
    { field: 'port', msg: '请输入端口号' },
    { field: 'deviceConnectType', msg: '请输入接入类型' },
    { field: 'deviceConnectMethod', msg: '请输入接入方法' },
    { field: 'deviceConnectFormat', msg: '请输入接入类型' },
    { field: 'deviceIdRule', msg: '请输入设备ID规则' },
  ]);
  const made = await admin.post(`${at}/saveOrUpdate`, parent());
  expect(made.status, made.msg).toBe(200);
  expect((await admin.post(`${at}/saveOrUpdate/son`, { keyId: made.data.id })).data.fields).toEqual([
    { field: 'deviceConnectConfigFieldType', msg: '请输入字段类型' },
  ]);
  expect((await admin.post(`${at}/saveOrUpdate`, parent({ name: '另一台' }))).reason).toBe('platform.portTaken');
  expect((await admin.post(`${at}/saveOrUpdate/son`, son(made.data.id, 1, 'property', 5, 2))).reason).toBe(
    'platform.fieldRange',
  );
  expect((await admin.post(`${at}/del?ids=${made.data.id}`)).status).toBe(200);
  expect((await admin.get(`${at}/getById`, { id: made.data.id })).status).toBe(404);
});

test('a frame is read by the configured fields, and a command is written by the same', async () => {
  const {
    data: { id },
  } = await admin.post(`${at}/saveOrUpdate`, parent());
  const fields = [
    son(id, 1, 'header', 0, 1, { dataType: 'hex', constValue: 'AA55' }),
    son(id, 2, 'deviceId', 2, 5, { dataType: 'hex', fieldName: 'did' }),
    son(id, 3, 'msgType', 6, 6, { fieldName: 'cmd' }),
    son(id, 4, 'property', 7, 8, { dataType: 'int', scale: '0.1', iotFieldName: 'outdoor' }),
    son(id, 5, 'property', 9, 10, { dataType: 'uint', byteOrder: 'DCBA', iotFieldName: 'power' }),
    son(id, 6, 'checksum', 11, 12, { algorithm: 'crc16modbus', byteOrder: 'DCBA' }),
  ];
  for (const field of fields.toReversed()) expect((await admin.post(`${at}/saveOrUpdate/son`, field)).status).toBe(200);
  const listed = (await admin.get(`${at}/list/son`, { keyId: id })).data as { id: string; sort: number }[];
  expect(listed.map((one) => one.sort)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await admin.get(`${at}/getById/son`, { id: listed[0].id })).data.constValue).toBe('AA55');
  const { hex } = (
    await admin.post(`${at}/test/encode`, {
      keyId: id,
      command: { did: '01020304', cmd: 3, outdoor: -12.5, power: 1500 },
    })
  ).data;
  expect(hex.slice(0, 22)).toBe('AA550102030403FF83DC05');
  expect(Number.parseInt(hex.slice(24, 26) + hex.slice(22, 24), 16)).toBe(
    checksumOf('crc16modbus', bytesOf(hex.slice(0, 22))),
  );
  const decoded = (await admin.post(`${at}/test`, { keyId: id, frame: hex })).data;
  expect(decoded).toMatchObject({
    ok: true,
    frames: [{ deviceId: '01020304', msgType: '03', props: { outdoor: -12.5, power: 1500 } }],
  });
  expect(decoded.frames[0].fields[3]).toMatchObject({ name: 'outdoor', start: 56, end: 71, hex: 'FF83', value: -12.5 });
  const broken = (await admin.post(`${at}/test`, { keyId: id, frame: `${hex.slice(0, 18)}0000${hex.slice(22)}` })).data;
  expect(broken).toMatchObject({ ok: false, frames: [{ error: '校验不通过' }] });
  for (const [frame, error] of [
    ['zz', '报文不是有效的十六进制'],
    ['AA55', 'did:超出报文范围'],
    ['BB550102030403FF83DC050000', '协议标识不符:BB55'],
  ])
    expect((await admin.post(`${at}/test`, { keyId: id, frame })).data.frames[0].error).toBe(error);
  expect((await admin.post(`${at}/test/encode`, { keyId: id, command: { cmd: 300 } })).reason).toBe(
    'platform.frameWrong',
  );
  expect((await admin.post(`${at}/replay`, { keyId: id })).reason).toBe('platform.noDevicesYet');
  expect((await admin.get(`${at}/list/son`)).reason).toBe('platform.keyIdMissing');
  expect((await admin.post(`${at}/del/son?ids=${listed[0].id}`)).status).toBe(200);
  expect((await admin.get(`${at}/list/son`, { keyId: id })).data).toHaveLength(5);
});

test('the worked example of the design decodes as documented', async () => {
  const {
    data: { id },
  } = await admin.post(`${at}/saveOrUpdate`, parent({ name: '设计样例', port: 9300 }));
  const fields = [
    son(id, 1, 'length', 2, 3, { fieldName: 'len' }),
    son(id, 2, 'deviceId', 4, 9, { dataType: 'hex' }),
    son(id, 3, 'msgType', 10, 10, { dataType: 'hex' }),
    son(id, 4, 'property', 13, 13, { dataType: 'flag', iotFieldName: 'powerSwitch' }),
    son(id, 5, 'property', 14, 15, { dataType: 'int', scale: '0.1', iotFieldName: 'outletTemp' }),
    son(id, 6, 'property', 16, 17, { dataType: 'int', scale: '0.1', iotFieldName: 'inletTemp' }),
    son(id, 7, 'property', 18, 21, { dataType: 'bcd', scale: '0.01', iotFieldName: 'totalEnergy' }),
    son(id, 8, 'event', 22, 22, { iotFieldName: 'fault' }),
    son(id, 9, 'checksum', -4, -3, { algorithm: 'crc16modbus', byteOrder: 'DCBA' }),
  ];
  for (const field of fields) expect((await admin.post(`${at}/saveOrUpdate/son`, field)).status).toBe(200);
  const [frame] = (
    await admin.post(`${at}/test`, {
      keyId: id,
      frame: 'AA55 001B A4CF12345678 01 0007 01 01C5 FFF4 00123456 21 8038 0D0A',
    })
  ).data.frames;
  expect(frame).toMatchObject({
    error: null,
    deviceId: 'A4CF12345678',
    msgType: '01',
    props: { powerSwitch: true, outletTemp: 45.3, inletTemp: -1.2, totalEnergy: 1234.56 },
    events: [{ name: 'fault', value: 33 }],
  });
});

test('a JSON report is read by its paths', async () => {
  const {
    data: { id },
  } = await admin.post(
    `${at}/saveOrUpdate`,
    parent({
      name: '网关',
      port: 9200,
      deviceConnectType: 'http',
      deviceConnectFormat: 'json',
      deviceIdRule: 'json:$.did',
      agreementKey: '$.v',
      agreementVal: '2',
      startBit: null,
      endBit: null,
    }),
  );
  await admin.post(`${at}/saveOrUpdate/son`, {
    keyId: id,
    deviceConnectConfigFieldType: 'property',
    fieldName: '$.d.temp',
    iotFieldName: 'temp',
    scale: '0.1',
  });
  expect(
    (await admin.post(`${at}/test`, { keyId: id, frame: '{"v":2,"did":"G7","d":{"temp":215}}' })).data.frames[0],
  ).toMatchObject({ deviceId: 'G7', props: { temp: 21.5 } });
  expect((await admin.post(`${at}/test`, { keyId: id, frame: '{"v":3}' })).data.frames[0].error).toBe('协议标识不符');
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.post(`${at}/test`, { keyId: id, frame: '{}' })).status).toBe(404);
});

const differing = ({ changes }: { changes: { change: string }[] }) => changes.filter(({ change }) => change !== 'same');

test('a protocol of the product becomes a configuration that decodes its published frames; a second import changes nothing', async () => {
  const offered = (await admin.get(`${at}/packs`)).data as { code: string }[];
  expect(offered.map((one) => one.code)).toEqual(['dlt645-2007', 'cjt188-2004', 'modbus-ecodan']);
  const compared = await admin.post(`${at}/packs/import`, { code: 'dlt645-2007', port: 9645, dry: true });
  expect(compared.data).toMatchObject({ id: null, exists: false, fields: 11 });
  const { id } = (await admin.post(`${at}/packs/import`, { code: 'dlt645-2007', port: 9645 })).data;
  const frame = 'FE FE FE FE 68 61 01 00 00 00 00 68 91 08 33 33 34 33 59 33 33 33 8A 16';
  expect((await admin.post(`${at}/test`, { keyId: id, frame })).data.frames[0]).toMatchObject({
    error: null,
    deviceId: '000000000161',
    props: { totalEnergy: 0.26 },
  });
  const samples = (await admin.post(`${at}/samples/check`, { keyId: id })).data;
  expect(samples).toMatchObject({ isRight: true, samples: [{ error: null }, { deviceId: '000000000161' }, {}] });
  const again = await admin.post(`${at}/packs/import`, { code: 'dlt645-2007', port: 9646 });
  expect(again.data).toMatchObject({ id: null, exists: true, hasModels: true });
  expect(differing(again.data)).toEqual([]);
  const [, , , , , , energy] = (await admin.get(`${at}/list/son`, { keyId: id })).data as { id: string }[];
  expect((await admin.post(`${at}/saveOrUpdate/son`, { id: energy.id, keyId: id, scale: '1' })).msg).toContain(
    '未生效',
  );
  const replaced = { code: 'dlt645-2007', port: 9646, replace: true };
  const difference = [{ of: 'field', name: 'totalEnergy', change: 'changed' }];
  expect(differing((await admin.post(`${at}/packs/import`, { ...replaced, dry: true })).data)).toEqual(difference);
  const written = (await admin.post(`${at}/packs/import`, replaced)).data;
  expect([written.id, differing(written)]).toEqual([id, difference]);
  expect(differing((await admin.post(`${at}/packs/import`, { ...replaced, dry: true })).data)).toEqual([]);
  expect((await admin.get(`${at}/getById`, { id })).data).toMatchObject({ isLive: true, port: 9645 });
  expect((await admin.post(`${at}/packs/import`, { code: 'x', port: 9646 })).reason).toBe('platform.packUnknown');
});

test('two frames and what changed between them name the field; a stored field is no answer', async () => {
  const { id } = (await admin.post(`${at}/saveOrUpdate`, parent({ name: '没有手册的热泵', port: 9500 }))).data;
  await admin.post(`${at}/saveOrUpdate/son`, son(id, 1, 'msgId', 2, 3));
  const change = {
    keyId: id,
    before: 'AA55 01B2 80 01B2',
    after: 'AA55 01C2 00 01C2',
    valueBefore: '43.4',
    valueAfter: '45.0',
  };
  const { data } = await admin.post(`${at}/learn`, change);
  expect(data.changed).toEqual([3, 4, 6]);
  expect(data.fields[0]).toMatchObject({ start: 40, end: 55, dataType: 'uint', scale: 0.1, rawBefore: 434 });
  const asSwitch = await admin.post(`${at}/learn`, { ...change, valueBefore: '开', valueAfter: '关' });
  expect(asSwitch.data.fields[0]).toMatchObject({ start: 32, end: 32, dataType: 'flag' });
  expect((await admin.post(`${at}/learn`, { ...change, after: 'zz' })).reason).toBe('platform.frameWrong');
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.post(`${at}/learn`, change)).status).toBe(404);
});

test('engineers of devices write configurations, managers only read them', async () => {
  const engineer = await server.as('as_iot');
  expect((await engineer.post(`${at}/saveOrUpdate`, parent({ name: '工程师的', port: 9400 }))).status).toBe(200);
  const manager = await server.as('as_manager');
  expect((await manager.get(`${at}/list`)).status).toBe(200);
  expect((await manager.post(`${at}/saveOrUpdate`, parent({ name: '经理的', port: 9401 }))).status).toBe(403);
});
