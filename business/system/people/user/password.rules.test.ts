import { expect, test } from 'vitest';
import { commonPasswords, madeOf } from './common-passwords.rules.ts';
import { isHashed, isStrong, policyFrom, policyWords } from './password.rules.ts';

const policy = (least: string, kinds: string, former = '0', days = '0') => policyFrom({ least, kinds, former, days });
const plain = policy('8', '2');

test('公司的要求有上下限：再宽也是八位两种，不是数的按最宽 a policy has bounds, and an invalid number means the minimum', () => {
  expect(policy('1', '0', '-3', '-1')).toEqual({ least: 8, kinds: 2, former: 0, days: 0 });
  expect(policy('999', '9', '99', '99999')).toEqual({ least: 64, kinds: 4, former: 24, days: 3650 });
  expect(policy('12', '3', '5', '90')).toEqual({ least: 12, kinds: 3, former: 5, days: 90 });
  expect(policy('', '三', 'x', 'NaN')).toEqual({ least: 8, kinds: 2, former: 0, days: 0 });
});

test('够长、有字母有数字、种类够 a strong password is long enough, with letters, digits and the required kinds', () => {
  const strong = (password: string, of = plain): boolean => isStrong(password, of);
  expect(['abcdef1', 'abcdefg1', '12345678', 'abcdefgh', '密码密码密码密1', ''].map((one) => strong(one))).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([strong(`a1${'x'.repeat(126)}`), strong(`a1${'x'.repeat(127)}`)]).toEqual([true, false]);
  const three = policy('8', '3');
  expect(['abcdefg1', 'Abcdefg1', 'abcdef_1'].map((one) => strong(one, three))).toEqual([false, true, true]);
  expect([strong('Abcdefg1', policy('8', '4')), strong('Abcdef_1', policy('8', '4'))]).toEqual([false, true]);
  expect([strong('abcdefghij1', policy('12', '2')), strong('abcdefghijk1', policy('12', '2'))]).toEqual([false, true]);
});

test('md5 来的评判不了，只认三十二位十六进制 an md5 passes unchecked', () => {
  const sum = 'e10adc3949ba59abbe56e057f20f883e';
  expect([sum, sum.toUpperCase(), sum.slice(1), `${sum}0`, sum.replace('e', 'g')].map(isHashed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isStrong(sum, policy('64', '4'))).toBe(true);
});

test('要求用两种语言说清，只有要求更多种时才提 the policy is described in both languages', () => {
  expect(policyWords(plain)).toEqual(['密码至少8位，并含字母和数字', 'At least 8 characters, with letters and digits']);
  for (const words of policyWords(policy('12', '3'))) expect(words).toMatch(/12.*3/);
});

test('人人先试的密码都在单子里，大小写、前后加数字也在 common passwords are known in every spelling', () => {
  const known = new Set(commonPasswords());
  for (const password of [
    '123456',
    'admin123',
    'Admin@123',
    'PASSWORD1',
    '123admin',
    'adminadmin',
    'qwerty2026',
    'woaini1314',
    'Anju@2026',
  ])
    expect([password, known.has(password)]).toEqual([password, true]);
  for (const password of ['Hx7#pQ2v', '', 'correct horse 4 battery']) expect(known.has(password)).toBe(false);
});

test('用自己名字拼的密码也认得出 passwords made of a name are recognised', () => {
  expect(madeOf('Lin')).toEqual(expect.arrayContaining(['Lin', 'lin123', 'LIN@123', '123Lin', 'linlin', 'Lin2026']));
  expect(new Set(madeOf('1380')).size).toBe(madeOf('1380').length);
});
