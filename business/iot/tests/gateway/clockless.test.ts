import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import patch from '../../patches/0002-models-that-exist-stay-clockless.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { loginPacket } from '../../testing/login-packet.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);

const login = async (device: TestDevice, ts: number): Promise<string> => {
  await part.settle();
  const { clientId, password } = loginPacket(device, 4, ts);
  const { deviceKey, modelCode } = device;
  const answer = await part.ingest.login(
    { clientId, deviceKey, modelCode, ts: String(ts) },
    String(password),
    '127.0.0.1',
  );
  return typeof answer === 'string' ? answer : 'in';
};

test('only devices of a model without a clock log in with ts=0', async () => {
  const usual = await registerDevice(iot, await makeModel(iot, 'hp_clock'), 'hp_clock', 'clock-1');
  const modelId = await makeModel(iot, 'hp_clockless', { clockless: true });
  const clockless = await registerDevice(iot, modelId, 'hp_clockless', 'clock-2');
  expect(await login(usual, 0)).toBe('password');
  expect(await login(usual, server.clock.ms())).toBe('in');
  expect(await login(clockless, 0)).toBe('in');
  expect(await login(clockless, server.clock.ms() - 3_600_000)).toBe('password');
});

test('models that exist before the update stay without a clock; later ones are not', async () => {
  const old = await registerDevice(iot, await makeModel(iot, 'hp_before'), 'hp_before', 'clock-3');
  await server.tables("update iot_thing_model set clockless = null where model_code = 'hp_before'");
  await patch.apply((text, values) => server.tables(text, values));
  await part.registry.load();
  expect(await login(old, 0)).toBe('in');
  const later = await registerDevice(iot, await makeModel(iot, 'hp_after'), 'hp_after', 'clock-4');
  expect(await login(later, 0)).toBe('password');
});
