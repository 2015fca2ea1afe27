import { expect, test } from 'vitest';
import { heard } from './device-now.rules.ts';

const property = (identifier: string) => ({
  identifier,
  name: identifier,
  nameEn: null,
  unit: '℃',
  dataType: 'float',
  specs: null,
  aggregation: 'avg',
});
const before = {
  id: '1',
  reportIntervalSec: 60,
  ts: 1000,
  leading: [
    { property: property('temp'), value: 20 },
    { property: property('power'), value: 900 },
  ],
  trend: [19, 20],
};

test('a list row follows the messages of its device', () => {
  const after = heard(before, { at: 2000, values: { temp: 21, other: 1 } });
  expect(after.leading.map((one) => one.value)).toEqual([21, 900]);
  expect(after.trend).toEqual([19, 20, 21]);
  expect(after.ts).toBe(2000);
  // A late message changes nothing, a repeat adds no point, and the number of points is limited.
  expect(heard(after, { at: 1500, values: { temp: 5 } })).toBe(after);
  expect(heard(after, { at: 2000, values: { temp: 21 } }).trend).toEqual([19, 20, 21]);
  const long = Array.from({ length: 30 }, (_, at) => at).reduce(
    (one, at) => heard(one, { at: 3000 + at, values: { temp: at } }),
    after,
  );
  expect(long.trend).toHaveLength(12);
  expect(heard({ ...before, ts: null, trend: [] }, { at: 5, values: { temp: 1 } }).trend).toEqual([1]);
});
