import pg from 'pg';
import type { CountedDevice } from '#business/iot/history/figures/counted-device.rules.ts';
import { countDay } from '#business/iot/history/figures/count-day.server.ts';
import { utcDay } from '#business/iot/history/store/message-span.rules.ts';
import { packDay } from '#business/iot/history/store/pack-day.server.ts';
import { readSeries } from '#business/iot/history/store/read-messages.server.ts';
import { bucketPoints } from '#business/iot/values/curves/bucket-points.rules.ts';
import { Database } from '#kernel/server/database/database.ts';
import { systemClock } from '#kernel/server/time/clock.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { familyCpuMs } from '../../cpu.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';

const PER_DAY = 720;
const DAYS = 31;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DEVICES_AT_ONCE = 20;
const CHARTS = 400;
/** Number of device-days whose figures are calculated; each takes about the same time. */
const COUNTED = 400;
const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
const WITHIN = 'tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date';

interface Place {
  readonly db: Database;
  readonly owner: pg.Client;
  readonly postmaster: number;
  readonly devices: readonly string[];
  readonly first: number;
}

interface Cost {
  readonly n: number;
  readonly ms: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
}

/** Return the CPU of this process and of PostgreSQL for work that runs `n` times. */
async function costOf({ postmaster }: Place, n: number, run: () => Promise<unknown>): Promise<Cost> {
  const [node, database, began] = [process.cpuUsage(), familyCpuMs(postmaster), performance.now()];
  await run();
  const used = process.cpuUsage(node);
  return {
    n,
    ms: performance.now() - began,
    nodeMs: (used.user + used.system) / 1000,
    databaseMs: familyCpuMs(postmaster) - database,
  };
}

const each = ({ n, nodeMs, databaseMs }: Cost): number => (nodeMs + databaseMs) / n;

/** Insert messages of twelve values every two minutes, with growing counters as a machine has them. */
async function pour({ owner, devices, first }: Place): Promise<void> {
  await owner.query('truncate iot_telemetry, iot_telemetry_pack, iot_row_day, iot_hours, iot_days, iot_dirty_hour');
  await owner.query('select anju_spans_make($1, $2, $3)', ['iot_telemetry', first, first + DAYS * DAY_MS]);
  await owner.query('select anju_spans_make($1, $2, $3)', ['iot_telemetry_pack', first, first + DAYS * DAY_MS]);
  await owner.query('select anju_spans_make($1, $2, $3)', ['iot_hours', first, first + DAYS * DAY_MS]);
  for (let day = 0; day < DAYS; day += 1)
    await owner.query(
      `insert into iot_telemetry select d, to_timestamp($2 / 1000.0) + n * interval '120 seconds' + (random() * 900)::int * interval '1 millisecond', $3,
         jsonb_build_object('power', (random() * 4000)::int, 'total', round((($4 * ${PER_DAY} + n) * 0.03 + random() / 50)::numeric, 2), 'heat', round((($4 * ${PER_DAY} + n) * 0.1)::numeric, 2),
           'minutes', $4 * 1440 + n * 2, 'outlet', round((35 + 8 * sin(n / 40.0) + random() / 5)::numeric, 1), 'inlet', round((30 + 8 * sin(n / 40.0) + random() / 5)::numeric, 1),
           'outdoor', round((10 + 5 * sin(n / 115.0))::numeric, 1), 'flow', round((1.1 + random() / 20)::numeric, 2), 'mode', n / 300, 'on', n % 200 < 150, 'set', 42, 'pressure', round((1.9 + random() / 10)::numeric, 2)), 0
       from unnest($1::bigint[]) d, generate_series(0, ${PER_DAY - 1}) n on conflict do nothing`,
      [devices, first + day * DAY_MS, tenancy.tenantId, day],
    );
  await owner.query('vacuum analyze iot_telemetry');
}

async function packAll({ db, devices, first }: Place): Promise<number> {
  let moved = 0;
  for (let day = 0; day < DAYS; day += 1)
    for (let at = 0; at < devices.length; at += DEVICES_AT_ONCE)
      moved += await db.write(tenancy, (sql) =>
        packDay(sql, tenancy.tenantId, utcDay(first + day * DAY_MS), devices.slice(at, at + DEVICES_AT_ONCE)),
      );
  return moved;
}

const number = (identifier: string, kind: 'number' | 'counter' | 'switch' = 'number') => ({
  identifier,
  kind,
  counter: { wrap: null, maxRate: null },
  isHeld: false,
});
const PROPERTIES = [
  ...['power', 'outlet', 'inlet', 'outdoor', 'flow', 'pressure', 'set', 'mode'].map((name) => number(name)),
  ...['total', 'heat', 'minutes'].map((name) => number(name, 'counter')),
  number('on', 'switch'),
];

async function countSome({ db, devices, first }: Place): Promise<void> {
  for (let at = 0; at < COUNTED; at += 1) {
    const device: CountedDevice = { ...tenancy, deviceId: devices[at % devices.length], properties: PROPERTIES };
    const day = utcDay(first + (1 + Math.floor(at / devices.length)) * DAY_MS);
    await db.write(tenancy, (sql) => countDay(sql, device, day));
  }
}

async function charts({ db, devices, first }: Place): Promise<void> {
  for (let at = 0; at < CHARTS; at += 1) {
    const span = {
      tenantId: tenancy.tenantId,
      deviceId: devices[(at * 7) % devices.length],
      from: first,
      until: first + DAYS * DAY_MS - 1,
    };
    const { times, columns } = await db.read(tenancy, (sql) => readSeries(sql, span, ['outlet']));
    const points = bucketPoints(times, columns[0], {
      beginOf: (ts) => Math.floor(ts / HOUR_MS) * HOUR_MS,
      agg: 'avg',
    });
    JSON.stringify(points);
  }
}

