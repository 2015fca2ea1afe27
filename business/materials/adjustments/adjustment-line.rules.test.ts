import { expect, test } from 'vitest';
import { countDifference, serialDifference, worth } from './adjustment-line.rules.ts';
import { serialsIn } from '../stores/posting/serials.rules.ts';

test('盘点数减账面数，带正负号，三位小数不丢 counted less book, with its sign, to the thousandth', () => {
  expect([countDifference('12', '10'), countDifference('9.5', '10'), countDifference('10', '10.000')]).toEqual([
    '2.000',
    '-0.500',
    '0.000',
  ]);
  expect(countDifference('0.3', '0.1')).toBe('0.200');
  expect(countDifference('10', '-2')).toBe('12.000');
  expect(() => countDifference('1.0001', '1')).toThrow('more than 3 decimals');
});

test('盈亏金额不分方向，四舍五入到分 the value of a movement is absolute and rounded to the cent', () => {
  expect([worth('2', '8.5'), worth('-2', '8.5'), worth('0', '8.5')]).toEqual(['17.00', '17.00', '0.00']);
  expect([worth('0.5', '0.01'), worth('0.333', '0.01'), worth('3', '33.3350')]).toEqual(['0.01', '0.00', '100.01']);
  expect([worth('99999999.999', '9999.9999'), worth(null, '8'), worth('2', null)]).toEqual([
    '999999989990.00',
    '0.00',
    '0.00',
  ]);
});

test('账上有而没见到的，见到而账上没有的 numbers in the book that were not counted, and the reverse', () => {
  expect(serialDifference(['A', 'B'], ['B', 'C'])).toEqual({ missing: ['A'], found: ['C'] });
  expect(serialDifference([], [])).toEqual({ missing: [], found: [] });
  expect(serialDifference(serialsIn('A，B、A'), serialsIn('B;A'))).toEqual({ missing: [], found: [] });
  expect(serialsIn(null)).toEqual([]);
});
