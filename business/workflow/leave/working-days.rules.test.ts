import { expect, test } from 'vitest';
import { companyHours } from '#business/scheduling/working-time.rules.ts';
import { workingDaysIn } from './working-days.rules.ts';

const hours = companyHours('12:00-13:00', {
  '2026-10-01': 'statutory',
  '2026-10-02': 'statutory',
  '2026-10-04': 'work',
});

test('leave is counted in days of work, to half a day and less', () => {
  expect(workingDaysIn('2026-11-23 08:30:00', '2026-11-23 17:30:00', hours)).toBe(1);
  expect(workingDaysIn('2026-11-23 08:30:00', '2026-11-23 12:00:00', hours)).toBe(0.4);
  expect(workingDaysIn('2026-11-23 00:00:00', '2026-11-26 23:59:59', hours)).toBe(4);
});

test('Sundays and holidays are no days of work, a make-up day is one', () => {
  expect(workingDaysIn('2026-11-28 08:30:00', '2026-11-30 17:30:00', hours)).toBe(2);
  expect(workingDaysIn('2026-09-30 08:30:00', '2026-10-04 17:30:00', hours)).toBe(3);
});
