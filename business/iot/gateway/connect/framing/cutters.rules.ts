import { checksumOf } from '../codec/values/checksum.rules.ts';
import type { Escape, Framing } from './framing.rules.ts';

/**
 * Next step with the received bytes: `wait` for more, discard the first `junk` bytes, or take a frame of `length` bytes.
 */
export type Cut =
  | { readonly kind: 'wait' }
  | { readonly kind: 'junk'; readonly bytes: number }
  | { readonly kind: 'frame'; readonly length: number; readonly isWrong?: true };

/** Cuts the first frame from bytes. `scanned` counts bytes that an earlier look already searched. */
export interface Cutter {
  cut(bytes: Uint8Array, scanned: number): Cut;
  /** Turn the bytes on the line into those of the frame. */
  read(bytes: Uint8Array): Uint8Array;
  /** Does a bad frame lose only its first byte, because the next start can be found? */
  readonly finds: boolean;
}

const WAIT: Cut = { kind: 'wait' };

const hexBytes = (hex: string | undefined | null): Uint8Array =>
  hex ? Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : new Uint8Array();

const copy = (bytes: Uint8Array): Uint8Array => bytes.slice();

const isAt = (bytes: Uint8Array, at: number, part: Uint8Array): boolean =>
  part.every((byte, index) => bytes[at + index] === byte);

/** Return where `part` begins at or after `from`; −1: nowhere. */
function find(bytes: Uint8Array, part: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(part[0], from); at >= 0; at = bytes.indexOf(part[0], at + 1))
    if (at + part.length <= bytes.length && isAt(bytes, at, part)) return at;
  return -1;
}

/** Count the bytes before the first place where the marker begins, whole or cut off by the end. */
function before(bytes: Uint8Array, marker: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== marker[0]) continue;
    const there = Math.min(marker.length, bytes.length - at);
    if (isAt(bytes, at, marker.subarray(0, there))) return at;
  }
  return bytes.length;
}

/** Return a reader that replaces escapes in the bytes between the first `head` and the last `tail` ones. */
function unescaping(escapes: readonly Escape[], head: number, tail: number): (bytes: Uint8Array) => Uint8Array {
  const pairs = escapes.map(({ from, to }) => [hexBytes(from), hexBytes(to)] as const);
  if (!pairs.length) return copy;
  return (bytes) => {
    const out: number[] = [];
    const end = bytes.length - tail;
    for (let at = 0; at < bytes.length;) {
      const pair = at >= head && pairs.find(([from]) => at + from.length <= end && isAt(bytes, at, from));
      if (pair) out.push(...pair[1]);
      else out.push(bytes[at]);
      at += pair ? pair[0].length : 1;
    }
    return Uint8Array.from(out);
  };
}

/** Frames with a start or end marker around a length that `lengthOf` finds; null: more bytes are needed. */
function measured(
  of: { readonly startMarker?: string; readonly endMarker?: string },
  maxFrame: number,
  lengthOf: (bytes: Uint8Array) => number | null,
): Cutter {
  const start = hexBytes(of.startMarker);
  const end = hexBytes(of.endMarker);
  return {
    finds: start.length > 0,
    read: copy,
    cut(bytes) {
      const junk = start.length ? before(bytes, start) : 0;
      if (junk > 0) return { kind: 'junk', bytes: junk };
      const length = bytes.length < start.length ? null : lengthOf(bytes);
      if (length === null) return WAIT;
      if (length < Math.max(1, start.length + end.length) || length > maxFrame) return { kind: 'junk', bytes: 1 };
      if (bytes.length < length) return WAIT;
      return isAt(bytes, length - end.length, end)
        ? { kind: 'frame', length }
        : { kind: 'frame', length, isWrong: true };
    },
  };
}

