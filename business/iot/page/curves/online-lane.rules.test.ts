import { expect, test } from 'vitest';
import { onlineSpans } from './online-lane.rules.ts';

const HOUR = 3_600_000;
const change = (key: string, hour: number, isOnline: boolean) => ({
  key,
  at: hour * HOUR,
  clock: `0${hour}:00`,
  isOnline,
  reason: '超时',
});
const range = { from: 0, until: 10 * HOUR, now: 9 * HOUR };

test('the state before the range holds until the first change, and the newest one until now', () => {
  const { spans, share } = onlineSpans([change('c', 8, true), change('b', 4, false), change('a', -3, true)], range);
  expect(spans.map((one) => [one.isOnline, one.from / HOUR, one.until / HOUR])).toEqual([
    [true, 8, 9],
    [false, 4, 8],
    [true, 0, 4],
  ]);
  expect(spans[1]).toMatchObject({ word: ['04:00 离线 4 时，超时', '04:00 offline 4 h, 超时'], isLabelled: true });
  expect(share).toBeCloseTo(5 / 9);
});

test('the time before the first known change is unknown, and nothing known is no share', () => {
  expect(onlineSpans([change('a', 6, true)], range)).toMatchObject({ spans: [{ from: 6 * HOUR }], share: 1 });
  expect(onlineSpans([], range)).toEqual({ spans: [], share: null });
});

test('offline spans too near to a labelled one have their words on hover only', () => {
  const { spans } = onlineSpans(
    [change('d', 6, false), change('c', 5, true), change('b', 4, false), change('a', 3, true)],
    range,
  );
  expect(spans.filter((one) => !one.isOnline).map((one) => one.isLabelled)).toEqual([true, false]);
});
