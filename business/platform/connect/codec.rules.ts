import {
  type ByteSpan,
  type Unit,
  FrameFault,
  bitsOf,
  bytesOf,
  checksumOf,
  hexOfBytes,
  inOrder,
  putBits,
  byteSpanOf,
} from './frame.rules.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
import type { Decoded, ReadField } from './connect-config.calls.ts';

/** The stored configuration of one field of a frame. */
export interface FrameField {
  readonly deviceConnectConfigFieldType: string;
  readonly fieldName: string | null;
  readonly iotFieldName: string | null;
  readonly startBit: number | null;
  readonly endBit: number | null;
  readonly dataType: string | null;
  readonly byteOrder: string | null;
  readonly scale: string | null;
  readonly shift: string | null;
  readonly constValue: string | null;
  readonly algorithm: string | null;
}

export interface FrameConfig {
  readonly deviceConnectFormat: string;
  readonly positionUnit: string | null;
  readonly deviceIdRule: string;
  readonly agreementKey: string | null;
  readonly agreementVal: string | null;
  readonly startBit: number | null;
  readonly endBit: number | null;
}

const nameOf = (field: FrameField): string =>
  field.iotFieldName || field.fieldName || field.deviceConnectConfigFieldType;
const isAligned = ({ from, to }: ByteSpan): boolean => from % 8 === 0 && (to + 1) % 8 === 0;

function bytesIn(bytes: Uint8Array, span: ByteSpan): number[] {
  return isAligned(span) ? [...bytes.subarray(span.from / 8, (span.to + 1) / 8)] : [];
}

function hexIn(bytes: Uint8Array, span: ByteSpan): string {
  const aligned = bytesIn(bytes, span);
  return aligned.length ? hexOfBytes(Uint8Array.from(aligned)) : bitsOf(bytes, span).toString(16).toUpperCase();
}

/** Return raw × `scale` + `shift`, rounded to nine decimals, which removes the noise of binary fractions. */
const scaled = (raw: number, { scale, shift }: FrameField): number =>
  Number((raw * Number(scale || 1) + Number(shift || 0)).toFixed(9));

const wrongFloat = (field: FrameField): FrameFault =>
  new FrameFault([`${nameOf(field)}:浮点数须为4或8字节`, `${nameOf(field)}: a float has 4 or 8 bytes`]);

function numberIn(bytes: Uint8Array, span: ByteSpan, field: FrameField): number {
  const ordered = inOrder(bytesIn(bytes, span), field.byteOrder ?? 'ABCD');
  const bits = BigInt(span.to - span.from + 1);
  const raw = ordered.length
    ? bitsOf(Uint8Array.from(ordered), { from: 0, to: ordered.length * 8 - 1 })
    : bitsOf(bytes, span);
  if (field.dataType === 'float') {
    const view = new DataView(Uint8Array.from(ordered).buffer);
    if (ordered.length !== 4 && ordered.length !== 8) throw wrongFloat(field);
    return Number(
      (ordered.length === 4 ? view.getFloat32(0) : view.getFloat64(0)).toPrecision(ordered.length === 4 ? 7 : 15),
    );
  }
  return Number(field.dataType === 'int' && raw >> (bits - 1n) ? raw - (1n << bits) : raw);
}

const isHex = (field: FrameField): boolean =>
  field.dataType === 'hex' || ['header', 'footer', 'const', 'payload'].includes(field.deviceConnectConfigFieldType);

function valueIn(bytes: Uint8Array, span: ByteSpan, field: FrameField): ReadField['value'] {
  const hex = hexIn(bytes, span);
  if (isHex(field)) return hex;
  if (field.dataType === 'text') return withoutAtEnd(Buffer.from(bytesIn(bytes, span)).toString('utf8'), '\0 ');
  if (field.dataType === 'bcd') return /^\d+$/.test(hex) ? scaled(Number(hex), field) : null;
  if (field.dataType === 'flag') return bitsOf(bytes, span) > 0n;
  return scaled(numberIn(bytes, span, field), field);
}

function assertChecksum(bytes: Uint8Array, span: ByteSpan, field: FrameField): void {
  const checksum = Number(
    bitsOf(Uint8Array.from(inOrder(bytesIn(bytes, span), field.byteOrder ?? 'ABCD')), {
      from: 0,
      to: span.to - span.from,
    }),
  );
  if (checksumOf(field.algorithm ?? 'sum8', bytes.subarray(0, span.from / 8)) !== checksum)
    throw new FrameFault(['校验不通过', 'The checksum is wrong']);
}

