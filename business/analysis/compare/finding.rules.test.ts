import { expect, test } from 'vitest';
import { type MonthFacts, findingsOf } from './finding.rules.ts';

const quiet: MonthFacts = { unit: 'kWh', coverage: 1, holes: 0 };

test('there is no finding without data or without a problem', () => {
  expect(findingsOf(quiet)).toEqual([]);
  expect(
    findingsOf({
      ...quiet,
      weather: { use: 100, degrees: 50, useBefore: 101, degreesBefore: 50 },
      standby: { watts: 50, median: 48, devices: 9 },
      nights: [20, 30, 2],
    }),
  ).toEqual([]);
});

test('a finding names the difference and its evidence', () => {
  const [weather] = findingsOf({
    ...quiet,
    weather: { use: 500.9, degrees: 104.5, useBefore: 439.8, degreesBefore: 62.5 },
  });
  expect(weather).toMatchObject({
    code: 'weather',
    tone: 'good',
    sentence: [expect.stringContaining('少 32%'), expect.stringContaining('32% less')],
  });
  const all = findingsOf({
    unit: 'kWh',
    weather: { use: 700, degrees: 50, useBefore: 400, degreesBefore: 50 },
    standby: { watts: 90, median: 40, devices: 12 },
    nights: [20, 30, 40],
    efficiency: { cop: 2, median: 3.2, devices: 12 },
    coverage: 0.8,
    holes: 6,
  });
  expect(all.map(({ code }) => code)).toEqual(['night', 'efficiency', 'weather']);
});
