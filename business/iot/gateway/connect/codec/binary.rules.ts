import { compileIdRule } from './device-id.rules.ts';
import type { Codec, DecodedFrame, FrameConfig, FrameField, FrameOrigin } from './frame-config.rules.ts';
import { encoderOf } from './encode.rules.ts';
import { FrameFault, bytesOf } from './frame.rules.ts';
import { orderedBytes } from './values/number.rules.ts';
import { bitsOfUnit, fieldPlaceOf, type FrameScope } from './place.rules.ts';
import { type FrameReading, type FieldStep, type TracedField, rawHex } from './reading.rules.ts';
import { type Children, checksumStep, fieldStep } from './step.rules.ts';
import { fieldNameOf } from './values/value-type.rules.ts';

/** Longest frame in bytes. */
export const MAX_FRAME = 4096;

const scopeOf = (length: number): FrameScope => ({ base: 0, limit: length * 8, after: 0, from: 0, to: -1 });

/** Remove leading bytes that only wake the line, such as FE of meters. */
export function withoutLead(bytes: Uint8Array, lead: string | null | undefined): Uint8Array {
  const byte = lead ? bytesOf(lead)[0] : -1;
  let from = 0;
  while (from < bytes.length && bytes[from] === byte) from++;
  return from ? bytes.subarray(from) : bytes;
}

/** Return the test for the agreement value; null if the configuration has none. */
function agreementOf(config: FrameConfig): ((bytes: Uint8Array) => string | null) | null {
  if (!config.agreementVal || config.startBit === null) return null;
  const wanted = new Set(
    config.agreementVal.split('|').map((one) => one.replaceAll(/0x|[^\da-f]/gi, '').toUpperCase()),
  );
  const place = fieldPlaceOf(
    [{ startBit: config.startBit, endBit: config.endBit } as FrameField],
    0,
    bitsOfUnit(config.positionUnit),
  );
  return (bytes) => {
    const scope = scopeOf(bytes.length);
    place(scope);
    if (scope.from < 0 || scope.to >= scope.limit || scope.to < scope.from) return '';
    const found = rawHex(bytes, scope.from, scope.to);
    return wanted.has(found) ? null : found;
  };
}

/** Return the frame with the sum added to the bytes of the area; the frame itself without a transform. */
export function transformed(config: FrameConfig, bytes: Uint8Array, sign: 1 | -1): Uint8Array {
  const { transform } = config;
  if (!transform?.add) return bytes;
  const at = (position: number): number => (position < 0 ? bytes.length + position : position);
  const changed = Uint8Array.from(bytes);
  for (let index = Math.max(0, at(transform.from)); index <= Math.min(bytes.length - 1, at(transform.to)); index++)
    changed[index] = bytes[index] + sign * transform.add;
  return changed;
}

const isItem = (field: FrameField): boolean => Boolean(field.tag);
const isInGroup = (field: FrameField): boolean =>
  Boolean(field.repeatOf) && field.deviceConnectConfigFieldType !== 'repeat';

/** Compile the fields of a frame. Sums at a written position are checked first. */
function stepsOf(config: FrameConfig, fields: readonly FrameField[]): { first: FieldStep[]; rest: FieldStep[] } {
  const top = fields.filter((field) => !isItem(field) && !isInGroup(field));
  const compile = (some: readonly FrameField[]): FieldStep[] =>
    some.map((_, at) => fieldStep(some, at, config, children));
  const children: Children = {
    items: fields.filter(isItem),
    groups: (of) => fields.filter((field) => isInGroup(field) && field.repeatOf === fieldNameOf(of)),
    compile,
  };
  const isEarly = (field: FrameField): boolean =>
    field.deviceConnectConfigFieldType === 'checksum' && field.startBit !== null && !field.whenExpr;
  const first = top.flatMap((field, at) => {
    if (!isEarly(field)) return [];
    const place = fieldPlaceOf(top, at, bitsOfUnit(config.positionUnit));
    const check = checksumStep(field, config);
    return (reading: FrameReading) => {
      place(reading);
      // A frame that is too short is refused at its first missing field.
      if (reading.from >= 0 && reading.to >= reading.from && reading.to < reading.limit) check(reading);
    };
  });
  const rest = top.map((field, at) => fieldStep(top, at, config, children, isEarly(field)));
  return { first, rest };
}

