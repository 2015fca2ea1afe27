import { expect, test } from 'vitest';
import { counterOfUnit, suppliesDueOf, usedUpOn } from './usage.rules.ts';

const today = '2026-11-23';
const filter = { dueDate: '2027-05-01', lifeDays: 365, warnDays: 15 };

test('a consumable is due by its day where nothing measures its use', () => {
  expect(suppliesDueOf(filter, null, today)).toBe(null);
  expect(suppliesDueOf({ ...filter, dueDate: '2026-12-08' }, null, today)).toBe('2026-12-08');
  expect(suppliesDueOf({ ...filter, dueDate: '2026-12-29' }, null, today)).toBe('2026-12-29');
  expect(suppliesDueOf({ ...filter, dueDate: '2026-12-30' }, null, today)).toBe(null);
  expect(suppliesDueOf({ ...filter, dueDate: '2026-10-01' }, null, today)).toBe('2026-10-01');
});

test('a measured consumable is due on the earlier of its day and of the day by its use', () => {
  const recent = Array.from({ length: 14 }, () => 20);
  expect(usedUpOn({ life: 4000, used: 3800, recent }, today)).toBe('2026-12-03');
  expect(suppliesDueOf(filter, { life: 4000, used: 3800, recent }, today)).toBe('2026-12-03');
  expect(suppliesDueOf(filter, { life: 4000, used: 1000, recent }, today)).toBe(null);
  expect(suppliesDueOf({ ...filter, dueDate: '2026-11-30' }, { life: 4000, used: 1000, recent }, today)).toBe(
    '2026-11-30',
  );
});

test('use without recent days says nothing until the rest is a tenth', () => {
  expect(usedUpOn({ life: 4000, used: 100, recent: [] }, today)).toBe(null);
  expect(suppliesDueOf(filter, { life: 4000, used: 3599, recent: [] }, today)).toBe(null);
  expect(suppliesDueOf(filter, { life: 4000, used: 3600, recent: [] }, today)).toBe('2027-05-01');
  expect(suppliesDueOf(filter, { life: 4000, used: 4200, recent: [] }, today)).toBe(today);
});

test('the counter with the unit of the consumable measures it', () => {
  const counters = [
    { identifier: 'runMinutes', unit: 'min' },
    { identifier: 'total', unit: 'm³' },
  ];
  expect(counterOfUnit(counters, 'litre')).toEqual({ identifier: 'total', factor: 1000 });
  expect(counterOfUnit(counters, 'hour')).toEqual({ identifier: 'runMinutes', factor: 1 / 60 });
  expect(counterOfUnit(counters, 'times')).toBe(null);
  expect(counterOfUnit(counters, null)).toBe(null);
});
