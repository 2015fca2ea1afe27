import { expect, test } from 'vitest';
import type { OwnDay, Visit } from '#business/completion/at-door/own-day.calls.ts';
import { dayOfVisits, earlierDayOf, quartersOf } from './day.rules.ts';
import { bodyOf, collectRows, draftFor, draftGapsOf, draftSumsOf } from '#business/completion/finish/draft.rules.ts';
import { verdictsOf } from './finish/photo-verdict.rules.ts';
import { asDrawnInChina } from '#kernel/fields/place/datum.ts';
import { mapLink, platformOf } from './map-link.rules.ts';
import { type SlipLine, deductedOf, earnedOf, weeksOf } from './me/slip.rules.ts';
import { type Queued, withSteps } from './steps.rules.ts';

/** Fields of every row. */
const base = {
  tenantId: '100001',
  createUser: '1',
  createDept: '1',
  createTime: '2026-11-22 08:00:00',
  updateUser: '1',
  updateTime: '2026-11-22 08:00:00',
  status: 1,
  isDeleted: 0,
  version: 1,
};

const visit = (id: string, more: Partial<Visit> = {}): Visit => ({
  ...base,
  id,
  taskNo: `RW${id}`,
  dispId: `9${id}`,
  visitSeq: 1,
  technicianId: '1',
  taskStatus: 'accepted',
  planStart: '2026-11-23 11:00:00',
  planEnd: '2026-11-23 12:00:00',
  appointFrom: null,
  appointTo: null,
  sentTime: '2026-11-23 08:00:00',
  seenTime: null,
  acceptTime: '2026-11-23 08:10:00',
  acceptDue: null,
  appointTime: null,
  departTime: null,
  arriveTime: null,
  arriveDistance: null,
  finishTime: null,
  pausedAt: null,
  pauseMinutes: null,
  visitResult: null,
  resultNote: null,
  dispatch: null,
  crew: [],
  equipment: [],
  annexTypes: [],
  checklist: [],
  needsSignature: true,
  partWarranties: {},
  closedDoors: [],
  systemKm: null,
  receivedBefore: '0.00',
  completion: {},
  customerLevel: 'normal',
  keyNote: null,
  accessNote: null,
  earlier: [],
  registration: {
    ...base,
    id: '5',
    registrationNo: 'DJ1',
    customerId: '6',
    registerMainId: '7',
    source: 'phone',
    customerServiceTeam: 'east',
    registerStatus: 'dispatched',
    customerName: '冯志远',
    phone: '136****7781',
    address: '御沁园 31 号',
    location: '121.52,31.21',
    content: '不热',
    receiptsType: 'repair',
    repairType: 'floorHeat',
    urgency: 'normal',
    faultCategory: 'noHeat',
    troubleCode: null,
    promiseFrom: null,
    promiseTo: null,
    weibao: 'paid',
    weibaoReason: null,
    coverFees: null,
    urgeCount: 0,
    remark: null,
  },
  ...more,
});
const own = (visits: Visit[]): OwnDay => ({
  today: '2026-11-23',
  now: '2026-11-23 09:00:00',
  technician: {
    id: '1',
    name: '蒋志强',
    team: 'east',
    homeLocation: '121.50,31.20',
    workStart: '08:30',
    workEnd: '17:30',
  },
  speedKmh: 30,
  visits,
});
const step = (matter: string, name: string, more: Partial<Queued> = {}): Queued => ({
  matter,
  name,
  at: '2026-11-23 11:00:00',
  state: 'waiting',
  body: {},
  facts: {},
  ...more,
});

test('the day is in order, visits under way first, with kilometres between successive addresses', () => {
  const day = dayOfVisits(
    own([
      visit('3', { planStart: '2026-11-23 15:00:00', taskStatus: 'working' }),
      visit('1'),
      visit('2', { planStart: '2026-11-24 09:00:00' }),
      visit('0', { planStart: '2026-11-23 08:00:00', taskStatus: 'finished' }),
    ]),
    '2026-11-23',
  );
  expect(day.stops.map((stop) => stop.visit.id)).toEqual(['0', '1', '3']);
  expect([day.current?.id, day.done, day.later.map((one) => one.id)]).toEqual(['3', 1, ['2']]);
  expect(day.stops.map((stop) => stop.km)).toEqual([2.9, 0, 0]);
  expect(quartersOf('08:30', '09:15')).toEqual(['08:30', '08:45', '09:00', '09:15']);
});

