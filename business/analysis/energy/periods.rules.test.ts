import { expect, test } from 'vitest';
import { bucketsOf, comparedDate, isDateOf } from './periods.rules.ts';

const now = { firstYear: 2024, today: '2026-11-25' };

test('periods have their buckets and what they are compared with', () => {
  expect(bucketsOf('day', '2026-11-20', now)).toHaveLength(24);
  expect(bucketsOf('month', '2024-02', now).at(-1)).toEqual({ label: '29', first: '2024-02-29', last: '2024-02-29' });
  expect(bucketsOf('year', '2026', now)[1]).toEqual({ label: '02', first: '2026-02-01', last: '2026-02-28' });
  expect(bucketsOf('total', '', now).map((one) => one.label)).toEqual(['2024', '2025', '2026']);
  expect([
    comparedDate('day', '2026-03-01', 'prev'),
    comparedDate('day', '2024-02-29', 'yoy'),
    comparedDate('month', '2026-01', 'prev'),
    comparedDate('month', '2026-01', 'yoy'),
    comparedDate('year', '2026', 'prev'),
    comparedDate('total', '', 'yoy'),
  ]).toEqual(['2026-02-28', '2023-02-28', '2025-12', '2025-01', '2025', null]);
});

test('a date has the form of its period and is a day that exists', () => {
  expect(isDateOf('day', '2026-02-28')).toBe(true);
  for (const [period, date] of [
    ['day', '2026-02-30'],
    ['day', '2026-02'],
    ['month', '2026-13'],
    ['year', '26'],
  ] as const)
    expect([date, isDateOf(period, date)]).toEqual([date, false]);
});
