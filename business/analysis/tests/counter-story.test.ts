import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { DEFAULT_TARIFF, readTariff } from '../energy/tariff.rules.ts';
import { openLivedHomes } from '../testing/lived-homes.ts';

const server = await openTestServer(import.meta.url, { parts: ['history'] });
const { site, live, homeWith, settle } = await openLivedHomes(server);
const { operator, iot } = site;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 10 * MINUTE;
const GROWS = 0.25;
const WRAP = 10_000;

const todayStart = Math.floor((server.clock.ms() + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
const first = todayStart - 4 * DAY;
const start = first - HOUR;
const wall = (ms: number): string => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
const dayOf = (no: number): string => wall(first + no * DAY).slice(0, 10);
const at = (day: number, hour: number, minute = 0): number => first + day * DAY + hour * HOUR + minute * MINUTE;

const resetAt = at(2, 10);
const changedAt = at(3, 12, 5);
const oldEnd = grown(changedAt) - grown(resetAt - STEP);
const NEW_START = 500;

/** Return the true consumption (kWh) since `start`. */
function grown(ts: number): number {
  return ((ts - start) / STEP) * GROWS;
}

/** Return the reading on the meter, which wraps at `WRAP`, is reset, and is then replaced by another meter. */
function shown(ts: number): number {
  if (ts >= changedAt) return NEW_START + grown(ts) - grown(changedAt);
  if (ts >= resetAt) return grown(ts) - grown(resetAt - STEP);
  return (9970 + grown(ts)) % WRAP;
}

/**
 * Return the reading that the device reports: the meter's with noise, and a few outliers that a counter cannot show.
 */
function sent(ts: number): number {
  if ([at(1, 10), at(1, 10, 10)].includes(ts)) return 32_767;
  if (ts === at(2, 23, 50) || ts === at(3, 3)) return 0;
  const isNoisy = ts % HOUR === 20 * MINUTE || ts === at(1, 23, 50);
  return isNoisy ? shown(ts) * 0.995 : shown(ts);
}

const counter = (identifier: string) => ({
  identifier,
  unit: 'kWh',
  aggregation: 'counter',
  counterWrap: String(WRAP),
  maxRate: '1',
  specs: { min: 0, max: 1e9 },
});
const meter = await makeModel(iot, 'am_story', {
  category: 'ammeter',
  reportIntervalSec: 600,
  properties: ['totalEnergy', 'peakEnergy', 'flatEnergy', 'valleyEnergy'].map(counter),
});
const home = await homeWith(meter, 100);
await live(home.id, start, server.clock.ms(), (hours) => {
  const value = sent(start + Math.round(hours * HOUR));
  return { totalEnergy: value, peakEnergy: value, flatEnergy: value, valleyEnergy: value };
});
await settle();
for (const identifier of ['totalEnergy', 'peakEnergy', 'flatEnergy', 'valleyEnergy']) {
  const body = { deviceId: home.id, identifier, changeTime: wall(changedAt), oldEnd: String(oldEnd), newStart: '500' };
  const recorded = await operator.post('iot/meter-change/submit', body);
  expect(recorded.status, recorded.msg).toBe(200);
}
await settle();

// The last reading of the third day is an outlier, so the consumption around it counts for the fourth day.
const USED = [36, 36, 35.5, 36.5];
const MARKED = [null, /矛盾/, /矛盾.*换过表/, /换过表/];
const { peak, flat, valley } = readTariff(DEFAULT_TARIFF)!;

/** Each entry reads the consumption of the four days by another call. All must return the same. */
const tellers: Record<string, () => Promise<Month>> = {};

for (const bucket of ['1m', '5m', '1h', '1d'])
  tellers[`curve by ${bucket}`] = () => curve({ start: first, end: todayStart - 1, bucket });
tellers['curve of 40 days'] = () => curve({ start: first - 36 * DAY, end: server.clock.ms(), bucket: '1d' });
tellers['curve that ends within days'] = async () => {
  const parts = [first, at(0, 7, 3), at(1, 23, 55), at(2, 12), at(3, 12, 7), todayStart];
  const some = await Promise.all(
    parts.slice(1).map((end, no) => curve({ start: parts[no], end: end - 1, bucket: '1m' })),
  );
  return { used: dayNumbers.map((day) => some.reduce((sum, one) => sum + (one.used[day] ?? 0), 0)) };
};
tellers.day = async () => {
  const days = await Promise.all(dayNumbers.map((no) => analysis('day', { date: dayOf(no) })));
  return { used: days.map((one) => one.summary.energy), marks: days.map((one) => one.quality.mark?.[0] ?? null) };
};
tellers['hours of a day'] = async () => ({
  used: (await Promise.all(dayNumbers.map((no) => analysis('day', { date: dayOf(no) })))).map((one) =>
    seriesOf(one).reduce<number>((sum, value) => sum + (value ?? 0), 0),
  ),
});
tellers.month = () =>
  ofMonths(async (month) => {
    const one = await analysis('month', { date: month });
    return { used: seriesOf(one), marks: one.quality.marks.map((mark: string[] | null) => mark?.[0] ?? null) };
  });
tellers.tariff = async () => ({
  used: (await Promise.all(dayNumbers.map((no) => analysis('day', { date: dayOf(no) })))).map(
    (one) => Math.round((one.summary.cost / (peak + flat + valley)) * 10) / 10,
  ),
});
tellers.comparison = async () => ({
  used: (await Promise.all(dayNumbers.map((no) => analysis('day', { date: dayOf(no + 1), compare: 'prev' })))).map(
    (one) => one.compare.energy,
  ),
});
tellers['month of a home'] = () =>
  ofMonths(async (month) => {
    if (month !== wall(todayStart).slice(0, 7)) return null;
    const { data } = await operator.get('blade-operation/household-manage/homeMonth', { id: home.householdId });
    expect(data[0].mark[0]).toMatch(/矛盾/);
    return { used: data[0].days };
  });
tellers.overview = () =>
  ofMonths(async (date) => {
    const { data } = await operator.get('analysis-server/overview', { energy: 'ammeter', date });
    const mine = data.devices.find((one: { id: string }) => one.id === home.id);
    expect(mine.mark[0]).toMatch(/矛盾/);
    return { used: mine.days };
  });

const dayNumbers = [0, 1, 2, 3];

async function analysis(period: string, query: Record<string, string>) {
  const answer = await operator.get(`analysis-server/api/v1/ammeter/x/${period}/analysis`, {
    deviceId: home.id,
    ...query,
  });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data;
}

const seriesOf = (one: { series: { name: string; data: (number | null)[] }[] }): (number | null)[] =>
  one.series.find(({ name }) => name === 'energy')!.data;

interface Month {
  readonly used: readonly (number | null)[];
  readonly marks?: readonly (string | null)[];
}

/**
 * Return the four days, read from their months. Days of a month that `read` cannot request (null) get the true values.
 */
async function ofMonths(read: (month: string) => Promise<Month | null>) {
  const months = new Map<string, Month | null>();
  for (const no of dayNumbers) {
    const month = dayOf(no).slice(0, 7);
    if (!months.has(month)) months.set(month, await read(month));
  }
  const of = (no: number): Month | null => months.get(dayOf(no).slice(0, 7)) ?? null;
  const place = (no: number): number => Number(dayOf(no).slice(8)) - 1;
  const used = dayNumbers.map((no) => (of(no) ? of(no)!.used[place(no)] : USED[no]));
  const marks = of(3)?.marks && dayNumbers.map((no) => of(no)!.marks![place(no)]);
  return { used, ...(marks && { marks }) };
}

async function curve(span: { start: number; end: number; bucket: string }) {
  const query = { deviceId: home.id, identifiers: 'totalEnergy', agg: 'delta', ...span };
  const answer = await operator.get('iot/device-thing-instance/history-work-condition', query);
  expect(answer.status, answer.msg).toBe(200);
  const [{ points, marks }] = answer.data.series as [
    { points: [number, number][]; marks: { at: number; label: string[] }[] },
  ];
  const isOf = (no: number, ts: number): boolean => ts >= first + no * DAY && ts < first + (no + 1) * DAY;
  return {
    used: dayNumbers.map((no) => points.filter(([ts]) => isOf(no, ts)).reduce((sum, [, value]) => sum + value, 0)),
    marks: dayNumbers.map((no) => {
      const mine = marks.filter((one) => isOf(no, one.at)).map(({ label }) => label[0]);
      return mine.length > 0 ? [...new Set(mine)].toSorted().toReversed().join('；') : null;
    }),
  };
}

test('噪声、野值、清零、换表、回绕 every call returns the same growth of a counter over noise, outliers, a reset, a new meter and a wrap', async () => {
  expect(USED.reduce((sum, one) => sum + one)).toBe(grown(todayStart) - grown(first));
  for (const [name, tell] of Object.entries(tellers)) {
    const { used, marks } = await tell();
    expect(
      used.map((one) => Math.round((one ?? 0) * 1000) / 1000),
      name,
    ).toEqual(USED);
    if (!marks) continue;
    for (const [no, mark] of MARKED.entries())
      if (mark) expect(marks[no], `${name}, day ${no}`).toMatch(mark);
      else expect(marks[no], `${name}, day ${no}`).toBeNull();
  }
  const year = await analysis('year', { date: dayOf(3).slice(0, 4) });
  const total = await analysis('total', {});
  expect([total.summary.energy, total.life.totalEnergy]).toEqual([
    grown(todayStart),
    expect.closeTo(shown(todayStart - STEP), 0),
  ]);
  if (dayOf(0).slice(0, 4) === dayOf(3).slice(0, 4)) expect(year.summary.energy).toBe(grown(todayStart));
});

test('only the figures of history sum a counter or read its counted days', () => {
  const root = join(import.meta.dirname, '../..');
  const files = (readdirSync(root, { recursive: true }) as string[]).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && !file.replaceAll('\\', '/').startsWith('iot/history/'),
  );
  expect(files.length).toBeGreaterThan(1000);
  const beside = files.filter((file) =>
    /readFigureBytes|new Growth\(|data\s+from\s+iot_(days|hours)/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(beside).toEqual([]);
});
