import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Sql } from '#kernel/server';
import { retainedMegabytes } from '#kernel/testing/setup/retained-memory.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type HistoryPart, historyPart } from '../history/history-part.server.ts';
import { writePack } from '../history/pack/pack.rules.ts';
import { allMarks } from '../history/store/message-marks.rules.ts';
import { utcDay } from '../history/store/message-span.rules.ts';
import { packDay, writePacks } from '../history/store/pack-day.server.ts';
import { readSpanMessages } from '../history/store/read-messages.server.ts';
import { writeValues } from '../history/store/write-values.server.ts';
import { makeModel, registerDevice } from '../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['history'] });
const part = server.assembly.parts[0] as HistoryPart;
const iot = await server.as('as_iot');
const lead = await server.as('as_iot_lead');
const app = server.app;
const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = 'iot/device-thing-instance';

const modelId = await makeModel(iot, 'hist', {
  properties: [
    'temp',
    { identifier: 'power', deadband: '5' },
    { identifier: 'total', aggregation: 'counter', counterWrap: '10000', specs: { min: 0, max: 1e9 } },
    { identifier: 'running', dataType: 'bool', specs: {} },
  ],
});
const make = async (key: string): Promise<string> => (await registerDevice(iot, modelId, 'hist', key)).id;

type Values = Record<string, unknown>;

/** Store messages in the same way as the write queues do, and mark their hours to be recomputed. */
async function store(deviceId: string, rows: readonly (readonly [ts: number, values: Values])[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 1000) {
    const some = rows.slice(from, from + 1000);
    const history = some.map(([ts, values]) => [deviceId, ts / 1000, values, 0] as [string, number, Values, number]);
    await app.db.write(tenancy, (sql) => writeValues(sql, '000000', { history, latest: [] }, allMarks(history)));
  }
}

/** Return the start of the local day a number of days before today (milliseconds). */
const dayStart = (back: number): number =>
  Math.floor((server.clock.ms() + 8 * HOUR) / DAY) * DAY - 8 * HOUR - back * DAY;

/** Return a message every ten minutes; `total` gives the meter reading of each. */
function readings(first: number, last: number, total: (at: number) => number): [number, Values][] {
  const rows: [number, Values][] = [];
  for (let ts = first, no = 0; ts < last; ts += 600_000, no += 1)
    rows.push([
      ts + (no % 7) * 1000,
      {
        temp: Math.round(200 + 50 * Math.sin(no / 20)) / 10,
        total: total(no),
        running: no % 6 < 3,
        ...(no % 5 === 0 && { power: 1000 + no }),
      },
    ]);
  return rows;
}

async function everything(deviceId: string): Promise<{ hash: string; count: number }> {
  const span = { deviceId, start: dayStart(30), end: server.clock.ms() };
  const file = await lead.get(`${at}/work-condition/download`, { ...span, format: 'csv' });
  const curves = await lead.get(`${at}/history-work-condition`, {
    ...span,
    identifiers: 'temp,power,total,running',
    bucket: 'raw',
  });
  expect([file.status, curves.status]).toEqual([200, 200]);
  const pages = await lead.get(`${at}/history-work-condition/page`, { ...span, size: 50, current: 3 });
  const text = JSON.stringify([file.body.text, curves.data.series, pages.data]);
  return {
    hash: createHash('sha256').update(text).digest('hex'),
    count: String(file.body.text).trim().split('\n').length - 1,
  };
}

const inTables = async (deviceId: string): Promise<{ hot: number; packed: number; hours: number; days: number }> => {
  const count = async (sql: string): Promise<number> => Number((await server.tables(sql, [deviceId]))[0].n);
  return {
    hot: await count('select count(*) as n from iot_telemetry where device_id = $1'),
    packed: await count('select coalesce(sum(n), 0) as n from iot_telemetry_pack where device_id = $1'),
    hours: await count('select count(*) as n from iot_hours where device_id = $1'),
    days: await count('select count(*) as n from iot_days where device_id = $1'),
  };
};

