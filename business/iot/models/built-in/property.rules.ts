import type { SchemaAttribute, Specs, Words } from '../model-schema.rules.ts';

type Names = readonly [zh: string, en: string];
type More = Partial<SchemaAttribute>;

/** Where a property is shown and used: `s` wall display, `c` curve, `a` may alarm, `w` people set it. */
type Uses = string;

const usesOf = (uses: Uses): More => ({
  screen: uses.includes('s'),
  chart: uses.includes('c'),
  alarmable: uses.includes('a'),
  setting: uses.includes('w'),
  accessMode: uses.includes('w') ? 'rw' : 'r',
});

const property = (identifier: string, [name, nameEn]: Names, uses: Uses, more: More): SchemaAttribute => ({
  attrType: 'property',
  identifier,
  name,
  nameEn,
  reportMode: 'periodic',
  storage: 'history',
  aggregation: 'avg',
  ...usesOf(uses),
  ...more,
});

/** A measured value between two bounds; `precision` is its number of decimals. */
export const measuredProperty = (
  identifier: string,
  names: Names,
  [min, max, unit, precision = 0]: readonly [min: number, max: number, unit: string, precision?: number],
  uses: Uses = '',
  more: More = {},
): SchemaAttribute =>
  property(identifier, names, uses, {
    dataType: precision ? 'float' : 'int',
    specs: { min, max, step: 1 / 10 ** precision, ...(precision && { precision }) },
    unit,
    ...more,
  });

/** A value that only grows until it wraps or its meter is changed; `maxRate`: at most so much a minute, else a reading contradicts it. */
export const counterProperty = (
  identifier: string,
  names: Names,
  unit: string,
  {
    maxRate,
    wrap,
    precision = 2,
    uses = 'c',
  }: { readonly maxRate: string; readonly wrap?: string; readonly precision?: number; readonly uses?: Uses },
): SchemaAttribute =>
  property(identifier, names, uses, {
    dataType: precision ? 'double' : 'long',
    specs: { min: 0, ...(precision && { precision }) },
    unit,
    aggregation: 'counter',
    maxRate,
    ...(wrap && { counterWrap: wrap }),
  });

/** On or off. */
export const switchProperty = (
  identifier: string,
  names: Names,
  uses: Uses = '',
  [on, off]: readonly [Words, Words] = [
    { zh: '开', en: 'On' },
    { zh: '关', en: 'Off' },
  ],
): SchemaAttribute =>
  property(identifier, names, uses, {
    dataType: 'bool',
    specs: { trueText: on, falseText: off },
    reportMode: 'change',
    aggregation: 'duration',
  });

const itemsOf = (items: Readonly<Record<string, Names>>): Readonly<Record<string, Words>> =>
  Object.fromEntries(Object.entries(items).map(([key, [zh, en]]) => [key, { zh, en }]));

/** One of several modes or phases. */
export const choiceProperty = (
  identifier: string,
  names: Names,
  items: Readonly<Record<string, Names>>,
  uses: Uses = '',
): SchemaAttribute =>
  property(identifier, names, uses, {
    dataType: 'enum',
    specs: { items: itemsOf(items) },
    reportMode: 'change',
    aggregation: 'duration',
  });

/** Bits that each mean a fault. */
export const faultProperty = (bits: Readonly<Record<string, Names>>): SchemaAttribute =>
  property('faultBits', ['故障位', 'Fault bits'], 'a', {
    dataType: 'bitmap',
    specs: { bits: itemsOf(bits) },
    reportMode: 'change',
    aggregation: 'none',
  });

/** A text, a time or a structure that is only kept as it is now. */
export const statusProperty = (
  identifier: string,
  names: Names,
  dataType: 'text' | 'date' | 'struct',
  specs: Specs = {},
  uses: Uses = '',
): SchemaAttribute =>
  property(identifier, names, uses, {
    dataType,
    specs: dataType === 'text' ? { maxLength: 64, ...specs } : specs,
    reportMode: 'change',
    storage: 'latest',
    aggregation: 'none',
  });

/** What people ask of a device; `parameters` are numbers, by their names. */
export const serviceAttribute = (
  identifier: string,
  [name, nameEn]: Names,
  {
    callMode = 'async',
    parameters = [],
  }: { readonly callMode?: 'sync' | 'async'; readonly parameters?: NonNullable<SchemaAttribute['params']> } = {},
): SchemaAttribute => ({
  attrType: 'service',
  identifier,
  name,
  nameEn,
  callMode,
  timeoutSec: callMode === 'sync' ? 10 : 60,
  ...(parameters.length > 0 && { params: parameters }),
});
