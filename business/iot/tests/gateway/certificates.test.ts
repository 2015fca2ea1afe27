import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MqttClient, connectAsync } from 'mqtt';
import { generate } from 'selfsigned';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';

interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** SHA-256 as people read it: with colons. */ readonly fingerprint: string;
}

async function certificate(commonName: string, dates: { notBeforeDate?: Date; notAfterDate?: Date } = {}) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    ...dates,
  });
  return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 };
}

const folder = mkdtempSync(join(tmpdir(), 'anju-cert-'));
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const ofServer = await certificate('localhost');
writeFileSync(certFile, ofServer.cert);
writeFileSync(keyFile, ofServer.key);

const server = await openTestServer(import.meta.url, {
  parts: ['devices'],
  env: { DEVICE_TLS_CERT: certFile, DEVICE_TLS_KEY: keyFile },
});
const DAY_MS = 86_400_000;
const now = server.clock.ms();
const valid = (name: string) =>
  certificate(name, { notBeforeDate: new Date(now - DAY_MS), notAfterDate: new Date(now + 30 * DAY_MS) });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_cert', { authType: 'x509' });
const at = 'iot/device-thing-instance';
const clients: MqttClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const register = async (key: string, certFingerprint?: string, more: object = {}): Promise<TestDevice> => {
  const device = await registerDevice(iot, modelId, 'hp_cert', key, {
    ...(certFingerprint && { certFingerprint }),
    ...more,
  });
  await part.settle();
  return device;
};

type Shown = Pick<Certificate, 'cert' | 'key'> | undefined;

const nameOf = ({ deviceKey, modelCode }: TestDevice) => ({
  clientId: `${modelCode}.${deviceKey}`,
  username: `${deviceKey}&${modelCode}&0`,
  password: 'ignored',
});

async function connect(device: TestDevice, shown: Shown, scheme: 'mqtts' | 'wss' | 'mqtt' = 'mqtts') {
  const port = part.listeners.portOf(scheme === 'wss' ? 'http' : scheme);
  const client = await connectAsync(`${scheme}://localhost:${port}${scheme === 'wss' ? '/mqtt' : ''}`, {
    ...nameOf(device),
    ...(scheme !== 'mqtt' && { ca: ofServer.cert, ...shown }),
    protocolVersion: 5,
    reconnectPeriod: 0,
    connectTimeout: 5000,
  });
  clients.push(client.on('error', () => undefined));
  return client;
}

const refused = (device: TestDevice, shown: Shown, scheme?: 'mqtt') =>
  connect(device, shown, scheme).then(
    () => 'in',
    ({ code }: { code: number }) => code,
  );

const logged = async (device: TestDevice): Promise<string> => {
  await part.settle();
  const { records } = (await iot.get('blade-operation/deviceLog/list', { deviceId: device.id, logType: 'auth_fail' }))
    .data as { records: { content: string }[] };
  return records.map(({ content }) => content).join();
};

