import { describe, expect, test } from 'vitest';
import { changedBytes, learnField } from './learn.rules.ts';

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (two) => Number.parseInt(two, 16));

// Two status frames of a heat pump: outlet, inlet, energy in BCD, frequency, and the bits of its switch and mode.
const before = bytes('AA55 001B A4CF12345678 01 0007 80 01B2 FFF4 00123456 21 8038 0D0A');
const after = bytes('AA55 001B A4CF12345678 01 0008 00 01C2 FFE0 00123501 2C 1122 0D0A');
const first = (from: string, to: string, taken = [] as { from: number; to: number }[]) =>
  learnField(before, after, { before: from, after: to }, taken)[0];

describe('从两帧学字段 learning a field from two frames', () => {
  test('出水 43.4 → 45.0 两帧一比就找到位置、类型与倍率 a change of a temperature names place, type and scale', () => {
    expect(first('43.4', '45.0')).toMatchObject({
      from: 112,
      to: 127,
      dataType: 'uint',
      byteOrder: 'ABCD',
      scale: 0.1,
      raw: [434, 450],
    });
    expect(first('-1.2', '-3.2')).toMatchObject({ from: 128, to: 143, dataType: 'int', scale: 0.1 });
    expect(first('1234.56', '1235.01')).toMatchObject({ from: 144, to: 175, dataType: 'bcd', scale: 0.01 });
    expect(first('33', '44')).toMatchObject({ from: 176, to: 183, scale: 1 });
  });

  test('显示取整的值也找得到 a value that the display rounds is found', () => {
    expect(first('43', '45')).toMatchObject({ from: 112, to: 127, scale: 0.1 });
  });

  test('开关找到那一位 a switch is one bit', () => {
    const sequence = [{ from: 88, to: 103 }];
    expect(first('开', '关', sequence)).toMatchObject({ from: 104, to: 104, dataType: 'flag' });
    expect(first('on', 'off')).toEqual(first('1', '0'));
  });

  test('小端、浮点与偏移 little endian, floats and shifts', () => {
    const two = (a: string, b: string, change: { before: string; after: string }) =>
      learnField(bytes(a), bytes(b), change)[0];
    expect(two('B201', 'C201', { before: '43.4', after: '45.0' })).toMatchObject({ byteOrder: 'DCBA', scale: 0.1 });
    expect(two('41460000', '41480000', { before: '12.375', after: '12.5' })).toMatchObject({
      dataType: 'float',
      from: 0,
      to: 31,
    });
    expect(two('00004146', '00004148', { before: '12.375', after: '12.5' })).toMatchObject({
      dataType: 'float',
      byteOrder: 'CDAB',
    });
    expect(two('53', '55', { before: '43', after: '45' })).toMatchObject({ dataType: 'uint', shift: -40 });
  });

  test('已占的位置排在后面；没有依据就不猜 taken places come last, and nothing is guessed', () => {
    const taken = [{ from: 112, to: 127 }];
    const free = first('43.4', '45.0');
    const same = learnField(before, after, { before: '43.4', after: '45.0' }, taken).find(
      ({ from, to, dataType, scale }) => from === 112 && to === 127 && dataType === 'uint' && scale === 0.1,
    );
    expect(same?.cost).toBe(free.cost + 10);
    expect(first('17', '99')).toBeUndefined();
    expect(first('hot', 'cold')).toBeUndefined();
    expect(learnField(before, after.subarray(1), { before: '43.4', after: '45.0' })).toEqual([]);
  });

  test('变了的字节逐个列出 changed bytes are listed', () => {
    expect(changedBytes(bytes('010203'), bytes('01FF0304'))).toEqual([1, 3]);
  });
});
