import { expect, test } from 'vitest';
import { type PlanTerms, type WorkDays, cyclesAfter, onWorkDay, plannedVisits } from './occurrence-dates.rules.ts';

const terms = (more: Partial<PlanTerms> = {}): PlanTerms => ({
  id: '77',
  startDate: '2026-01-31',
  endDate: '2027-01-30',
  cycleNum: 3,
  cycleUnit: 'month',
  planBasis: 'scheduled',
  timesTotal: 4,
  openingUsed: 0,
  laterDays: 0,
  windowDays: 10,
  stdMinutes: 90,
  seasonWindows: [],
  visitNames: [],
  ...more,
});

/** Monday to Saturday; National Day from 1 to 7 October, with Sunday 11 October as a make-up day. */
const WORK: WorkDays = {
  weekdays: [1, 2, 3, 4, 5, 6],
  special: {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, 'statutory' as const])),
    '2026-10-11': 'work',
    '2026-05-01': 'statutory',
  },
};
const days = (of: PlanTerms, work = WORK): string[] =>
  plannedVisits(of, work, { until: '2028-01-01', known: [] }).map(({ day }) => day);

test('dates are counted from the start: the 31st becomes the last day of short months', () => {
  expect([0, 1, 2, 3, 13].map((cycles) => cyclesAfter(terms({ cycleNum: 1 }), '2026-01-31', cycles))).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2027-02-28',
  ]);
  expect(cyclesAfter(terms({ cycleNum: 1, cycleUnit: 'year' }), '2024-02-29', 1)).toBe('2025-02-28');
  expect(cyclesAfter(terms({ cycleNum: 2, cycleUnit: 'week' }), '2026-01-31', 3)).toBe('2026-03-14');
  expect(cyclesAfter(terms({ cycleNum: 45, cycleUnit: 'day' }), '2026-01-31', 2)).toBe('2026-05-01');
  expect(days(terms())).toEqual(['2026-01-31', '2026-04-30', '2026-07-31', '2026-10-31']);
});

test('a holiday moves a date to the working day before, or after it where that lies before the term', () => {
  expect(days(terms({ startDate: '2026-07-03', endDate: '2027-07-02' }))).toEqual([
    '2026-07-03',
    // 3 October is a holiday, and so are the days back to the 1st.
    '2026-09-30',
    // 3 January 2027 is a Sunday.
    '2027-01-02',
    '2027-04-03',
  ]);
  // A make-up Sunday is worked.
  expect(onWorkDay(WORK, '2026-10-11', { from: '2026-01-01', to: '2026-12-31' })).toBe('2026-10-11');
  expect(days(terms({ startDate: '2026-10-02', endDate: '2027-10-01', timesTotal: 1 }))).toEqual(['2026-10-08']);
  expect(onWorkDay(WORK, '2026-10-02', { from: '2026-10-01', to: '2026-10-07' })).toBeNull();
});

test('no visit lies outside the term, and numbers that were used before are not planned', () => {
  expect(days(terms({ timesTotal: 9 }))).toHaveLength(4);
  const after = plannedVisits(terms({ openingUsed: 2 }), WORK, { until: '2028-01-01', known: [] });
  expect(after.map(({ no, day }) => [no, day])).toEqual([
    [3, '2026-07-31'],
    [4, '2026-10-31'],
  ]);
  expect(plannedVisits(terms(), WORK, { until: '2026-05-01', known: [] })).toHaveLength(2);
});

test.each(['day', 'week', 'month', 'year'] as const)(
  'no cycle of a %s plans a visit after the year 9999',
  (cycleUnit) => {
    for (const cycleNum of [1, 119, 603, 100_000, 1_000_000])
      for (const day of days(terms({ cycleUnit, cycleNum, timesTotal: 365 }))) {
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(day <= '2027-01-30').toBe(true);
      }
    expect(cyclesAfter(terms({ cycleUnit, cycleNum: 1_000_000 }), '2026-01-31', 10)).toBe('9999-12-31');
  },
);

test('a visit may move in its window, which ends with the term', () => {
  const [first, , , last] = plannedVisits(terms({ endDate: '2026-11-03' }), WORK, { until: '2028-01-01', known: [] });
  expect([first.from, first.to]).toEqual(['2026-01-31', '2026-02-10']);
  expect([last.from, last.to]).toEqual(['2026-10-21', '2026-11-03']);
});

test('by completions there is one open visit: a cycle after the last one that was done', () => {
  const of = terms({ planBasis: 'completed' });
  const next = (known: { no: number; done: string | null }[]) =>
    plannedVisits(of, WORK, { until: '2028-01-01', known }).map(({ no, day }) => [no, day]);
  expect(next([])).toEqual([[1, '2026-01-31']]);
  expect(next([{ no: 1, done: null }])).toEqual([]);
  expect(next([{ no: 1, done: '2026-03-15' }])).toEqual([[2, '2026-06-15']]);
  expect(
    next([
      { no: 1, done: '2026-03-15' },
      { no: 4, done: '2026-12-01' },
    ]),
  ).toEqual([]);
  expect(
    plannedVisits(terms({ planBasis: 'completed', openingUsed: 2 }), WORK, { until: '2028-01-01', known: [] }).map(
      ({ no, day }) => [no, day],
    ),
  ).toEqual([[3, '2026-07-31']]);
});

test('by seasons each visit lies on a working day of the next season, with its name and minutes', () => {
  const of = terms({
    planBasis: 'season',
    startDate: '2026-05-20',
    endDate: '2028-05-19',
    seasonWindows: [
      { from: '04-01', to: '05-31', name: '制冷季前检', minutes: 60 },
      { from: '09-01', to: '10-31', name: '采暖季前检', minutes: null },
    ],
  });
  const visits = plannedVisits(of, WORK, { until: '2029-01-01', known: [] });
  expect(visits.map(({ from, to, content, minutes }) => [from, to, content, minutes])).toEqual([
    ['2026-05-20', '2026-05-31', '制冷季前检', 60],
    ['2026-09-01', '2026-10-31', '采暖季前检', 90],
    ['2027-04-01', '2027-05-31', '制冷季前检', 60],
    ['2027-09-01', '2027-10-31', '采暖季前检', 90],
  ]);
  for (const { day, from, to } of visits) expect(day >= from && day <= to, day).toBe(true);
  expect(visits.some(({ day }) => ['2026-10-01', '2026-10-02'].includes(day))).toBe(false);
  // Contracts spread over the season, and one contract has the same day each time.
  const firsts = Array.from({ length: 40 }, (_, at) =>
    plannedVisits({ ...of, id: String(at) }, WORK, { until: '2029-01-01', known: [] }).map(({ day }) => day),
  );
  expect(new Set(firsts.map(([, second]) => second)).size).toBeGreaterThan(15);
  expect(plannedVisits(of, WORK, { until: '2029-01-01', known: [] })).toEqual(visits);
});

test('a season over the new year is one season', () => {
  const of = terms({
    planBasis: 'season',
    startDate: '2026-01-15',
    endDate: '2027-01-14',
    seasonWindows: [{ from: '12-01', to: '02-15', name: '冬季巡检', minutes: null }],
  });
  expect(plannedVisits(of, WORK, { until: '2029-01-01', known: [] }).map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-15', '2026-02-15'],
    ['2026-12-01', '2027-01-14'],
  ]);
});
