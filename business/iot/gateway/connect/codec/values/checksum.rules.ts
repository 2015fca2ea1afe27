import { FrameFault } from '../frame.rules.ts';

/** Checksum of the bytes from `from` up to, but not including, `to`. */
type Sum = (bytes: Uint8Array, from: number, to: number) => number;

/** An algorithm with the number of bytes that its sum takes. */
interface Algorithm {
  readonly size: number;
  readonly sum: Sum;
}

function tableOf(step: (at: number) => number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, at) => {
    let value = at;
    for (let bit = 0; bit < 8; bit++) value = step(value);
    return value >>> 0;
  });
}

/** A sum whose lowest bit is sent first, such as that of Modbus. */
function reflected(polynomial: number, start: number, end: number): Sum {
  const table = tableOf((value) => (value & 1 ? (value >>> 1) ^ polynomial : value >>> 1));
  return (bytes, from, to) => {
    let crc = start;
    for (let at = from; at < to; at++) crc = table[(crc ^ bytes[at]) & 0xff] ^ (crc >>> 8);
    return (crc ^ end) >>> 0;
  };
}

/** A sum of 8 or 16 bits whose highest bit is sent first. */
function forward(width: 8 | 16, polynomial: number, start: number): Sum {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  const table = Uint32Array.from({ length: 256 }, (_, at) => {
    let value = at << (width - 8);
    for (let bit = 0; bit < 8; bit++) value = ((value & top ? (value << 1) ^ polynomial : value << 1) & mask) >>> 0;
    return value;
  });
  const shift = width - 8;
  return (bytes, from, to) => {
    let crc = start;
    for (let at = from; at < to; at++) crc = (table[((crc >> shift) ^ bytes[at]) & 0xff] ^ (crc << 8)) & mask;
    return crc;
  };
}

function added(mask: number): Sum {
  return (bytes, from, to) => {
    let sum = 0;
    for (let at = from; at < to; at++) sum = (sum + bytes[at]) & mask;
    return sum;
  };
}

const sum8 = added(0xff);

const algorithms: Readonly<Record<string, Algorithm>> = {
  sum8: { size: 1, sum: sum8 },
  sum16: { size: 2, sum: added(0xffff) },
  xor8: {
    size: 1,
    sum: (bytes, from, to) => {
      let sum = 0;
      for (let at = from; at < to; at++) sum ^= bytes[at];
      return sum;
    },
  },
  lrc: { size: 1, sum: (bytes, from, to) => -sum8(bytes, from, to) & 0xff },
  crc8: { size: 1, sum: forward(8, 0x07, 0) },
  crc16modbus: { size: 2, sum: reflected(0xa001, 0xffff, 0) },
  crc16ccitt: { size: 2, sum: forward(16, 0x1021, 0xffff) },
  crc16xmodem: { size: 2, sum: forward(16, 0x1021, 0) },
  crc32: { size: 4, sum: reflected(0xed_b8_83_20, 0xff_ff_ff_ff, 0xff_ff_ff_ff) },
};

/** Return the algorithm of this name; without a name `sum8`. Throw `FrameFault` for an unknown one. */
export function checksumNamed(name: string | null | undefined): Algorithm {
  const known = name || 'sum8';
  if (!Object.hasOwn(algorithms, known))
    throw new FrameFault([`不支持的校验算法:${known}`, `Unknown checksum: ${known}`], 'CONFIG');
  return algorithms[known];
}

/** Return the checksum of all these bytes. */
export const checksumOf = (name: string, bytes: Uint8Array): number => checksumNamed(name).sum(bytes, 0, bytes.length);
