import type { TracingCodec } from '../codec/binary.rules.ts';
import { compileFrames } from '../codec/compile.rules.ts';
import type { DecodedFrame, FrameConfig, FrameField } from '../codec/frame-config.rules.ts';
import { type FaultCode, FrameFault } from '../codec/frame.rules.ts';
import type { TracedField } from '../codec/reading.rules.ts';
import type { Label } from '#kernel/language/label.ts';

/** A row of a configuration while it is painted. Rows that are not stored yet have no id. */
export interface PaintedField extends FrameField {
  readonly id?: string;
  readonly txt?: string | null;
}

/** A frame as far as the rows read it. Positions in bits, both ends included. */
export interface PaintedFrame {
  /** By index of the row; a row that does not apply to this frame is absent. */
  readonly spans: ReadonlyMap<number, { readonly from: number; readonly to: number; readonly hex: string }>;
  readonly values: ReadonlyMap<number, unknown>;
  readonly decoded: DecodedFrame | null;
  readonly fault: { readonly words: Label; readonly code: FaultCode } | null;
  /** Rows whose check failed. */ readonly wrong: ReadonlySet<number>;
}

/** Faults after which the frame is read on, and the kinds of rows whose check they are. */
const CHECKS: Partial<Readonly<Record<FaultCode, readonly string[]>>> = {
  CHECKSUM: ['checksum'],
  LENGTH: ['length'],
  CONST: ['header', 'footer', 'const'],
};

/** Return a row that reads the same bits without a check. */
const unchecked = (field: FrameField): FrameField => ({
  ...field,
  deviceConnectConfigFieldType: field.deviceConnectConfigFieldType === 'checksum' ? 'footer' : 'reserved',
  constValue: null,
});

type Attempt = Pick<PaintedFrame, 'decoded' | 'fault'> & { readonly trace: readonly TracedField[] };

function attempt(codec: TracingCodec, bytes: Uint8Array): Attempt {
  const trace: TracedField[] = [];
  try {
    return { decoded: codec.decode(bytes, {}, trace), fault: null, trace };
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    return { decoded: null, fault: { words: error.words, code: error.code }, trace };
  }
}

/**
 * Read a frame as far as its rows allow. After a wrong checksum, length or constant the other rows are read on, so that
 * an engineer sees which one is wrong. Throw `FrameFault` for rows that cannot be compiled.
 */
export function viewFrame(config: FrameConfig, fields: readonly FrameField[], bytes: Uint8Array): PaintedFrame {
  const first = attempt(compileFrames(config, fields), bytes);
  const wrong = new Set<number>();
  let rows = [...fields];
  let last = first;
  while (last.fault && last.fault.code in CHECKS) {
    const kinds = CHECKS[last.fault.code] ?? [];
    const read = new Set(last.trace.map((one) => rows.indexOf(one.of)));
    const at = rows.findIndex((row, index) => kinds.includes(row.deviceConnectConfigFieldType) && !read.has(index));
    if (at === -1) break;
    wrong.add(at);
    rows = rows.with(at, unchecked(rows[at]));
    last = attempt(compileFrames(config, rows), bytes);
  }
  const spans = new Map<number, { from: number; to: number; hex: string }>();
  const values = new Map<number, unknown>();
  for (const { of, start, end, hex, value } of last.trace) {
    const at = rows.indexOf(of);
    if (at === -1 || spans.has(at)) continue;
    spans.set(at, { from: start, to: end, hex });
    values.set(at, value);
  }
  return { spans, values, decoded: first.decoded, fault: first.fault, wrong };
}

export type Tint = 'grey' | 'blue' | 'violet' | 'property' | 'other' | 'green' | 'red' | 'none';

const TINTS: Readonly<Record<string, Tint>> = {
  deviceId: 'violet',
  length: 'blue',
  msgType: 'blue',
  msgId: 'blue',
  timestamp: 'blue',
  status: 'blue',
  checksum: 'green',
};
const VALUES = new Set(['property', 'event', 'tlv', 'repeat', 'payload']);

/** Return the tint of each row: properties have two colours by turns, so that neighbours differ. */
export function tintsOf(fields: readonly FrameField[], wrong: ReadonlySet<number> = new Set()): Tint[] {
  let turn = 0;
  return fields.map(({ deviceConnectConfigFieldType: kind }, at) => {
    if (wrong.has(at)) return 'red';
    if (!VALUES.has(kind)) return TINTS[kind] ?? 'grey';
    turn += 1;
    return turn % 2 ? 'property' : 'other';
  });
}

