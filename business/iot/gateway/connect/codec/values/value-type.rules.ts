import type { ValueType } from './value-form.rules.ts';
import { charsetNamed } from './frame-text.rules.ts';
import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { FrameFault, hexOfBytes } from '../frame.rules.ts';
import { floatReader, hexReader, numberReader, orderedBytes, signedReader } from './number.rules.ts';
import { scaleOf } from './scale.rules.ts';
import { momentType } from './moment-type.rules.ts';
import { bcdFor, floatFor, hexNumber, wholeFor } from './raw-value.rules.ts';

/** Other names of data types, in configurations from elsewhere. */
const aliases: Readonly<Record<string, string>> = { bool: 'flag', bits: 'bitmap', utf8: 'text' };

/** Kinds of fields whose bytes are read as they are. */
const AS_HEX = new Set(['header', 'footer', 'const', 'payload', 'reserved', 'tlv', 'repeat']);

export const fieldNameOf = (field: FrameField): string =>
  field.iotFieldName || field.fieldName || field.deviceConnectConfigFieldType;

/** Return the data type of a field under its own name. */
export function dataTypeOf(field: FrameField): string {
  if (AS_HEX.has(field.deviceConnectConfigFieldType)) return 'hex';
  const type = field.dataType || 'uint';
  return aliases[type] ?? type;
}

/** Return the byte order of a field: that of the configuration applies to numbers only. */
export function fieldOrderOf(field: FrameField, config: FrameConfig): string {
  if (field.byteOrder) return field.byteOrder;
  return ['hex', 'text'].includes(dataTypeOf(field)) ? 'ABCD' : config.byteOrder || 'ABCD';
}

type Maker = (field: FrameField, config: FrameConfig, order: string) => ValueType;

const isIdentity = (field: FrameField): boolean =>
  ['deviceId', 'msgId', 'msgType'].includes(field.deviceConnectConfigFieldType);

function numeric(reader: typeof numberReader, isSigned: boolean): Maker {
  return (field, _config, order) => {
    const scale = scaleOf(field);
    const raw = reader(order);
    return {
      read: scale.isPlain ? raw : (bytes, from, to) => scale.from(raw(bytes, from, to)),
      write: (value, bits) => wholeFor(field, scale.to(Number(value ?? 0)), bits, isSigned),
      isOrdered: true,
    };
  };
}

function float(field: FrameField, _config: FrameConfig, order: string): ValueType {
  const scale = scaleOf(field);
  const wrong = (): FrameFault =>
    new FrameFault([`${fieldNameOf(field)}:浮点数须为4或8字节`, `${fieldNameOf(field)}: a float has 4 or 8 bytes`]);
  const raw = floatReader(order, wrong);
  return {
    read(bytes, from, to) {
      const value = raw(bytes, from, to);
      return value === null ? null : scale.from(value);
    },
    write: (value, bits) => floatFor(scale.to(Number(value ?? 0)), bits, wrong),
    isOrdered: true,
  };
}

/** Read the digits of a BCD number; null where a half byte is no decimal digit. */
function digitsOf(hex: string): number | null {
  let value = 0;
  for (let at = 0; at < hex.length; at++) {
    const digit = (hex.codePointAt(at) ?? 0) - 48;
    if (digit > 9) return null;
    value = value * 10 + digit;
  }
  return value;
}

function signedDigits(hex: string): number | null {
  const first = Number.parseInt(hex[0], 16);
  const value = digitsOf(`${first & 7}${hex.slice(1)}`);
  return value !== null && first & 8 ? -value : value;
}

function bcd(field: FrameField, _config: FrameConfig, order: string): ValueType {
  const scale = scaleOf(field);
  const raw = hexReader(order);
  const read = field.signBit ? signedDigits : digitsOf;
  // An id keeps its leading zeros.
  if (isIdentity(field) && scale.isPlain)
    return {
      read(bytes, from, to) {
        const hex = raw(bytes, from, to);
        return digitsOf(hex) === null ? null : hex;
      },
      write: (value, bits) => bcdFor(field, String(value ?? ''), bits),
      isOrdered: true,
    };
  return {
    read(bytes, from, to) {
      const value = read(raw(bytes, from, to));
      return value === null ? null : scale.from(value);
    },
    write: (value, bits) =>
      bcdFor(field, typeof value === 'string' && scale.isPlain ? value : scale.to(Number(value ?? 0)), bits),
    isOrdered: true,
  };
}

