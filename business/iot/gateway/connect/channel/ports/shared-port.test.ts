import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const ports = new FramePort(server, iot);
const modelId = await makeModel(iot, 'shared_port');
const config = 'blade-system/device/connect/config';
afterEach(() => ports.closeAll());

const fields = (type: string) => [
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 3, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'property', startBit: 4, endBit: 4, dataType: type, iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'checksum', startBit: -1, endBit: -1, algorithm: 'sum8' },
];
const hasAgreement = (agreementVal: string | null, name: string, over: object = {}) => ({
  name,
  agreementVal,
  port: 9601,
  ...over,
});

test('a frame goes to the configuration whose agreement value it carries, and what is left to the one without', async () => {
  const first = await ports.make(hasAgreement('AA55', '甲'), fields('int'));
  const second = await ports.make(hasAgreement('BB66', '乙'), fields('bcd'));
  const rest = await ports.make(hasAgreement(null, '其余', { startBit: null, endBit: null }), fields('uint'));
  const devices: { readonly id: string }[] = [];
  for (const key of ['0A01', '0A02', '0A03'])
    devices.push(await registerDevice(iot, modelId, 'shared_port', key, { authType: 'none' }));
  await devicesPartOf(server).settle();
  const socket = await ports.dial(first);
  // Silence ends these frames, so each is read before the next one is sent.
  for (const [at, hex, value] of [
    [0, 'AA550A0185', -123],
    [1, 'BB660A0285', 85],
    [2, 'CC770A0385', 133],
  ] as const) {
    socket.write(summed(hex));
    await expect.poll(() => ports.latest(devices[at].id, 'temp')).toBe(value);
  }
  for (const one of [first, second, rest])
    expect((await ports.frames(one)).map(({ verdict }) => verdict)).toEqual(['ok']);
});

test('makes that cut their frames differently share a port, each socket in its own way', async () => {
  const fixed = await ports.make(
    hasAgreement('A155', '定长', { port: 9602, framing: { kind: 'fixed', length: 6, startMarker: 'A155' } }),
    fields('int'),
  );
  await ports.make(
    hasAgreement('7E01', '首尾', { port: 9602, framing: { kind: 'delimiter', delimiter: '0D0A' } }),
    fields('int'),
  );
  const one = await registerDevice(iot, modelId, 'shared_port', '0B01', { authType: 'none' });
  const other = await registerDevice(iot, modelId, 'shared_port', '0B02', { authType: 'none' });
  await devicesPartOf(server).settle();
  (await ports.dial(fixed)).write(Buffer.concat([summed('A1550B0111'), summed('A1550B0112')]));
  await expect.poll(() => ports.latest(one.id, 'temp')).toBe(0x12);
  const socket = await ports.dial(fixed);
  const framed = (hex: string): Buffer => Buffer.concat([summed(hex), Buffer.from('0D0A', 'hex')]);
  socket.write(Buffer.concat([framed('7E010B0221'), framed('7E010B0222')]));
  await expect.poll(() => ports.latest(other.id, 'temp')).toBe(0x22);
  expect((await ports.frames(fixed)).every(({ verdict }) => verdict === 'ok')).toBe(true);
});

test('two configurations that nothing tells apart are refused, whatever address they name; another company is too', async () => {
  const other = { ...hasAgreement('AA55|AA56', '丙', { ip: '10.0.0.1' }) };
  const body = { deviceConnectType: 'tcp_server', deviceConnectMethod: 'long', deviceConnectFormat: 'hex' };
  const refused = await iot.post(`${config}/saveOrUpdate`, {
    ...body,
    deviceIdRule: 'field',
    startBit: 0,
    endBit: 1,
    ...other,
  });
  expect([refused.status, refused.reason]).toEqual([409, 'platform.portTaken']);
  expect(refused.msg).toContain('甲');
  const theirs = await server.as('as_iot', { tenantId: '000002' });
  const guarded = await theirs.post(`${config}/saveOrUpdate`, {
    ...body,
    ip: '0.0.0.0',
    deviceIdRule: 'field',
    startBit: 0,
    endBit: 1,
    ...hasAgreement('EE11', '别家'),
  });
  expect([guarded.status, guarded.reason]).toEqual([409, 'connection.portTaken']);
});
