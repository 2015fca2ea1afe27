import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilState } from '#business/iot/testing/commands.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { SimulatedHome } from '#business/iot/simulator/simulated-home.server.ts';
import { sendSimulatedLog } from '#business/iot/commands/log/simulated-log.server.ts';
import { removeOrphans } from '#kernel/server/files/orphans.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot, operator } = site;
const mac = site.macOf(7101);
let device: TestDevice;
let line: MqttDevice;

beforeAll(async () => {
  const service = {
    identifier: 'collectLog',
    attrType: 'service',
    dataType: undefined,
    unit: undefined,
    specs: undefined,
  };
  const modelId = await makeModel(iot, 'gwlog', { nodeType: 'gateway', properties: ['cpu', service] });
  device = await registerDevice(iot, modelId, 'gwlog', mac, { mac });
  line = await MqttDevice.open(server, device);
  await line.listen();
  await part.settle();
});
afterAll(() => line.close());

const span = { mainMac: mac, startTime: '2026-11-20 08:00:00', endTime: '2026-11-20 09:00:00', level: 'info' };
const base = (): string => `http://127.0.0.1:${part.listeners.portOf('http')}`;

/** Ask for a log; return the command and the address that the device got. */
async function ask(): Promise<{ id: string; url: string }> {
  const answer = await operator.post('blade-operation/deviceLog/collectLog', span);
  expect(answer.status, answer.msg).toBe(200);
  const id = String(answer.data.instructionId);
  await untilState(server, id, 'delivered');
  const [heard] = line.heard.filter(({ body }) => body.id === id);
  expect(heard).toMatchObject({
    tail: 'service/collectLog',
    body: { params: { level: 'info', url: expect.any(String) } },
  });
  return { id, url: (heard.body.params as { url: string }).url };
}

const put = async (url: string, body: Buffer | string, type = 'application/gzip'): Promise<[number, string]> => {
  const answer = await fetch(base() + url, {
    method: 'PUT',
    headers: { 'Content-Type': type },
    body: new Uint8Array(Buffer.from(body as string)),
  });
  return [answer.status, ((await answer.json()) as { reason: string }).reason];
};

const rowOf = async (id: string) => (await operator.get(`iot/instruction-task-device/${id}`)).data;

test('a device sends its log once, and its command succeeds with the file', async () => {
  const { id, url } = await ask();
  const log = gzipSync('08:00 started\n08:01 connected\n');
  await line.reply(id, 200);
  expect((await untilState(server, id, 'running')).resultCode).toBe(200);
  expect(await put(url, log)).toEqual([200, 'stored']);
  expect((await untilState(server, id, 'success')).reason).toBeNull();
  const row = await rowOf(id);
  const file = await fetch(server.base + row.file);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(createHash('sha256').update(log).digest('hex'));
  expect(gunzipSync(bytes).toString()).toContain('connected');
  expect(await put(url, log)).toEqual([410, 'ended']);
  const { data } = await operator.get('blade-operation/deviceLog/list', { mainMac: mac, logType: 'file' });
  expect(data.records).toMatchObject([{ deviceId: device.id, content: expect.stringContaining(id) }]);
  // The token is neither in the command nor in any log.
  const stored = await server.tables(
    "select content::text || coalesce(attempts::text, '') as text from iot_instruction_task_device where id = $1",
    [id],
  );
  expect(JSON.stringify(stored)).not.toContain('token');
});

test('a wrong, foreign or late token finds nothing, and other content is refused', async () => {
  const { id, url } = await ask();
  const token = url.slice(url.indexOf('token=') + 'token='.length);
  expect(await put(`/iot/v1/files/${id}?token=${token.slice(0, -4)}AAAA`, 'x')).toEqual([404, 'noSuchPath']);
  expect(await put(`/iot/v1/files/${BigInt(id) + 1n}?token=${token}`, 'x')).toEqual([404, 'noSuchPath']);
  expect(await put(`/iot/v1/files/${id}`, 'x')).toEqual([404, 'noSuchPath']);
  expect(await put(url, Buffer.from([0x4d, 0x5a, 0, 1, 2]))).toEqual([415, 'type']);
  expect(await put(url, '')).toEqual([415, 'empty']);
  expect(await put(url, Buffer.alloc(10 * 1_048_576 + 1, 'a'), 'text/plain')).toEqual([413, 'tooLarge']);
  server.clock.pass(16 * 60_000);
  expect(await put(url, 'late', 'text/plain')).toEqual([404, 'noSuchPath']);
  await untilState(server, id, 'timeout');
});

test('two copies of a log that arrive at once are one file', async () => {
  const { id, url } = await ask();
  const answers = await Promise.all([put(url, 'line 1\n', 'text/plain'), put(url, 'line 1\n', 'text/plain')]);
  expect(answers.map(([status]) => status).filter((status) => status === 200)).toHaveLength(1);
  await untilState(server, id, 'success');
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from blade_attach where paper_name = 'deviceCommand' and row_id = $1",
    [id],
  );
  expect(n).toBe(1);
  expect((await rowOf(id)).file).toContain('as=txt');
});

test('a device that replies success without a file has failed', async () => {
  const { id } = await ask();
  await line.reply(id, 200);
  await untilState(server, id, 'running');
  server.clock.pass(16 * 60_000);
  await part.commands.settle();
  expect((await untilState(server, id, 'failed')).reason).toContain('没有收到文件');
  const backwards = await operator.post('blade-operation/deviceLog/collectLog', { ...span, endTime: span.startTime });
  expect([backwards.status, backwards.reason]).toEqual([400, 'iot.spanBackwards']);
});

test('a log is removed after the partition of its command was dropped, and not before', async () => {
  const { id, url } = await ask();
  expect(await put(url, 'line 1\n', 'text/plain')).toEqual([200, 'stored']);
  await untilState(server, id, 'success');
  const logs = async () =>
    (
      await server.tables<{ n: number }>(
        "select count(*)::int as n from blade_attach where paper_name = 'deviceCommand' and row_id = $1",
        [id],
      )
    )[0].n;
  await server.tables(
    "update blade_attach set update_time = update_time - interval '366 days' where paper_name = 'deviceCommand'",
  );
  await removeOrphans(server.app);
  expect(await logs()).toBe(1);
  await server.tables('delete from iot_instruction_task_device where id = $1', [id]);
  await removeOrphans(server.app);
  expect(await logs()).toBe(0);
});

test('a simulated gateway sends its log before it replies', async () => {
  const { url } = await ask();
  expect(await sendSimulatedLog(base(), url, { deviceKey: mac, now: server.clock.ms() })).toBe(true);
  const sent: string[] = [];
  const client = { publish: (tail: string) => (sent.push(tail), Promise.resolve(true)) };
  const of = {
    deviceKey: 'g',
    modelCode: 'gw01',
    secret: '',
    parentKey: null,
    mac: null,
    serialNumber: null,
    reportSeconds: 60,
  };
  const home = new SimulatedHome({ name: 'h', devices: [of] }, () => client as never);
  home.sendLog = (to) => (sent.push(to), Promise.resolve(true));
  home.obey(home.devices[0], { id: '1', params: { url: '/iot/v1/files/1' } }, () => Date.now());
  await expect.poll(() => sent.slice(0, 2), { timeout: 60_000 }).toEqual(['/iot/v1/files/1', 'reply']);
});
