import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite, planPath } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const { cs } = contracts.work;
const yearly = await contracts.template({ price: '0' });
const estate = good(
  await contracts.work.admin.post('blade-maintenance/webApi/asbasepremises/submit', {
    premisesName: '静水湾',
    customerServiceTeam: 'east',
    districtCode: '310112',
    address: '上海市闵行区静水湾',
  }),
).data.id;

/** Sell a contract to a new home of the estate. */
async function soldThere(startDate: string): Promise<string> {
  const home = await contracts.home();
  await server.tables('update registermain set premises_id = $2 where id = $1', [home.registerMainId, estate]);
  return contracts.sold(home, yearly.id, { startDate });
}

test('the calendar counts plans and minutes by team and day, and lists what is overdue', async () => {
  await soldThere('2026-11-30');
  await soldThere('2026-11-30');
  await soldThere('2026-11-05');
  const calendar = good(await cs.get(`${planPath}/calendar`)).data;
  expect([calendar.from, calendar.to, calendar.today]).toEqual(['2026-11-23', '2027-01-03', '2026-11-23']);
  const [team] = calendar.teams.filter((one: { team: string }) => one.team === 'east');
  expect(team.days.find((one: { day: string }) => one.day === '2026-11-30')).toMatchObject({ count: 2, planned: 180 });
  expect(calendar.counts).toMatchObject({ visits: 2, contracts: 2 });
  expect(calendar.days.find((one: { day: string }) => one.day === '2026-11-29')).toMatchObject({ kind: 'rest' });
  expect(calendar.overdue).toMatchObject({ all: 1, over15: 0, over7: 1 });
  expect(calendar.overdue.rows[0]).toMatchObject({ planDate: '2026-11-05', overdueDays: 8, premises: '静水湾' });
  const day = good(await cs.get(`${planPath}/day`, { team: 'east', date: '2026-11-30' })).data;
  expect(day.visits).toHaveLength(2);
  expect(day.away).toEqual([]);
  expect(day.visits[0]).toMatchObject({ stdMinutes: 90, occurrenceNo: 1, timesTotal: 4, premises: '静水湾' });
});

test('the most loaded day names the day to which its plans can move', async () => {
  expect(good(await cs.get(`${planPath}/calendar`)).data.relief).toBeNull();
  await server.tables("update asmaintain set std_minutes = 10000 where plan_date = '2026-11-30'");
  const { relief, counts } = good(await cs.get(`${planPath}/calendar`)).data;
  expect(relief).toEqual({ team: 'east', day: '2026-11-30', visits: 2, to: null, count: 0 });
  expect(counts.over).toBe(1);
  await server.tables("update asmaintain set std_minutes = 90 where plan_date = '2026-11-30'");
});

test('filters narrow the counts of the calendar, its day and the overdue, not the load of a team', async () => {
  const of = async (filter: Record<string, string>) => good(await cs.get(`${planPath}/calendar`, filter)).data;
  expect((await of({ planStatus: 'booked,dispatched' })).counts.visits).toBe(0);
  const there = await of({ premisesId: estate });
  expect([there.counts.visits, there.overdue.all]).toEqual([2, 1]);
  const type = good(await cs.get('blade-maintenance/webApi/asscheme/list')).data.records[0].schemeTypeId;
  expect((await of({ schemeTypeId: type, planStatus: 'planned,pushed' })).counts.visits).toBe(2);
  const elsewhere = await of({ premisesId: '1' });
  expect([elsewhere.counts.visits, elsewhere.overdue.all]).toEqual([0, 0]);
  const [east] = elsewhere.teams.filter((one: { team: string }) => one.team === 'east');
  expect(east.days.find((one: { day: string }) => one.day === '2026-11-30')).toMatchObject({ count: 0, planned: 180 });
  const day = { team: 'east', date: '2026-11-30', planStatus: 'booked' };
  expect(good(await cs.get(`${planPath}/day`, day)).data.visits).toEqual([]);
  expect(good(await cs.get(`${planPath}/bundles`, { premisesId: '1' })).data).toEqual([]);
});

test('homes of one estate are one trip, registered as one work order each in one act', async () => {
  const [bundle] = good(await cs.get(`${planPath}/bundles`)).data;
  expect(bundle).toMatchObject({ premises: '静水湾', team: 'east', day: '2026-11-30', minutes: 180 });
  expect(bundle.homes).toHaveLength(2);
  const ids = bundle.homes.flatMap((home: { ids: string[] }) => home.ids);
  good(await site.act('register', ids.join(','), { expectDate: bundle.day }));
  const orders = await server.tables<{ n: number; days: number }>(
    "select count(*)::int as n, count(distinct expect_date)::int as days from asregistrationform where source = 'plan'",
  );
  expect(orders).toEqual([{ n: 2, days: 1 }]);
  expect(good(await cs.get(`${planPath}/bundles`)).data).toEqual([]);
});

test('trips are looked for within a year: a longer span is refused', async () => {
  const far = await cs.get(`${planPath}/bundles`, { to: '2200-12-31' });
  expect(far).toMatchObject({ status: 400, reason: 'plans.spanTooLong' });
  good(await cs.get(`${planPath}/bundles`, { to: '2027-11-23' }));
});

test('another company sees no plans', async () => {
  const other = await server.as('as_cs', { tenantId: '100888' });
  const { counts, overdue } = good(await other.get(`${planPath}/calendar`)).data;
  expect([counts.visits, overdue.all]).toEqual([0, 0]);
  expect(good(await other.get(`${planPath}/bundles`)).data).toEqual([]);
});
