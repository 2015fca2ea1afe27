import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { type Candidate, type PlannedJob, conflictsOf } from '../occupancy/conflicts.rules.ts';
import { type Fitness, ranked, slackShare, weightsIn } from './candidates.rules.ts';

const man: Candidate = {
  id: '1',
  name: '蒋志强',
  enabled: true,
  employment: { technicianStatus: 'on', hireDate: '2020-01-01', leaveDate: null },
  team: 'east',
  skills: [],
  workDays: [1, 2, 3, 4, 5, 6, 7],
  workStart: '08:00',
  workEnd: '20:00',
  capacityMinutes: 480,
  maxTasks: null,
  taken: [],
  done: [],
  away: [],
  special: {},
};
const job: PlannedJob = {
  from: '2026-11-23 10:00:00',
  to: '2026-11-23 11:00:00',
  location: '121.50,31.20',
  team: 'east',
  skills: [],
  blockedIds: [],
};
const fit = (candidate: Partial<Candidate>, more: Partial<Fitness> = {}): Fitness => ({
  candidate: { ...man, ...candidate },
  startsAt: '121.50,31.20',
  level: 3,
  wasLast: false,
  preferred: false,
  parts: { wanted: 0, held: 0 },
  weekPay: 0,
  tasksToday: 0,
  ...more,
});
const roads = { bufferMinutes: 15, speedKmh: 30 };
const only = (name: string) => ({
  ...weightsIn('sla 0, travel 0, parts 0, skill 0, last 0, preference 0, load 0, pay 0'),
  [name]: 100,
});
const scores = (all: readonly Fitness[], name: string, due: string | null = null) =>
  new Map(ranked(all, job, roads, only(name), due).map((one) => [one.name, one.score]));

test('slack is the time left at the possible start', () => {
  expect([
    slackShare(job.from, null),
    slackShare(job.from, '2026-11-23 10:00:00'),
    slackShare(job.from, '2026-11-23 12:00:00'),
    slackShare(job.from, '2026-11-24 12:00:00'),
    slackShare(job.from, '2026-11-23 09:00:00'),
    slackShare(job.from, '2026-11-22 09:00:00'),
  ]).toEqual([1, 0.5, 0.75, 1, 0.375, 0]);
  // A busy technician starts after the overlapping visit and the travel from it. Other visits do not delay the start.
  const busy = {
    visitId: '9',
    taskNo: 'RW9',
    from: '2026-11-23 09:00:00',
    to: '2026-11-23 10:30:00',
    working: false,
    location: '121.50,31.20',
  };
  const found = scores(
    [
      fit({ name: '空闲' }),
      fit({ name: '占用', taken: [busy] }),
      fit({ name: '下午忙', taken: [{ ...busy, from: '2026-11-23 14:00:00', to: '2026-11-23 15:00:00' }] }),
    ],
    'sla',
    '2026-11-23 12:00:00',
  );
  expect([found.get('空闲'), found.get('占用'), found.get('下午忙')]).toEqual([75, 66, 75]);
});

test('finished visits of the day count as load without blocking time', () => {
  const [rested, tired] = [
    fit({ name: '未做' }),
    fit({ name: '做过', done: [{ from: '2026-11-23 08:00:00', to: '2026-11-23 12:00:00' }] }),
  ];
  expect(scores([rested, tired], 'load')).toEqual(
    new Map([
      ['未做', 100],
      ['做过', 50],
    ]),
  );
  expect(ranked([tired], job, roads, only('load'), null)[0]).toMatchObject({ loadMinutes: 240, conflicts: [] });
});

test('technicians off duty that day or hour rank behind those at work, with that reason', () => {
  const all = ranked(
    [
      fit({ name: '休息', workDays: [2, 3] }),
      fit({ name: '下班', workEnd: '10:30' }),
      fit({ name: '在岗' }, { startsAt: '121.60,31.30', weekPay: 100 }),
    ],
    job,
    roads,
    weightsIn(''),
    null,
  );
  expect(all.map((one) => one.name)[0]).toBe('在岗');
  const words = new Map(all.map((one) => [one.name, one.conflicts.map((conflict) => conflict.words[0])]));
  expect([words.get('休息'), words.get('下班'), words.get('在岗')]).toEqual([
    ['休息当天休息'],
    ['不在下班的工作时间 08:00–10:30'],
    [],
  ]);
});

test('technicians without a conflict rank first, then those of another team, then those that need a reason', () => {
  const all = ranked(
    [
      fit({ name: '满负荷', done: [{ from: '2026-11-23 00:00:00', to: '2026-11-23 09:00:00' }] }, { wasLast: true }),
      fit({ name: '外班组', team: 'west' }, { wasLast: true, preferred: true }),
      fit({ name: '本班组' }, { startsAt: '121.80,31.50', weekPay: 900 }),
    ],
    job,
    roads,
    weightsIn(''),
    null,
  );
  expect(all.map((one) => one.name)).toEqual(['本班组', '外班组', '满负荷']);
  expect(all[1].score).toBeGreaterThan(all[0].score);
});

test('a technician without free time that day is not proposed, whatever their points', () => {
  const [first, full] = ranked(
    [fit({ name: '排满' }, { window: null, wasLast: true }), fit({ name: '有空' }, { window: job })],
    job,
    roads,
    weightsIn(''),
    null,
  );
  expect([first.name, first.suggestedFrom]).toEqual(['有空', job.from]);
  expect([full.name, full.score, full.suggestedFrom]).toEqual(['排满', 0, null]);
  expect(full.reasons.map((one) => one.words[0])).toContain('当天没有空档');
});

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);

test("candidates of an order count today’s finished visits and ignore the order's own open visit", async () => {
  const done = await site.working(9, '上午做完');
  good(await site.completed(done));
  const next = await site.sent(17, '下午的客户');
  const { registrationFormId } = (
    await site.admin.get('blade-maintenance/webApi/asdispatchform/detail', { id: next.dispId })
  ).data;
  const all = good(
    await site.dispatcher.get('blade-maintenance/webApi/asdispatchform/getUsers', {
      registrationFormId,
      date: '2026-11-23',
    }),
  ).data as { technicianId: string; tasksToday: number; loadMinutes: number }[];
  const of = (id: string) => all.find((one) => one.technicianId === id);
  // The finished visit counts as load. The open visit of the order itself does not.
  expect(of(site.technicianId)).toMatchObject({ tasksToday: 1, loadMinutes: 60 });
  expect(of(site.otherId)).toMatchObject({ tasksToday: 0, loadMinutes: 0 });
});

test('a conflict of load is in hours and minutes', () => {
  const [found] = conflictsOf(
    { ...man, capacityMinutes: 480, done: [{ from: '2026-11-23 00:00:00', to: '2026-11-23 09:25:00' }] },
    job,
    roads,
  ).filter((one) => one.kind === 'capacity');
  expect(found.words).toEqual([
    '蒋志强当日工时共 10小时25分，超过 8小时',
    '蒋志强: 10 h 25 min that day, more than 8 h',
  ]);
});
