import { expect, test } from 'vitest';
import { type RankDay, type RankedDevice, againstOwn, compareDays, monthRank, similarTo } from './month-rank.rules.ts';

const day = (above: number, below = 10, outdoor: number | null = 10): RankDay => ({ above, below, outdoor });
const device = (id: string, area: number | null, days: readonly (RankDay | null)[]): RankedDevice => ({
  id,
  area,
  days,
});
const eight = (values: readonly number[]): RankedDevice[] =>
  Array.from({ length: 8 }, (_, no) =>
    device(
      `p${no}`,
      100,
      values.map((value) => day(value)),
    ),
  );

test('similar homes differ by at most a fifth of the floor area; the nearest forty are compared', () => {
  const homes = [60, 79, 80, 95, 100, 101, 120, 121].map((area) => device(String(area), area, []));
  expect(similarTo(homes[4], homes).map(({ id }) => id)).toEqual(['101', '95', '80', '120']);
  const many = Array.from({ length: 60 }, (_, no) => device(String(no), 100 + no / 10, []));
  expect(similarTo(many[0], many)).toHaveLength(40);
  expect(similarTo(device('x', null, []), homes)).toEqual([]);
});

test('each day is compared with its own median, so a cold day is no fault', () => {
  const days = [40, 40, 20, 20, 20, 20];
  const one = device(
    'a',
    100,
    days.map((heat) => day(heat)),
  );
  const compared = compareDays(one, eight(days));
  expect(compared.map((each) => each?.middle)).toEqual([4, 4, 2, 2, 2, 2]);
  expect(monthRank(one, compared, { good: 1, used: 'below' })).toEqual({
    ...{ figure: 160 / 60, days: 6, reason: null, run: 0, since: null, isTurned: false },
    ...{ peer: (80 * 4 + 80 * 2) / 160, worse: expect.closeTo(1 / 9, 10), extra: expect.closeTo(60 / 9, 10) },
  });
});

test('a run counts the bad days until yesterday; a gap of three days ends it', () => {
  const heats = [30, 30, 30, 20, 20, 20];
  const one = device(
    'a',
    100,
    heats.map((heat) => day(heat)),
  );
  const peers = eight([30, 30, 30, 30, 30, 30]);
  const rank = monthRank(one, compareDays(one, peers), { good: 1, used: 'below' });
  expect([rank.run, rank.since, rank.isTurned]).toEqual([3, 3, true]);
  const late = device('a', 100, [...one.days, null, null, null]);
  const longer = eight([30, 30, 30, 30, 30, 30, 30, 30, 30]);
  expect(monthRank(late, compareDays(late, longer), { good: 1, used: 'below' }).run).toBe(0);
});

test('a lower figure may be the better one', () => {
  const one = device(
    'a',
    100,
    Array.from({ length: 5 }, () => day(20)),
  );
  const rank = monthRank(one, compareDays(one, eight([10, 10, 10, 10, 10])), { good: -1, used: 'above' });
  expect([rank.worse, rank.extra, rank.run]).toEqual([1, 50, 5]);
});

test('what cannot be compared has its reason', () => {
  const days = [30, 30, 30, 30, 30].map((heat) => day(heat));
  const reasonOf = (one: RankedDevice, peers: readonly RankedDevice[]) =>
    monthRank(one, compareDays(one, peers), { good: 1, used: 'below' }).reason;
  expect(reasonOf(device('a', 100, [null, null]), eight([1, 1]))).toBe('noData');
  expect(reasonOf(device('a', 100, days.slice(1)), eight([30, 30, 30, 30]))).toBe('fewDays');
  expect(reasonOf(device('a', null, days), [])).toBe('noArea');
  expect(reasonOf(device('a', 100, days), eight([30, 30, 30, 30, 30]).slice(1))).toBe('fewHomes');
});

test('a device is compared with its own last season at the same outdoor temperature, from ten common days on', () => {
  const now = Array.from({ length: 10 }, () => day(24, 10, 5.2));
  const before = [day(30, 10, 4.9), day(50, 10, 12)];
  expect(againstOwn(now, before, { good: 1, isWeather: true })).toBeCloseTo(0.2, 10);
  expect(againstOwn(now.slice(1), before, { good: 1, isWeather: true })).toBeNull();
  expect(againstOwn(now, [day(40, 10, null)], { good: 1, isWeather: true })).toBeNull();
  expect(againstOwn(now, [day(40, 10, null)], { good: 1, isWeather: false })).toBeCloseTo(0.4, 10);
});
