import { expect, test } from 'vitest';
import type { BoardOrder, BoardTechnician, BoardVisit } from '../board.calls.ts';
import { firstFree, firstOpenDay, freeGapsOf, roundedUp } from '../free-window.rules.ts';
import { NO_FILTER, countsOf, filteredOrders } from '../pool/orders.rules.ts';
import {
  fixedAt,
  fixedTime,
  laidOut,
  loadTone,
  momentAt,
  timeScaleOf,
  shows,
  scaleWidth,
  xOf,
} from '../timeline/timeline.rules.ts';
import { weekCellOf, fitOf, kmOf } from '../week/week.rules.ts';
import { inTurn } from '../state/in-turn.rules.ts';

const DAY = '2026-11-23';
const at = (clock: string, day = DAY): string => `${day} ${clock}:00`;

const visit = (id: string, from: string, to: string, more: Partial<BoardVisit> = {}): BoardVisit => ({
  id,
  dispId: `d${id}`,
  registrationFormId: `r${id}`,
  taskNo: `RW${id}`,
  technicianId: 't1',
  from: at(from),
  to: at(to),
  appointFrom: null,
  appointTo: null,
  state: 'accepted',
  forced: false,
  lockType: 'none',
  customerId: `c${id}`,
  customerName: `客户${id}`,
  premisesName: null,
  location: '121.50,31.20',
  repairType: 'boiler',
  urgency: 'normal',
  lead: true,
  version: 1,
  acceptDue: null,
  seen: false,
  content: '',
  partsMissing: null,
  ...more,
});

const order = (id: string, more: Partial<BoardOrder> = {}): BoardOrder => ({
  id,
  no: `DJ${id}`,
  dispId: null,
  customerId: `c${id}`,
  customerName: `客户${id}`,
  level: 'normal',
  address: '',
  premisesName: null,
  location: '121.50,31.20',
  team: 'east',
  repairType: 'boiler',
  content: '',
  urgency: 'normal',
  weibao: 'paid',
  expectDate: null,
  expectSlot: null,
  promiseFrom: null,
  promiseTo: null,
  wishFirm: false,
  wishDate: null,
  wishSlot: null,
  minutes: 60,
  skillIds: [],
  urgeCount: 0,
  visitCount: 0,
  isRework: false,
  lastState: null,
  lastWhy: null,
  partsMissing: null,
  partsStore: null,
  partsVan: null,
  createTime: at('08:00'),
  due: null,
  ...more,
});

const person = (visits: BoardVisit[], more: Partial<BoardTechnician> = {}): BoardTechnician => ({
  technicianId: 't1',
  name: '周海涛',
  team: 'east',
  level: 't3',
  skills: ['gas'],
  homeLocation: '121.50,31.20',
  workStart: '08:30',
  workEnd: '17:30',
  capacityMinutes: 480,
  leave: [],
  visits,
  days: [{ day: DAY, works: true, minutes: 480, loadMinutes: visits.length * 60 }],
  ...more,
});

const scale = timeScaleOf(DAY, [], 588);
const board = { now: at('10:00'), roads: { bufferMinutes: 15, speedKmh: 30 }, lunch: { from: '12:00', to: '13:00' } };

test('a day shows 8 to 20, extended by spans outside, 49 px an hour unless the whole day fits', () => {
  expect(scale).toEqual({ day: DAY, first: 8, last: 20, hour: 49 });
  expect(timeScaleOf(DAY, [visit('1', '06:30', '07:30'), visit('2', '20:30', '21:15')], 588)).toMatchObject({
    first: 6,
    last: 22,
    hour: 49,
  });
  expect(timeScaleOf(DAY, [], 300).hour).toBe(49);
  expect(scaleWidth(timeScaleOf(DAY, [], 900))).toBeCloseTo(900);
});

test('a position of the timeline converts to a quarter hour and back', () => {
  expect(xOf(at('10:30'), scale)).toBeCloseTo(122.5);
  expect(momentAt(122.5, scale)).toBe(at('10:30'));
  expect(momentAt(126, scale)).toBe(at('10:30'));
  expect(
    [at('07:59'), at('08:00'), at('20:00'), at('20:01'), at('10:00', '2026-11-24')].map((moment) =>
      shows(moment, scale),
    ),
  ).toEqual([false, true, true, false, false]);
  expect(momentAt(-5000, scale)).toBe(at('00:00'));
  expect(momentAt(50_000, scale)).toBe(at('23:45'));
});

