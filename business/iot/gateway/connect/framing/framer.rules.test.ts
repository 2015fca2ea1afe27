import { describe, expect, it } from 'vitest';
import { bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { checksumOf } from '../codec/values/checksum.rules.ts';
import { Framer } from './framer.rules.ts';
import { type Framing, readFraming } from './framing.rules.ts';

const FRAME = 'AA55001BA4CF123456780100070101C5FFF400123456218038' + '0D0A';

/** A generator of numbers from 0 to below `below`, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const withCrc = (body: readonly number[]): number[] => {
  const sum = checksumOf('crc16modbus', Uint8Array.from(body));
  return [...body, sum & 0xff, sum >> 8];
};

const isCrc = (frame: Uint8Array): boolean =>
  frame.length > 2 && hexOfBytes(Uint8Array.from(withCrc([...frame.subarray(0, -2)]))) === hexOfBytes(frame);

interface Read {
  readonly good: string[];
  readonly bad: string[];
  readonly framer: Framer;
}

function read(
  framing: Framing,
  chunks: Iterable<Uint8Array>,
  isGood: (frame: Uint8Array) => boolean = () => true,
): Read {
  const good: string[] = [];
  const bad: string[] = [];
  const framer = new Framer(framing, {
    isGood,
    take: (frame, isRight) => (isRight ? good : bad).push(hexOfBytes(frame)),
  });
  for (const chunk of chunks) framer.push(chunk);
  return { good, bad, framer };
}

const single = (bytes: Uint8Array): Uint8Array[] => [...bytes].map((byte) => Uint8Array.of(byte));

function* pieces(bytes: Uint8Array, below: (most: number) => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const size = 1 + below(90);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

describe('cutting a stream into frames', () => {
  it('finds both frames of a stream that begins with junk and splits a frame', () => {
    const framing: Framing = { kind: 'lengthField', lenOffset: 2, lenBytes: 2, startMarker: 'AA55', endMarker: '0D0A' };
    const { good, framer } = read(framing, [bytesOf(`00FFAA${FRAME}${FRAME.slice(0, 20)}`), bytesOf(FRAME.slice(20))]);
    expect(good).toEqual([FRAME, FRAME]);
    expect(framer.junkBytes).toBe(3);
  });

  it('loses one byte of a frame with a wrong checksum, so a start inside it is found', () => {
    const inner = withCrc([0x68, 5, 1]);
    const framing: Framing = { kind: 'lengthField', lenOffset: 1, lenBytes: 1, startMarker: '68' };
    const stream = Uint8Array.from([0x68, 9, 1, 2, ...inner]);
    const { good, bad } = read(framing, [stream], isCrc);
    expect(good).toEqual([hexOfBytes(Uint8Array.from(inner))]);
    expect(bad).toEqual([hexOfBytes(stream)]);
  });

  it('gives the same frames byte by byte and with garbage between, for any seed', () => {
    const framing: Framing = { kind: 'lengthField', lenOffset: 2, lenBytes: 1, startMarker: 'AA55', lenAdjust: 5 };
    for (let seed = 1; seed <= 60; seed++) {
      const below = numbers(seed);
      const frames: number[][] = [];
      const stream: number[] = [];
      for (let count = 0; count < 40; count++) {
        // Neither byte of the marker, and never bytes that end in its first one.
        for (let garbage = below(9); garbage > 0; garbage--) stream.push(below(0x55));
        const body = Array.from({ length: below(20) }, () => below(256));
        frames.push(withCrc([0xaa, 0x55, body.length, ...body]));
        stream.push(...(frames.at(-1) ?? []));
      }
      const wanted = frames.map((one) => hexOfBytes(Uint8Array.from(one)));
      const bytes = Uint8Array.from(stream);
      const atOnce = read(framing, [bytes], isCrc);
      const slowly = read(framing, single(bytes), isCrc);
      const inPieces = read(framing, pieces(bytes, below), isCrc);
      expect(atOnce.good, `seed ${seed}`).toEqual(wanted);
      expect(slowly.good, `seed ${seed}`).toEqual(wanted);
      expect(inPieces.good, `seed ${seed}`).toEqual(wanted);
      expect(slowly.framer.junkBytes).toBe(atOnce.framer.junkBytes);
    }
  });

  it('gives the same frames and junk for random bytes, however they are split', () => {
    const framings: Framing[] = [
      { kind: 'fixed', length: 7, startMarker: '05' },
      { kind: 'delimiter', delimiter: '0102', maxFrame: 40 },
      { kind: 'lengthField', lenOffset: 1, lenBytes: 1, startMarker: '03', endMarker: '04', maxFrame: 64 },
      { kind: 'marker', startMarker: '06', endMarker: '07', escape: [{ from: '0809', to: '07' }], maxFrame: 30 },
      { kind: 'modbusRtu' },
    ];
    for (const framing of framings)
      for (let seed = 1; seed <= 20; seed++) {
        const below = numbers(seed);
        const bytes = Uint8Array.from({ length: 3000 }, () => below(10));
        const isEven = (frame: Uint8Array): boolean => frame.length % 2 === 0;
        const atOnce = read(framing, [bytes], isEven);
        const slowly = read(framing, single(bytes), isEven);
        expect([slowly.good, slowly.bad], `${framing.kind} ${seed}`).toEqual([atOnce.good, atOnce.bad]);
        expect(slowly.framer.junkBytes).toBe(atOnce.framer.junkBytes);
      }
  });

  it('cuts frames of a fixed length and by a delimiter, with escapes undone', () => {
    expect(read({ kind: 'fixed', length: 3 }, [bytesOf('010203040506 07')]).good).toEqual(['010203', '040506']);
    const escape = [
      { from: '7D02', to: '7E' },
      { from: '7D01', to: '7D' },
    ];
    expect(read({ kind: 'delimiter', delimiter: '7E', escape }, [bytesOf('017D027E 027D017E')]).good).toEqual([
      '017E',
      '027D',
    ]);
    expect(read({ kind: 'delimiter', delimiter: '0D0A', keep: true }, [bytesOf('410D0A42')]).good).toEqual(['410D0A']);
  });

  it('takes frames between markers of equal bytes, and no empty frame', () => {
    const framing: Framing = {
      kind: 'marker',
      startMarker: '7E',
      endMarker: '7E',
      escape: [{ from: '7D02', to: '7E' }],
    };
    const { good } = read(framing, single(bytesOf('7E017E 7E027D027E 7E7E037E')));
    expect(good).toEqual(['7E017E', '7E027E7E', '7E037E']);
  });

  it('cuts answers of Modbus RTU by their function, after junk', () => {
    const answers = [withCrc([1, 3, 4, 0, 1, 0, 2]), withCrc([1, 0x83, 2]), withCrc([1, 6, 0, 1, 0, 9])];
    const stream = Uint8Array.from([0xff, 0xff, ...answers.flat()]);
    const { good } = read({ kind: 'modbusRtu' }, single(stream));
    expect(good).toEqual(answers.map((one) => hexOfBytes(Uint8Array.from(one))));
  });

  it('ends a frame of a stream without framing by silence', () => {
    const { good, framer } = read({ kind: 'none', idleMs: 20 }, [bytesOf('0102'), bytesOf('03')]);
    expect(good).toEqual([]);
    expect(framer.idleMs).toBe(20);
    framer.rest();
    expect(good).toEqual(['010203']);
  });

  it('is broken by 64 KiB of junk without end, and by 20 bad frames in a row', () => {
    const junk = read({ kind: 'fixed', length: 9, startMarker: 'AA55' }, [new Uint8Array(1_000_000)]);
    expect(junk.framer.isBroken).toBe(true);
    expect(junk.framer.junkBytes).toBeLessThan(65_536 + 2 * 4096 + 1);
    const bad = read({ kind: 'fixed', length: 2 }, [new Uint8Array(1000)], () => false);
    expect(bad.framer.badFrames).toBe(20);
    expect(bad.framer.isBroken).toBe(true);
  });

  it('forgets bad frames after a good one', () => {
    const { framer } = read(
      { kind: 'fixed', length: 1 },
      [new Uint8Array(19), Uint8Array.of(1), new Uint8Array(19)],
      ([byte]) => byte === 1,
    );
    expect([framer.badFrames, framer.isBroken]).toEqual([38, false]);
  });

  it('reads stored framings and refuses others', () => {
    expect(readFraming(null)).toEqual({ kind: 'none' });
    expect(readFraming({ kind: 'fixed', length: 5 })).toEqual({ kind: 'fixed', length: 5 });
    for (const wrong of [
      { kind: 'fixed', length: 0 },
      { kind: 'fixed', length: 5, startMarker: 'A' },
      { kind: 'delimiter', delimiter: '' },
      { kind: 'lengthField', lenOffset: 1, lenBytes: 5 },
      { kind: 'fixed', length: 5, maxFrame: 4097 },
      { kind: 'constructor' },
      [],
      'fixed',
    ])
      expect(readFraming(wrong), JSON.stringify(wrong)).toBeNull();
  });
});
