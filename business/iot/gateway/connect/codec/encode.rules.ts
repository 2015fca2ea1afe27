import { must, mustGet } from '#kernel/language/must.ts';
import { checksumNamed } from './values/checksum.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault, bytesOfHex, inOrder, putBits } from './frame.rules.ts';
import { strideOf } from './groups.rules.ts';
import { bitsOfUnit, fieldPlaceOf, type FrameScope, fieldWidth } from './place.rules.ts';
import { hexNumber } from './values/raw-value.rules.ts';
import type { ValueType } from './values/value-form.rules.ts';
import { dataTypeOf, fieldNameOf, fieldOrderOf, valueTypeOf } from './values/value-type.rules.ts';
import { compileWhen } from './when.rules.ts';

type Values = Readonly<Record<string, unknown>>;

const MAX_BITS = 4096 * 8;

const kindOf = (field: FrameField): string => field.deviceConnectConfigFieldType;
const cannot = (why: readonly [string, string]): FrameFault => new FrameFault([why[0], why[1]], 'CONFIG');
const unclear = (): FrameFault =>
  cannot(['只有位置明确的HEX配置可以编码', 'Only hex configurations whose positions are all given can encode']);

/** Return the value of a field among the values to send, by its name or by its kind. */
function valueIn(values: Values, field: FrameField, suffix = ''): unknown {
  if (dataTypeOf(field) === 'bitmap' && field.bits && values[fieldNameOf(field)] === undefined)
    return Object.entries(field.bits).reduce(
      (sum, [bit, name]) => sum + (values[name + suffix] ? 2 ** Number(bit) : 0),
      0,
    );
  return values[fieldNameOf(field) + suffix] ?? values[kindOf(field)];
}

/** Return the bits of a value in big endian: hex as received is sent as it is. */
function bitsFor(field: FrameField, type: ValueType, value: unknown, bits: number): bigint {
  if (field.constValue && value === undefined) return hexNumber(field.constValue);
  if (kindOf(field) === 'msgType' && typeof value === 'string') return hexNumber(value);
  return type.write(value, bits);
}

interface Writer {
  readonly field: FrameField;
  readonly type: ValueType;
  readonly order: string;
}

function put(bytes: Uint8Array, { field, type, order }: Writer, span: FrameScope, value: unknown): void {
  const width = span.to - span.from + 1;
  if (span.from < 0 || width < 1 || span.to >= bytes.length * 8) throw unclear();
  const raw = bitsFor(field, type, value, width);
  if (raw >= 1n << BigInt(width))
    throw new FrameFault(
      [`${fieldNameOf(field)}:${String(value)}超出范围`, `${fieldNameOf(field)}: ${String(value)} is out of range`],
      'VALUE',
    );
  putOrdered(bytes, span, raw, type.isOrdered && kindOf(field) !== 'msgType' ? order : 'ABCD');
}

function putOrdered(bytes: Uint8Array, span: FrameScope, raw: bigint, order: string): void {
  putBits(bytes, span, raw);
  if (order === 'ABCD' || span.from % 8 || (span.to + 1) % 8 || span.to - span.from < 8) return;
  const [from, to] = [span.from / 8, (span.to + 1) / 8];
  bytes.set(inOrder([...bytes.subarray(from, to)], order), from);
}

/** Return the items of a TLV area for the values that are there. */
function itemsFor(area: FrameField, items: readonly Writer[], size: number, values: Values): Uint8Array {
  const [tagBytes, lenBytes] = [area.tagBytes ?? 1, area.lenBytes ?? 1];
  const parts: number[] = [];
  for (const tag of new Set(items.map(({ field }) => must(field.tag, 'a tag')))) {
    const writers = items.filter(({ field }) => field.tag === tag);
    const present = writers.filter(({ field }) => valueIn(values, field) !== undefined);
    if (!present.length) continue;
    const bytes = new Uint8Array(itemLength(area, tag, writers, size));
    for (const writer of present)
      put(
        bytes,
        writer,
        spanIn(
          writers.map((one) => one.field),
          writer.field,
          size,
          bytes,
        ),
        valueIn(values, writer.field),
      );
    parts.push(...numberBytes(Number.parseInt(tag, 16), tagBytes));
    if (!area.lenOf) parts.push(...numberBytes(bytes.length, lenBytes));
    parts.push(...bytes);
  }
  return Uint8Array.from(parts);
}

