import { addDays } from '#kernel/language/days.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openFiguredHomes } from '../testing/figured-homes.ts';

const server = await openTestServer(import.meta.url);
const { site, homeWith, writeDay } = await openFiguredHomes(server);
const { operator, iot } = site;
const month = '2026-11';
const FIRST = '2026-11-01';
const DAYS = 20;
server.clock.pass(Date.parse('2026-11-21T04:00:00Z') - server.clock.ms());

const counter = (identifier: string) => ({
  identifier,
  unit: 'kWh',
  aggregation: 'counter',
  specs: { min: 0, max: 1e9 },
});
const pump = await makeModel(iot, 'hp_rank', {
  category: 'heat_pump',
  reportIntervalSec: 600,
  properties: [counter('totalEnergy'), counter('totalHeat'), { identifier: 'ambientTemp', unit: '℃' }],
});
const fan = await makeModel(iot, 'fa_rank', {
  category: 'fresh_air',
  reportIntervalSec: 600,
  properties: [counter('totalEnergy'), { identifier: 'airVolume', unit: 'm³/h' }],
});

/** Write days of a heat pump that uses 30 kWh a day. `cop`: its efficiency by day, from 0. */
async function heated(
  id: string,
  cop: (day: number) => number,
  means: (day: number) => Record<string, number> = () => ({}),
) {
  for (let day = 0; day < DAYS; day += 1)
    await writeDay(id, addDays(FIRST, day), {
      grown: { totalEnergy: 30, totalHeat: 30 * cop(day) },
      means: { ambientTemp: 10, ...means(day) },
    });
}

const peers = [];
for (let no = 0; no < 8; no += 1) {
  const one = await homeWith(pump, 100 + no);
  await heated(
    one.id,
    () => 3.2,
    () => ({ flow: 1.3, outletTemp: 40, inletTemp: 35 }),
  );
  peers.push(one);
}
// From the twelfth day on the strainer of this one is clogged.
const clogged = await homeWith(pump, 104, '钟以宁');
await heated(
  clogged.id,
  (day) => (day < 11 ? 3.2 : 2),
  (day) => ({ flow: day < 11 ? 1.28 : 0.62, outletTemp: 40, inletTemp: day < 11 ? 35 : 31.6 }),
);
// Last winter it was like this: COP 3.2 at the same temperature.
for (let day = 0; day < 12; day += 1)
  await writeDay(clogged.id, addDays('2025-11-01', day), {
    grown: { totalEnergy: 30, totalHeat: 96 },
    means: { ambientTemp: 10 },
  });
const large = await homeWith(pump, 400, '白若溪');
await heated(large.id, () => 2.5);
const young = await homeWith(pump, 103, '柏青');
for (let day = 17; day < DAYS; day += 1)
  await writeDay(young.id, addDays(FIRST, day), { grown: { totalEnergy: 30, totalHeat: 60 } });
const silent = await homeWith(pump, 102, '严婉');
for (let day = 0; day < DAYS; day += 1)
  await writeDay(silent.id, addDays(FIRST, day), { grown: { totalEnergy: 30, totalHeat: 20 } }, 80);
const bare = await homeWith(pump, null, '罗启航');
await heated(bare.id, () => 3);
for (let no = 0; no < 10; no += 1) {
  const one = await homeWith(fan, 100 + no, no === 9 ? '陶安' : undefined);
  for (let day = 0; day < DAYS; day += 1)
    await writeDay(one.id, addDays(FIRST, day), {
      grown: { totalEnergy: no === 9 ? 2 : 1.2 },
      means: { airVolume: 100 },
    });
}

const night = () => server.app.jobs.run('device.rankNight');
const read = async (query: Readonly<Record<string, string | number>> = {}, energy = 'heat', who = operator) =>
  who.get(`analysis-server/${energy}/ranking`, query);

await night();

