import type { FrameEvent, FrameField, FrameMessage } from './frame-config.rules.ts';
import { hexReader } from './values/number.rules.ts';
import type { FrameScope } from './place.rules.ts';
import { fieldNameOf } from './values/value-type.rules.ts';

/** A decoded field: its position in bits (both ends included), its bytes in hex, and its value. */
export interface TracedField {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly hex: string;
  readonly value: unknown;
  /** The row that was decoded. */ readonly of: FrameField;
}

/** A frame while it is decoded. */
export interface FrameReading extends FrameScope {
  /** Bytes as sent. */ readonly raw: Uint8Array;
  /** Bytes after the transform. */ readonly bytes: Uint8Array;
  /** Ending of names inside a repeated group, such as `_2`. */ suffix: string;
  fieldId: string | null;
  msgType: string | null;
  msgId: number | string | null;
  ts: number | null;
  props: Record<string, unknown>;
  events: FrameEvent[];
  readonly messages: FrameMessage[];
  readonly unknown: number[];
  /** Values for conditions and counts; null if the configuration has none. */
  readonly names: Record<string, unknown> | null;
  readonly trace: TracedField[] | null;
}

/** Decodes one field, or checks it. */
export type FieldStep = (reading: FrameReading) => void;

export const rawHex = hexReader('ABCD');

/** Add a field to the trace, if there is one. */
export function traceField(reading: FrameReading, field: FrameField, value: unknown): void {
  reading.trace?.push({
    name: fieldNameOf(field),
    type: field.deviceConnectConfigFieldType,
    start: reading.from,
    end: reading.to,
    hex: rawHex(reading.bytes, reading.from, reading.to),
    value,
    of: field,
  });
}
