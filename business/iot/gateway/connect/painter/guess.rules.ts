import { checksumNamed } from '../codec/values/checksum.rules.ts';
import { checksumKind } from '../dictionaries.ts';
import { hexOfBytes } from '../codec/frame.rules.ts';
import type { PaintedField } from './painter.rules.ts';

/** A row without anything but its kind. Positions count in bytes. */
export const emptyField = (kind: string, over: Partial<PaintedField> = {}): PaintedField => ({
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

const ordersOf = (size: number): readonly string[] => (size === 1 ? ['ABCD'] : ['ABCD', 'DCBA']);

/** Return the places and covers at which a sum of this size is looked for. */
function sumPlaces(size: number, isAlone: boolean): Pick<Sum, 'at' | 'coverStart' | 'byteOrder'>[] {
  // A sum of one byte fits by chance too often to look for its cover in one frame.
  const covers = Array.from({ length: size === 1 && isAlone ? 1 : MAX_SKIPPED + 1 }, (_, at) => at);
  const places = Array.from({ length: MAX_FOOTER + 1 }, (_, footer) => -(footer + size));
  return places.flatMap((at) =>
    covers.flatMap((coverStart) => ordersOf(size).map((byteOrder) => ({ at, coverStart, byteOrder }))),
  );
}

/** Return the checksum that all frames carry at the same distance from their end, the longest first. */
function sumOf(frames: readonly Uint8Array[]): Sum | null {
  const known = Object.keys(checksumKind.items)
    .map((name) => ({ name, ...checksumNamed(name) }))
    .toSorted((a, b) => b.size - a.size);
  for (const { name, size, sum } of known) {
    const place = sumPlaces(size, frames.length === 1).find(({ at, coverStart, byteOrder }) =>
      frames.every((bytes) => {
        const from = bytes.length + at;
        return from > coverStart && sum(bytes, coverStart, from) === numberIn(bytes, from, size, byteOrder);
      }),
    );
    if (place) return { ...place, size, algorithm: name };
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
  const places = [2, 1].flatMap((size) =>
    Array.from({ length: Math.max(0, to - size - from + 1) }, (_, index) => from + index).flatMap((at) =>
      ordersOf(size).map((byteOrder) => ({ at, size, byteOrder })),
    ),
  );
  for (const { at, size, byteOrder } of places) {
    const excludes = frames[0].length - numberIn(frames[0], at, size, byteOrder);
    const isEqual = frames.every((bytes) => bytes.length - numberIn(bytes, at, size, byteOrder) === excludes);
    if (isEqual && excludes >= 0 && excludes <= MAX_EXCLUDED) return { at, size, byteOrder, excludes };
  }
  return null;
}

const MAX_HEADER = 2;
const LENGTH_WITHIN = 8;
const MIN_FRAME = 4;

const headerRow = (bytes: Uint8Array, size: number): PaintedField =>
  emptyField('header', {
    fieldName: 'head',
    startBit: 0,
    endBit: size - 1,
    constValue: hexOfBytes(bytes.subarray(0, size)),
  });

const lengthRow = ({ at, size, byteOrder, excludes }: Length): PaintedField =>
  emptyField('length', {
    fieldName: 'len',
    startBit: at,
    endBit: at + size - 1,
    dataType: 'uint',
    ...(byteOrder === 'DCBA' && { byteOrder }),
    ...(excludes && { lengthExcludes: excludes }),
  });

/** Return the rows at the end of a frame: its sum, and the bytes behind it. */
function tailRows(bytes: Uint8Array, { at, size, algorithm, byteOrder, coverStart }: Sum): PaintedField[] {
  const sum = emptyField('checksum', {
    fieldName: 'sum',
    startBit: at,
    endBit: at + size - 1,
    algorithm,
    ...(byteOrder === 'DCBA' && { byteOrder }),
    ...(coverStart && { coverStart }),
  });
  const footer = -at - size;
  if (!footer) return [sum];
  const constValue = hexOfBytes(bytes.subarray(bytes.length - footer));
  return [sum, emptyField('footer', { fieldName: 'tail', startBit: -footer, endBit: -1, constValue })];
}

/** Propose the rows that frame the data of a device: header, length, checksum and footer. They hold in all frames. */
export function guessFrame(frames: readonly Uint8Array[]): PaintedField[] {
  const known = frames.filter((bytes) => bytes.length >= MIN_FRAME);
  if (!known.length) return [];
  const sum = sumOf(known);
  const data = Math.min(...known.map((bytes) => bytes.length)) + (sum?.at ?? 0);
  const length = lengthIn(known, 1, Math.min(LENGTH_WITHIN, data));
  const header = sharedStart(known, Math.min(length?.at ?? MAX_HEADER, MAX_HEADER, data));
  return [
    ...(header ? [headerRow(known[0], header)] : []),
    ...(length ? [lengthRow(length)] : []),
    ...(sum ? tailRows(known[0], sum) : []),
  ];
}
