import { expect, test } from 'vitest';
import { type BundleVisit, bundlesOf } from './bundles.rules.ts';

const WORK = { weekdays: [1, 2, 3, 4, 5, 6], special: {} };
const SPAN = { from: '2026-11-23', to: '2026-12-31' };
let count = 0;
const visit = (file: string, window: string, more: Partial<BundleVisit> = {}): BundleVisit => {
  count += 1;
  const [from, to] = window.split('/');
  return {
    ...{ id: String(count), premisesId: 'A', team: 'east', registerMainId: file, planDate: from },
    ...{ windowFrom: from, windowTo: to, minutes: 90 },
    ...more,
  };
};
const shown = (visits: readonly BundleVisit[]) =>
  bundlesOf(visits, WORK, SPAN).map(({ day, minutes, homes }) => [
    day,
    minutes,
    homes.map(({ rows }) => rows.map(({ registerMainId }) => registerMainId).join('+')),
  ]);

test('homes of one estate are one trip on the first day that serves the most of them', () => {
  expect(
    shown([
      visit('1', '2026-11-25/2026-12-08'),
      visit('2', '2026-11-28/2026-12-12'),
      visit('2', '2026-12-01/2026-12-15', { minutes: 30 }),
      visit('3', '2026-11-23/2026-11-24'),
      visit('4', '2026-12-01/2026-12-15', { premisesId: 'B' }),
      visit('5', '2026-12-01/2026-12-15', { team: 'west' }),
    ]),
  ).toEqual([['2026-12-01', 210, ['1', '2+2']]]);
});

test('a trip has at most six homes and a day of minutes; the rest is the next trip', () => {
  const window = '2026-12-02/2026-12-04';
  const seven = Array.from({ length: 8 }, (_, at) => visit(String(at), window, { minutes: 60 }));
  expect(shown(seven).map(([day, minutes, homes]) => [day, minutes, (homes as string[]).length])).toEqual([
    ['2026-12-02', 360, 6],
    ['2026-12-02', 120, 2],
  ]);
  const long = Array.from({ length: 3 }, (_, at) => visit(String(at), window, { minutes: 240 }));
  expect(shown(long)).toEqual([['2026-12-02', 480, ['0', '1']]]);
});

test('one home, windows without a common day, or a Sunday alone are no trip', () => {
  expect(shown([visit('1', '2026-11-25/2026-11-26'), visit('1', '2026-11-25/2026-11-26')])).toEqual([]);
  expect(shown([visit('1', '2026-11-25/2026-11-26'), visit('2', '2026-11-27/2026-11-28')])).toEqual([]);
  expect(shown([visit('1', '2026-11-29/2026-11-29'), visit('2', '2026-11-29/2026-11-29')])).toEqual([]);
});