const numberBytes = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);

function itemLength(area: FrameField, tag: string, writers: readonly Writer[], size: number): number {
  const listed = area.lenOf?.[tag];
  if (listed !== undefined) return listed;
  const ends = writers.map(({ field }) => field.endBit ?? -1);
  if (ends.some((end) => end < 0)) throw unclear();
  return Math.ceil(((Math.max(...ends) + 1) * size) / 8);
}

function spanIn(fields: readonly FrameField[], field: FrameField, size: number, bytes: Uint8Array): FrameScope {
  const scope = { base: 0, limit: bytes.length * 8, after: 0, from: 0, to: -1 };
  for (const [at, one] of fields.entries()) {
    fieldPlaceOf(fields, at, size)(scope);
    if (one === field) break;
    scope.after = scope.to + 1;
  }
  return scope;
}

/** Return the bytes of a repeated group: as many items as there are values. */
function groupFor(group: readonly Writer[], stride: number, size: number, values: Values): Uint8Array {
  const isThere = (at: number): boolean => group.some(({ field }) => valueIn(values, field, `_${at}`) !== undefined);
  let count = 0;
  while (count < 200 && isThere(count + 1)) count++;
  const bytes = new Uint8Array((count * stride) / 8);
  for (let at = 0; at < count; at++)
    for (const writer of group) {
      const part = bytes.subarray((at * stride) / 8, ((at + 1) * stride) / 8);
      const fields = group.map((one) => one.field);
      put(part, writer, spanIn(fields, writer.field, size, part), valueIn(values, writer.field, `_${at + 1}`));
    }
  return bytes;
}

/** Return the length of a frame in bits: positions from the front, then those from the end, and the open field. */
function frameBits(fields: readonly FrameField[], size: number, open: number): number {
  let [front, back, after] = [0, 0, 0];
  for (const [at, field] of fields.entries()) {
    const { startBit } = field;
    if ((startBit ?? 0) < 0) {
      back = Math.max(back, -must(startBit, 'a start') * size);
      continue;
    }
    const start = startBit === null ? after : startBit * size;
    after = endOf(fields, at, { start, size, open });
    // Fields after an open field are part of the front.
    front = Math.max(front, after);
  }
  return front + back;
}

function endOf(
  fields: readonly FrameField[],
  at: number,
  { start, size, open }: { start: number; size: number; open: number },
): number {
  const { endBit } = fields[at];
  if (endBit !== null && endBit >= 0) return (endBit + 1) * size;
  const width = fieldWidth({ ...fields[at], startBit: null, endBit: null }, size);
  return start + (width ?? open);
}

const isOpen = (field: FrameField, size: number): boolean =>
  field.endBit === null && fieldWidth({ ...field, startBit: null, endBit: null }, size) === null;

