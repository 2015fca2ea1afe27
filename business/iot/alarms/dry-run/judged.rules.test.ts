import { expect, test } from 'vitest';
import { type FaultSeen, judgedFirings, medianOf } from './judged.rules.ts';

const HOUR = 3_600_000;
const fired = (start: number, end: number | null, deviceId = '1') => ({
  deviceId,
  level: 'major',
  since: start,
  start,
  end,
  values: {},
});
const fault = (at: number, deviceId = '1'): FaultSeen => ({ deviceId, at, no: `F${at}`, to: '', words: ['', ''] });
const verdicts = (...given: Parameters<typeof judgedFirings>): string[] =>
  judgedFirings(...given).firings.map((one) => one.verdict);

test('a raise is right if a fault follows within a day or while it holds', () => {
  const now = 100 * HOUR;
  expect(verdicts([fired(0, HOUR)], [fault(23 * HOUR)], now)).toEqual(['right']);
  expect(verdicts([fired(0, HOUR)], [fault(25 * HOUR)], now)).toEqual(['suspect']);
  expect(verdicts([fired(0, 30 * HOUR)], [fault(29 * HOUR)], now)).toEqual(['right']);
  expect(verdicts([fired(2 * HOUR, 3 * HOUR)], [fault(HOUR)], now)).toEqual(['suspect']);
  expect(verdicts([fired(0, HOUR)], [fault(HOUR, '2')], now)).toEqual(['suspect']);
});

test('a recent raise is open; faults without an earlier raise are missed', () => {
  expect(verdicts([fired(0, HOUR)], [], 5 * HOUR)).toEqual(['open']);
  expect(verdicts([fired(0, null)], [], 500 * HOUR)).toEqual(['open']);
  const { missed } = judgedFirings([fired(10 * HOUR, 11 * HOUR)], [fault(5 * HOUR), fault(12 * HOUR)], 100 * HOUR);
  expect(missed.map((one) => one.at)).toEqual([5 * HOUR]);
});

test('medianOf returns the median of figures', () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 2, 3])).toBe(2.5);
});