function readFields(bytes: Uint8Array, config: FrameConfig, fields: readonly FrameField[]): ReadField[] {
  let after = 0;
  return fields.map((field) => {
    const span = byteSpanOf(field, (config.positionUnit ?? 'byte') as Unit, bytes.length, after);
    if (span.from < 0 || span.to < span.from || span.to >= bytes.length * 8)
      throw new FrameFault([`${nameOf(field)}:超出报文范围`, `${nameOf(field)}: lies outside the frame`]);
    if (field.deviceConnectConfigFieldType === 'checksum') assertChecksum(bytes, span, field);
    after = span.to + 1;
    return {
      name: nameOf(field),
      type: field.deviceConnectConfigFieldType,
      start: span.from,
      end: span.to,
      hex: hexIn(bytes, span),
      value: valueIn(bytes, span, field),
    };
  });
}

function assertAgreement(bytes: Uint8Array, config: FrameConfig): void {
  if (!config.agreementVal || config.startBit === null) return;
  const found = hexIn(bytes, byteSpanOf(config, (config.positionUnit ?? 'byte') as Unit, bytes.length, 0));
  if (!config.agreementVal.split('|').some((one) => one.replaceAll(/\s/g, '').toUpperCase() === found))
    throw new FrameFault([`协议标识不符:${found}`, `The protocol value is another one: ${found}`]);
}

interface Sources {
  readonly read: readonly ReadField[];
  readonly bytes: Uint8Array | null;
  readonly json: unknown;
}

function bytesNamed(arg: string, bytes: Uint8Array | null): string | null {
  const range = /^(\d+)-(\d+)$/.exec(arg);
  return range && bytes && Number(range[2]) < bytes.length
    ? hexIn(bytes, { from: Number(range[1]) * 8, to: Number(range[2]) * 8 + 7 })
    : null;
}

/** Sources from which the id of a device can be read, by their name in a rule. */
const sources: Readonly<Record<string, (arg: string, from: Sources) => unknown>> = {
  field: (_arg, { read }) => read.find((field) => field.type === 'deviceId')?.value,
  bytes: (arg, { bytes }) => bytesNamed(arg, bytes),
  json: (arg, { json }) => valueAt(json, arg),
  const: (arg) => arg,
};

/**
 * Return the device's id from the first source of the rule that has one: `field`, `bytes:4-9`, `json:$.did`, `const:…`.
 */
function deviceIdBy(rule: string, read: readonly ReadField[], bytes: Uint8Array | null, json: unknown): string | null {
  for (const one of rule.split('||')) {
    const [source, arg = ''] = one.trim().split(':');
    const found = sources[source]?.(arg, { read, bytes, json });
    if (found !== null && found !== undefined && found !== '') return String(found);
  }
  return null;
}

/** Return the value at a path such as `$.data.temperature`. */
function valueAt(json: unknown, path: string): unknown {
  return path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter(Boolean)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      json,
    );
}

const isMeant = (type: string): boolean => ['property', 'status', 'timestamp'].includes(type);

function decodedFrom(hex: string, deviceId: string | null, fields: readonly ReadField[]): Decoded {
  return {
    hex,
    deviceId,
    msgType: String(fields.find((one) => one.type === 'msgType')?.hex ?? '') || null,
    fields,
    props: Object.fromEntries(fields.filter((one) => isMeant(one.type)).map((one) => [one.name, one.value])),
    events: fields.filter((one) => one.type === 'event').map((one) => ({ name: one.name, value: one.value })),
  };
}

function decodeJson(config: FrameConfig, fields: readonly FrameField[], frame: string): Decoded {
  let json: unknown;
  try {
    json = JSON.parse(frame);
  } catch {
    throw new FrameFault(['报文不是有效的JSON', 'The frame is not valid JSON']);
  }
  if (
    config.agreementKey &&
    config.agreementVal &&
    !config.agreementVal.split('|').includes(String(valueAt(json, config.agreementKey)))
  )
    throw new FrameFault(['协议标识不符', 'The protocol value is another one']);
  const read = fields.map((field): ReadField => {
    const raw = valueAt(json, field.fieldName ?? '');
    const value =
      typeof raw === 'number' ? scaled(raw, field) : typeof raw === 'string' || typeof raw === 'boolean' ? raw : null;
    return { name: nameOf(field), type: field.deviceConnectConfigFieldType, start: 0, end: 0, hex: '', value };
  });
  return decodedFrom('', deviceIdBy(config.deviceIdRule, read, null, json), read);
}

/** Decode a frame by the fields of a configuration, in order. Throw `FrameFault` if it does not fit. */
export function decode(config: FrameConfig, fields: readonly FrameField[], frame: string): Decoded {
  if (config.deviceConnectFormat === 'json') return decodeJson(config, fields, frame);
  const bytes = config.deviceConnectFormat === 'ascii' ? new Uint8Array(Buffer.from(frame, 'latin1')) : bytesOf(frame);
  assertAgreement(bytes, config);
  const read = readFields(bytes, config, fields);
  return decodedFrom(hexOfBytes(bytes), deviceIdBy(config.deviceIdRule, read, bytes, null), read);
}

