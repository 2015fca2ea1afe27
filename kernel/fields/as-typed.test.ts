import { expect, test } from 'vitest';
import { day } from './day/day.ts';
import { integer } from './integer/integer.ts';
import { kindOf } from './kinds.ts';
import { moment } from './moment/moment.ts';
import { money } from './money/money.ts';
import { bareNumber, phone } from './phone/phone.ts';
import { lineText } from './text/line-text.ts';
import type { Field } from '#kernel/language/field.ts';

const read = (field: Field, typed: string): unknown => {
  const answer = kindOf(field).accept(typed, field);
  return 'value' in answer ? answer.value : 'refused';
};

test('days and moments are read as spreadsheets in China write them', () => {
  for (const [typed, asDay, asMoment] of [
    ['2026/1/5 0:00', '2026-01-05', '2026-01-05 00:00:00'],
    ['2026-01-05', '2026-01-05', '2026-01-05 00:00:00'],
    ['2026.1.5', '2026-01-05', '2026-01-05 00:00:00'],
    ['20260105', '2026-01-05', '2026-01-05 00:00:00'],
    ['2027/1/26 9:30', '2027-01-26', '2027-01-26 09:30:00'],
    ['2027年1月26日 9:30', '2027-01-26', '2027-01-26 09:30:00'],
    ['2027年1月26日9时30分', '2027-01-26', '2027-01-26 09:30:00'],
    ['２０２７／１／２６　９：３０：０５', '2027-01-26', '2027-01-26 09:30:05'],
    ['2026-01-05T09:30:00.000', '2026-01-05', '2026-01-05 09:30:00'],
  ]) {
    expect(read(day(['日', 'Day']), typed), typed).toBe(asDay);
    expect(read(moment(['时', 'Moment']), typed), typed).toBe(asMoment);
  }
});

test('no other text is taken for a day', () => {
  for (const typed of [
    '2026-02-30',
    '2026-1/5',
    '5/1/2026',
    '26-1-5',
    '202615',
    '2026-01-05 morning',
    '2026-01-05 25:00',
    '2026-01-05T16:00:00Z',
    '46027',
    '2026-1-159:30',
    `2026-01-05${' '.repeat(50)}9:30`,
  ])
    for (const field of [day(['日', 'Day']), moment(['时', 'Moment'])])
      expect(read(field, typed), typed).toBe('refused');
});

test('commas stand between groups of three; any other comma is refused with both readings', () => {
  const price = money(['金额', 'Amount']);
  expect(read(price, '1,234,567.5')).toBe('1234567.50');
  expect(read(price, '１２，３４５')).toBe('12345.00');
  expect(kindOf(price).accept('1,5', price)).toEqual({
    problem: ['“1,5”可以读作 1.5 或 15，请去掉逗号', '“1,5” may mean 1.5 or 15: write it without a comma'],
  });
  for (const typed of ['1,23,456', '1,2345', ',5', '1,', '1.234,56']) expect(read(price, typed), typed).toBe('refused');
  const count = integer(['数量', 'Count']);
  expect([read(count, '12,000'), read(count, '3.00'), read(count, '3.5'), read(count, '1,5')]).toEqual([
    12_000,
    3,
    'refused',
    'refused',
  ]);
});

test('a mobile number is read and found as people paste it', () => {
  const mobile = phone(['手机', 'Mobile']);
  for (const typed of [
    '008613800000000',
    '(+86) 138 0000 0000',
    '（+86）138-0000-0000',
    '138.0000.0000',
    '１３８００００００００',
    '+86\u00a0138\u20110000\u20110000',
    '\u202d13800000000\u202c',
  ]) {
    expect(read(mobile, typed), typed).toBe('13800000000');
    expect(bareNumber(typed)).toBe('13800000000');
  }
});

test('a line of text has plain blanks and hyphens, and no invisible characters', () => {
  expect(lineText('\ufeff上海\u3000浦东\u00a0A\u2011栋\r\n2楼\u200b ')).toBe('上海 浦东 A-栋 2楼');
  expect(lineText('东方城市花园——二期（南）')).toBe('东方城市花园——二期（南）');
  expect(lineText('👨‍👩‍👧')).toBe('👨‍👩‍👧');
});

test('letters, digits and ideographs of other forms in a line become plain, its punctuation stays', () => {
  for (const [typed, meant] of [
    ['ＡＢＣ暖通１２号', 'ABC暖通12号'],
    ['沪上（浦东）：３楼', '沪上（浦东）：3楼'],
    ['建筑面积 120 m²', '建筑面积 120 m²'],
    ['\uf90a\uf9e1', '金李'],
    ['ﾊﾟﾈﾙ', 'パネル'],
  ])
    expect(lineText(typed), typed).toBe(meant);
});