/** Read the two columns of a chart from the packed days, and discard them. */
async function bareColumns({ db, devices, first }: Place): Promise<void> {
  for (let at = 0; at < CHARTS; at += 1)
    await db.read(tenancy, (sql) =>
      sql.query(
        `select n, substring(data from offs[1] + 1 for offs[2] - offs[1]) as times,
           substring(data from offs[array_position(keys, $5::text) + 2] + 1 for offs[array_position(keys, $5::text) + 3] - offs[array_position(keys, $5::text) + 2]) as c0
         from iot_telemetry_pack where ${WITHIN} order by day`,
        [
          tenancy.tenantId,
          devices[(at * 7) % devices.length],
          utcDay(first),
          utcDay(first + (DAYS - 1) * DAY_MS),
          'outlet',
        ],
      ),
    );
}

const median = (costs: readonly Cost[]): Cost =>
  costs.toSorted((a, b) => each(a) - each(b))[Math.floor(costs.length / 2)];

async function sizeOf({ owner }: Place, table: string): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c where c.relkind = 'r' and (c.relname = $1 or c.relname ~ ('^' || $1 || '_[0-9]+$'))`,
    [table],
  );
  return Number(rows[0].bytes);
}

const mark = (isMet: boolean): string => (isMet ? '✓' : '✗');

/**
 * `npm run bench -- history --messages 2000000`: packing of messages, figures of hours and days, and the chart of a
 * month beside the bare read of its two columns.
 */
export async function benchHistory(messages: number): Promise<void> {
  await withBenchDatabase('history', async ({ ownerUrl, appUrl, postmaster }) => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    const count = Math.max(1, Math.round(messages / PER_DAY / DAYS));
    const devices = Array.from({ length: count }, (_, at) => String(456_000_000_000_000_000n + BigInt(at)));
    const first = Math.floor(systemClock.ms() / DAY_MS) * DAY_MS - (DAYS + 3) * DAY_MS;
    const db = new Database({ url: appUrl, most: 2 });
    const place = { db, owner, postmaster: postmaster, devices, first };
    await pour(place);
    const hot = await sizeOf(place, 'iot_telemetry');
    printLine(`poured ${(hot / 1e6).toFixed(0)} MB`);
    let moved = 0;
    const packing = await costOf(place, count * DAYS * PER_DAY, async () => {
      moved = await packAll(place);
    });
    printLine(`packed ${moved}`);
    const counting = await costOf(place, COUNTED, () => countSome(place));
    await owner.query('vacuum analyze iot_telemetry_pack, iot_hours, iot_days');
    const packed = (await sizeOf(place, 'iot_telemetry_pack')) / moved;
    const figures = ((await sizeOf(place, 'iot_hours')) + (await sizeOf(place, 'iot_days'))) / (COUNTED * PER_DAY);
    await charts(place);
    const [full, bare]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      full.push(await costOf(place, CHARTS, () => charts(place)));
      bare.push(await costOf(place, CHARTS, () => bareColumns(place)));
    }
    const [chart, columns] = [median(full), median(bare)];
    const perSecond = moved / (packing.ms / 1000);
    const ratio = each(chart) / each(columns);
    writeSection(projectDir, 'History', [
      ...conditionsTable(
        `npm run bench -- history --messages ${messages}`,
        `${moved.toLocaleString('en')} messages of 12 values, ${PER_DAY} a day, ${DAYS} days. Charts and bare reads by turns, median of 3 rounds of ${CHARTS}.`,
      ),
      '| work | Node | PostgreSQL | | goal | |',
      '|---|--:|--:|--:|---|---|',
      `| packing a message, read back and compared | ${((packing.nodeMs * 1000) / moved).toFixed(1)} µs | ${((packing.databaseMs * 1000) / moved).toFixed(1)} µs | ${Math.round(perSecond).toLocaleString('en')}/s | ≥ 100,000/s | ${mark(perSecond >= 100_000)} |`,
      `| counting a day of a device | ${(counting.nodeMs / COUNTED).toFixed(2)} ms | ${(counting.databaseMs / COUNTED).toFixed(2)} ms | | | |`,
      `| month chart, 22,320 points | ${(chart.nodeMs / CHARTS).toFixed(2)} ms | ${(chart.databaseMs / CHARTS).toFixed(2)} ms | ${each(chart).toFixed(2)} ms | ≤ 1.5 ms | ${mark(each(chart) <= 1.5)} |`,
      `| its two columns, bare | ${(columns.nodeMs / CHARTS).toFixed(2)} ms | ${(columns.databaseMs / CHARTS).toFixed(2)} ms | ${ratio.toFixed(2)} × | ≤ 3 × | ${mark(ratio <= 3)} |`,
      '',
      ...valuesTable([
        { name: 'a message as a row', value: `${(hot / moved).toFixed(0)} bytes` },
        { name: 'packed', value: `${packed.toFixed(1)} bytes` },
        { name: 'its hours and days', value: `${figures.toFixed(1)} bytes` },
        {
          name: 'packed, hours and days in all',
          value: `${(packed + figures).toFixed(1)} bytes`,
          goal: '≤ 21',
          isMet: packed + figures <= 21,
        },
      ]),
    ]);
    await owner.end();
    await db.close();
  });
}