test('the worst heat pump is first, beside similar homes of the same days and its own last winter', async () => {
  const { data, status, msg } = await read();
  expect(status, msg).toBe(200);
  expect([data.month, data.until, data.isEarlier]).toEqual([month, '2026-11-20', false]);
  expect(data.counts).toEqual({ worst: 1, due: 1, turned: 1, repaired: 0, none: 4, all: 13 });
  const [row] = data.records;
  // Σ heat / Σ power = (11 × 3.2 + 9 × 2) / 20 = 2.66; similar homes 3.2; 600 kWh × (1 − 2.66 / 3.2) = 101.25 kWh.
  expect(row).toMatchObject({
    id: clogged.id,
    home: '钟以宁',
    figure: 2.66,
    peer: 3.2,
    worse: expect.closeTo(0.16875, 3),
    own: expect.closeTo(0.16875, 3),
    extra: expect.closeTo(101.25, 1),
    perDegree: expect.closeTo(3.75, 2),
    run: 9,
    since: '2026-11-12',
    coverage: 1,
    guess: 'flow',
    reason: null,
    order: null,
  });
  expect(row.peers).toBeGreaterThanOrEqual(8);
  expect(row.signs.find((one: { of: string }) => one.of === 'flow')).toEqual({
    of: 'flow',
    value: 0.62,
    usual: 1.28,
    isBad: true,
  });
  expect(data.facts).toMatchObject({ median: 3.2, ordered: 0, back: 0 });
});

test('a device without similar homes, floor area or enough days is listed with its reason', async () => {
  const { data } = await read({ view: 'none', sort: 'figure' });
  expect(
    Object.fromEntries(data.records.map((row: { home: string; reason: string }) => [row.home, row.reason])),
  ).toEqual({
    白若溪: 'fewHomes',
    罗启航: 'noArea',
    柏青: 'fewDays',
    严婉: 'noData',
  });
});

test('the list is sorted, filtered and cut on the server', async () => {
  const homes = async (query: Readonly<Record<string, string | number>>) =>
    (await read({ view: 'all', ...query })).data.records.map((row: { home: string }) => row.home);
  expect((await homes({ sort: 'figure', direction: 'asc', size: 2 })).slice(0, 2)).toEqual(['柏青', '白若溪']);
  expect(await homes({ search: '钟以' })).toEqual(['钟以宁']);
  expect(await homes({ coverage: 'partial' })).toEqual(expect.arrayContaining(['柏青', '严婉']));
  expect((await homes({ size: 5, current: 3 })).length).toBe(3);
  expect((await read({ modelId: pump, order: 'with' })).data.counts.all).toBe(0);
  expect((await read({ sort: 'nonsense' })).status).toBe(400);
});

test('fresh air is ranked by its electricity per m³, from the same call', async () => {
  const { data } = await read({}, 'fresh');
  expect(
    data.records.map((row: { home: string; figure: number; peer: number }) => [row.home, row.figure, row.peer]),
  ).toEqual([['陶安', expect.closeTo(0.8333, 3), 0.5]]);
  for (const energy of ['water', 'ammeter', 'air']) expect((await read({}, energy)).status).toBe(200);
});

test('a computed night may be repeated; a device that left its home is no longer ranked', async () => {
  const before = (await read({ view: 'all' })).data;
  await night();
  expect((await read({ view: 'all' })).data).toEqual(before);
  await server.tables('update iot_device set household_id = null where id = $1', [large.id]);
  await night();
  expect((await read({ view: 'all' })).data.counts.all).toBe(12);
});

test('the days of an earlier family are not in the ranking, neither before nor after the next night', async () => {
  const target = { energy: 'heat', month, deviceId: clogged.id };
  const [{ since }] = await server.tables<{ since: string | null }>(
    'select owned_since::text as since from iot_device where id = $1',
    [clogged.id],
  );
  const count = async () => (await read({ view: 'all', search: '钟以' })).data.counts.all;
  expect(await count()).toBe(1);
  await server.tables('update iot_device set owned_since = to_timestamp($2::float8 / 1000) where id = $1', [
    clogged.id,
    server.clock.ms(),
  ]);
  expect(await count()).toBe(0);
  expect((await operator.get('analysis-server/ranking/home', target)).status).not.toBe(200);
  await night();
  expect(await count()).toBe(0);
  await server.tables('update iot_device set owned_since = $2::timestamptz where id = $1', [clogged.id, since]);
  await night();
  expect(await count()).toBe(1);
});

