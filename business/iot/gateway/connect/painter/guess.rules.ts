import { checksumNamed } from '../codec/values/checksum.rules.ts';
import { checksumKind } from '../dictionaries.ts';
import { hexOfBytes } from '../codec/frame.rules.ts';
import type { DraftField } from './painter.rules.ts';

/** A row without anything but its kind. Positions count in bytes. */
export const emptyField = (kind: string, over: Partial<DraftField> = {}): DraftField => ({
  deviceConnectConfigFieldType: kind,
  fieldName: null,
  iotFieldName: null,
  startBit: null,
  endBit: null,
  dataType: null,
  byteOrder: null,
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
  ...over,
});

interface Sum {
  readonly at: number;
  readonly size: number;
  readonly algorithm: string;
  readonly byteOrder: string;
  readonly coverStart: number;
}

const MAX_FOOTER = 2;
const MAX_SKIPPED = 4;

function numberIn(bytes: Uint8Array, at: number, size: number, order: string): number {
  let value = 0;
  for (let index = 0; index < size; index++)
    value = value * 256 + bytes[order === 'DCBA' ? at + size - 1 - index : at + index];
  return value;
}

/** Return the checksum that all frames carry at the same distance from their end, the longest first. */
function sumOf(frames: readonly Uint8Array[]): Sum | null {
  const known = Object.keys(checksumKind.items)
    .map((name) => ({ name, ...checksumNamed(name) }))
    .toSorted((a, b) => b.size - a.size);
  for (const { name, size, sum } of known)
    for (let footer = 0; footer <= MAX_FOOTER; footer++)
      // A sum of one byte fits by chance too often to look for its cover in one frame.
      for (let coverStart = 0; coverStart <= (size === 1 && frames.length === 1 ? 0 : MAX_SKIPPED); coverStart++)
        for (const byteOrder of size === 1 ? ['ABCD'] : ['ABCD', 'DCBA']) {
          const holds = frames.every((bytes) => {
            const at = bytes.length - footer - size;
            return at > coverStart && sum(bytes, coverStart, at) === numberIn(bytes, at, size, byteOrder);
          });
          if (holds) return { at: -(footer + size), size, algorithm: name, byteOrder, coverStart };
        }
  return null;
}

/** Return the number of equal bytes at the beginning of all frames. */
function sharedStart(frames: readonly Uint8Array[], limit: number): number {
  let at = 0;
  while (at < limit && frames.every((bytes) => bytes[at] === frames[0][at])) at += 1;
  return at;
}

interface Length {
  readonly at: number;
  readonly size: number;
  readonly byteOrder: string;
  readonly excludes: number;
}

const MAX_EXCLUDED = 12;

/** Return the field that counts the bytes of all frames. */
function lengthIn(frames: readonly Uint8Array[], from: number, to: number): Length | null {
  for (const size of [2, 1])
    for (let at = from; at + size <= to; at++)
      for (const byteOrder of size === 1 ? ['ABCD'] : ['ABCD', 'DCBA']) {
        const excludes = frames[0].length - numberIn(frames[0], at, size, byteOrder);
        const fits =
          excludes >= 0 &&
          excludes <= MAX_EXCLUDED &&
          frames.every((bytes) => bytes.length - numberIn(bytes, at, size, byteOrder) === excludes);
        if (fits) return { at, size, byteOrder, excludes };
      }
  return null;
}

const MAX_HEADER = 2;
const LENGTH_WITHIN = 8;

/**
 * Propose the rows that frame the data: header, length, checksum and footer. They hold in all frames. Bytes of one make
 * of devices; empty frames are none.
 */
export function guessFrame(frames: readonly Uint8Array[]): DraftField[] {
  const known = frames.filter((bytes) => bytes.length >= 4);
  if (!known.length) return [];
  const [first] = known;
  const sum = sumOf(known);
  const tail = sum ? -sum.at : 0;
  const smallest = Math.min(...known.map((bytes) => bytes.length));
  const length = lengthIn(known, 1, Math.min(LENGTH_WITHIN, smallest - tail));
  const header = sharedStart(known, Math.min(length?.at ?? MAX_HEADER, MAX_HEADER, smallest - tail));
  const rows: DraftField[] = [];
  if (header)
    rows.push(
      emptyField('header', {
        fieldName: 'head',
        startBit: 0,
        endBit: header - 1,
        constValue: hexOfBytes(first.subarray(0, header)),
      }),
    );
  if (length)
    rows.push(
      emptyField('length', {
        fieldName: 'len',
        startBit: length.at,
        endBit: length.at + length.size - 1,
        dataType: 'uint',
        ...(length.byteOrder === 'DCBA' && { byteOrder: 'DCBA' }),
        ...(length.excludes && { lengthExcludes: length.excludes }),
      }),
    );
  if (sum) {
    const footer = tail - sum.size;
    rows.push(
      emptyField('checksum', {
        fieldName: 'sum',
        startBit: sum.at,
        endBit: sum.at + sum.size - 1,
        algorithm: sum.algorithm,
        ...(sum.byteOrder === 'DCBA' && { byteOrder: 'DCBA' }),
        ...(sum.coverStart && { coverStart: sum.coverStart }),
      }),
    );
    if (footer)
      rows.push(
        emptyField('footer', {
          fieldName: 'tail',
          startBit: -footer,
          endBit: -1,
          constValue: hexOfBytes(first.subarray(first.length - footer)),
        }),
      );
  }
  return rows;
}