function bytesBetween(config: FrameConfig, bytes: Uint8Array, from: number, to: number): Uint8Array | string | null {
  const place = fieldPlaceOf([{ startBit: from, endBit: to } as FrameField], 0, bitsOfUnit(config.positionUnit));
  const scope = scopeOf(bytes.length);
  place(scope);
  if (scope.from < 0 || scope.to < scope.from || scope.to >= scope.limit) return null;
  return (scope.from | (scope.to + 1)) & 7
    ? rawHex(bytes, scope.from, scope.to)
    : orderedBytes(bytes, scope.from, scope.to, 'ABCD');
}

/** A codec that also returns each field with its position, for the editor. */
export interface TracingCodec extends Codec {
  decode(bytes: Uint8Array, origin?: FrameOrigin, trace?: TracedField[]): DecodedFrame;
}

const NO_ORIGIN: FrameOrigin = {};

/** Compile a configuration of binary frames. */
export function compileBinary(config: FrameConfig, fields: readonly FrameField[]): TracingCodec {
  const upward = fields.filter((field) => field.direction !== 'down');
  const { first, rest } = stepsOf(config, upward);
  const needsNames = upward.some((field) => field.whenExpr || field.repeatOf);
  const agreement = agreementOf(config);
  const idOf = compileIdRule(config.deviceIdRule);
  const isPlainId = config.deviceIdRule.trim() === 'field';
  const lead = config.leadByte;
  const start = (sent: Uint8Array, trace: TracedField[] | null): FrameReading => {
    const raw = lead ? withoutLead(sent, lead) : sent;
    if (raw.length > MAX_FRAME || raw.length === 0)
      throw new FrameFault([`报文长度须为1至${MAX_FRAME}字节`, `A frame has 1 to ${MAX_FRAME} bytes`], 'LIMIT');
    return {
      ...scopeOf(raw.length),
      raw,
      bytes: raw,
      suffix: '',
      fieldId: null,
      msgType: null,
      msgId: null,
      ts: null,
      props: {},
      events: [],
      messages: [],
      unknown: [],
      names: needsNames ? { len: raw.length } : null,
      trace,
    };
  };
  return {
    matches: (bytes) => !agreement || agreement(lead ? withoutLead(bytes, lead) : bytes) === null,
    decode(sent, origin = NO_ORIGIN, trace) {
      const reading = start(sent, null);
      const other = agreement?.(reading.raw);
      if (typeof other === 'string')
        throw new FrameFault([`协议标识不符:${other}`, `The protocol value is another one: ${other}`], 'AGREEMENT');
      for (const step of first) step(reading);
      const whole =
        config.transform || trace
          ? { ...reading, bytes: transformed(config, reading.raw, 1), trace: trace ?? null }
          : reading;
      for (const step of rest) step(whole);
      const deviceId = isPlainId
        ? whole.fieldId
        : idOf({
            origin,
            field: () => whole.fieldId,
            bytes: (from, to) => bytesBetween(config, whole.bytes, from, to),
            json: () => null,
            kv: () => null,
          });
      return resultOf(whole, deviceId);
    },
    encode: encoderOf(config, fields, (bytes) => transformed(config, bytes, -1)),
  };
}

function resultOf(reading: FrameReading, deviceId: string | null): DecodedFrame {
  const { msgType, msgId, ts, props, events, messages, unknown } = reading;
  const frame = { deviceId, msgType, msgId, ts, props, events, unknown };
  return messages.length ? { ...frame, messages } : frame;
}
