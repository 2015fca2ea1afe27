import { describe, expect, it } from 'vitest';
import { registersOf } from './address.rules.ts';
import { type PlacedMapping, mapDown, mapUp, pointOf, mappedProperties } from './mapping.rules.ts';
import { type PointForm, valueOfWords, wordsOfValue } from './value.rules.ts';

const form = (over: Partial<PointForm> = {}): PointForm => ({
  ...{ dataType: 'int', byteOrder: null, bitIndex: null, bitCount: null },
  ...{ scale: null, shift: null, precision: null, invalidValues: null, ...over },
});

const mapping = (over: Partial<PlacedMapping> = {}): PlacedMapping => ({
  ...{ source: 'raw', identifier: 'value', direction: 'both', scale: null, shift: null, valueMap: null },
  ...{ expression: null, filterMode: null, invalidValues: null, range: {}, ...over },
});

describe('values in registers', () => {
  it.each([
    ['a negative number with one decimal', [0xff9c], form({ scale: '0.1' }), -10],
    ['a float with the high word first', [0x41c8, 0x0000], form({ dataType: 'float' }), 25],
    ['a float with the low word first', [0x0000, 0x41c8], form({ dataType: 'float', byteOrder: 'CDAB' }), 25],
    ['a double word with swapped bytes', [0x3412, 0x7856], form({ dataType: 'uint', byteOrder: 'BADC' }), 0x12345678],
    ['a double word from the low end', [0x7856, 0x3412], form({ dataType: 'uint', byteOrder: 'DCBA' }), 0x12345678],
    ['digits of a counter', [0x0012, 0x3456], form({ dataType: 'bcd' }), 123456],
    ['three bits in a shared register', [0b1010_0000], form({ dataType: 'uint', bitIndex: 5, bitCount: 3 }), 5],
    ['a flag', [0b100], form({ dataType: 'flag', bitIndex: 2 }), true],
    ['raw hex', [0xbeef], form({ dataType: 'hex' }), 'BEEF'],
  ])('are read and written back: %s', (_name, words, of, value) => {
    expect(valueOfWords(words, of)).toBe(value);
    expect(wordsOfValue(value, of, words)).toEqual(words);
  });

  it('count as none if they mean a missing sensor', () => {
    expect(valueOfWords([0x7fff], form({ invalidValues: [32767, 'FFFF'] }))).toBeNull();
    expect(valueOfWords([0xffff], form({ invalidValues: [32767, 'FFFF'] }))).toBeNull();
    expect(valueOfWords([0xfffe], form({ invalidValues: [32767, 'FFFF'] }))).toBe(-2);
    expect(valueOfWords([0x00fa], form({ dataType: 'bcd' }))).toBeNull();
  });

  it('leave the other bits of a shared register as they are', () => {
    const bits = form({ dataType: 'uint', bitIndex: 4, bitCount: 4 });
    expect(wordsOfValue(3, bits, [0xabcd])).toEqual([0xab3d]);
    expect(wordsOfValue(16, bits, [0xabcd])).toBeNull();
  });

  it('are refused if they do not fit', () => {
    expect(wordsOfValue(40_000, form(), [0])).toBeNull();
    expect(wordsOfValue('on', form(), [0])).toBeNull();
    expect(wordsOfValue(-1, form({ dataType: 'uint' }), [0])).toBeNull();
  });
});

describe('mappings', () => {
  it('scale up and back without noise of binary fractions', () => {
    const tenths = mapping({ scale: '0.1', shift: '-40' });
    expect(mapUp(683, tenths, {}).value).toBe(28.3);
    expect(mapDown(28.3, tenths)).toBe(683);
  });

  it('translate values both ways and drop unknown ones', () => {
    const words = mapping({ valueMap: { 0: 'off', 1: 'heat' } });
    expect(mapUp(1, words, {}).value).toBe('heat');
    expect(mapDown('heat', words)).toBe(1);
    expect(mapUp(7, words, {}).value).toBeNull();
    expect(mapDown('cool', words)).toBeNull();
    expect(mapUp(true, words, {}).value).toBe('heat');
  });

  it('calculate with the other points of the device', () => {
    const power = mapping({ expression: 'x * p.volts', direction: 'up' });
    expect(mappedProperties({ raw: 3, volts: 230 }, [power])).toEqual({ value: 690, volts: 230 });
    expect(mappedProperties({ raw: 3, volts: null }, [power])).toEqual({});
  });

  it('take a point without a mapping as the property of the same name', () => {
    expect(mappedProperties({ flow: 12, raw: 1 }, [])).toEqual({ flow: 12, raw: 1 });
    expect(pointOf('flow', 12, [])).toEqual({ code: 'flow', value: 12 });
    expect(pointOf('value', 12, [mapping({ scale: '2' })])).toEqual({ code: 'raw', value: 6 });
    expect(pointOf('value', 12, [mapping({ direction: 'up' })])).toBeNull();
  });
});

describe('addresses of registers', () => {
  it('count from zero as on the wire', () => {
    expect(registersOf('4:0010:2')).toEqual({ area: 4, register: 10, count: 2 });
    expect(registersOf('3:65535:1')).toEqual({ area: 3, register: 65_535, count: 1 });
    expect(registersOf('4:65535:2')).toBeNull();
    expect(registersOf('2:1:1')).toBeNull();
  });
});