function hex(_field: FrameField, _config: FrameConfig, order: string): ValueType {
  return { read: hexReader(order), write: (value) => hexNumber(String(value ?? '')), isOrdered: order !== 'ABCD' };
}

function flag(): ValueType {
  const raw = numberReader('ABCD');
  return {
    read: (bytes, from, to) => raw(bytes, from, to) > 0,
    write: (value) => (value && value !== '0' ? 1n : 0n),
    isOrdered: false,
  };
}

function text(field: FrameField, config: FrameConfig): ValueType {
  const { dataType } = field;
  const charset = charsetNamed(dataType === 'ascii' || dataType === 'gbk' ? dataType : config.charset || 'utf8');
  return {
    read: (bytes, from, to) => charset.read(orderedBytes(bytes, from, to, 'ABCD')),
    write: (value, bits) => hexNumber(hexOfBytes(charset.write(String(value ?? ''))).padEnd(bits / 4, '0')),
    isOrdered: false,
  };
}

/** Return the raw number that a key of the words names; throw `FrameFault` for another text. */
function rawKey(key: string): number {
  const number = Number(key.trim() || Number.NaN);
  if (!Number.isSafeInteger(number))
    throw new FrameFault([`枚举的键须为整数:${key}`, `A key of words is a whole number: ${key}`], 'CONFIG');
  return number;
}

/** A whole number with words; one without a word is read as the number. */
function enumeration(field: FrameField, _config: FrameConfig, order: string): ValueType {
  const raw = numberReader(order);
  const words = new Map(Object.entries(field.enumMap ?? {}).map(([key, word]) => [rawKey(key), word]));
  const numbers = new Map([...words].map(([number, word]) => [String(word), number]));
  return {
    read(bytes, from, to) {
      const number = raw(bytes, from, to);
      return words.has(number) ? words.get(number) : number;
    },
    write: (value, bits) => wholeFor(field, numbers.get(String(value)) ?? Number(value ?? 0), bits, false),
    isOrdered: true,
  };
}

const uint = numeric(numberReader, false);

const makers: Readonly<Record<string, Maker>> = {
  uint,
  int: numeric(signedReader, true),
  float,
  bcd,
  hex,
  flag,
  text,
  ascii: text,
  gbk: text,
  enum: enumeration,
  bitmap: uint,
  bcdtime: momentType,
  unix: momentType,
  unixms: momentType,
};

/** Return the test for raw values that mean that there is none. */
function invalidIn(list: string, order: string): (bytes: Uint8Array, from: number, to: number) => boolean {
  const words = list
    .split(/[,|\s]+/)
    .filter(Boolean)
    .map((word) => word.replace(/^0x/i, '').toUpperCase());
  if (words.some((word) => !/^[\dA-F]+$/.test(word)))
    throw new FrameFault([`无效值须为十六进制:${list}`, `Invalid values are in hex: ${list}`], 'CONFIG');
  const numbers = new Set(words.map((word) => Number.parseInt(word, 16)));
  const number = numberReader(order);
  const raw = hexReader(order);
  return (bytes, from, to) =>
    to - from < 48 ? numbers.has(number(bytes, from, to)) : words.includes(raw(bytes, from, to));
}

/** Compile how the values of a field are read and written. Throw `FrameFault` for what is not supported. */
export function valueTypeOf(field: FrameField, config: FrameConfig): ValueType {
  const type = dataTypeOf(field);
  if (!Object.hasOwn(makers, type))
    throw new FrameFault([`不支持的数据类型:${type}`, `Unknown data type: ${type}`], 'CONFIG');
  const order = fieldOrderOf(field, config);
  const made = makers[type](field, config, order);
  if (!field.invalidValues) return made;
  const isInvalid = invalidIn(field.invalidValues, order);
  return {
    ...made,
    read: (bytes, from, to) => (isInvalid(bytes, from, to) ? null : made.read(bytes, from, to)),
  };
}
