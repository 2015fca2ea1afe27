import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openLivedHomes } from '../testing/lived-homes.ts';

const server = await openTestServer(import.meta.url, { parts: ['history'] });
const { site, live, homeWith, settle } = await openLivedHomes(server);
const { operator, iot } = site;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = 'iot/meter-change';
const todayStart = Math.floor((server.clock.ms() + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
const first = todayStart - 3 * DAY;
const wall = (ms: number): string => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
const model = await makeModel(iot, 'am_change', {
  category: 'ammeter',
  reportIntervalSec: 600,
  properties: [
    { identifier: 'totalEnergy', unit: 'kWh', aggregation: 'counter', maxRate: '1', specs: { min: 0, max: 1e9 } },
    { identifier: 'runMinutes', unit: 'min', aggregation: 'counter', maxRate: '1.1', specs: { min: 0, max: 1e9 } },
  ],
});

const used = async (deviceId: string): Promise<number[]> => {
  const span = { start: first, end: todayStart - 1, bucket: '1d', agg: 'delta', identifiers: 'totalEnergy' };
  const { data } = await operator.get('iot/device-thing-instance/history-work-condition', { deviceId, ...span });
  return data.series[0].points.map(([, value]: [number, number]) => Math.round(value * 100) / 100);
};
const byDays = async (deviceId: string): Promise<number> => {
  const query = { deviceId, date: wall(todayStart).slice(0, 4) };
  return (await operator.get('analysis-server/api/v1/ammeter/x/year/analysis', query)).data.summary.energy;
};

test('换表登记、更正、撤销 figures follow a change that is recorded late, corrected and removed', async () => {
  const { id: deviceId } = await homeWith(model, 90);
  const changed = first + DAY + 12 * HOUR;
  await live(deviceId, first - HOUR, todayStart, (hours) => {
    const ts = first - HOUR + hours * HOUR;
    return { totalEnergy: ts < changed ? 1000 + hours : 40 + (ts - changed) / HOUR, runMinutes: hours * 60 };
  });
  await settle();
  const without = [await used(deviceId), await byDays(deviceId)];
  const body = { deviceId, changeTime: wall(changed), oldEnd: '1037', newStart: '40' };
  const made = await operator.post(`${at}/submit`, body);
  expect(made.status, made.msg).toBe(200);
  await settle();
  // The meter is changed 36 hours after `first`, that is 37 hours after the first message.
  expect(await used(deviceId)).toEqual([24, 24, 23.83]);
  expect(await byDays(deviceId)).toBeCloseTo(72.83, 2);
  const [row] = (await operator.get(`${at}/page`, { deviceId })).data.records;
  expect(row).toMatchObject({ identifier: 'totalEnergy', oldEnd: '1037.000', changedBy: operator.id });
  await operator.post(`${at}/submit`, { ...body, id: row.id, version: row.version, oldEnd: '1040' });
  await settle();
  expect((await used(deviceId))[1]).toBe(27);
  expect((await operator.post(`${at}/remove?ids=${row.id}`)).status).toBe(403);
  const gone = await iot.post(`${at}/remove?ids=${row.id}`);
  expect(gone.status, gone.msg).toBe(200);
  await settle();
  expect([await used(deviceId), await byDays(deviceId)]).toEqual(without);
});

test('an impossible change gets a clear refusal, and is a missing row for others', async () => {
  const { id: deviceId } = await homeWith(model, 90);
  const body = { deviceId, changeTime: wall(todayStart), oldEnd: '5', newStart: '0' };
  const [cs, technician, foreign] = [
    await server.as('as_cs'),
    await server.as('as_technician'),
    await server.as('admin', { tenantId: '300001' }),
  ];
  const refusedAs = async (more: Record<string, unknown>, by = operator): Promise<[number, string]> => {
    const { status, msg } = await by.post(`${at}/submit`, { ...body, ...more });
    return [status, msg];
  };
  expect(await refusedAs({ changeTime: wall(server.clock.ms() + DAY) })).toEqual([400, '换表时间不能晚于现在']);
  expect(await refusedAs({ identifier: 'no' })).toEqual([400, '这台设备没有累计项 no']);
  expect(await refusedAs({ changeTime: '2020-01-01 00:00:00' })).toEqual([400, '换表时间早于这户拥有设备的时间']);
  const bare = await site.device(await makeModel(iot, 'no_counter'));
  expect(await refusedAs({ deviceId: bare.id })).toEqual([400, '这台设备没有累计量，不能换表']);
  expect((await refusedAs({}, cs))[0]).toBe(403);
  // Refused for a technician without an order in this home, and for another company.
  expect([404, 409, 400]).toContain((await refusedAs({}, technician))[0]);
  expect((await refusedAs({}, foreign))[0]).not.toBe(200);
  expect((await operator.get(`${at}/page`, { deviceId })).data.total).toBe(0);
});

test('绑定替换 a device bound in place of another takes its room and name, and its counter begins where its meter did', async () => {
  const { id: oldId, householdId } = await homeWith(model, 90);
  const fresh = await site.device(model);
  const replaced = { replacesId: oldId, oldEnd: '77.5', newStart: '12' };
  const bound = await site.bind(householdId, fresh.mac, replaced);
  expect(bound.status, bound.msg).toBe(200);
  const [before, after] = [await site.deviceRow(oldId), await site.deviceRow(fresh.id)];
  expect([before.householdId, after.householdId, after.deviceName]).toEqual(['', householdId, before.deviceName]);
  const [row] = (await operator.get(`${at}/page`, { deviceId: fresh.id })).data.records;
  expect(row).toMatchObject({ replacedId: oldId, oldEnd: '77.500', newStart: '12.000', identifier: 'totalEnergy' });
  // A repeat is refused, as the replaced device is no longer bound to the home.
  expect((await site.bind(householdId, fresh.mac, replaced)).status).toBe(404);
  expect((await operator.get(`${at}/page`, { deviceId: fresh.id })).data.total).toBe(1);
  const other = await homeWith(model, 90);
  expect((await site.bind(householdId, site.macOf(9999), { replacesId: other.id })).status).toBe(404);
});