function lengthField(of: Framing & { readonly kind: 'lengthField' }, maxFrame: number): Cutter {
  const end = of.lenOffset + of.lenBytes;
  return measured(of, maxFrame, (bytes) => {
    if (bytes.length < end) return null;
    const field = bytes.slice(of.lenOffset, end);
    const value = (of.little ? field.reverse() : field).reduce((sum, byte) => sum * 256 + byte, 0);
    const length = value + (of.lenAdjust ?? 0);
    return length < end ? 0 : length;
  });
}

function delimited(of: Framing & { readonly kind: 'delimiter' }, maxFrame: number): Cutter {
  const mark = hexBytes(of.delimiter);
  const unescape = unescaping(of.escape ?? [], 0, mark.length);
  return {
    finds: false,
    read: (bytes) => {
      const read = unescape(bytes);
      return of.keep ? read : read.subarray(0, read.length - mark.length);
    },
    cut(bytes, scanned) {
      const at = find(bytes.subarray(0, maxFrame), mark, Math.max(0, scanned - mark.length + 1));
      if (at === 0 && !of.keep) return { kind: 'junk', bytes: mark.length };
      if (at >= 0) return { kind: 'frame', length: at + mark.length };
      return bytes.length < maxFrame ? WAIT : { kind: 'junk', bytes: Math.max(1, maxFrame - mark.length + 1) };
    },
  };
}

function marked(of: Framing & { readonly kind: 'marker' }, maxFrame: number): Cutter {
  const start = hexBytes(of.startMarker);
  const end = hexBytes(of.endMarker);
  return {
    finds: true,
    read: unescaping(of.escape ?? [], start.length, end.length),
    cut(bytes, scanned) {
      const junk = before(bytes, start);
      if (junk > 0) return { kind: 'junk', bytes: junk };
      const at = find(bytes.subarray(0, maxFrame), end, Math.max(start.length, scanned - end.length + 1));
      // Two markers of equal bytes without anything between: the second one is the start.
      if (at === start.length) return { kind: 'junk', bytes: start.length };
      if (at > 0) return { kind: 'frame', length: at + end.length };
      return bytes.length < maxFrame ? WAIT : { kind: 'junk', bytes: 1 };
    },
  };
}

/** Return the length of an answer in Modbus RTU; 0: its function has none that is known; null: not received yet. */
function modbusLength(bytes: Uint8Array): number | null {
  if (bytes.length < 3) return null;
  if (bytes[1] & 0x80) return 5;
  if (bytes[1] >= 1 && bytes[1] <= 4) return 5 + bytes[2];
  return [5, 6, 15, 16].includes(bytes[1]) ? 8 : 0;
}

function modbusRtu(maxFrame: number): Cutter {
  const cutter = measured({}, maxFrame, modbusLength);
  return {
    ...cutter,
    finds: true,
    cut(bytes, scanned) {
      const cut = cutter.cut(bytes, scanned);
      if (cut.kind !== 'frame') return cut;
      const sum = checksumOf('crc16modbus', bytes.subarray(0, cut.length - 2));
      return bytes[cut.length - 2] + bytes[cut.length - 1] * 256 === sum ? cut : { ...cut, isWrong: true };
    },
  };
}

/** A stream without framing: all bytes until a silence are one frame, so no look ever finds its end. */
const untilSilence = (maxFrame: number): Cutter => ({
  finds: false,
  read: copy,
  cut: (bytes) => (bytes.length < maxFrame ? WAIT : { kind: 'junk', bytes: maxFrame }),
});

/** Return the cutter of a framing for frames up to `maxFrame` bytes. */
export function cutterOf(of: Framing, maxFrame: number): Cutter {
  switch (of.kind) {
    case 'none':
      return untilSilence(maxFrame);
    case 'fixed':
      return measured(of, maxFrame, () => of.length);
    case 'delimiter':
      return delimited(of, maxFrame);
    case 'lengthField':
      return lengthField(of, maxFrame);
    case 'marker':
      return marked(of, maxFrame);
    case 'modbusRtu':
      return modbusRtu(maxFrame);
  }
}
