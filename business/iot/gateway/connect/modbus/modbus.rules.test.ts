import { describe, expect, it } from 'vitest';
import { registerKey, planBlocks, splitOf } from './blocks.rules.ts';
import { modbusFrame, takeAnswer } from './framing.rules.ts';
import { ModbusException, ModbusFault, assertWritten, readAnswer, readPdu, writePdu } from './pdu.rules.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

describe('requests', () => {
  it('have the bytes of the examples in the Modbus application protocol 1.1b3, sections 6.1 to 6.12', () => {
    expect(hex(readPdu({ area: 0, register: 0x13, count: 0x13 }))).toBe('0100130013');
    expect(hex(readPdu({ area: 1, register: 0xc4, count: 0x16 }))).toBe('0200c40016');
    expect(hex(readPdu({ area: 4, register: 0x6b, count: 3 }))).toBe('03006b0003');
    expect(hex(readPdu({ area: 3, register: 8, count: 1 }))).toBe('0400080001');
    expect(hex(writePdu({ area: 0, register: 0xac, words: [1] }))).toBe('0500acff00');
    expect(hex(writePdu({ area: 4, register: 1, words: [3] }))).toBe('0600010003');
    expect(hex(writePdu({ area: 0, register: 0x13, words: [1, 0, 1, 1, 0, 0, 1, 1, 1, 0] }))).toBe('0f0013000a02cd01');
    expect(hex(writePdu({ area: 4, register: 1, words: [10, 0x102] }))).toBe('100001000204000a0102');
  });
});

describe('answers', () => {
  it('give words and bits', () => {
    expect(readAnswer(bytes('0306022b00000064'), { area: 4, register: 0x6b, count: 3 })).toEqual([0x22b, 0, 100]);
    expect(readAnswer(bytes('0101cd'), { area: 0, register: 0, count: 8 })).toEqual([1, 0, 1, 1, 0, 0, 1, 1]);
  });

  it('are refused if they are an exception or belong to another request', () => {
    const request = { area: 4, register: 0, count: 2 } as const;
    expect(() => readAnswer(bytes('8302'), request)).toThrow(ModbusException);
    expect(() => readAnswer(bytes('03020001'), request)).toThrow(ModbusFault);
    expect(() => readAnswer(bytes('040400010002'), request)).toThrow(ModbusFault);
    expect(() => assertWritten(bytes('0600010004'), bytes('0600010003'))).toThrow(ModbusFault);
    expect(() => assertWritten(bytes('100001000204'.slice(0, 10)), bytes('100001000204000a0102'))).not.toThrow();
  });
});

describe('frames', () => {
  const answer = { transaction: 0x1501, unit: 17, pdu: bytes('03020001') };

  it('are taken from a stream in pieces, one after the other', () => {
    for (const transport of ['modbus_tcp', 'modbus_rtu_over_tcp'] as const) {
      const whole = modbusFrame(transport, answer);
      expect(takeAnswer(transport, whole.subarray(0, whole.length - 1))).toBe('more');
      const taken = takeAnswer(transport, Uint8Array.from([...whole, ...whole]));
      expect(taken).toMatchObject({ size: whole.length, adu: { unit: 17 } });
    }
  });

  it('have the CRC with the low byte first', () => {
    const request = { transaction: null, unit: 1, pdu: bytes('0300000001') };
    expect(hex(modbusFrame('modbus_rtu_over_tcp', request))).toBe('010300000001840a');
  });

  it('are broken by a wrong CRC, another protocol or an impossible length', () => {
    expect(takeAnswer('modbus_rtu_over_tcp', bytes('0103020001ffff'))).toBe('broken');
    expect(takeAnswer('modbus_tcp', bytes('000100010003010302'))).toBe('broken');
    expect(takeAnswer('modbus_tcp', bytes('0001000000ff010302'))).toBe('broken');
  });
});

describe('blocks', () => {
  const at = (register: number, count = 1) => ({ area: 4, register, count }) as const;

  it('join adjacent and shared registers and never cover a gap', () => {
    expect(planBlocks([at(3), at(0, 2), at(2), at(2), at(5)], new Set())).toEqual([at(0, 4), at(5)]);
  });

  it('have at most 125 registers and one area', () => {
    const many = Array.from({ length: 130 }, (_, register) => at(register));
    expect(planBlocks(many, new Set())).toEqual([at(0, 125), at(125, 5)]);
    expect(planBlocks([at(0), { area: 3, register: 1, count: 1 }], new Set())).toHaveLength(2);
  });

  it('are split at a point until the refused register is alone', () => {
    const points = [at(0), at(1), at(2), at(3)];
    const first = splitOf(at(0, 4), points);
    expect(first).toBe(registerKey(at(2)));
    expect(planBlocks(points, new Set([first ?? '']))).toEqual([at(0, 2), at(2, 2)]);
    expect(splitOf(at(0), points)).toBeNull();
    expect(splitOf(at(0, 2), [at(0, 2), at(1)])).toBeNull();
  });
});