const dayDeltas = async (deviceId: string, first: number, last: number): Promise<(readonly [number, number])[]> =>
  (
    await lead.get(`${at}/history-work-condition`, {
      deviceId,
      start: first - 40 * DAY,
      end: last,
      identifiers: 'total',
      bucket: '1d',
      agg: 'delta',
    })
  ).data.series[0].points;

test('every call returns the same values before and after packing, also for late and repeated messages', async () => {
  const ids = await Promise.all(['pack-1', 'pack-2', 'pack-3'].map(make));
  const rows = ids.map((_, no) => readings(dayStart(6), server.clock.ms() - HOUR, (step) => 100 + step / 4 + no));
  for (const [no, id] of ids.entries())
    await store(
      id,
      rows[no].filter((_, row) => row % 11 !== 0),
    );
  const before = await Promise.all(ids.map(everything));
  await part.settle();
  const packed = await inTables(ids[0]);
  expect(packed.packed).toBeGreaterThan(400);
  expect(packed.packed + packed.hot).toBe(before[0].count);
  expect(await Promise.all(ids.map(everything))).toEqual(before);
  // Store the messages that were left out above, as if they came late, together with repeats of others.
  for (const [no, id] of ids.entries())
    await store(
      id,
      rows[no].filter((_, row) => row % 2 === 0 || row % 11 === 0),
    );
  const whole = await Promise.all(ids.map(everything));
  expect(whole.map(({ count }) => count)).toEqual(rows.map((one) => one.length));
  await part.settle();
  expect(await Promise.all(ids.map(everything))).toEqual(whole);
  // The same messages, stored all at once, give the same figures.
  const other = await make('pack-4');
  await store(other, rows[0]);
  await part.settle();
  const figures = async (id: string): Promise<unknown> =>
    server.tables('select day, md5(data) as data from iot_days where device_id = $1 order by day', [id]);
  expect(await figures(ids[0])).toEqual(await figures(other));
});

/** Return how many transactions wait for this one to end. */
const waiting = (sql: Sql): Promise<number> =>
  sql
    .query<{ n: number }>(
      'select count(*)::int as n from pg_locks where not granted and transactionid::text = pg_current_xact_id()::xid::text',
    )
    .then(([{ n }]) => n);

test('a message that arrives during the packing of its day is stored in either order', async () => {
  const deviceId = await make('pack-race');
  const begin = dayStart(9) + 8 * HOUR;
  const day = utcDay(begin);
  const moments = async (): Promise<number[]> => {
    const span = { tenantId: '000000', deviceId, from: begin, until: begin + DAY - 1 };
    return (await app.db.read(tenancy, (sql) => readSpanMessages(sql, span))).map(({ ts }) => ts);
  };
  await store(deviceId, [[begin, { temp: 1 }]]);
  let late = Promise.resolve();
  await app.db.write(tenancy, async (sql) => {
    await packDay(sql, '000000', day, [deviceId]);
    late = store(deviceId, [[begin + HOUR, { temp: 2 }]]);
    await expect.poll(() => waiting(sql)).toBe(1);
  });
  await late;
  expect(await moments()).toEqual([begin, begin + HOUR]);
  let packed = Promise.resolve(0);
  await app.db.write(tenancy, async (sql) => {
    const history: [string, number, Values, number][] = [[deviceId, (begin + 2 * HOUR) / 1000, { temp: 3 }, 0]];
    await writeValues(sql, '000000', { history, latest: [] }, allMarks(history));
    packed = app.db.write(tenancy, (other) => packDay(other, '000000', day, [deviceId]));
    await expect.poll(() => waiting(sql)).toBe(1);
  });
  // Packing waited for a message being stored, and then packed it too.
  expect(await packed).toBe(2);
  expect(await moments()).toEqual([begin, begin + HOUR, begin + 2 * HOUR]);
  expect((await inTables(deviceId)).hot).toBe(0);
});

