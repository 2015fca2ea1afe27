import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openLivedHomes } from '../testing/lived-homes.ts';

const server = await openTestServer(import.meta.url, { parts: ['history'] });
const { site, live, homeWith, settle } = await openLivedHomes(server);
const { operator, iot } = site;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = 'analysis-server/api/v1';

const counter = (identifier: string, unit = 'kWh') => ({
  identifier,
  unit,
  aggregation: 'counter',
  specs: { min: 0, max: 1e9 },
});
const heatPump = await makeModel(iot, 'hp_energy', {
  category: 'heat_pump',
  reportIntervalSec: 600,
  properties: [
    counter('totalEnergy'),
    counter('totalHeat'),
    { identifier: 'ambientTemp', unit: '℃' },
    { identifier: 'defrosting', dataType: 'bool', specs: {} },
  ],
});
const purifier = await makeModel(iot, 'ro_energy', {
  category: 'water_purifier',
  modelText: 'X1450',
  reportIntervalSec: 600,
  properties: [counter('pureWater', 'L'), counter('wasteWater', 'L'), counter('totalWater', 'L')],
});

const todayStart = Math.floor((server.clock.ms() + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
const today = new Date(server.clock.ms() + 8 * HOUR).toISOString().slice(0, 10);
const monthStart = todayStart - (Number(today.slice(8)) - 1) * DAY;

const home = await homeWith(heatPump, 120);
// The heat pump uses 2 kWh and yields 6 kWh of heat per hour. It sends nothing for two days in between.
const silent = monthStart + 2 * DAY;
await live(home.id, monthStart - DAY, silent, (hours) => ({
  totalEnergy: hours * 2,
  totalHeat: hours * 6,
  ambientTemp: 10,
  defrosting: hours % 12 === 3,
}));
await live(home.id, silent + 2 * DAY, server.clock.ms(), (hours) => ({
  totalEnergy: (hours + 4 * 24) * 2,
  totalHeat: (hours + 4 * 24) * 6,
  ambientTemp: 12,
  defrosting: false,
}));
await settle();

test('a month has each complete day, gaps as null, its sum and its ratios', async () => {
  const answer = await operator.get(`${at}/heat/all/month/analysis`, { deviceId: home.id, date: today.slice(0, 7) });
  expect(answer.status, answer.msg).toBe(200);
  const of = (name: string): (number | null)[] =>
    answer.data.series.find((one: { name: string }) => one.name === name).data;
  const power = of('power');
  expect([power[0], power[1], power[2]]).toEqual([48, expect.closeTo(48, 0), null]);
  expect(of('cop')[0]).toBe(3);
  expect(of('defrostCount')[0]).toBe(2);
  const last = Number(today.slice(8)) - 1;
  expect(power.length).toBeGreaterThan(last);
  expect(power.slice(last).every((value) => value === null)).toBe(true);
  expect(answer.data.summary.cop).toBe(3);
  expect(answer.data.quality.coverage).toBeCloseTo((last - 2) / last, 2);
  // A MAC instead of the id, and the alias path `iot/…`, return the same answer.
  const same = await operator.get(`iot/${at}/heat/all/month/analysis`, { deviceId: home.mac, date: today.slice(0, 7) });
  expect(same.data).toEqual(answer.data);
  const ofHome = await operator.get(`${at}/heat/all/month/analysis`, { householdId: home.householdId });
  expect(ofHome.data.summary).toEqual(answer.data.summary);
});

test('hours of a day, months of a year and all years come from the same figures', async () => {
  const day = (await operator.get(`${at}/heat/x/day/analysis`, { deviceId: home.id, date: today })).data;
  const now = new Date(server.clock.ms() + 8 * HOUR).getUTCHours();
  const power = day.series.find((one: { name: string }) => one.name === 'power').data;
  expect(power).toHaveLength(24);
  expect([power[0], power[23]]).toEqual([now > 0 ? 2 : expect.anything(), null]);
  const year = (await operator.get(`${at}/heat/x/year/analysis`, { deviceId: home.id, compare: 'prev' })).data;
  expect([year.x.length, year.compare]).toEqual([12, null]);
  const total = (await operator.get(`${at}/heat/x/total/analysis`, { deviceId: home.id })).data;
  expect(total.life.totalEnergy).toBeGreaterThan(100);
  expect(total.summary.power).toBeCloseTo(year.summary.power, 3);
});

test('the kind of water follows the plate unless configured; every energy answers, with clear refusals', async () => {
  const water = await homeWith(purifier, 90);
  await live(water.id, todayStart - 2 * DAY, server.clock.ms(), (hours) => ({
    pureWater: hours,
    wasteWater: hours,
    totalWater: hours * 2,
  }));
  await settle();
  const kindOf = async (kind: string): Promise<string> =>
    (await operator.get(`${at}/water/${kind}/day/analysis`, { deviceId: water.id })).data.kind;
  expect([await kindOf('auto'), await kindOf('soft'), await kindOf('pure')]).toEqual(['ge_clean', 'soft', 'pure']);
  const admin = await server.as('administrator');
  expect(
    (
      await admin.post('blade-system/modelRelation/submit', {
        modelText: 'X14',
        matchType: 'prefix',
        thingModelId: purifier,
        analysisKind: 'clean',
        sort: 1,
      })
    ).status,
  ).toBe(200);
  expect(await kindOf('auto')).toBe('clean');
  const pure = (
    await operator.get(`${at}/water/pure/day/analysis`, {
      deviceId: water.id,
      date: new Date(todayStart - DAY + 8 * HOUR).toISOString().slice(0, 10),
    })
  ).data;
  expect(pure.summary).toMatchObject({ pure: 24, waste: 24, recovery: 50, avgTdsIn: null });
  for (const energy of ['heat', 'fresh', 'water', 'ammeter', 'air'])
    for (const period of ['day', 'month', 'year', 'total'])
      expect([
        energy,
        period,
        (await operator.get(`${at}/${energy}/x/${period}/analysis`, { deviceId: home.id, compare: 'yoy' })).status,
      ]).toEqual([energy, period, 200]);
  expect((await operator.get(`${at}/heat/x/day/analysis`)).reason).toBe('analysis.deviceMissing');
  expect((await operator.get(`${at}/heat/x/day/analysis`, { deviceId: home.id, date: '2026-02-30' })).reason).toBe(
    'analysis.dateMalformed',
  );
  expect((await operator.get(`${at}/heat/x/day/analysis`, { deviceId: home.id, compare: 'week' })).reason).toBe(
    'analysis.unknownCompare',
  );
});

test('the use of homes out of scope, of another company or of earlier owners is hidden', async () => {
  const technician = await server.as('as_technician');
  const other = await server.as('admin', { tenantId: '100001' });
  const month = today.slice(0, 7);
  for (const [path, query] of [
    [`${at}/heat/x/month/analysis`, { deviceId: home.id }],
    [`${at}/heat/x/month/analysis`, { deviceId: home.mac }],
    [`${at}/heat/x/month/analysis`, { householdId: home.householdId }],
    ['analysis-server/compare/similar', { deviceId: home.id, date: month }],
    ['analysis-server/compare/degree-days', { deviceId: home.id, date: month }],
    ['analysis-server/findings', { deviceId: home.id, date: month, energy: 'heat' }],
  ] as const) {
    const answers = await Promise.all([operator, technician, other].map((who) => who.get(path, query)));
    expect([path, ...answers.map((answer) => answer.status)]).toEqual([path, 200, 404, 404]);
  }
  const since = todayStart - 2 * DAY + 12 * HOUR;
  await server.tables('update iot_device set owned_since = to_timestamp($2::float8 / 1000) where id = $1', [
    home.id,
    since,
  ]);
  const after = (await operator.get(`${at}/heat/x/month/analysis`, { deviceId: home.id })).data;
  const days = after.series.find((one: { name: string }) => one.name === 'power').data;
  const known = days.flatMap((value: number | null, day: number) => (value === null ? [] : [[day, Math.round(value)]]));
  const first = Number(today.slice(8)) - 3;
  expect(known).toEqual([
    [first, 24],
    [first + 1, 48],
  ]);
  const history = await operator.get('iot/device-thing-instance/history-work-condition', {
    deviceId: home.id,
    identifiers: 'totalEnergy',
    start: monthStart,
    end: server.clock.ms(),
    bucket: 'raw',
  });
  expect(history.data.series[0].points[0][0]).toBeGreaterThanOrEqual(since);
  await server.tables("update iot_device set owned_since = now() - interval '2 years' where id = $1", [home.id]);
});

test('similar homes show if there are enough, and the weather comes from their machines', async () => {
  const month = today.slice(0, 7);
  const ask = async () =>
    (await operator.get('analysis-server/compare/similar', { deviceId: home.id, date: month })).data;
  expect((await ask()).homes).toBe(0);
  for (let no = 0; no < 8; no += 1) {
    const one = await homeWith(heatPump, 110 + no * 2);
    await live(one.id, monthStart - HOUR, server.clock.ms(), (hours) => ({
      totalEnergy: hours * (1 + no / 4),
      totalHeat: hours * 4,
      ambientTemp: 11,
    }));
  }
  await settle();
  const similar = await ask();
  expect([similar.homes, similar.days.length]).toEqual([8, Number(today.slice(8)) - 1]);
  expect(similar.days[0].lower).toBeLessThan(similar.days[0].upper);
  const cold = (await operator.get('analysis-server/compare/degree-days', { deviceId: home.id, date: month })).data;
  expect(cold.days[0]).toMatchObject({ outdoor: expect.closeTo(10.9, 1), degrees: expect.closeTo(7.1, 1) });
  const findings = await operator.get('analysis-server/findings', { deviceId: home.id, date: month, energy: 'heat' });
  expect([findings.status, findings.data.map((one: { code: string }) => one.code)], findings.msg).toEqual([
    200,
    ['holes'],
  ]);
});

test('online rates export as a workbook of visible devices', async () => {
  const book = await iot.post('blade-operation/device/export-online-rate', { from: today, to: today });
  expect(book.status, book.msg).toBe(200);
  expect((await iot.post('device/export-online-rate', { from: '2026-01-01', to: '2026-12-31' })).reason).toBe(
    'analysis.spanTooLong',
  );
});
