import { expect, test } from 'vitest';
import { type JobFacts, inconformities } from './inconform.rules.ts';

const good: JobFacts = {
  receivable: '120.00',
  practical: '120.00',
  unpaidReason: null,
  photos: [{ name: '铭牌', wanted: 1, there: 1, rejected: 0 }],
  workMinutes: 60,
  arriveMetres: 80,
  maxMetres: 500,
  isRework: false,
  mileageUnexplained: false,
  finishDate: '2026-11-20',
  submitted: '2026-11-20 18:00:00',
  onLeave: [],
  works: [{ name: '更换水泵', qty: '1', stdMinutes: 60, countable: true, manual: false }],
  unpriced: [],
  twins: [],
};
const flags = (more: Partial<JobFacts>, off: string[] = []) =>
  inconformities({ ...good, ...more }, off).map((one) => one.flag);
const work = (more: Partial<JobFacts['works'][number]>) => ({ works: [{ ...good.works[0], ...more }] });

test('a job in order has no flag', () => {
  expect(inconformities(good)).toEqual([]);
});

test('each rule flags its non-conformity', () => {
  expect(flags({ unpriced: ['开孔'] })).toEqual(['noStandard']);
  expect(flags({ practical: '100' })).toEqual(['money']);
  expect(flags({ photos: [{ name: '铭牌', wanted: 2, there: 1, rejected: 0 }] })).toEqual(['photo']);
  expect(flags({ photos: [{ name: '铭牌', wanted: 1, there: 1, rejected: 1 }] })).toEqual(['photo']);
  expect(flags({ arriveMetres: 501 })).toEqual(['far']);
  expect(flags({ twins: ['JJ202611150001'] })).toEqual(['duplicate']);
  expect(flags({ isRework: true })).toEqual(['rework']);
  expect(flags(work({ manual: true }))).toEqual(['manual']);
  expect(flags({ mileageUnexplained: true })).toEqual(['mileage']);
  expect(flags({ onLeave: ['王强'] })).toEqual(['onLeave']);
  expect(flags(work({ qty: '2', stdMinutes: 30 }))).toEqual(['overQty']);
});

test('an unpaid amount with its reason conforms, and so does a nearby arrival', () => {
  expect(flags({ practical: '100', unpaidReason: 'later' })).toEqual([]);
  expect(flags({ receivable: '120', practical: '120.00' })).toEqual([]);
  expect(flags({ arriveMetres: 500 })).toEqual([]);
  expect(flags({ arriveMetres: null })).toEqual([]);
});

test('a duration between 30 % and 300 % of the standard conforms; without a standard every one does', () => {
  expect([17, 18, 180, 181].map((workMinutes) => flags({ workMinutes }))).toEqual([['tooShort'], [], [], ['tooLong']]);
  expect(flags({ workMinutes: 1, ...work({ stdMinutes: null }) })).toEqual([]);
  expect(flags({ workMinutes: null })).toEqual([]);
});

test('a completion is late more than 48 hours after the midnight that ends the day of the job', () => {
  expect(flags({ submitted: '2026-11-23 00:00:00' })).toEqual([]);
  expect(flags({ submitted: '2026-11-23 00:00:01' })).toEqual(['late']);
});

test('a process not counted by machines allows any quantity; a rule may be switched off', () => {
  expect(flags(work({ qty: '30', stdMinutes: 2, countable: false }))).toEqual([]);
  expect(flags({ practical: '1', isRework: true }, ['money'])).toEqual(['rework']);
});
