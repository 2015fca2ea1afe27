import { expect, test } from 'vitest';
import { mac, macKind } from '../mac/mac.ts';
import { codeText } from './code-text.ts';
import { idCardProblem, sampleIdCard } from './id-card.ts';
import { line, text } from './text.ts';
import { widthsOf } from './widths.ts';

const SPELLINGS = ['sn-20 1a', ' SN-201A ', 'ＳＮ－２０１Ａ', 'Sn–201a', 'sn\u200b-201a', 'SN\u2011201A'];

test('spellings of one code have one form', () => {
  expect(new Set(SPELLINGS.map(codeText))).toEqual(new Set(['SN-201A']));
  for (const one of SPELLINGS) {
    expect(codeText(codeText(one))).toBe(codeText(one));
    expect(line.accept(one, text(['序列号', 'Serial no.'], { code: true }))).toEqual({ value: 'SN-201A' });
  }
});

test('a MAC address has one form too', () => {
  for (const one of ['a4:cf:12:00:0a:01', 'Ａ４－ＣＦ－１２－００－０Ａ－０１', 'A4CF.1200.0A01'])
    expect(macKind.accept(one, mac(['MAC', 'MAC']))).toEqual({ value: 'A4CF12000A01' });
});

test('an ID card is read in any width and case, and refused by its last character', () => {
  const field = text(['身份证号', 'ID card'], { personal: 'idCard', code: true, max: 32 });
  const last: [string, string] = [
    '身份证号末位校验不符，请逐位核对',
    'The last character of the ID card does not fit the others: check each digit',
  ];
  // The example of GB 11643, and one that ends with X.
  for (const typed of ['11010519491231002x', '１１０１０５ 1949 1231 002Ｘ', '\u202d11010519491231002X'])
    expect(line.accept(typed, field)).toEqual({ value: '11010519491231002X' });
  expect(line.accept('440524188001010014', field)).toEqual({ value: '440524188001010014' });
  for (const typed of ['110105194912310021', '440524188001010015', '440524188010010014'])
    expect(line.accept(typed, field), typed).toEqual({ problem: last });
  for (const typed of ['4405241880010100', '44052418800101001A', '440524188001010014X'])
    expect(line.accept(typed, field), typed).toEqual({
      problem: ['身份证号应为18位', 'An ID card number has 18 characters'],
    });
  expect(line.accept('', field)).toEqual({ value: '' });
  for (let n = 0; n < 50; n++) expect(idCardProblem(sampleIdCard(n))).toBeUndefined();
});

test('a sought text is searched in the widths of brackets, and plain texts once', () => {
  expect(widthsOf('安居（上海）')).toEqual(['安居（上海）', '安居(上海)']);
  expect(widthsOf('安居(上海')).toEqual(['安居(上海', '安居（上海']);
  expect(widthsOf('ａｂ（1')).toEqual(['ａｂ（1', 'ab(1', 'ab（1']);
  expect(widthsOf('上海浦东 3-1')).toEqual(['上海浦东 3-1']);
});