test('day figures add up to the growth, over a wrap, a reset and a new meter', async () => {
  const id = await make('meter-1');
  const first = dayStart(14);
  const per = 0.25;
  let grown = 0;
  let shown = 9990;
  const rows = readings(first, dayStart(0), () => 0).map(([ts, values], no): [number, Values] => {
    if (no > 0) {
      grown += per;
      shown += per;
      if (shown >= 10_000) shown -= 10_000;
      if (no === 700) {
        // The meter restarts from zero. Its first reading after that, 1, is the growth of this step.
        grown += 1 - per;
        shown = 1;
      }
      if (no === 1300) {
        grown += 3 - per;
        shown = 3;
      }
    }
    return [ts, { ...values, total: shown }];
  });
  // Without messages for a day and a half: the growth in between belongs to the next reading.
  const silent = rows.filter(([ts]) => ts < dayStart(9) || ts > dayStart(7) - 12 * HOUR);
  await store(id, silent);
  await part.settle();
  const days = await dayDeltas(id, first, server.clock.ms());
  expect(days.map(([ts]) => (ts - first) / DAY)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(days.reduce((sum, [, delta]) => sum + delta, 0)).toBeCloseTo(grown, 6);
  expect(days[1][1]).toBeCloseTo(144 * per, 1);
});

test('a deleted span is gone from rows, packs, hours, days and curves', async () => {
  const id = await make('gone-1');
  const first = dayStart(8);
  const rows = readings(first, server.clock.ms() - HOUR, (step) => 50 + step);
  await store(id, rows);
  await part.settle();
  const span = { deviceId: id, start: first + DAY + 6 * HOUR, end: first + 4 * DAY + 6 * HOUR, reason: '传感器装反' };
  const inSpan = rows.filter(([ts]) => ts >= span.start && ts <= span.end).length;
  const gone = await lead.post(`${at}/work-condition/delete`, span);
  expect([gone.status, gone.data], gone.msg).toEqual([200, { deleted: inSpan }]);
  expect((await everything(id)).count).toBe(rows.length - inSpan);
  const curve = await lead.get(`${at}/history-work-condition`, { ...span, identifiers: 'temp', bucket: '1h' });
  expect([curve.data.series[0].points, curve.data.coverage]).toEqual([[], 0]);
  const days = await dayDeltas(id, first, server.clock.ms());
  expect(days.map(([ts]) => Math.round((ts - first) / DAY))).toEqual([0, 1, 4, 5, 6, 7, 8]);
  // The growth over the deleted span belongs to the reading after it, so the total is unchanged.
  const all = days.reduce((sum, [, delta]) => sum + delta, 0);
  expect(all).toBeCloseTo(rows.length - 1, 6);
  await part.settle();
  expect((await everything(id)).count).toBe(rows.length - inSpan);
});

test('retention follows the model, otherwise the company, and old partitions are dropped whole', async () => {
  const short = await makeModel(iot, 'hist_short', { dataRetentionDays: 10 });
  const ids = [await make('kept-1'), (await registerDevice(iot, short, 'hist_short', 'kept-2')).id];
  for (const id of ids)
    await store(
      id,
      [9, 12, 19, 29].map((back): [number, Values] => [dayStart(back) + 12 * HOUR, { temp: back }]),
    );
  // Older than any retention, so that the whole partition is dropped.
  const old = server.clock.ms() - 460 * DAY;
  await server.tables("select anju_spans_make('iot_telemetry_pack', $1, $1)", [old]);
  await app.db.write(tenancy, (sql) =>
    writePacks(sql, '000000', utcDay(old), [[ids[0], writePack([{ ts: old, meta: 0, data: { temp: 1 } }])]]),
  );
  await part.settle();
  const packedDays = async (id: string): Promise<number[]> =>
    (
      await server.tables(
        'select ((extract(epoch from $2::timestamptz - first_ts)) / 86400)::int as back from iot_telemetry_pack where device_id = $1 order by 1',
        [id, new Date(dayStart(0) + 12 * HOUR)],
      )
    ).map(({ back }) => Number(back));
  expect(await packedDays(ids[0])).toEqual([9, 12, 19, 29]);
  expect(await packedDays(ids[1])).toEqual([9]);
  expect(
    await server.tables('select to_regclass($1) as part', [
      `iot_telemetry_pack_${utcDay(old).slice(0, 7).replace('-', '')}`,
    ]),
  ).toEqual([{ part: null }]);
  const administrator = await server.as('administrator');
  for (const paramKey of ['iot.history.messageDays', 'iot.history.hourDays'])
    expect((await administrator.post('blade-system/param/own', { paramKey, paramValue: '15' })).status).toBe(200);
  await part.settle();
  expect(await packedDays(ids[0])).toEqual([9, 12]);
  expect(await inTables(ids[0])).toMatchObject({ hours: 2, days: 4 });
  for (const paramKey of ['iot.history.messageDays', 'iot.history.hourDays'])
    expect((await administrator.post('blade-system/param/own', { paramKey, paramValue: '400' })).status).toBe(200);
});

test('a file of a million rows streams: memory does not grow with it', { timeout: 120_000 }, async () => {
  const id = await make('long-1');
  const begin = dayStart(30);
  const days = 20;
  const perDay = 50_000;
  // Write packs directly, as if the days were long over.
  for (let day = 0; day < days; day += 1) {
    const from = begin + 8 * HOUR + day * DAY;
    const messages = Array.from({ length: perDay }, (_, no) => ({
      ts: from + no * 1728,
      meta: 0,
      data: { temp: no % 100, total: day * perDay + no },
    }));
    await app.db.write(tenancy, (sql) => writePacks(sql, '000000', utcDay(from), [[id, writePack(messages)]]));
  }
  const query = new URLSearchParams({
    deviceId: id,
    start: String(begin),
    end: String(server.clock.ms()),
    format: 'csv',
  });
  const before = retainedMegabytes();
  let most = before;
  let lines = 0;
  let nextLook = 100_000;
  // Read the response over the network as a stream; otherwise all of it would be in memory here.
  const answer = await fetch(`${server.base}/api/${at}/work-condition/download?${query}`, {
    headers: { 'Blade-Auth': `bearer ${lead.token}`, 'Tenant-Id': '000000' },
  });
  expect(answer.status).toBe(200);
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    for (const byte of part) if (byte === 10) lines += 1;
    if (lines < nextLook) continue;
    nextLook += 100_000;
    most = Math.max(most, retainedMegabytes());
  }
  expect(lines).toBe(days * perDay + 1);
  expect(most - before).toBeLessThan(20);
});