test('two concurrent refusals ask two questions in sequence', async () => {
  const open: { question: string; answer: (reason: string | null) => void }[] = [];
  const ask = inTurn(
    (question: string) =>
      new Promise<string | null>((resolve) => {
        open.push({ question, answer: resolve });
      }),
  );
  const answers = [ask('甲'), ask('乙')];
  await expect.poll(() => open.map((one) => one.question)).toEqual(['甲']);
  open[0].answer('顺路');
  await expect.poll(() => open.map((one) => one.question)).toEqual(['甲', '乙']);
  open[1].answer(null);
  expect(await Promise.all(answers)).toEqual(['顺路', null]);
});

test('overlapping blocks are hatched over shared minutes; others have travel between them', () => {
  const { blocks, bridges } = laidOut(
    [
      visit('2', '10:30', '12:00', { location: '121.60,31.20' }),
      visit('1', '09:00', '11:00'),
      visit('3', '14:00', '15:00', { customerId: 'c2', location: '121.60,31.20' }),
    ],
    scale,
  );
  expect(blocks.map((one) => [one.visit.id, one.overlap])).toEqual([
    ['1', 0],
    ['2', 30],
    ['3', 0],
  ]);
  expect(blocks[1].overlapPx).toBeCloseTo(24.5);
  expect(bridges).toMatchObject([{ km: 0, sameHome: true }]);
  const far = laidOut(
    [
      visit('1', '09:00', '10:00'),
      visit('2', '11:00', '12:00', { location: '121.60,31.20' }),
      visit('3', '12:10', '13:00', { location: null }),
    ],
    scale,
  ).bridges;
  expect(far).toHaveLength(1);
  expect(far[0].km).toBeCloseTo(12.4, 0);
});

test('a load above 92 % is amber, above 100 % red', () => {
  expect([440, 445, 480, 481].map((minutes) => loadTone(minutes, 480))).toEqual(['grey', 'amber', 'amber', 'red']);
});

test("finished, started, locked and helpers' visits do not move", () => {
  expect(fixedTime(visit('1', '09:00', '10:00'))).toBeNull();
  expect(fixedTime(visit('1', '09:00', '10:00', { lead: false }))).toBe('helper');
  expect(fixedTime(visit('1', '09:00', '10:00', { state: 'working' }))).toBe('started');
  expect(fixedTime(visit('1', '09:00', '10:00', { state: 'finished' }))).toBe('over');
  expect(fixedTime(visit('1', '09:00', '10:00', { lockType: 'time' }))).toBe('lockedTime');
  const elsewhere = { technicianId: 't2', from: at('09:00'), to: at('10:00') };
  const later = { technicianId: 't2', from: at('11:00'), to: at('12:00') };
  expect(fixedAt(visit('1', '09:00', '10:00', { lockType: 'time' }), elsewhere)).toBeNull();
  expect(fixedAt(visit('1', '09:00', '10:00', { lockType: 'time' }), later)).toBe('lockedTime');
  expect(fixedAt(visit('1', '09:00', '10:00', { lockType: 'both' }), elsewhere)).toBe('lockedPerson');
  expect(fixedAt(visit('1', '09:00', '10:00', { lockType: 'person' }), { ...later, technicianId: 't1' })).toBeNull();
  expect(fixedAt(visit('1', '09:00', '10:00', { state: 'traveling' }), elsewhere)).toBeNull();
  expect(fixedAt(visit('1', '09:00', '10:00', { state: 'traveling' }), { ...later, technicianId: 't1' })).toBe(
    'started',
  );
});

const gap = (): number => 20;
const hisDay = (taken: [string, string][], away: [string, string][] = []): Parameters<typeof firstFree>[0] => ({
  day: DAY,
  works: true,
  workStart: '08:30',
  workEnd: '17:30',
  taken: taken.map(([from, to]) => ({ from: at(from), to: at(to), location: null })),
  away: away.map(([from, to]) => ({ from: at(from), to: at(to) })),
});
const whole = { from: at('00:00'), to: at('23:59') };

test('the first free window respects travel, lunch and leave', () => {
  const wanted = { minutes: 60, location: null, gap, lunch: { from: '12:00', to: '13:00' } };
  expect(firstFree(hisDay([]), wanted, whole)).toBe(at('08:30'));
  expect(firstFree(hisDay([['08:30', '10:00']]), wanted, whole)).toBe(at('10:30'));
  expect(
    firstFree(
      hisDay([
        ['08:30', '10:00'],
        ['11:40', '13:30'],
      ]),
      wanted,
      whole,
    ),
  ).toBe(at('14:00'));
  expect(firstFree(hisDay([], [['08:00', '14:10']]), wanted, whole)).toBe(at('14:15'));
  expect(firstFree(hisDay([]), wanted, { from: at('11:30'), to: at('17:30') })).toBe(at('13:00'));
  expect(firstFree(hisDay([['08:30', '16:30']]), wanted, whole)).toBeNull();
  expect(firstFree({ ...hisDay([]), works: false }, wanted, whole)).toBeNull();
});