test('steps on the phone count at once; a refused step and its followers do not', () => {
  const day = own([visit('1', { taskStatus: 'appointed' }), visit('2', { taskStatus: 'pendingAccept' })]);
  const after = withSteps(
    day,
    [
      step('1', 'depart'),
      step('1', 'arrive', { at: '2026-11-23 11:20:00' }),
      step('2', 'accept', { state: 'refused' }),
      step('2', 'depart'),
    ],
    100,
  );
  expect(after.visits.map((one) => one.taskStatus)).toEqual(['working', 'pendingAccept']);
  expect(after.visits[0].arriveTime).toBe('2026-11-23 11:20:00');
  expect(withSteps(day, [step('1', 'depart', { state: 'sent', sentMs: 99 })], 100).visits[0].taskStatus).toBe(
    'appointed',
  );
  expect(withSteps(day, [step('1', 'depart', { state: 'sent', sentMs: 100 })], 100).visits[0].taskStatus).toBe(
    'traveling',
  );
});

const terms = { mileagePrice: '0', toleranceKm: 5, tolerancePercent: 20 };

test('missing values are named in order; a partial visit needs less; money matches to the cent', () => {
  const of = visit('1', {
    taskStatus: 'working',
    arriveTime: '2026-11-23 11:00:00',
    checklist: [{ key: 'a', label: '接线', type: 'yesNo', required: true }],
    annexTypes: [
      {
        classifyId: '7',
        name: '维修后',
        media: 'image',
        min: 1,
        max: 3,
        perEquipment: false,
        needWatermark: false,
        count: 0,
        missing: 1,
        exampleFile: null,
      },
    ],
  });
  const draft = draftFor(of, 7.4);
  expect(draftGapsOf(of, draft, terms, 7.4).map((gap) => gap.section)).toEqual([
    'result',
    'result',
    'result',
    'check',
    'photos',
    'sign',
  ]);
  expect(draftGapsOf(of, { ...draft, visitResult: 'needParts' }, terms, 7.4).map((gap) => gap.section)).toEqual([
    'result',
  ]);
  const line = {
    bagId: '1',
    materialId: '1',
    warehouseId: '2',
    itemName: '过滤器',
    qty: '3',
    unitPrice: '33.335',
    payer: 'customer',
    oldPartReturn: false,
    serialNos: '',
    oldSerialNos: '',
  };
  const paid = {
    ...draft,
    laborFee: '120',
    discountAmount: '20.01',
    supplies: [line, { ...line, payer: 'manufacturer' }],
    wayId: '9',
  };
  const sums = draftSumsOf(of, paid, terms);
  expect(sums).toMatchObject({ material: '100.01', due: '200.00', received: '200.00', open: '0.00' });
  expect(collectRows(sums, [], '9')).toEqual([
    { collectType: 'labor', paymentTypeId: '9', receivableAmount: '99.99', amount: '99.99' },
    { collectType: 'material', paymentTypeId: '9', receivableAmount: '100.01', amount: '100.01' },
  ]);
  const part = draftSumsOf(of, { ...paid, received: '150' }, terms);
  expect([part.open, collectRows(part, [], '9').map((row) => row.amount)]).toEqual(['50.00', ['99.99', '50.01']]);
  expect(draftGapsOf(of, { ...paid, received: '150' }, terms, 7.4).map((gap) => gap.words[0])).toContain(
    '有未收金额，请选择原因',
  );
  expect(draftGapsOf(of, { ...draft, mileageKm: '30' }, terms, 7.4).map((gap) => gap.words[0])).toContain(
    '里程偏差较大，请说明',
  );
});

test('charging the customer for covered fees needs a reason', () => {
  const of = visit('1', {
    taskStatus: 'working',
    arriveTime: '2026-11-23 11:00:00',
    registration: {
      ...visit('1').registration!,
      weibao: 'goodwill',
      coverFees: { labor: 'company', material: 'company', mileage: 'company', other: 'company' },
    },
  });
  const draft = { ...draftFor(of, 7.4), maintenanceContent: '排气' };
  const line = {
    bagId: '1',
    materialId: '1',
    warehouseId: '2',
    itemName: '过滤器',
    qty: '1',
    unitPrice: '30',
    payer: 'customer',
    oldPartReturn: false,
    serialNos: '',
    oldSerialNos: '',
  };
  const charge = { chargeType: 'highWork', amount: '80', reason: '外墙', photos: [], photoLinks: ['x'], closed: false };
  const wanted = (more: Partial<typeof draft>): boolean =>
    draftGapsOf(of, { ...draft, ...more }, { ...terms, mileagePrice: '2' }, 7.4).some((gap) =>
      gap.words[0].includes('保内收费'),
    );
  expect([
    wanted({}),
    wanted({ laborFee: '120' }),
    wanted({ supplies: [line] }),
    wanted({ charges: [charge] }),
    wanted({ charges: [{ ...charge, closed: true }] }),
    wanted({ laborFee: '120', coverExplain: '客户自愿' }),
  ]).toEqual([false, true, true, true, false, false]);
  expect(
    draftSumsOf(
      of,
      { ...draft, laborFee: '120', charges: [{ ...charge, closed: true }] },
      { ...terms, mileagePrice: '2' },
    ),
  ).toMatchObject({ labor: '120.00', mileage: '0.00', other: '0.00', due: '120.00' });
  const header = bodyOf(
    of,
    { ...draft, coverExplain: ' 客户自愿 ', laborFee: '120' },
    draftSumsOf(of, { ...draft, laborFee: '120' }, terms),
    '2026-11-23 12:00:00',
  ).header as Record<string, unknown>;
  expect(header).toMatchObject({ laborFee: '120.00', coverExplain: '客户自愿' });
});

