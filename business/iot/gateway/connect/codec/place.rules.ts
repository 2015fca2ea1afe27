import { checksumNamed } from './values/checksum.rules.ts';
import type { FrameField } from './frame-config.rules.ts';
import { FrameFault } from './frame.rules.ts';

/** Bits of a part of a frame: all of it, an item or a group. `after`: the first bit after the last field. */
export interface FrameScope {
  base: number;
  limit: number;
  after: number;
  /** Bits of the placed field, both included. */
  from: number;
  to: number;
}

/** Finds the bits of a field in a scope. */
export type FieldPlace = (scope: FrameScope) => void;

const BITS: Readonly<Record<string, number>> = { byte: 8, char: 8, nibble: 4, bit: 1 };

/** Return the bits of a unit of positions; throw `FrameFault` for an unknown one. */
export function bitsOfUnit(unit: string | null | undefined): number {
  const known = unit || 'byte';
  if (!Object.hasOwn(BITS, known))
    throw new FrameFault([`不支持的位置单位:${known}`, `Unknown unit of positions: ${known}`], 'CONFIG');
  return BITS[known];
}

type Bit = (scope: FrameScope) => number;

const bitAt = (position: number, size: number): Bit =>
  position < 0 ? (scope) => scope.limit + position * size : (scope) => scope.base + position * size;

const isTail = (field: FrameField): boolean => ['checksum', 'footer'].includes(field.deviceConnectConfigFieldType);

/** Return the bits of a field whose width needs no frame; null if it needs one. */
export function fieldWidth(field: FrameField, size: number): number | null {
  const { startBit, endBit } = field;
  if (startBit !== null && endBit !== null && startBit < 0 === endBit < 0) return (endBit - startBit + 1) * size;
  if (field.deviceConnectConfigFieldType === 'checksum') return checksumNamed(field.algorithm).size * 8;
  return field.constValue ? field.constValue.replaceAll(/0x|[^\da-f]/gi, '').length * 4 : null;
}

/** Return the first bit after a field without an end: the next checksum or footer, or the end of the scope. */
function openEnd(fields: readonly FrameField[], at: number, size: number): Bit {
  const tail = fields.findIndex((field, index) => index > at && isTail(field));
  if (tail === -1) return ({ limit }) => limit;
  const { startBit } = fields[tail];
  if (startBit !== null) return bitAt(startBit, size);
  const bits = fields.slice(tail).reduce((sum, field) => sum + (fieldWidth(field, size) ?? 0), 0);
  return ({ limit }) => limit - bits;
}

/** Compile the position of the field at `at`. Positions count from zero, both ends included. */
export function fieldPlaceOf(fields: readonly FrameField[], at: number, size: number): FieldPlace {
  const { startBit, endBit } = fields[at];
  const start: Bit = startBit === null ? ({ after }) => after : bitAt(startBit, size);
  const last: Bit = endBit === null ? openEnd(fields, at, size) : bitAt(endBit, size);
  const more = endBit === null ? -1 : size - 1;
  if (startBit !== null && endBit !== null && startBit >= 0 && endBit >= 0) {
    const [from, to] = [startBit * size, endBit * size + size - 1];
    return (scope) => {
      scope.from = scope.base + from;
      scope.to = scope.base + to;
    };
  }
  return (scope) => {
    scope.from = start(scope);
    scope.to = last(scope) + more;
  };
}
