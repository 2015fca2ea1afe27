import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, storedCommand, untilState } from '../../../../testing/commands.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, heardBy, summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
const modelId = await makeModel(iot, 'frame_cmd', { properties: commandAttributes });
afterEach(() => ports.closeAll());

const kind = (deviceConnectConfigFieldType: string, startBit: number, endBit: number, more: object = {}) => ({
  deviceConnectConfigFieldType,
  startBit,
  endBit,
  ...more,
});

/** AA55, two bytes of id, kind, number, then values by kind, and the sum: 01 report, 02 heartbeat, 03 set, 83 answer. */
const fields = [
  kind('header', 0, 1, { dataType: 'hex', constValue: 'AA55' }),
  kind('deviceId', 2, 3, { dataType: 'hex' }),
  kind('msgType', 4, 4, { fieldName: 'func', constValue: '03' }),
  kind('msgId', 5, 5),
  kind('property', 6, 7, {
    dataType: 'uint',
    scale: '0.5',
    iotFieldName: 'setTemp',
    whenExpr: 'msgType in (01, 03)',
  }),
  kind('property', 8, 8, { iotFieldName: 'fan', whenExpr: 'msgType in (01, 03)' }),
  kind('status', 6, 6, { fieldName: 'result', whenExpr: 'msgType in (83)' }),
  kind('checksum', -1, -1, { algorithm: 'sum8' }),
];
const rules = {
  replyRule: { when: "msgType = '01'", template: 'AA55{deviceId}81{msgId:1}{sum8:1}' },
  heartbeatRule: { when: "msgType = '02'" },
};

const withRules = (name: string, port: number) => ({ name, port, ...rules });

test('a report is answered once it is stored, and a heartbeat stores nothing', async () => {
  const config = await ports.make(withRules('应答', 9611), fields);
  const device = await registerDevice(iot, modelId, 'frame_cmd', '0C01', { authType: 'none' });
  await part.settle();
  const socket = await ports.dial(config);
  const heard = heardBy(socket);
  socket.write(summed('AA550C010107005A02'));
  const answer = summed('AA550C018107').toString('hex').toUpperCase();
  await expect.poll(heard).toBe(answer);
  expect(await ports.latest(device.id, 'setTemp')).toBe(45);
  const lastHeard = () => part.registry.deviceOf(device.id)!.lastHeard;
  const before = lastHeard();
  server.clock.set(server.clock.ms() + 5000);
  socket.write(summed('AA550C010208'));
  await expect.poll(lastHeard).toBeGreaterThan(before);
  expect(heard()).toBe(answer);
  const [{ n }] = await server.tables<{ n: number }>(
    'select count(*)::int as n from iot_telemetry where device_id = $1',
    [device.id],
  );
  expect(n).toBe(1);
});

test('a command goes out as a frame with a number, and the answer with that number ends it', async () => {
  const config = await ports.make(withRules('指令', 9612), fields);
  const device = await registerDevice(iot, modelId, 'frame_cmd', '0C02', { authType: 'none' });
  await part.settle();
  const socket = await ports.dial(config);
  socket.write(summed('AA550C020163005A02'));
  await expect.poll(() => ports.latest(device.id, 'fan')).toBe(2);
  const heard = heardBy(socket);
  const id = await createCommand(server, device.id, { set: { setTemp: 40 } });
  await untilState(server, id, 'sent');
  // The fan stays as it was reported: a frame has no place for "unchanged".
  await expect.poll(heard).toContain(summed('AA550C020301005002').toString('hex').toUpperCase());
  socket.write(summed('AA550C02830900'));
  // Without framing, a silence ends a frame.
  await expect
    .poll(async () => (await ports.frames(config)).map(({ hex }) => hex.replaceAll(' ', '')))
    .toContainEqual(expect.stringContaining('0C02830900'));
  socket.write(summed('AA550C02830100'));
  expect((await untilState(server, id, 'success')).resultCode).toBe(200);
  const refused = await createCommand(server, device.id, { set: { setTemp: 41 } });
  await untilState(server, refused, 'sent');
  socket.write(summed('AA550C02830207'));
  expect((await untilState(server, refused, 'failed')).resultCode).toBe(7);
  const [row] = await ports.frames(config).then((all) => all.filter(({ direction }) => direction === 'down'));
  expect(row.hex).toContain('AA550C0203');
});

test('what no frame can carry fails in words, and the connection says why', async () => {
  const config = await ports.make(withRules('编不成', 9613), fields);
  const device = await registerDevice(iot, modelId, 'frame_cmd', '0C03', { authType: 'none' });
  await part.settle();
  const socket = await ports.dial(config);
  socket.write(summed('AA550C0302FF'));
  await expect.poll(() => part.ingest.lineOf(device.id)).toBeDefined();
  const id = await createCommand(server, device.id, { keys: ['temp'] });
  await untilState(server, id, 'failed');
  expect((await storedCommand(server, id)).reason).toBeTruthy();
  expect((await ports.row(config)).lastError).toContain('指令编不成报文');
});
