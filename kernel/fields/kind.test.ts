import { expect, test } from 'vitest';
import { isEmpty, missing } from './kind.ts';
import { kinds } from './generated/kinds.ts';
import { kindOf } from './kinds.ts';
import { phone } from './phone/phone.ts';
import { text } from './text/text.ts';

test('every kind is named as its folder exports it', () => {
  for (const [name, kind] of Object.entries(kinds)) expect(kind.name).toBe(name);
});

test('nothing, an empty list and an empty object are empty; numbers and booleans never', () => {
  for (const value of [undefined, null, '', [], {}]) expect(isEmpty(value), JSON.stringify(value)).toBe(true);
  for (const value of [0, -1, NaN, true, false, ' ', '0', [0], { a: 1 }])
    expect(isEmpty(value), String(value)).toBe(false);
});

test('a missing value is reported as a sentence, also where the English label is no noun', () => {
  const field = text(['开始日期', 'From'], { required: true });
  expect(missing(kindOf(field), field)).toEqual(['请输入开始日期', 'From is required']);
});

test('an invalid phone number has the common message', () => {
  const field = phone(['联系手机', 'Mobile'], { required: true });
  const kind = kindOf(field);
  expect(missing(kind, field)[0]).toBe('手机号码不能为空');
  for (const [given, words] of [
    ['1380000', '手机号码长度不是11位'],
    ['12800000000', '手机号码格式不正确'],
    ['1380000000a', '手机号码格式不正确'],
  ])
    expect(kind.accept(given, field), given).toMatchObject({ problem: [words, expect.any(String)] });
  expect(kind.accept('+86 138-0000-0000', field)).toEqual({ value: '13800000000' });
});

test('texts of the product have two languages; cells of sheets have one', () => {
  const field = text(['原因', 'Why'], { isProductText: true, max: 4 });
  expect(kindOf(field).accept('客户不在\u001fAway', field)).toEqual({ value: '客户不在\u001fAway' });
  expect(kindOf(field).parse('客户\u001fAway', field, { key: () => undefined })).toMatchObject({
    problem: ['原因格式不正确', expect.any(String)],
  });
});
