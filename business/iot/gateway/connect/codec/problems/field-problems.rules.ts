import type { Label } from '#kernel/language/label.ts';
import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { FrameFault } from '../frame.rules.ts';
import { bitsOfUnit } from '../place.rules.ts';
import { checksumNamed } from '../values/checksum.rules.ts';
import { scaleOf } from '../values/scale.rules.ts';
import { dataTypeOf, fieldNameOf, fieldOrderOf, valueTypeOf } from '../values/value-type.rules.ts';
import { compileWhen } from '../when.rules.ts';

/** `error`: such a configuration cannot run. `info`: bytes that nothing reads. */
export type ProblemLevel = 'error' | 'warning' | 'info';

/** A problem of a configuration. `field`: index of the field; null: the configuration itself. */
export interface ConfigProblem {
  readonly field: number | null;
  readonly words: Label;
  readonly level: ProblemLevel;
}

/** A problem without its place. */
export type FieldFinding = Omit<ConfigProblem, 'field'>;

const MAX_BITS = 4096 * 8;
const IDENTITIES = new Set(['deviceId', 'msgId', 'msgType']);
const WIDTHS: Readonly<Record<string, readonly number[]>> = { float: [32, 64], bcdtime: [40, 48, 56] };
const TEXTS = new Set(['text', 'ascii', 'gbk']);
const TAG = /^(?:0x)?[\da-f]{1,8}$/i;

export const failure = (zh: string, en: string): FieldFinding => ({ words: [zh, en], level: 'error' });
export const warning = (zh: string, en: string): FieldFinding => ({ words: [zh, en], level: 'warning' });

/** Return what a piece of compilation says; nothing if it succeeds. */
export function compileFindings(compile: () => unknown): FieldFinding[] {
  try {
    compile();
    return [];
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    return [{ words: error.words, level: 'error' }];
  }
}

/** Compile what a field has, each part apart, so that all faults are found. */
function compileFaults(field: FrameField, config: FrameConfig): FieldFinding[] {
  const kind = field.deviceConnectConfigFieldType;
  const isBinary = config.deviceConnectFormat === 'hex';
  return [
    ...(field.whenExpr?.trim() ? compileFindings(() => compileWhen(field.whenExpr ?? '')) : []),
    ...(kind === 'checksum' ? compileFindings(() => checksumNamed(field.algorithm)) : []),
    ...compileFindings(() => (isBinary ? valueTypeOf(field, config) : scaleOf(field))),
  ];
}

/** Compare only positions that both count from the front or both from the end. */
function positionProblems({ startBit, endBit }: FrameField, size: number): FieldFinding[] {
  if (startBit === null || endBit === null || startBit < 0 !== endBit < 0) return [];
  if (endBit < startBit) return [failure('结束位不能小于起始位', 'The end may not lie before the start')];
  const far = Math.max(Math.abs(startBit), Math.abs(endBit) + 1) * size;
  return far > MAX_BITS
    ? [failure('位置超过报文的 4096 字节', 'The position lies beyond the 4,096 bytes of a frame')]
    : [];
}

/** A field of written width. */
interface Wide {
  readonly field: FrameField;
  readonly bits: number;
  /** Does it cover whole bytes? */ readonly isWhole: boolean;
  readonly type: string;
  readonly order: string;
}

function sumWidth({ field, bits }: Wide): FieldFinding[] {
  if (compileFindings(() => checksumNamed(field.algorithm)).length > 0) return [];
  const { size } = checksumNamed(field.algorithm);
  if (bits === size * 8) return [];
  return [failure(`校验为 ${size} 字节，字段为 ${bits / 8} 字节`, `The sum has ${size} bytes, the field ${bits / 8}`)];
}

function typeWidth({ type, bits }: Wide): FieldFinding[] {
  if (!Object.hasOwn(WIDTHS, type) || WIDTHS[type].includes(bits)) return [];
  const bytes = WIDTHS[type].map((one) => one / 8);
  return [failure(`${type} 须为 ${bytes.join('、')} 字节`, `${type} has ${bytes.join(', ')} bytes`)];
}

function orderWidth({ field, bits, isWhole, order }: Wide): FieldFinding[] {
  if (isWhole)
    return ['BADC', 'CDAB'].includes(order) && bits > 8 && bits % 16
      ? [failure(`字节序 ${order} 须为偶数个字节`, `The byte order ${order} needs an even number of bytes`)]
      : [];
  return field.byteOrder && field.byteOrder !== 'ABCD'
    ? [warning('不足整字节时不用字节序', 'Bits that are no whole bytes ignore the byte order')]
    : [];
}

