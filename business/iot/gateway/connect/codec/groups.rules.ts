import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault } from './frame.rules.ts';
import { bitsOfUnit } from './place.rules.ts';
import { type FrameReading, type FieldStep, traceField } from './reading.rules.ts';

const MAX_MESSAGES = 200;

type Compile = (fields: readonly FrameField[]) => FieldStep[];

const overlong = (): FrameFault => new FrameFault(['TLV 区长度不符', 'An item of the TLV area is too long'], 'TLV');

function numberAt(bytes: Uint8Array, at: number, size: number, end: number): number {
  if (at + size > end) throw overlong();
  let value = 0;
  for (let index = at; index < at + size; index++) value = value * 256 + bytes[index];
  return value;
}

/** Run steps inside a part of the frame, then return to the scope before. */
function inside(reading: FrameReading, from: number, limit: number, steps: readonly FieldStep[]): void {
  const { base, limit: before, after } = reading;
  reading.base = from;
  reading.limit = limit;
  reading.after = from;
  for (const step of steps) step(reading);
  reading.base = base;
  reading.limit = before;
  reading.after = after;
}

/** Decode an area of items with tag, length and value. Items without a field are skipped and listed in `unknown`. */
export function tlvStep(field: FrameField, items: readonly FrameField[], compile: Compile): FieldStep {
  const [tagBytes, lenBytes] = [field.tagBytes ?? 1, field.lenBytes ?? 1];
  const lengths = field.lenOf
    ? new Map(Object.entries(field.lenOf).map(([tag, size]) => [Number.parseInt(tag, 16), size]))
    : null;
  const byTag = new Map<number, FieldStep[]>();
  const tagOf = (item: FrameField): number => Number.parseInt(item.tag ?? '', 16);
  for (const tag of new Set(items.map(tagOf))) byTag.set(tag, compile(items.filter((item) => tagOf(item) === tag)));
  return (reading) => {
    traceField(reading, field, null);
    const [first, end] = [reading.from >> 3, (reading.to + 1) >> 3];
    for (let at = first; at < end;) {
      const tag = numberAt(reading.bytes, at, tagBytes, end);
      at += tagBytes;
      const size = lengths ? lengths.get(tag) : numberAt(reading.bytes, at, lenBytes, end);
      if (!lengths) at += lenBytes;
      if (size === undefined || at + size > end) throw overlong();
      const steps = byTag.get(tag);
      if (steps) inside(reading, at * 8, (at + size) * 8, steps);
      else reading.unknown.push(tag);
      at += size;
    }
  };
}

/** Return the width of a group in bits: its fields have positions from the start of the group. */
export function strideOf(fields: readonly FrameField[], config: FrameConfig): number {
  const size = bitsOfUnit(config.positionUnit);
  let after = 0;
  let last = -1;
  for (const { startBit, endBit } of fields) {
    if (endBit === null || endBit < 0 || (startBit ?? after) < 0)
      throw new FrameFault(
        ['循环组内的字段须写明结束位', 'Fields of a repeated group need an end, counted from its start'],
        'CONFIG',
      );
    after = endBit + 1;
    last = Math.max(last, endBit);
  }
  return (last + 1) * size;
}

/** Decode a repeated group: names end in `_1`, `_2`, …; with a device id in the group each item is a message. */
export function repeatStep(
  field: FrameField,
  fields: readonly FrameField[],
  config: FrameConfig,
  compile: Compile,
): FieldStep {
  const steps = compile(fields);
  const stride = strideOf(fields, config);
  const isMessage = fields.some((one) => one.deviceConnectConfigFieldType === 'deviceId');
  if (!stride) throw new FrameFault(['循环组没有字段', 'The repeated group has no fields'], 'CONFIG');
  return (reading) => {
    const { from } = reading;
    const count = field.repeatOf
      ? Number(reading.names?.[field.repeatOf] ?? 0)
      : Math.floor((reading.to - from + 1) / stride);
    if (count > MAX_MESSAGES)
      throw new FrameFault(['循环次数过多', `More than ${MAX_MESSAGES} items in one frame`], 'LIMIT');
    if (from + count * stride > reading.limit)
      throw new FrameFault(['循环组超出报文范围', 'The repeated group lies outside the frame'], 'RANGE');
    traceField(reading, field, count);
    for (let at = 0; at < count; at++) {
      const start = from + at * stride;
      if (isMessage) inMessage(reading, () => inside(reading, start, start + stride, steps));
      else {
        reading.suffix = `_${at + 1}`;
        inside(reading, start, start + stride, steps);
        reading.suffix = '';
      }
    }
    reading.after = from + count * stride;
  };
}

/** Collect the values of one item apart, as a message of its own device. */
function inMessage(reading: FrameReading, work: () => void): void {
  const { props, events, fieldId } = reading;
  reading.props = {};
  reading.events = [];
  reading.fieldId = null;
  work();
  if (reading.fieldId)
    reading.messages.push({ deviceId: reading.fieldId, props: reading.props, events: reading.events });
  reading.props = props;
  reading.events = events;
  reading.fieldId = fieldId;
}