test('gaps are the free parts of working hours, from now on', () => {
  expect(
    freeGapsOf(
      hisDay([
        ['09:00', '10:00'],
        ['10:20', '12:00'],
      ]),
      30,
      at('00:00'),
    ).map((one) => [one.from.slice(11, 16), one.to.slice(11, 16)]),
  ).toEqual([
    ['08:30', '09:00'],
    ['12:00', '17:30'],
  ]);
  expect(freeGapsOf(hisDay([]), 30, at('16:50'))).toEqual([{ from: at('17:00'), to: at('17:30') }]);
  expect(roundedUp('2026-11-23 10:01:30')).toBe(at('10:15'));
  expect(roundedUp(at('10:15'))).toBe(at('10:15'));
});

test('a day of the week has visits, load, slots and leave', () => {
  const cell = weekCellOf(person([visit('1', '08:30', '10:30'), visit('2', '13:30', '14:30')]), DAY);
  expect(cell).toMatchObject({ count: 2, minutes: 120, share: 0.25, boxes: [1, 0, 0.5, 0, 0], away: null });
  expect(
    weekCellOf(
      person([], { leave: [{ leaveNo: 'QJ1', leaveType: 'training', from: at('08:30'), to: at('17:30') }] }),
      DAY,
    ).away,
  ).toBe('training');
  expect(
    weekCellOf(
      person([], { leave: [{ leaveNo: 'QJ1', leaveType: 'annual', from: at('08:30'), to: at('12:00') }] }),
      DAY,
    ).away,
  ).toBeNull();
});

test('an order fits if skills and time allow, never in the past', () => {
  expect(fitOf(board, person([]), DAY, order('1'))).toEqual({ from: at('10:00'), to: at('11:00') });
  expect(fitOf(board, person([]), DAY, order('1', { skillIds: ['cold'] }))).toBeNull();
  expect(
    fitOf(
      board,
      person([], { days: [{ day: '2026-11-22', works: true, minutes: 480, loadMinutes: 0 }] }),
      '2026-11-22',
      order('1'),
    ),
  ).toBeNull();
  expect(fitOf(board, person([visit('1', '10:00', '16:45')]), DAY, order('1'))).toBeNull();
  expect(
    kmOf(
      person([
        visit('1', '09:00', '10:00', { location: '121.60,31.20' }),
        visit('2', '11:00', '12:00', { location: null }),
      ]),
      DAY,
    ),
  ).toBe(12);
});

test('the pool is filtered by ticked choices, and each choice counts the orders it would leave', () => {
  const orders = [
    order('1', { due: at('09:00'), skillIds: ['gas'] }),
    order('2', { team: 'west', urgency: 'high', due: at('12:00') }),
    order('3', { urgeCount: 1, repairType: 'hvac' }),
  ];
  const now = at('10:00');
  const ids = (filter: Partial<typeof NO_FILTER>): string[] =>
    filteredOrders(orders, { ...NO_FILTER, ...filter }, now).map((one) => one.id);
  expect(ids({})).toEqual(['1', '2', '3']);
  expect(ids({ urgent: true })).toEqual(['2', '3']);
  expect(ids({ overdue: true })).toEqual(['1']);
  expect(ids({ teams: ['east'], systems: ['hvac'] })).toEqual(['3']);
  expect(ids({ skills: ['gas'] })).toEqual(['1']);
  const counts = countsOf(orders, { ...NO_FILTER, teams: ['west'] }, now);
  expect([...counts.teams]).toEqual([
    ['east', 2],
    ['west', 1],
  ]);
  expect([counts.urgent, counts.overdue, [...counts.systems]]).toEqual([1, 0, [['boiler', 1]]]);
});

test('the first open day is today while a technician is at work, else tomorrow', () => {
  const people = [{ workEnd: '17:30' }, { workEnd: '20:00' }];
  expect([
    firstOpenDay(people, '2026-11-30 19:59:00'),
    firstOpenDay(people, '2026-11-30 20:00:00'),
    firstOpenDay([], '2026-11-30 23:00:00'),
  ]).toEqual(['2026-11-30', '2026-12-01', '2026-11-30']);
});