/** Neighbouring bytes that the same rows read. `rows`: indexes of the rows; a byte that no row reads is alone. */
export interface ByteGroup {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly number[];
}

/** Return the bytes of a frame in groups, in their order. */
export function byteGroups(length: number, spans: PaintedFrame['spans']): ByteGroup[] {
  const rowsOf: number[][] = Array.from({ length }, () => []);
  for (const [row, { from, to }] of spans)
    for (let at = from >> 3; at <= to >> 3 && at < length; at++) rowsOf[at].push(row);
  const groups: ByteGroup[] = [];
  for (const [at, rows] of rowsOf.entries()) {
    const last = groups.at(-1);
    if (last && rows.length > 0 && String(last.rows) === String(rows)) groups[groups.length - 1] = { ...last, to: at };
    else groups.push({ from: at, to: at, rows });
  }
  return groups;
}

/** Return positions as their table shows them, such as `14–15`; empty: after the row before. */
export function positionWords({ startBit, endBit }: FrameField): string {
  if (startBit === null) return endBit === null ? '' : `…${endBit}`;
  if (endBit === null) return `${startBit}…`;
  return startBit === endBit ? `${startBit}` : `${startBit}–${endBit}`;
}

/** Positions that were typed: `14-15`, `-4--3`, `6…` (to the end of the data) or nothing. Undefined: unreadable. */
export function readPosition(text: string): Pick<FrameField, 'startBit' | 'endBit'> | undefined {
  const plain = text.trim().replaceAll('−', '-');
  if (plain === '') return { startBit: null, endBit: null };
  const found = /^(-?\d{1,5})(?:\s*(?:(…|\.{2,3}|-|–|~)\s*(-?\d{1,5})?))?$/.exec(plain);
  if (!found) return undefined;
  const [, start, sign, end] = found;
  if (sign === undefined) return { startBit: Number(start), endBit: Number(start) };
  if (end === undefined) return { startBit: Number(start), endBit: null };
  return { startBit: Number(start), endBit: Number(end) };
}

const BITS: Readonly<Record<string, number>> = { byte: 8, char: 8, nibble: 4, bit: 1 };

/** Bits of one unit of positions. */
export const unitBits = (unit: string | null | undefined): number => BITS[unit || 'byte'] ?? 8;

/** Return a position in another unit. Both ends are included; positions from the end stay from the end. */
function inUnit<F extends Pick<FrameField, 'startBit' | 'endBit'>>(field: F, size: number): F {
  return {
    ...field,
    startBit: field.startBit === null ? null : field.startBit * size,
    endBit: field.endBit === null ? null : field.endBit * size + size - 1,
  };
}

/** Return a configuration and its rows with positions in bits, so that a row may read a part of a byte. */
export function inBits<C extends FrameConfig, F extends FrameField>(
  config: C,
  fields: readonly F[],
): { readonly config: C; readonly fields: readonly F[] } {
  const size = unitBits(config.positionUnit);
  if (size === 1) return { config, fields };
  return { config: { ...inUnit(config, size), positionUnit: 'bit' }, fields: fields.map((one) => inUnit(one, size)) };
}

/** Return where the row begins and ends in bytes and, if it is smaller than a byte, in bits. */
export function paintedPlace(span: { readonly from: number; readonly to: number } | undefined): {
  readonly bytes: string;
  readonly bits: string;
} {
  if (!span) return { bytes: '', bits: '' };
  const { from, to } = span;
  const [first, last] = [from >> 3, to >> 3];
  const bytes = first === last ? `${first}` : `${first}–${last}`;
  const isWhole = from % 8 === 0 && to % 8 === 7;
  return { bytes, bits: isWhole ? '' : from === to ? `${from}` : `${from}–${to}` };
}

/** Return a decoded value as the page shows it. */
export function decodedText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 9 });
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Count the bytes of a frame that rows read. */
export function coveredBytes(view: PaintedFrame | null): number {
  const covered = new Set<number>();
  for (const { from, to } of view?.spans.values() ?? []) for (let at = from >> 3; at <= to >> 3; at++) covered.add(at);
  return covered.size;
}