test('the space of packed days is freed with any query plan', async () => {
  // Forces a plan in which the names of all tables would be cast to dates; that must not fail.
  await server.tables(
    "set enable_nestloop = off; set enable_mergejoin = off; select anju_spans_clear('iot_telemetry', 0); reset all",
  );
});

test('hours are counted while the past of the demo homes is still written', async () => {
  await makeModel(iot, 'am01', { properties: [{ identifier: 'kwh', aggregation: 'counter' }] });
  const [{ id: am01 }] = await server.tables<{ id: string }>(
    "select id::text from iot_thing_model where model_code = 'am01'",
  );
  const homes = 16;
  for (let n = 0; n < homes; n += 1) await registerDevice(iot, am01, 'am01', `past-${n}`);
  await server.tables("update iot_device set household_id = id where device_key like 'past-%'");
  const demo = (await historyPart.start(app, {
    host: '127.0.0.1',
    simulator: true,
    devices: undefined as never,
    say: () => undefined,
  })) as HistoryPart;
  const past = (): { homes: number; done: number } => demo.facts().past as { homes: number; done: number };
  try {
    await expect.poll(past).toMatchObject({ homes });
    const counted = Number(demo.facts().countedHours);
    await store(
      await make('beside-past'),
      readings(dayStart(1), dayStart(1) + 2 * HOUR, (no) => no),
    );
    await demo.settle();
    expect(Number(demo.facts().countedHours)).toBeGreaterThan(counted);
    expect(past().done).toBeLessThan(homes);
  } finally {
    await demo.stop();
  }
});