function precisionWidth({ field, type, bits, isWhole }: Wide): FieldFinding[] {
  if (!isWhole && TEXTS.has(type)) return [failure('文本须为整字节', 'Text needs whole bytes')];
  const isNumber = ['uint', 'int'].includes(type) && !IDENTITIES.has(field.deviceConnectConfigFieldType);
  return isNumber && bits > 53
    ? [warning('超过 53 位的数会失去精度', 'A number of more than 53 bits loses precision')]
    : [];
}

function constantWidth({ field, bits }: Wide): FieldFinding[] {
  if (!field.constValue || !['header', 'footer', 'const'].includes(field.deviceConnectConfigFieldType)) return [];
  const own = field.constValue.replaceAll(/0x|[^\da-f]/gi, '').length * 4;
  if (own === bits) return [];
  return [
    failure(
      `固定值为 ${own / 8} 字节，字段为 ${bits / 8} 字节`,
      `The constant has ${own / 8} bytes, the field ${bits / 8}`,
    ),
  ];
}

/** Return problems of a data type with the width of its field, where that is written. */
function widthProblems(field: FrameField, config: FrameConfig, size: number): FieldFinding[] {
  const { startBit, endBit } = field;
  if (startBit === null || endBit === null || startBit < 0 !== endBit < 0 || endBit < startBit) return [];
  const bits = (endBit - startBit + 1) * size;
  const isWhole = (startBit * size) % 8 === 0 && bits % 8 === 0;
  const wide = { field, bits, isWhole, type: dataTypeOf(field), order: fieldOrderOf(field, config) };
  if (field.deviceConnectConfigFieldType === 'checksum') return sumWidth(wide);
  return [typeWidth, orderWidth, precisionWidth, constantWidth].flatMap((check) => check(wide));
}

/** The bytes of a sum are no part of what it sums up. Compared where both count from the same side. */
function coverProblems(
  { startBit, coverStart, coverEnd, deviceConnectConfigFieldType }: FrameField,
  size: number,
): FieldFinding[] {
  if (deviceConnectConfigFieldType !== 'checksum') return [];
  const own = startBit === null ? null : Math.floor((startBit * size) / 8);
  const problems: FieldFinding[] = [];
  const isSame = (a: number, b: number): boolean => a < 0 === b < 0;
  if (own !== null && typeof coverEnd === 'number' && isSame(own, coverEnd) && coverEnd >= own)
    problems.push(failure('校验范围含校验自身', 'The sum covers its own bytes'));
  if (
    typeof coverStart === 'number' &&
    typeof coverEnd === 'number' &&
    isSame(coverStart, coverEnd) &&
    coverEnd < coverStart
  )
    problems.push(failure('校验范围的止小于起', 'The cover of the sum ends before it begins'));
  return problems;
}

/** Return problems of the lists that people type as JSON: words, names of bits, lengths by tag, and the tag itself. */
function listProblems(field: FrameField): FieldFinding[] {
  const wrongBits = Object.keys(field.bits ?? {}).filter((key) => !/^\d{1,2}$/.test(key));
  const wrongTags = [...Object.keys(field.lenOf ?? {}), ...(field.tag ? [field.tag] : [])].filter(
    (tag) => !TAG.test(tag),
  );
  return [
    ...wrongBits.map((key) => failure(`位号须为数:${key}`, `The number of a bit is no number: ${key}`)),
    ...wrongTags.map((tag) => failure(`标签须为十六进制:${tag}`, `A tag is in hex: ${tag}`)),
  ];
}

/** Return what a field says about itself, without the others. */
export function problemsOfField(field: FrameField, config: FrameConfig): FieldFinding[] {
  const kind = field.deviceConnectConfigFieldType;
  const named = ['property', 'event'].includes(kind) && !field.iotFieldName?.trim() && dataTypeOf(field) !== 'bitmap';
  const common = [
    ...compileFaults(field, config),
    ...(named
      ? [warning(`${fieldNameOf(field)}：没有物模型字段`, `${fieldNameOf(field)}: no property of the model`)]
      : []),
  ];
  if (config.deviceConnectFormat !== 'hex') return common;
  const size = bitsOfUnit(config.positionUnit);
  return [
    ...common,
    ...positionProblems(field, size),
    ...widthProblems(field, config, size),
    ...coverProblems(field, size),
    ...listProblems(field),
  ];
}
