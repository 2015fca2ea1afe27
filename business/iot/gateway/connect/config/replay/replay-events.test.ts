import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { EVENTS_LOCK } from '../../../../ingest/lane/event-rows.server.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
const CONFIG = 'blade-system/device/connect/config';
afterEach(() => ports.closeAll());

const kind = (deviceConnectConfigFieldType: string, startBit: number, endBit: number, more: object = {}) => ({
  deviceConnectConfigFieldType,
  startBit,
  endBit,
  ...more,
});
/** AA55, two bytes of id, kind, a value that only a mapping names, a trouble code, and the sum. */
const fieldsWith = (trouble: object) => [
  kind('header', 0, 1, { dataType: 'hex', constValue: 'AA55' }),
  kind('deviceId', 2, 3, { dataType: 'hex' }),
  kind('msgType', 4, 4, { fieldName: 'func', dataType: 'hex' }),
  kind('property', 5, 6, { fieldName: 'rawT' }),
  kind('event', 7, 7, { iotFieldName: 'fault', ...trouble }),
  kind('checksum', -1, -1, { algorithm: 'sum8' }),
];

const modelId = await makeModel(iot, 'replay_events', { properties: [{ identifier: 'temp', deadband: '50' }] });
const device = await registerDevice(iot, modelId, 'replay_events', '0E01', { authType: 'none' });
const config = await ports.make(
  { name: '重放事件', port: 9560, heartbeatRule: { when: "msgType = '02'" } },
  fieldsWith({}),
);
await part.settle();

const history = () =>
  server.tables<{ temp: number }>(
    "select (data->>'temp')::float8 as temp from iot_telemetry where device_id = $1 and data ? 'temp' order by ts",
    [device.id],
  );
const events = () =>
  server.tables<{ code: unknown; at: string }>(
    "select params->>'code' as code, event_time::text as at from iot_event where device_id = $1 order by event_time, id",
    [device.id],
  );
const count = async (table: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${table}`))[0].n;

async function started(body: object): Promise<string> {
  const answer = await iot.post(`${CONFIG}/replay`, { keyId: config.id, ...body });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data.job as string;
}
const jobOf = async (id: string) => (await iot.get('blade-core/job', { id })).data;
async function replayed(body: object = {}): Promise<Record<string, unknown>> {
  const job = await started(body);
  await expect.poll(async () => (await jobOf(job)).state, { timeout: 30_000 }).toMatch(/done|failed/);
  const { answer, error } = await jobOf(job);
  expect(error).toBe('');
  return answer as Record<string, unknown>;
}

/** Send a frame in a second of its own, and wait until it is stored. */
async function send(hex: string): Promise<void> {
  const before = (await ports.frames(config)).length;
  server.clock.pass(1000);
  const socket = await ports.dial(config);
  socket.write(summed(hex));
  await expect.poll(async () => (await ports.frames(config)).length).toBe(before + 1);
  await drained(part);
  socket.destroy();
}

/** Let a transaction of a replay wait for its events, and end its connection there. */
async function cutInReplay(): Promise<void> {
  const blocker = new pg.Client({ connectionString: server.appUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${iot.tenantId} ${EVENTS_LOCK}`]);
  await started({});
  const waiting =
    "select pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await blocker.query(waiting)).rows.length).toBe(1);
  await blocker.query(`select pg_terminate_backend(w.pid) from (${waiting}) w`);
  await blocker.query('rollback');
  await blocker.end();
}

test('fields become properties by their mapping, alive and replayed; events are rewritten without an alarm', async () => {
  await send('AA550E0101012C03');
  await send('AA550E0102025804');
  expect([await history(), (await events()).map(({ code }) => code)]).toEqual([[], ['3']]);

  const connection = await iot.post('iot/connection-service/connection-model/add', {
    ...{ modelName: '重放事件', modelCode: 'replay_events', protocol: 'tcp_server', dataFormat: 'hex' },
    connectConfigId: config.id,
  });
  expect(connection.status, connection.msg).toBe(200);
  const [{ id: attributeId }] = (await iot.get('iot/device-model-attribute/page', { modelId, identifier: 'temp' })).data
    .records;
  const mapped = await iot.post('iot/model-dmd-config/add', {
    ...{ modelId, attributeId, connectionModelId: connection.data.id, sourceField: 'rawT', direction: 'both' },
    scale: '0.1',
  });
  expect(mapped.status, mapped.msg).toBe(200);
  await part.channels.settle();
  await send('AA550E010102BC00');
  expect(await history()).toEqual([{ temp: 70 }]);

  const rule = await iot.post(`iot/alarm/v1/models/${modelId}/configuration`, {
    ...{ ruleName: '高温', ruleCode: 'replay_high', alarmType: 'threshold' },
    createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value: 20 }] } }],
  });
  expect(rule.status, rule.msg).toBe(200);
  await expect.poll(() => part.alarms.facts.rules).toBeGreaterThan(0);
  const mended = await iot.post(`${CONFIG}/publish`, {
    keyId: config.id,
    fields: fieldsWith({ dataType: 'enum', enumMap: { 3: 'E03' } }).map((field, at) => ({ ...field, sort: at + 1 })),
  });
  expect(mended.status, mended.msg).toBe(200);
  const [alarms, requests] = [await count('iot_alarm'), await count('asrepairform')];
  const found = { frames: 3, devices: 1, failed: 0, unknown: 0, refused: 0 };
  const changes = { added: 1, changed: 0, eventsAdded: 0, eventsChanged: 1 };
  expect(await replayed({ dry: true })).toMatchObject({ ...found, ...changes });
  expect((await events()).map(({ code }) => code)).toEqual(['3']);

  await cutInReplay();
  expect([(await history()).length, (await events()).map(({ code }) => code)]).toEqual([1, ['3']]);
  // The job of the cut connection is tried again by itself.
  await expect.poll(async () => (await events()).map(({ code }) => code), { timeout: 30_000 }).toEqual(['E03']);
  expect(await history()).toEqual([{ temp: 30 }, { temp: 70 }]);
  const after = await events();
  const same = { added: 0, changed: 0, eventsAdded: 0, eventsChanged: 0 };
  expect(await replayed()).toMatchObject({ ...found, ...same });
  expect(await events()).toEqual(after);
  expect([await count('iot_alarm'), await count('asrepairform')]).toEqual([alarms, requests]);
});
