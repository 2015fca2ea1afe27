import { expect, test } from 'vitest';
import { mac, macKind } from '../mac/mac.ts';
import { codeText } from './code-text.ts';
import { line, text } from './text.ts';

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
