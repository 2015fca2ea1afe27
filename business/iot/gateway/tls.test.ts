import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { generate } from 'selfsigned';
import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../testing/devices.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', curve: 'P-256' });
writeFileSync(cert, made.cert);
writeFileSync(key, made.private);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = await openTestServer(import.meta.url, {
  parts: ['devices'],
  env: { DEVICE_TLS_CERT: cert, DEVICE_TLS_KEY: key },
});
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_tls');

test.each([
  ['mqtts', 'MQTT over TLS', 4],
  ['mqtts', 'MQTT over TLS', 5],
  ['wss', 'MQTT over WebSocket and TLS', 5],
] as const)(
  '%s: %s, version %i, is the same as in clear; who trusts another authority stays away',
  async (scheme, _title, protocolVersion) => {
    const device = await registerDevice(iot, modelId, 'hp_tls', `${scheme}-${protocolVersion}`);
    await part.settle();
    const port = part.listeners.portOf(scheme === 'wss' ? 'http' : 'mqtts');
    const ts = server.clock.ms();
    const { deviceKey, modelCode, secret } = device;
    const login = {
      clientId: `${modelCode}.${deviceKey}`,
      username: `${deviceKey}&${modelCode}&${ts}`,
      password: createHmac('sha256', secret)
        .update(`${modelCode}.${deviceKey}${deviceKey}${modelCode}${ts}`)
        .digest('hex'),
      protocolVersion,
      reconnectPeriod: 0,
      connectTimeout: 5000,
    };
    const address = `${scheme}://localhost:${port}${scheme === 'wss' ? '/mqtt' : ''}`;
    await expect(connectAsync(address, login)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    const client = await connectAsync(address, { ...login, ca: made.cert });
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(
        `anju/v1/${modelCode}/${deviceKey}/up/props`,
        JSON.stringify({ ts: ts + qos, params: { temp: 30 + qos } }),
        { qos },
      );
    await expect
      .poll(async () => (await server.tables('select 1 from iot_telemetry where device_id = $1', [device.id])).length)
      .toBe(3);
    await client.endAsync(true);
  },
);