test('devices of other premises and of another company are missing', async () => {
  const leader = await server.as('as_leader', { who: 'west', teams: ['west'] });
  expect((await read({ view: 'all' }, 'heat', leader)).data.counts.all).toBe(0);
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await read({ view: 'all' }, 'heat', other)).data.counts.all).toBe(0);
  const target = { energy: 'heat', month, deviceId: clogged.id };
  const choice = { energy: 'heat', month };
  const offered = async (who: typeof operator) => (await who.get('analysis-server/ranking/options', choice)).data;
  expect((await offered(operator)).models).toHaveLength(1);
  for (const who of [leader, other]) {
    expect(await offered(who)).toEqual({ models: [], estates: [], teams: [] });
    expect((await who.get('analysis-server/ranking/home', target)).status).toBe(404);
    expect((await other.post('analysis-server/ranking/to-repair', target)).status).toBe(404);
  }
});

test('a request is made once, shown in the row, taken back at once, and later no more', async () => {
  const target = { energy: 'heat', month, deviceId: clogged.id };
  const home = (await operator.get('analysis-server/ranking/home', target)).data;
  expect(home.days).toHaveLength(DAYS);
  expect(home.days[12]).toMatchObject({ day: '2026-11-13', value: 2, middle: 3.2, outdoor: 10 });
  expect(home.draft.description[0]).toContain('COP 2.66，相似家庭 3.20，差 17%');
  const repair = () => operator.post('analysis-server/ranking/to-repair', target);
  const made = await Promise.all([repair(), repair()]);
  expect(made.map((one) => one.data.isJoined).toSorted(), made[0].msg).toEqual([false, true]);
  const { repairFormId, repairNo } = made[0].data;
  expect(made[1].data.repairFormId).toBe(repairFormId);
  const { data } = await read();
  expect(data.records[0].order).toEqual({ id: repairFormId, no: repairNo, status: 'submitted', isOpen: true });
  expect([data.counts.due, data.facts.ordered]).toEqual([0, 1]);
  const takeBackRequest = (who = operator) => who.post('analysis-server/ranking/take-back', { repairFormId });
  const clerk = await server.as('as_cs');
  expect((await takeBackRequest(clerk)).reason).toBe('analysis.noTakeBack');
  expect((await takeBackRequest()).status).toBe(200);
  expect((await takeBackRequest()).status).toBe(200);
  expect((await read()).data.records[0].order).toBeNull();
  const again = (await repair()).data;
  expect(again.isJoined).toBe(false);
  server.clock.pass(61_000);
  expect((await operator.post('analysis-server/ranking/take-back', { repairFormId: again.repairFormId })).reason).toBe(
    'analysis.noTakeBack',
  );
});

test('a home without a customer gets no request', async () => {
  await server.tables('update op_household set customer_id = null where id = $1', [young.householdId]);
  const target = { energy: 'heat', month, deviceId: young.id };
  expect((await operator.get('analysis-server/ranking/home', target)).data.draft).toBeNull();
  expect((await operator.post('analysis-server/ranking/to-repair', target)).reason).toBe('analysis.noCustomer');
});

test('with fewer than six days the last full month is shown', async () => {
  server.clock.pass(Date.parse('2026-12-03T04:00:00Z') - server.clock.ms());
  await night();
  const { data } = await read({}, 'heat', await server.as('as_operator', { who: 'later' }));
  expect([data.month, data.until, data.isEarlier]).toEqual([month, '2026-11-30', true]);
});
