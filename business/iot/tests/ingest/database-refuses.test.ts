import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';

const printed: string[] = [];
const server = await openTestServer(import.meta.url, { parts: ['devices'], printed });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_refused', {
  properties: ['temp', { identifier: 'note', dataType: 'text', specs: { maxLength: 60 } }],
});
const bad = await registerDevice(iot, modelId, 'hp_refused', 'refused-bad');
const good = await registerDevice(iot, modelId, 'hp_refused', 'refused-good');
await part.settle();

const send = (device: TestDevice, tail: string, body: unknown): Promise<boolean> =>
  new Promise((resolve) =>
    part.ingest.message(
      { deviceId: device.id, tenantId: '000000', modelCode: device.modelCode, deviceKey: device.deviceKey },
      { tail, payload: Buffer.from(JSON.stringify(body)), address: '127.0.0.1', packetId: null, isAgain: false },
      resolve,
    ),
  );

const TABLES = ['iot_telemetry', 'op_device_log', 'iot_device', 'iot_ingest_reject'] as const;

/** Let PostgreSQL refuse every row that contains “marked”, with this SQLSTATE. */
async function refuseRows(code: string): Promise<void> {
  await server.tables(
    `create or replace function refuse_marked() returns trigger language plpgsql as $$
     begin if new::text like '%marked%' then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$`,
  );
  for (const table of TABLES)
    await server.tables(
      `create trigger refuse_marked before insert or update on ${table} for each row execute function refuse_marked()`,
    );
}
const takeRows = async (): Promise<void> => {
  for (const table of TABLES) await server.tables(`drop trigger if exists refuse_marked on ${table}`);
};
afterEach(takeRows);

/** Send one message of each kind from a good and a bad device, so that they are in one batch. */
async function sendAll(mark: string): Promise<boolean[]> {
  server.clock.pass(120_000);
  const ts = server.clock.ms();
  const answers = [
    send(bad, 'log', { content: `marked ${mark}` }),
    send(bad, 'hello', { fw: { app: `marked ${mark}` } }),
    send(bad, 'props', { ts, params: { [`marked${mark}`]: 1 } }),
    send(bad, 'props', { ts, params: { temp: 1, note: `marked ${mark}` } }),
    send(good, 'log', { content: `good ${mark}` }),
    send(good, 'hello', { fw: { app: `1.${mark}` } }),
    send(good, 'props', { ts, params: { [`other${mark}`]: 1 } }),
    send(good, 'props', { ts, params: { temp: 2, note: `good ${mark}` } }),
  ];
  await part.settle();
  return Promise.all(answers);
}

/**
 * Return how many records of a device are stored: log entries, firmware, refused values and messages. `word`: `good` or
 * `marked`, which selects the device.
 */
const stored = async (mark: string, word: string): Promise<number[]> =>
  Promise.all(
    [
      `select count(*)::int as n from op_device_log where content = $1 || ' ' || $2`,
      `select count(*)::int as n from iot_device where firmware_version = case $1 when 'good' then '1.' else 'marked ' end || $2`,
      `select count(*)::int as n from iot_ingest_reject where identifier = case $1 when 'good' then 'other' else 'marked' end || $2`,
      `select count(*)::int as n from iot_telemetry where data->>'note' = $1 || ' ' || $2`,
    ].map(async (text) => (await server.tables<{ n: number }>(text, [word, mark]))[0].n),
  );

test.each(['22021', '23514', '42883'])(
  'rows that PostgreSQL refuses with %s are left out and logged; those of others are stored',
  async (code) => {
    await refuseRows(code);
    const before = printed.length;
    expect(await sendAll(code)).toEqual(Array.from({ length: 8 }, () => true));
    await expect.poll(() => stored(code, 'good')).toEqual([1, 1, 1, 1]);
    await part.settle();
    expect(await stored(code, 'marked')).toEqual([0, 0, 0, 0]);
    expect([
      part.presence.facts.waiting,
      printed.slice(before).filter((line) => line.includes('refused')).length > 3,
    ]).toEqual([0, true]);
  },
);

test.each(['57014', '40P01', '55P03', '53100', '53200'])(
  'rows that PostgreSQL cannot take now (%s) wait, and all are stored once',
  async (code) => {
    await refuseRows(code);
    const answered = sendAll(code);
    await expect.poll(() => part.lanes.facts.some((lane) => lane.isAway)).toBe(true);
    await takeRows();
    expect(await answered).toEqual(Array.from({ length: 8 }, () => true));
    await part.settle();
    await expect.poll(() => stored(code, 'marked')).toEqual([1, 1, 1, 1]);
    await expect.poll(() => stored(code, 'good')).toEqual([1, 1, 1, 1]);
    expect(
      await server.tables(`select 1 from iot_ingest_reject where reason = 'stored' and payload like '%${code}%'`),
    ).toEqual([]);
  },
);
