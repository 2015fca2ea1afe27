import type { SchemaAttribute, Specs, Words } from '../model-schema.rules.ts';

type Names = readonly [zh: string, en: string];
type More = Partial<SchemaAttribute>;

/** How a property is used, as letters: `s` on the wall display, `c` as curve, `a` in alarm rules, `w` writable. */
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

/** Return a property for a measured number within a range; `precision`: number of decimals. */
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

/**
 * Return a property for a counter. `wrap`: value at which it starts at zero again. `maxRate`: maximal growth a minute;
 * a faster reading is rejected.
 */
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

/** Return a boolean property with words for on and off. */
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

/** Return a property with one of several modes or phases. */
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

/** Return the property `faultBits`, in which each bit reports a fault. */
export const faultProperty = (bits: Readonly<Record<string, Names>>): SchemaAttribute =>
  property('faultBits', ['故障位', 'Fault bits'], 'a', {
    dataType: 'bitmap',
    specs: { bits: itemsOf(bits) },
    reportMode: 'change',
    aggregation: 'none',
  });

/** Return a property for a text, time or structure of which only the latest value is stored. */
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

/** Return a service that people may call on a device. */
export const serviceAttribute = (
  identifier: string,
  [name, nameEn]: Names,
  {
    callMode = 'async',
    parameters = [],
    risk,
  }: {
    readonly callMode?: 'sync' | 'async';
    readonly parameters?: NonNullable<SchemaAttribute['params']>;
    readonly risk?: 'high';
  } = {},
): SchemaAttribute => ({
  attrType: 'service',
  identifier,
  name,
  nameEn,
  callMode,
  timeoutSec: callMode === 'sync' ? 10 : 60,
  ...(parameters.length > 0 && { params: parameters }),
  ...(risk && { risk }),
});
