import type { FrameConfig } from '../codec/frame-config.rules.ts';
import type { FrameSample, SampleMeaning } from '../config/samples/sample.rules.ts';
import type { PaintedField } from './painter.rules.ts';

/** A sample while it is painted. */
export interface DraftSample extends FrameSample {
  readonly id?: string;
  readonly name: string;
  readonly remark?: string | null;
}

/** A configuration while it is painted: its head as far as the codec reads it, its rows and its samples. */
export interface PainterDraft {
  readonly config: FrameConfig;
  readonly fields: readonly PaintedField[];
  readonly samples: readonly DraftSample[];
}

type Wire = Readonly<Record<string, unknown>>;

const FIELD_TEXTS = [
  'deviceConnectConfigFieldType',
  'fieldName',
  'iotFieldName',
  'dataType',
  'byteOrder',
  'scale',
  'shift',
  'constValue',
  'algorithm',
  'invalidValues',
  'whenExpr',
  'tag',
  'repeatOf',
  'direction',
  'txt',
] as const;
const FIELD_NUMBERS = [
  'startBit',
  'endBit',
  'precision',
  'coverStart',
  'coverEnd',
  'lengthExcludes',
  'tagBytes',
  'lenBytes',
] as const;
const FIELD_OBJECTS = ['enumMap', 'bits', 'lenOf'] as const;
const CONFIG_TEXTS = [
  'deviceConnectFormat',
  'positionUnit',
  'deviceIdRule',
  'agreementKey',
  'agreementVal',
  'byteOrder',
  'charset',
  'timezone',
  'leadByte',
] as const;
const CONFIG_NUMBERS = ['startBit', 'endBit'] as const;
const CONFIG_OBJECTS = ['transform', 'textShape'] as const;

const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
const numberOf = (value: unknown): number | null => (textOf(value) === null ? null : Number(value));
const objectOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? value : null);

function picked(
  row: Wire,
  lists: {
    readonly texts: readonly string[];
    readonly numbers: readonly string[];
    readonly objects: readonly string[];
  },
): Record<string, unknown> {
  return Object.fromEntries([
    ...lists.texts.map((name) => [name, textOf(row[name])]),
    ...lists.numbers.map((name) => [name, numberOf(row[name])]),
    ...lists.objects.map((name) => [name, objectOf(row[name])]),
  ]) as Record<string, unknown>;
}

/** A factor as it is typed: the database writes zeros at its end. */
const shortNumber = (value: unknown): string | null => (textOf(value) === null ? null : String(Number(value)));

/** Return a stored row as the codec reads it: what is empty on the wire is null. */
export function fieldOfRow(row: Wire): PaintedField {
  const field = picked(row, { texts: FIELD_TEXTS, numbers: FIELD_NUMBERS, objects: FIELD_OBJECTS });
  return {
    ...field,
    ...(textOf(row.id) !== null && { id: String(row.id) }),
    scale: shortNumber(row.scale),
    shift: shortNumber(row.shift),
    optional: row.optional === true,
    signBit: row.signBit === true,
  } as unknown as PaintedField;
}

/** Return the head of a stored configuration as the codec reads it. */
export const configOfRow = (row: Wire): FrameConfig =>
  picked(row, { texts: CONFIG_TEXTS, numbers: CONFIG_NUMBERS, objects: CONFIG_OBJECTS }) as unknown as FrameConfig;

export function sampleOfRow(row: Wire): DraftSample {
  return {
    ...(textOf(row.id) !== null && { id: String(row.id) }),
    name: String(row.name ?? ''),
    frame: String(row.frame ?? ''),
    direction: textOf(row.direction) ?? 'up',
    expect: objectOf(row.expect) as SampleMeaning | null,
    refusedAs: textOf(row.refusedAs),
    remark: textOf(row.remark),
  };
}

/** Return the draft as the call `publish` takes it; rows in their order. */
export function publishBody({ config, fields, samples }: PainterDraft): {
  config: Record<string, unknown>;
  fields: Record<string, unknown>[];
  samples: Record<string, unknown>[];
} {
  const { positionUnit, deviceIdRule, agreementVal, startBit, endBit } = config;
  return {
    config: { positionUnit, deviceIdRule, agreementVal, startBit, endBit },
    fields: fields.map((field, at) => ({ ...field, sort: at + 1 })),
    samples: samples.map((sample, at) => ({ ...sample, sort: at + 1 })),
  };
}

/** Move an entry of a list by one place; the list itself at its ends. */
export function movedEntry<T>(list: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return list;
  return list.with(at, list[to]).with(to, list[at]);
}

/** Insert a row after the others, before checksum and footer. */
export function withRow(
  fields: readonly PaintedField[],
  row: PaintedField,
): { readonly fields: PaintedField[]; readonly at: number } {
  const tail = fields.findIndex((field) => ['checksum', 'footer'].includes(field.deviceConnectConfigFieldType));
  const start = row.startBit;
  const later = fields.findIndex(
    (field) => start !== null && start >= 0 && field.startBit !== null && field.startBit > start,
  );
  const at = later !== -1 ? later : tail !== -1 ? tail : fields.length;
  return { fields: fields.toSpliced(at, 0, row), at };
}