/** Compile how values become a frame: constants and values first, then the length, the transform, and the sums last. */
export function encoderOf(
  config: FrameConfig,
  all: readonly FrameField[],
  untransformed: (bytes: Uint8Array) => Uint8Array,
): (values: Values) => Uint8Array {
  const size = bitsOfUnit(config.positionUnit);
  const down = all.filter((field) => field.direction !== 'up');
  const writers = new Map(
    down.map((field): [FrameField, Writer] => [
      field,
      { field, type: valueTypeOf(field, config), order: fieldOrderOf(field, config) },
    ]),
  );
  const conditions = new Map(
    down.filter((one) => one.whenExpr?.trim()).map((one) => [one, compileWhen(one.whenExpr ?? '')]),
  );
  const top = down.filter((field) => !field.tag && (!field.repeatOf || kindOf(field) === 'repeat'));
  const writersOf = (some: readonly FrameField[]): Writer[] => some.map((field) => mustGet(writers, field));
  const groupOf = (of: FrameField): Writer[] =>
    writersOf(down.filter((field) => kindOf(field) !== 'repeat' && !field.tag && field.repeatOf === fieldNameOf(of)));

  /** Return the bytes of a field whose length depends on the values. */
  const openBytes = (field: FrameField, values: Values): Uint8Array => {
    if (kindOf(field) === 'tlv') return itemsFor(field, writersOf(down.filter((one) => one.tag)), size, values);
    if (kindOf(field) === 'repeat') {
      const group = groupOf(field);
      return groupFor(
        group,
        strideOf(
          group.map((one) => one.field),
          config,
        ),
        size,
        values,
      );
    }
    const value = valueIn(values, field);
    const type = dataTypeOf(field);
    if (type === 'hex') return bytesOfHex(String(value ?? ''));
    if (!['text', 'ascii', 'gbk'].includes(type)) throw unclear();
    const hex = mustGet(writers, field).type.write(value, 0).toString(16);
    return bytesOfHex(hex.padStart(Math.ceil(hex.length / 2) * 2, '0'));
  };

  return (values) => {
    const fields = top.filter((field) => conditions.get(field)?.(namesOf(values, down)) ?? true);
    const open = fields.filter((field) => isOpen(field, size));
    if (!fields.length || open.length > 1) throw unclear();
    const body = open.length ? openBytes(open[0], values) : new Uint8Array();
    const bits = frameBits(fields, size, body.length * 8);
    if (bits > MAX_BITS) throw new FrameFault(['报文超过4096字节', 'The frame is longer than 4,096 bytes'], 'LIMIT');
    const bytes = new Uint8Array(Math.ceil(bits / 8));
    const spans = spansOf(fields, bytes.length * 8, size);
    for (const [at, field] of fields.entries()) {
      if (field === open[0]) bytes.set(body, spans[at].from / 8);
      else if (kindOf(field) === 'length')
        put(bytes, mustGet(writers, field), spans[at], bytes.length - (field.lengthExcludes ?? 0));
      else if (kindOf(field) !== 'checksum') put(bytes, mustGet(writers, field), spans[at], valueIn(values, field));
    }
    bytes.set(untransformed(bytes));
    for (const [at, field] of fields.entries())
      if (kindOf(field) === 'checksum') putSum(bytes, field, spans[at], fieldOrderOf(field, config));
    return bytes;
  };
}

/** Values by the names that conditions use. */
function namesOf(values: Values, fields: readonly FrameField[]): Values {
  const names: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const value = valueIn(values, field) ?? field.constValue ?? undefined;
    if (field.fieldName && value !== undefined) names[field.fieldName] = value;
    if (kindOf(field) === 'msgType' && value !== undefined) names.msgType = value;
  }
  return names;
}

function spansOf(fields: readonly FrameField[], limit: number, size: number): FrameScope[] {
  let after = 0;
  return fields.map((_, at) => {
    const scope = { base: 0, limit, after, from: 0, to: -1 };
    fieldPlaceOf(fields, at, size)(scope);
    after = scope.to + 1;
    return scope;
  });
}

function putSum(bytes: Uint8Array, field: FrameField, span: FrameScope, order: string): void {
  const at = (position: number): number => (position < 0 ? bytes.length + position : position);
  const to = field.coverEnd === null || field.coverEnd === undefined ? span.from >> 3 : at(field.coverEnd) + 1;
  if (span.from < 0 || span.to >= bytes.length * 8) throw unclear();
  putOrdered(bytes, span, BigInt(checksumNamed(field.algorithm).sum(bytes, at(field.coverStart ?? 0), to)), order);
}
