import { asText } from '#kernel/language/values.ts';
import { expect, test } from 'vitest';
import { both, joined, minuteOf, short, stationAt, stationMoney, stationPercent, two, word } from './station.rules.ts';

test('没写的是空白，不是 null；零是零 a missing value is empty, a zero is a zero', () => {
  expect([null, undefined, '', 0, false].map(asText)).toEqual(['', '', '', '0', 'false']);
  expect([null, undefined, ''].map((one) => two(stationMoney(one)))).toEqual(['0.00', '0.00', '0.00']);
  expect([short(null), short(''), short('0.000')]).toEqual(['', '', '0']);
  expect([minuteOf(null), both(''), joined(['', ''])]).toEqual(['', [], '']);
});

test('字典字段显示词，没有词就显示值 a dictionary key shows its label, else the key', () => {
  const row = { id: '1', repairType: 'boiler', weibao: 'paid', _names: { repairType: '锅炉' } };
  expect([word(row, 'repairType'), word(row, 'weibao'), word(row, 'missing')]).toEqual(['锅炉', 'paid', '']);
});

test('钱精确到分，数量不带无用的零，份额按百分比 money has cents, quantities no trailing zeros, shares percent', () => {
  expect(two(stationMoney('0.1').plus(stationMoney('0.2')))).toBe('0.30');
  expect(['1.000', '2.500', '100', '0.050'].map(short)).toEqual(['1', '2.5', '100', '0.05']);
  expect(['0.6000', '0.3333', '1', null].map(stationPercent)).toEqual(['60%', '33.3%', '100%', '0%']);
});

test('时间显示到分，午夜也是 a moment shows its minute, also at midnight', () => {
  expect([minuteOf('2026-11-23 00:00:00'), minuteOf('2026-12-31 23:59:59')]).toEqual(['11-23 00:00', '12-31 23:59']);
  expect(joined(['周先生', '', '锅炉'])).toBe('周先生 · 锅炉');
});

test("站点用自己的行作键，没有金额就没有金额 a station has its row's key, and no amount without one", () => {
  const plain = stationAt('visit', { id: '7' }, { at: '2026-11-23 10:00:00', links: [] });
  expect(plain).toMatchObject({ key: '7', paper: 'visit', amount: null, lines: [], photos: [] });
  expect(stationAt('visit', { id: '7' }, { at: '', links: [], key: '7-2', amount: '-8.00' })).toMatchObject({
    key: '7-2',
    amount: '-8.00',
  });
});
