import { expect, test } from 'vitest';
import { bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { cutStream } from './cut-stream.rules.ts';
import type { Framing } from './framing.rules.ts';

const byLength: Framing = { kind: 'lengthField', lenOffset: 2, lenBytes: 1, startMarker: 'AA55' };
const isSummed = (frame: Uint8Array): boolean =>
  (frame.subarray(0, -1).reduce((sum, byte) => sum + byte, 0) & 0xff) === frame.at(-1);
const GOOD = 'AA55050509';
const cut = (framing: Framing, ...hex: string[]) => {
  const { parts, ...more } = cutStream(framing, hex.map(bytesOf), isSummed);
  return {
    ...more,
    parts: parts.map(({ from, to, kind, frame }) => [kind, from, to, frame ? hexOfBytes(frame) : '']),
  };
};

test('frames, junk, a false start and an incomplete frame of a stream are shown at their places', () => {
  const found = cut(byLength, `00FF${GOOD}AA55050500${GOOD}AA5505`);
  expect(found.parts).toEqual([
    ['junk', 0, 2, ''],
    ['frame', 2, 7, GOOD],
    ['junk', 7, 12, ''],
    ['frame', 12, 17, GOOD],
    ['rest', 17, 20, ''],
  ]);
  expect(found.falseStarts.map(({ at, frame }) => [at, hexOfBytes(frame)])).toEqual([[7, 'AA55050500']]);
  expect(cut(byLength, '00FFAA', `55050509${GOOD.slice(0, 2)}`, GOOD.slice(2)).parts).toEqual([
    ['junk', 0, 2, ''],
    ['frame', 2, 7, GOOD],
    ['frame', 7, 12, GOOD],
  ]);
});

test('without framing each arrival is a frame, and a stream of bad frames ends where the connection would be closed', () => {
  expect(cut({ kind: 'none' }, GOOD, '010204').parts).toEqual([
    ['frame', 0, 5, GOOD],
    ['bad', 5, 8, '010204'],
  ]);
  const many = cut({ kind: 'delimiter', delimiter: '0A', keep: true }, '0102030A'.repeat(30));
  expect([many.isBroken, many.parts.length, many.parts.at(-1)]).toEqual([true, 21, ['rest', 80, 120, '']]);
});
