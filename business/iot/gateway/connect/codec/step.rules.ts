import { must } from '#kernel/language/must.ts';
import { checksumNamed } from './values/checksum.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault } from './frame.rules.ts';
import { repeatStep, tlvStep } from './groups.rules.ts';
import { numberReader } from './values/number.rules.ts';
import { bitsOfUnit, fieldPlaceOf } from './place.rules.ts';
import { type FrameReading, type FieldStep, rawHex, traceField } from './reading.rules.ts';
import { dataTypeOf, fieldNameOf, fieldOrderOf, valueTypeOf } from './values/value-type.rules.ts';
import { compileWhen } from './when.rules.ts';

/** Stores a value in the result. */
type Store = (reading: FrameReading, value: unknown) => void;

const rangeFault = (field: FrameField): FrameFault =>
  new FrameFault([`${fieldNameOf(field)}:超出报文范围`, `${fieldNameOf(field)}: lies outside the frame`], 'RANGE');

/** Return the check of a sum over the bytes as sent. Without a cover it is all bytes before the sum. */
export function checksumStep(field: FrameField, config: FrameConfig): FieldStep {
  const { sum } = checksumNamed(field.algorithm);
  const read = numberReader(fieldOrderOf(field, config));
  const { coverStart, coverEnd } = field;
  return (reading) => {
    const size = reading.raw.length;
    const at = (position: number): number => (position < 0 ? size + position : position);
    const from = at(coverStart ?? 0);
    const to = coverEnd === null || coverEnd === undefined ? reading.from >> 3 : at(coverEnd) + 1;
    if (from < 0 || to > size || to < from) throw rangeFault(field);
    if (sum(reading.raw, from, to) !== read(reading.raw, reading.from, reading.to))
      throw new FrameFault(['校验不通过', 'The checksum is wrong'], 'CHECKSUM');
    if (reading.trace) traceField(reading, field, read(reading.raw, reading.from, reading.to));
  };
}

function lengthStep(field: FrameField, config: FrameConfig): FieldStep {
  const read = valueTypeOf(field, config).read;
  const excludes = field.lengthExcludes ?? 0;
  return (reading) => {
    const value = read(reading.bytes, reading.from, reading.to);
    if (value !== reading.raw.length - excludes)
      throw new FrameFault([`长度不符:${String(value)}`, `The length is another one: ${String(value)}`], 'LENGTH');
    traceField(reading, field, value);
    if (reading.names) reading.names[field.fieldName || 'length'] = value;
  };
}

function constantStep(field: FrameField): FieldStep {
  const wanted = (field.constValue ?? '').replaceAll(/0x|[^\da-f]/gi, '').toUpperCase();
  return (reading) => {
    const found = rawHex(reading.bytes, reading.from, reading.to);
    if (wanted && found !== wanted)
      throw new FrameFault(
        [`${fieldNameOf(field)}:应为${wanted}`, `${fieldNameOf(field)}: must be ${wanted}`],
        'CONST',
      );
    traceField(reading, field, found);
  };
}

function bitmapStore(field: FrameField): Store {
  const names = Object.entries(field.bits ?? {}).map(([bit, name]) => [Number(bit), name] as const);
  const isEvent = field.deviceConnectConfigFieldType === 'event';
  return (reading, value) => {
    for (const [bit, name] of names) {
      const isSet = Math.floor(Number(value) / 2 ** bit) % 2 === 1;
      if (!isEvent) reading.props[name + reading.suffix] = isSet;
      else if (isSet) reading.events.push({ name: name + reading.suffix, value: true });
    }
  };
}

/** Milliseconds of a timestamp; a small number counts seconds. */
const momentIn = (value: unknown): number | null =>
  typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : null;

const storeProperty =
  (name: string): Store =>
  (reading, value) => {
    reading.props[reading.suffix ? name + reading.suffix : name] = value;
  };