async function post(device: TestDevice, shown: Shown): Promise<number> {
  const { username, password } = nameOf(device);
  const posting = request({
    ...{ host: 'localhost', port: part.listeners.portOf('http'), path: '/iot/v1/props', method: 'POST' },
    ...{ ca: ofServer.cert, auth: `${username}:${password}`, agent: false, ...shown },
  });
  posting.end(JSON.stringify({ ts: server.clock.ms(), params: { temp: 41 } }));
  const [answer] = (await once(posting, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

const closeOf = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
  });

test('a device logs in by its certificate, over MQTT, WebSocket and HTTPS; its password is ignored', async () => {
  const own = await valid('pump-1');
  const device = await register('cert-1', own.fingerprint);
  expect(device.secret).toBeUndefined();
  for (const scheme of ['mqtts', 'wss'] as const) {
    const client = await connect(device, own, scheme);
    await client.publishAsync(
      'anju/v1/hp_cert/cert-1/up/props',
      JSON.stringify({ ts: server.clock.ms(), params: { temp: 40 } }),
      { qos: 1 },
    );
    await client.endAsync();
  }
  expect(await post(device, own)).toBe(200);
  const [latest] = await server.tables('select data from iot_device_latest where device_id = $1', [device.id]);
  expect(latest).toMatchObject({ data: { temp: 41 } });
});

test('without its certificate, with another one, or in clear, it is refused, and the log has the reason', async () => {
  const own = await valid('pump-2');
  const device = await register('cert-2', own.fingerprint);
  expect(await refused(device, undefined)).toBe(0x87);
  expect(await logged(device)).toContain('没有出示登记的证书');
  expect(await refused(device, await valid('pump-2'))).toBe(0x87);
  expect(await refused(device, undefined, 'mqtt')).toBe(0x87);
  expect(await post(device, undefined)).toBe(401);
  const bare = await register('cert-bare');
  expect(await refused(bare, own)).toBe(0x87);
  expect(await refused(bare, undefined)).toBe(0x87);
  expect(await refused(device, own)).toBe('in');
});

test('a certificate that has expired, or is not valid yet, is refused', async () => {
  const old = await certificate('old', {
    notBeforeDate: new Date(now - 9 * DAY_MS),
    notAfterDate: new Date(now - DAY_MS),
  });
  const next = await certificate('next', {
    notBeforeDate: new Date(now + DAY_MS),
    notAfterDate: new Date(now + 9 * DAY_MS),
  });
  const expired = await register('cert-old', old.fingerprint);
  expect(await refused(expired, old)).toBe(0x87);
  expect(await logged(expired)).toContain('证书不在有效期内');
  expect(await refused(await register('cert-next', next.fingerprint), next)).toBe(0x87);
});

test('a certificate proves nothing for a device with a secret, nor for another device', async () => {
  const own = await valid('pump-3');
  await register('cert-3', own.fingerprint);
  const other = await register('cert-4', (await valid('pump-4')).fingerprint);
  expect(await refused(other, own)).toBe(0x87);
  const secret = await register('cert-secret', undefined, { authType: 'device_secret' });
  expect(await refused(secret, own)).toBe(0x86);
});

test('a new certificate closes the connection of the old one, and so does another authentication', async () => {
  const [own, next] = [await valid('pump-5'), await valid('pump-5b')];
  const device = await register('cert-5', own.fingerprint);
  const client = await connect(device, own);
  const closed = closeOf(client);
  const saved = await iot.post(`${at}/update`, { id: device.id, certFingerprint: next.fingerprint });
  expect(saved.status, saved.msg).toBe(200);
  await part.settle();
  await closed;
  expect(await refused(device, own)).toBe(0x87);
  const second = await connect(device, next);
  const ended = closeOf(second);
  await iot.post(`${at}/update`, { id: device.id, authType: 'device_secret' });
  await part.settle();
  await ended;
});

test('a certificate belongs to one device of the installation; it is free again when that one leaves', async () => {
  const own = await valid('pump-6');
  const device = await register('cert-6', own.fingerprint);
  const theirs = await server.as('as_iot', { tenantId: '000002' });
  const theirModel = await makeModel(theirs, 'hp_cert', { authType: 'x509' });
  const add = (who: typeof iot, model: string, deviceKey: string, certFingerprint: string) =>
    who.post(`${at}/add`, { deviceKey, deviceName: deviceKey, modelId: model, certFingerprint });
  const plain = own.fingerprint.replaceAll(':', '').toLowerCase();
  for (const [who, model, key] of [
    [theirs, theirModel, 'cert-6-theirs'],
    [iot, modelId, 'cert-6-twin'],
  ] as const)
    for (const text of [own.fingerprint, plain, `sha256 Fingerprint=${own.fingerprint}`]) {
      const answer = await add(who, model, key, text);
      expect([answer.status, answer.reason, answer.msg]).toEqual([
        409,
        'iot.certificateTaken',
        '这张证书已登记给另一台设备',
      ]);
    }
  const taker = await register('cert-6-taker', (await valid('taker')).fingerprint);
  expect((await iot.post(`${at}/update`, { id: taker.id, certFingerprint: plain })).reason).toBe(
    'iot.certificateTaken',
  );
  expect((await add(iot, modelId, 'cert-6-wrong', 'AA:BB')).reason).toBe('iot.certificateMalformed');
  // Saving a device with its own certificate is no collision.
  expect((await iot.post(`${at}/update`, { id: device.id, certFingerprint: plain })).status).toBe(200);
  expect((await iot.post(`${at}/retire`, { id: device.id, reason: '报废' })).status).toBe(200);
  expect((await add(theirs, theirModel, 'cert-6-theirs', own.fingerprint)).status).toBe(200);
});

test('the secret of its model registers no device with a certificate, and files of secrets leave it out', async () => {
  const own = await valid('pump-7');
  const device = await register('cert-7', own.fingerprint);
  const issued = await iot.post(`${at}/secret`, { id: device.id });
  expect(issued.data?.deviceSecret).toBeUndefined();
  const frames = await server.tables('select device_secret as secret from iot_device where id = $1', [device.id]);
  expect(frames).toEqual([{ secret: null }]);
});