test('a photo of another time or place is noted, a used one is rejected', () => {
  const of = visit('1', { arriveTime: '2026-11-23 11:00:00' });
  const photo = { dark: false, blurred: false, alike: false, taken: '2026-11-23 11:10:00', location: '121.52,31.21' };
  expect(verdictsOf(photo, of, '2026-11-23 11:12:00', 500)).toEqual([]);
  expect(
    verdictsOf({ ...photo, taken: '2026-11-20 11:10:00', location: '121.60,31.21' }, of, '2026-11-23 11:12:00', 500),
  ).toEqual(['wrongTime', 'wrongPlace']);
  expect(verdictsOf({ ...photo, alike: true, dark: true, blurred: true }, of, '2026-11-23 11:12:00', 500)).toEqual([
    'usedBefore',
    'dark',
  ]);
});

test('each phone opens its own map, at the position shifted for maps in China', () => {
  expect(platformOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('apple');
  const { lng, lat } = asDrawnInChina('116.391300,39.907400');
  expect(Math.abs(lng - 116.39754) + Math.abs(lat - 39.9088)).toBeLessThan(0.0002);
  expect(asDrawnInChina('2.3522,48.8566')).toEqual({ lng: 2.3522, lat: 48.8566 });
  expect(mapLink('android', '御沁园', '2.3522,48.8566')).toBe(
    `geo:48.8566,2.3522?q=48.8566,2.3522(${encodeURIComponent('御沁园')})`,
  );
  expect(mapLink('apple', '御沁园', null)).toContain('maps.apple.com/?q=');
  expect(mapLink('other', '御沁园', '121.5,31.2')).toContain('uri.amap.com/navigation?to=121.5');
});

const wage = (
  id: string,
  wageLineType: SlipLine['wageLineType'],
  amount: string,
  bizDate = '2026-10-22',
): SlipLine => ({
  id,
  wageLineType,
  amount,
  bizDate,
  sourceId: null,
  sourceNo: null,
  qty: null,
  unitPrice: null,
  reason: null,
});

test('a slip adds up: earnings by kind, deductions, carry-over', () => {
  const lines = [
    wage('1', 'piece', '7486.50'),
    wage('2', 'base', '3200.00'),
    wage('3', 'lossComp', '-2560.00'),
    wage('4', 'toolComp', '-680.00'),
    wage('5', 'carry', '618.30'),
    wage('6', 'duty', '300'),
    wage('7', 'piece', '20', '2026-10-26'),
  ];
  expect(earnedOf(lines).map((part) => [part.key, part.amount])).toEqual([
    ['piece', '7506.50'],
    ['base', '3200.00'],
    ['allowance', '300.00'],
  ]);
  expect(deductedOf(lines)).toMatchObject({ amount: '-2621.70', damage: '3240.00', rest: '618.30', taken: '2621.70' });
  expect(weeksOf(lines.filter((one) => one.wageLineType === 'piece')).map((week) => [week.from, week.amount])).toEqual([
    ['2026-10-26', '20.00'],
    ['2026-10-19', '7486.50'],
  ]);
});

test('a visit left over from an earlier day shows that day', () => {
  const left = visit('7', { planStart: '2026-11-21 13:00:00', planEnd: '2026-11-21 14:00:00' });
  expect(earlierDayOf(left, '2026-11-23')).toEqual(['11-21', '21 Nov']);
  expect(earlierDayOf({ ...left, appointFrom: '2026-11-23 09:00:00' }, '2026-11-23')).toBeNull();
  expect(earlierDayOf({ ...left, appointFrom: '2026-11-24 09:00:00' }, '2026-11-23')).toBeNull();
});
