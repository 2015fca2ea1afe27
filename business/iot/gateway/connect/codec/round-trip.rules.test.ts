import { expect, test } from 'vitest';
import { Random } from '../../../simulator/random.rules.ts';
import { compileFrames } from './compile.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { inOrder } from './frame.rules.ts';

const CONFIGURATIONS = 10_000;
const PARTS = 5;

const base = {
  fieldName: null,
  iotFieldName: null,
  startBit: null,
  endBit: null,
  dataType: 'uint',
  byteOrder: null,
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
} as const;

const letters = 'ABCDEFGHJKLMN';
const textBytes = (random: Random, size: number): number[] =>
  Array.from({ length: size }, () => random.pick([...letters]).codePointAt(0)!);
const anyBytes = (random: Random, size: number): number[] =>
  Array.from({ length: size }, () => Math.floor(random.next() * 256));
const digitBytes = (random: Random, size: number): number[] =>
  Array.from({ length: size }, () => Math.floor(random.next() * 10) * 16 + Math.floor(random.next() * 10));

/** Characters of GBK: 热, 泵, 水. */
const chinese = [
  [0xc8, 0xc8],
  [0xb1, 0xc3],
  [0xcb, 0xae],
] as const;

/** A float of few decimals, in big endian. */
function floatBytes(random: Random, size: number): number[] {
  const view = new DataView(new ArrayBuffer(size));
  const value = Math.round((random.next() - 0.5) * 1e6) / 100;
  if (size === 4) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  return [...new Uint8Array(view.buffer)];
}

const WORDS = { 0: 'off', 1: 'heat', 2: 'cool' };

/** Bytes of each data type that a value can be written back to, with the widths in bytes. */
const kinds: Readonly<
  Record<string, readonly [sizes: readonly number[], bytes: (random: Random, size: number) => number[]]>
> = {
  uint: [[1, 2, 3, 4, 5, 6], anyBytes],
  int: [[1, 2, 3, 4, 6], anyBytes],
  hex: [[1, 2, 5, 7], anyBytes],
  bcd: [[1, 2, 3, 4, 6], digitBytes],
  text: [[2, 4, 8], textBytes],
  flag: [[1], (random) => [random.chance(0.5) ? 1 : 0]],
  unix: [[4], anyBytes],
  ascii: [[2, 4, 8], textBytes],
  gbk: [[2, 6], (random, size) => Array.from({ length: size / 2 }, () => random.pick(chinese)).flat()],
  float: [[4, 8], floatBytes],
  enum: [[1, 2], (random, size) => [...Array.from({ length: size - 1 }, () => 0), Math.floor(random.next() * 4)]],
  bitmap: [[1, 2, 4], anyBytes],
  unixms: [[6], anyBytes],
  bcdtime: [[6], (random) => [0x26, 0x11, 0x10 + Math.floor(random.next() * 10), 0x13, 0x05, 0x59]],
};

interface Generated {
  readonly config: FrameConfig;
  readonly fields: readonly FrameField[];
  readonly frame: Uint8Array;
}

/** Return fields with bytes that they can hold, a header before them, a length and a sum. */
function generated(random: Random): Generated {
  const bytes: number[] = [0xaa, 0x55, 0];
  const fields: FrameField[] = [
    { ...base, deviceConnectConfigFieldType: 'header', constValue: 'AA55', startBit: 0, endBit: 1 },
    { ...base, deviceConnectConfigFieldType: 'length', startBit: 2, endBit: 2 },
  ];
  for (let at = 0; at < 1 + random.next() * 8; at++) {
    const dataType = random.pick(Object.keys(kinds));
    const [sizes, make] = kinds[dataType];
    const size = random.pick(sizes);
    const value = make(random, size);
    const isOrdered = !['text', 'ascii', 'gbk', 'flag', 'enum'].includes(dataType);
    const byteOrder = isOrdered ? random.pick(size % 2 ? ['ABCD', 'DCBA'] : ['ABCD', 'DCBA', 'BADC', 'CDAB']) : null;
    // A moment is only a moment in its own order.
    const order = dataType === 'bcdtime' ? random.pick(['ABCD', 'DCBA']) : byteOrder;
    const isScaled = ['uint', 'int', 'bcd'].includes(dataType) && random.chance(0.5);
    const isChained = random.chance(0.5);
    fields.push({
      ...base,
      deviceConnectConfigFieldType: 'property',
      iotFieldName: `p${at}`,
      dataType,
      enumMap: dataType === 'enum' ? WORDS : null,
      byteOrder: order,
      startBit: isChained ? null : bytes.length,
      endBit: bytes.length + size - 1,
      scale: isScaled ? random.pick(['0.1', '0.01', '0.5', '2']) : null,
      shift: isScaled ? random.pick(['0', '-40', '0.5']) : null,
    });
    // A moment and a float are what they are in their own order only.
    bytes.push(...(['bcdtime', 'float'].includes(dataType) ? inOrder(value, order ?? 'ABCD') : value));
  }
  const algorithm = random.pick([
    ...['sum8', 'sum16', 'xor8', 'lrc', 'crc8'],
    ...['crc16modbus', 'crc16ccitt', 'crc16xmodem', 'crc32'],
  ]);
  const size = { crc32: 4, sum16: 2, crc16modbus: 2, crc16ccitt: 2, crc16xmodem: 2 }[algorithm] ?? 1;
  fields.push({
    ...base,
    deviceConnectConfigFieldType: 'checksum',
    algorithm,
    byteOrder: random.pick(['ABCD', 'DCBA']),
    startBit: -size,
    endBit: -1,
  });
  bytes[2] = bytes.length + size;
  const transform = random.chance(0.3) ? { add: -51, from: 3, to: -size - 1 } : null;
  const config: FrameConfig = {
    deviceConnectFormat: 'hex',
    positionUnit: 'byte',
    deviceIdRule: 'field',
    agreementKey: null,
    agreementVal: null,
    startBit: null,
    endBit: null,
    timezone: 'Asia/Shanghai',
    transform,
  };
  const frame = Uint8Array.from([...bytes, ...Array.from({ length: size }, () => 0)]);
  if (transform) for (let at = 3; at < bytes.length; at++) frame[at] += 51;
  return { config, fields, frame };
}

test.for(Array.from({ length: PARTS }, (_, part) => part))(
  'part %i of ten thousand configurations: a frame that was decoded is written again byte for byte',
  (part) => {
    const random = new Random(4500 + part);
    for (let at = 0; at < CONFIGURATIONS / PARTS; at++) {
      const { config, fields, frame } = generated(random);
      const sumless = compileFrames(config, fields.slice(0, -1)).decode(frame);
      const codec = compileFrames(config, fields);
      // The codec computes the sum over the bytes before it.
      const written = codec.encode(sumless.props);
      const size = fields.at(-1)!.startBit!;
      expect([at, [...written.slice(0, size)]]).toEqual([at, [...frame.slice(0, size)]]);
      expect([...codec.encode(codec.decode(written).props)]).toEqual([...written]);
      written[3] ^= 1;
      expect(() => codec.decode(written)).toThrow('The checksum is wrong');
    }
  },
);