const hexNumber = (text: string): bigint => BigInt(`0x${text.replaceAll(/0x|[^\da-f]/gi, '') || '0'}`);

/** Return the raw number to send for a value: the inverse of `scaled`. */
const unscaled = ({ scale, shift }: FrameField, value: unknown): number =>
  (Number(value ?? 0) - Number(shift || 0)) / Number(scale || 1);

function wholeFor(field: FrameField, value: unknown): bigint {
  const raw = Math.round(unscaled(field, value));
  return BigInt(Number.isFinite(raw) ? raw : 0);
}

const outOfRange = (field: FrameField, value: unknown): FrameFault =>
  new FrameFault([`${nameOf(field)}:${String(value)}超出范围`, `${nameOf(field)}: ${String(value)} is out of range`]);

/**
 * Encode a number as BCD, one decimal digit in four bits. Without scale and shift, a text of digits is encoded as it
 * is, leading zeros included.
 */
function bcdFor(field: FrameField, value: unknown): bigint {
  const isScaled = Number(field.scale || 1) !== 1 || Number(field.shift || 0) !== 0;
  const digits = typeof value === 'string' && !isScaled ? value.trim() : String(wholeFor(field, value));
  if (!/^\d+$/.test(digits)) throw outOfRange(field, value);
  return hexNumber(digits);
}

function floatFor(field: FrameField, value: unknown, bits: bigint): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (bits !== 32n && bits !== 64n) throw wrongFloat(field);
  if (bits === 64n) view.setFloat64(0, unscaled(field, value));
  else view.setFloat32(0, unscaled(field, value));
  return bits === 64n ? view.getBigUint64(0) : BigInt(view.getUint32(0));
}

/** Encoders by data type; types without one are whole numbers. */
const bitsFor: Readonly<Record<string, (field: FrameField, value: unknown, bits: bigint) => bigint>> = {
  flag: (_field, given) => (given ? 1n : 0n),
  hex: (_field, given) => hexNumber(String(given ?? '')),
  bcd: bcdFor,
  float: floatFor,
  text: (_field, given, bits) =>
    hexNumber(
      Buffer.from(String(given ?? ''), 'utf8')
        .toString('hex')
        .padEnd(Number(bits) / 4, '0'),
    ),
};

function rawOf(field: FrameField, value: unknown, span: ByteSpan): bigint {
  const bits = BigInt(span.to - span.from + 1);
  if (field.constValue && value === undefined) return hexNumber(field.constValue);
  const other = bitsFor[field.dataType ?? 'uint'];
  const raw = other ? other(field, value, bits) : wholeFor(field, value);
  const [least, most] =
    field.dataType === 'int' ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  if (raw < least || raw > most) throw outOfRange(field, value);
  return raw < 0n ? raw + (1n << bits) : raw;
}

const isSum = (field: FrameField): boolean => field.deviceConnectConfigFieldType === 'checksum';

/** Does a byte order apply? Only numbers have one; other fields are encoded as written. */
const isOrdered = (field: FrameField): boolean =>
  isSum(field) || (!isHex(field) && ['uint', 'int', 'float'].includes(field.dataType ?? 'uint'));

/**
 * Encode a command as a frame: constants and values at their positions, the checksum last. Only for fields with
 * explicit positions.
 */
export function encode(
  config: FrameConfig,
  fields: readonly FrameField[],
  command: Readonly<Record<string, unknown>>,
): string {
  const size = { byte: 1, char: 1, nibble: 2, bit: 8 }[(config.positionUnit ?? 'byte') as Unit];
  const last = Math.max(...fields.map((field) => field.endBit ?? -1));
  if (
    config.deviceConnectFormat !== 'hex' ||
    !fields.length ||
    fields.some((field) => field.startBit === null || field.endBit === null || field.startBit < 0 || field.endBit < 0)
  )
    throw new FrameFault([
      '只有位置明确的HEX配置可以编码',
      'Only hex configurations whose positions are all given can encode',
    ]);
  const bytes = new Uint8Array(Math.ceil((last + 1) / size));
  for (const field of [...fields.filter((one) => !isSum(one)), ...fields.filter(isSum)]) {
    const span = byteSpanOf(field, (config.positionUnit ?? 'byte') as Unit, bytes.length, 0);
    putBits(
      bytes,
      span,
      isSum(field)
        ? BigInt(checksumOf(field.algorithm ?? 'sum8', bytes.subarray(0, span.from / 8)))
        : rawOf(field, command[nameOf(field)], span),
    );
    const ordered = inOrder(bytesIn(bytes, span), field.byteOrder ?? 'ABCD');
    if (ordered.length > 1 && isOrdered(field)) bytes.set(ordered, span.from / 8);
  }
  return hexOfBytes(bytes);
}