const stores: Readonly<Record<string, (field: FrameField, name: string) => Store>> = {
  property: (_field, name) => storeProperty(name),
  status: (_field, name) => storeProperty(name),
  event: (_field, name) => (reading, value) => {
    // Zero means that there is no event.
    if (value !== 0 && value !== false && !/^0*$/.test(String(value)))
      reading.events.push({ name: name + reading.suffix, value });
  },
  deviceId: () => (reading, value) => {
    reading.fieldId ??= String(value);
  },
  msgType: () => (reading) => {
    reading.msgType = rawHex(reading.bytes, reading.from, reading.to);
    if (reading.names) reading.names.msgType = reading.msgType;
  },
  msgId: () => (reading, value) => {
    reading.msgId = value as number | string;
  },
  timestamp: (field, name) => (reading, value) => {
    reading.ts = field.dataType === 'unix' || field.dataType === 'bcdtime' ? (value as number) : momentIn(value);
    if (field.iotFieldName) reading.props[name] = value;
  },
};

function storeOf(field: FrameField): Store {
  const type = field.deviceConnectConfigFieldType;
  const name = fieldNameOf(field);
  if (dataTypeOf(field) === 'bitmap' && field.bits && ['property', 'event', 'status'].includes(type))
    return bitmapStore(field);
  if (Object.hasOwn(stores, type)) return stores[type](field, name);
  return field.iotFieldName ? storeProperty(name) : () => {};
}

function valueStep(field: FrameField, config: FrameConfig): FieldStep {
  const { read } = valueTypeOf(field, config);
  const store = storeOf(field);
  return (reading) => {
    const value = read(reading.bytes, reading.from, reading.to);
    if (reading.trace) traceField(reading, field, value);
    if (value === null) return;
    if (reading.names) {
      if (field.fieldName) reading.names[field.fieldName] = value;
      if (field.iotFieldName) reading.names[field.iotFieldName] = value;
    }
    store(reading, value);
  };
}

/** Return the work on the bits of a placed field. */
function workOf(field: FrameField, config: FrameConfig, children: Children): FieldStep {
  const type = field.deviceConnectConfigFieldType;
  if (type === 'checksum') return checksumStep(field, config);
  if (type === 'length') return lengthStep(field, config);
  if (['header', 'footer', 'const'].includes(type)) return constantStep(field);
  if (type === 'tlv') return tlvStep(field, children.items, children.compile);
  if (type === 'repeat') return repeatStep(field, children.groups(field), config, children.compile);
  return valueStep(field, config);
}

/** Fields inside areas, and how they are compiled. */
export interface Children {
  readonly items: readonly FrameField[];
  readonly groups: (of: FrameField) => readonly FrameField[];
  readonly compile: (fields: readonly FrameField[]) => FieldStep[];
}

/** Trace a sum that was checked before all fields. */
function checkedStep(field: FrameField, config: FrameConfig): FieldStep {
  const read = numberReader(fieldOrderOf(field, config));
  return (reading) => {
    if (reading.trace) traceField(reading, field, read(reading.raw, reading.from, reading.to));
  };
}

/** Compile the field at `at`: find its bits, check that they are in the frame, and do its work. */
export function fieldStep(
  fields: readonly FrameField[],
  at: number,
  config: FrameConfig,
  children: Children,
  isChecked = false,
): FieldStep {
  const field = fields[at];
  const place = fieldPlaceOf(fields, at, bitsOfUnit(config.positionUnit));
  const work = isChecked ? checkedStep(field, config) : workOf(field, config, children);
  const when = field.whenExpr?.trim() ? compileWhen(field.whenExpr) : null;
  const isOptional = Boolean(field.optional);
  // A repeated group ends where its last item does.
  const isCounted = field.deviceConnectConfigFieldType === 'repeat' && Boolean(field.repeatOf);
  return (reading) => {
    if (when && !when(must(reading.names, 'names for the conditions'))) return;
    place(reading);
    if (isCounted) return work(reading);
    if (reading.from < reading.base || reading.to < reading.from || reading.to >= reading.limit) {
      if (isOptional) return;
      throw rangeFault(field);
    }
    reading.after = reading.to + 1;
    work(reading);
  };
}
