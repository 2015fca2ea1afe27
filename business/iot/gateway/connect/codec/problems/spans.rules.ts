import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { bitsOfUnit, fieldWidth } from '../place.rules.ts';

/**
 * Bits of a field that are known without a frame, both included. `side`: counted from the front or from the end. A
 * field that fills the rest of the frame ends at infinity.
 */
export interface KnownSpan {
  readonly at: number;
  readonly side: 'front' | 'end';
  readonly from: number;
  readonly to: number;
}

const isTail = ({ deviceConnectConfigFieldType: kind }: FrameField): boolean =>
  kind === 'checksum' || kind === 'footer';

/** Return the part of a frame in which the positions of a field count: the frame, an item of a tag, or a group. */
export function scopeOf({ tag, repeatOf, deviceConnectConfigFieldType: kind }: FrameField): string {
  if (tag) return `tag ${tag.toUpperCase()}`;
  return repeatOf && kind !== 'repeat' ? `group ${repeatOf}` : '';
}

/** Return the bits of a field that counts from the end. */
function endSpan(startBit: number, endBit: number | null, at: number, size: number): KnownSpan | null {
  if (endBit !== null && endBit >= 0) return null;
  return { at, side: 'end', from: startBit * size, to: ((endBit ?? -1) + 1) * size - 1 };
}

/** Return the bits that a field with a written or a chained start covers; null where only a frame tells them. */
function spanOf(field: FrameField, at: number, size: number, after: number | null): KnownSpan | null {
  const { startBit, endBit } = field;
  if (startBit !== null && startBit < 0) return endSpan(startBit, endBit, at, size);
  const from = startBit === null ? after : startBit * size;
  if (from === null || from === Infinity) return null;
  if (endBit === null) {
    // A sum or a footer in a chain has its own width; other fields reach to the end of the data.
    const width = isTail(field) ? fieldWidth(field, size) : null;
    return { at, side: 'front', from, to: width === null ? Infinity : from + width - 1 };
  }
  return endBit < 0
    ? { at, side: 'front', from, to: Infinity }
    : { at, side: 'front', from, to: (endBit + 1) * size - 1 };
}

/** Return the known bits of all fields of a binary frame, by scope. Fields are in their order. */
export function knownSpans(
  config: FrameConfig,
  fields: readonly FrameField[],
): ReadonlyMap<string, readonly KnownSpan[]> {
  const size = bitsOfUnit(config.positionUnit);
  const spans = new Map<string, KnownSpan[]>();
  const after = new Map<string, number | null>();
  for (const [at, field] of fields.entries()) {
    const scope = scopeOf(field);
    const span = spanOf(field, at, size, after.has(scope) ? (after.get(scope) ?? null) : 0);
    after.set(scope, span?.side === 'front' ? span.to + 1 : null);
    if (span) spans.set(scope, [...(spans.get(scope) ?? []), span]);
  }
  return spans;
}
