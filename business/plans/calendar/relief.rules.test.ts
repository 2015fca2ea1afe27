import { expect, test } from 'vitest';
import { reliefOf } from './relief.rules.ts';

const visit = (from: string, to: string) => ({ from, to, minutes: 60 });
const loads: Readonly<Record<string, { minutes: number; capacity: number }>> = {
  '2026-12-03': { minutes: 200, capacity: 480 },
  '2026-12-04': { minutes: 350, capacity: 480 },
  '2026-12-05': { minutes: 540, capacity: 480 },
};
const input = { loadOf: (day: string) => loads[day], limit: 0.85 };
const days = Object.keys(loads);

test('the day that takes most visits is named, until the overloaded one is within its limit', () => {
  const visits = Array.from({ length: 5 }, () => visit('2026-12-01', '2026-12-10'));
  // 540 − 3 × 60 = 360 of 480 minutes are within 85 %, and 200 + 3 × 60 too.
  expect(reliefOf('2026-12-05', visits, days, input)).toEqual({ to: '2026-12-03', count: 3 });
});

test('a visit moves within its window only, and a day takes no more than its limit', () => {
  const visits = [
    visit('2026-12-04', '2026-12-05'),
    visit('2026-12-05', '2026-12-06'),
    visit('2026-12-04', '2026-12-06'),
  ];
  // One more visit on the fourth makes 410 of 480 minutes, which is more than 85 %.
  expect(reliefOf('2026-12-05', visits, days, input)).toBeNull();
  expect(reliefOf('2026-12-05', visits, days, { ...input, limit: 0.9 })).toEqual({ to: '2026-12-04', count: 1 });
});
