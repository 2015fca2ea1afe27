import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

test('words of a device are read in any case, and a time in seconds is refused by that name', async () => {
  const modelId = await makeModel(iot, 'typed01', {
    properties: [
      { identifier: 'pump', dataType: 'bool', specs: {} },
      { identifier: 'mode', dataType: 'enum', specs: { items: { heat: '制热', cool: '制冷' } } },
    ],
  });
  const device = await registerDevice(iot, modelId, 'typed01', 'typed-1');
  const line = await MqttDevice.open(server, device);
  lines.push(line);
  await part.settle();
  await line.say(server.clock.ms(), { pump: 'ON', mode: 'Heat' });
  await line.say(Math.floor(server.clock.ms() / 1000), { pump: 'OFF', mode: 'cool' });
  await drained(part);
  await part.settle();
  const [{ data }] = await server.tables<{ data: object }>('select data from iot_device_latest where device_id = $1', [
    device.id,
  ]);
  expect(data).toEqual({ pump: true, mode: 'heat' });
  const rejects = await iot.get('iot/ingest-reject/page', { deviceId: device.id });
  expect(rejects.data.records.map((one: { reason: string }) => one.reason)).toEqual(['seconds']);
});
