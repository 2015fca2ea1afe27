import { compileIdRule } from './device-id.rules.ts';
import type {
  DecodedFrame,
  FrameConfig,
  FrameEvent,
  FrameField,
  FrameMessage,
  FrameOrigin,
} from './frame-config.rules.ts';
import { FrameFault } from './frame.rules.ts';
import type { TracedField } from './reading.rules.ts';
import { type Scale, scaleOf } from './values/scale.rules.ts';
import { fieldNameOf } from './values/value-type.rules.ts';
import { compileWhen } from './when.rules.ts';

/** A text frame in which fields are found by a key or path. */
export interface Keyed {
  /** Return the values at a key: one, or those of each item where `isEach`. */
  readonly at: (key: string) => { readonly values: readonly unknown[]; readonly isEach: boolean };
  readonly json: (path: string) => unknown;
  readonly kv: (key: string) => unknown;
}

const NUMBERS = new Set(['uint', 'int', 'float']);
const MAX_MESSAGES = 200;

/** Return a part of a text, by zero-based positions with both ends included. */
function partOf(text: string, { startBit, endBit }: FrameField): string {
  const at = (position: number): number => (position < 0 ? text.length + position : position);
  return startBit === null && endBit === null
    ? text
    : text.slice(at(startBit ?? 0), endBit === null ? undefined : at(endBit) + 1);
}

function numberFor(field: FrameField, scale: Scale, raw: unknown): unknown {
  if (typeof raw === 'number') return scale.from(raw);
  const isNumber = /^[+-]?\d+(?:\.\d+)?$/.test(String(raw).trim());
  return isNumber && NUMBERS.has(field.dataType ?? 'uint') ? scale.from(Number(raw)) : raw;
}

/** Compile how a value of a text frame becomes a value of the device. `isText`: all values are text. */
function readerOf(field: FrameField, isText: boolean): (raw: unknown) => unknown {
  const scale = scaleOf(field);
  const invalid = new Set((field.invalidValues ?? '').split(/[,|\s]+/).filter(Boolean));
  const words = field.enumMap;
  const toNumber = isText || !scale.isPlain;
  const isUsable = (raw: unknown): raw is string | number | boolean =>
    ['string', 'number', 'boolean'].includes(typeof raw) && !invalid.has(String(raw));
  return (sent) => {
    const raw = typeof sent === 'string' ? partOf(sent, field) : sent;
    if (!isUsable(raw)) return null;
    if (words && Object.hasOwn(words, String(raw))) return words[String(raw)];
    if (field.dataType === 'flag' || field.dataType === 'bool') return !['0', 'false', ''].includes(String(raw));
    if (field.dataType === 'unix') return Number(raw) * 1000;
    return typeof raw === 'boolean' || (typeof raw === 'string' && !toNumber) ? raw : numberFor(field, scale, raw);
  };
}

interface Result {
  deviceId: string | null;
  msgType: string | null;
  msgId: number | string | null;
  ts: number | null;
  readonly props: Record<string, unknown>;
  readonly events: FrameEvent[];
}

const isNothing = (value: unknown): boolean => value === 0 || value === false || value === '0' || value === '';

function store(result: Result, field: FrameField, name: string, value: unknown): void {
  switch (field.deviceConnectConfigFieldType) {
    case 'property':
    case 'status':
      result.props[name] = value;
      break;
    case 'event':
      if (!isNothing(value)) result.events.push({ name, value });
      break;
    case 'deviceId':
      result.deviceId ??= String(value);
      break;
    case 'msgType':
      result.msgType = String(value);
      break;
    case 'msgId':
      result.msgId = value as number | string;
      break;
    case 'timestamp':
      storeMoment(result, field, name, value);
      break;
    default:
      if (field.iotFieldName) result.props[name] = value;
  }
}

function storeMoment(result: Result, field: FrameField, name: string, value: unknown): void {
  const ms = typeof value === 'number' ? value : Date.parse(String(value));
  result.ts = Number.isFinite(ms) ? (ms < 1e11 ? ms * 1000 : ms) : null;
  if (field.iotFieldName) result.props[name] = value;
}

const empty = (): Result => ({ deviceId: null, msgType: null, msgId: null, ts: null, props: {}, events: [] });

/** Values that belong to single items: a message per item that has a device id, else names with a number. */
function spread(result: Result, all: readonly (readonly [FrameField, readonly unknown[]])[]): FrameMessage[] {
  const count = Math.max(0, ...all.map(([, values]) => values.length));
  if (count > MAX_MESSAGES)
    throw new FrameFault(['循环次数过多', `More than ${MAX_MESSAGES} items in one frame`], 'LIMIT');
  const hasOwnId = all.some(([field]) => field.deviceConnectConfigFieldType === 'deviceId');
  const messages: FrameMessage[] = [];
  for (let at = 0; at < count; at++) {
    const item = hasOwnId ? empty() : result;
    for (const [field, values] of all)
      if (values[at] !== null && values[at] !== undefined)
        store(item, field, hasOwnId ? fieldNameOf(field) : `${fieldNameOf(field)}_${at + 1}`, values[at]);
    if (hasOwnId && item.deviceId) messages.push({ deviceId: item.deviceId, props: item.props, events: item.events });
  }
  return messages;
}

/** Remember a value under the names that conditions of later fields may use. */
function rememberName(names: Record<string, unknown>, field: FrameField, value: unknown): void {
  names[fieldNameOf(field)] = value;
  if (field.fieldName) names[field.fieldName] = value;
  if (field.deviceConnectConfigFieldType === 'msgType') names.msgType = value;
}

/** Compile the fields of a text frame. */
export function compileKeyed(
  config: FrameConfig,
  fields: readonly FrameField[],
  isText: boolean,
): (keyed: Keyed, origin: FrameOrigin, trace?: TracedField[]) => DecodedFrame {
  const readers = fields
    .filter((field) => field.direction !== 'down')
    .map((field) => ({
      field,
      read: readerOf(field, isText),
      when: field.whenExpr?.trim() ? compileWhen(field.whenExpr) : null,
    }));
  const idOf = compileIdRule(config.deviceIdRule);
  return (keyed, origin, trace) => {
    const result = empty();
    const names: Record<string, unknown> = {};
    const each: [FrameField, unknown[]][] = [];
    for (const { field, read, when } of readers) {
      if (when && !when(names)) continue;
      const { values, isEach } = keyed.at(field.fieldName ?? '');
      const decoded = values.map(read);
      if (isEach) each.push([field, decoded]);
      const [value = null] = isEach ? [] : decoded;
      const type = field.deviceConnectConfigFieldType;
      trace?.push({
        name: fieldNameOf(field),
        type,
        start: 0,
        end: 0,
        hex: '',
        value: isEach ? decoded.length : value,
        of: field,
      });
      if (value === null) continue;
      rememberName(names, field, value);
      store(result, field, fieldNameOf(field), value);
    }
    const messages = spread(result, each);
    const field = (): unknown => result.deviceId;
    const deviceId = idOf({ origin, field, bytes: () => null, json: keyed.json, kv: keyed.kv });
    const frame = { ...result, deviceId, unknown: [] };
    return messages.length ? { ...frame, messages } : frame;
  };
}
