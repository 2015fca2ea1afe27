import type { Label } from '#kernel/language/label.ts';
import {
  type AttributeParameter,
  type SchemaAttribute,
  type Specs,
  type TslAttribute,
  type Words,
  schemaAttribute,
} from './model-schema.rules.ts';

/** Name of this product's TSL format. */
export const TSL_SCHEMA = 'anju-tsl-1';

/** A thing model as JSON for exchange (TSL): its fields, and its attributes by kind. */
export interface Tsl {
  readonly schema: string;
  readonly profile: Readonly<Record<string, string | number | null>>;
  readonly properties: readonly TslAttribute[];
  readonly events: readonly TslAttribute[];
  readonly services: readonly TslAttribute[];
}

/** Fields of a model that TSL contains as `profile`. */
export const profileFields = [
  'modelCode',
  'modelName',
  'modelNameEn',
  'category',
  'nodeType',
  'energyKind',
  'manufacturer',
  'modelText',
  'authType',
] as const;

type Loose = Readonly<Record<string, unknown>>;

const OWN_GROUPS = { property: 'properties', event: 'events', service: 'services' } as const;

/** Return an attribute as TSL writes it, without its number and order. */
function outOf(one: SchemaAttribute): TslAttribute {
  const { propNo: _, attrType, dataType: type, specs, sort: __, ...rest } = one;
  return attrType === 'property' ? { ...rest, dataType: { type, specs: specs ?? {} } } : rest;
}

/** Return a model as TSL. The numbers of properties are omitted; the order of attributes is retained. */
export function toTsl(profile: Tsl['profile'], version: number | null, attributes: readonly SchemaAttribute[]): Tsl {
  const of = (attrType: string): TslAttribute[] =>
    attributes.filter((one) => one.attrType === attrType).map((one) => outOf(schemaAttribute(one)));
  return {
    schema: TSL_SCHEMA,
    profile: { ...profile, version },
    properties: of('property'),
    events: of('event'),
    services: of('service'),
  };
}

/** Result of parsing TSL: the model, or the problem. */
export type ReadTsl =
  { readonly profile: Loose; readonly attributes: readonly SchemaAttribute[] } | { readonly problem: Label };

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Return a number; other formats write numbers as texts. Undefined: it is none. */
const numberOf = (value: unknown): number | undefined =>
  value === undefined || value === null || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);

const wordsOf = (value: unknown): Words =>
  isObject(value)
    ? { zh: String(value.zh ?? ''), ...(textOf(value.en) && { en: String(value.en) }) }
    : { zh: String(value) };

const NUMBERS = ['min', 'max', 'step', 'precision', 'maxLength', 'size', 'maxSize'] as const;
const OURS = new Set<string>([
  ...NUMBERS,
  'trueText',
  'falseText',
  'items',
  'bits',
  'format',
  'item',
  'fields',
  'coord',
  'ext',
]);

const isNumbered = (key: string): boolean => /^-?\d+$/.test(key);

/** Keys of specs in other formats that this product stores elsewhere, so they are not unknown. */
const ELSEWHERE = new Set(['unit', 'unitName', 'length']);

const present = (given: Loose, names: readonly string[], read: (value: unknown) => unknown): Loose =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name] === undefined ? undefined : read(given[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const wordsByKey = (given: Loose): Record<string, Words> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, wordsOf(value)]));

/** Return the words of values from formats that write them as numbered keys among the specs. */
function numberedWords(type: string, given: Loose): Specs {
  const words = wordsByKey(Object.fromEntries(Object.entries(given).filter(([key]) => isNumbered(key))));
  if (type === 'enum') return Object.keys(words).length > 0 ? { items: words } : {};
  if (type !== 'bool') return {};
  return { ...(words[1] && { trueText: words[1] }), ...(words[0] && { falseText: words[0] }) };
}

/** Return unknown keys of specs unchanged under `ext`. */
function unknownIn(given: Loose): Specs {
  const unknown = Object.entries(given).filter(([key]) => !OURS.has(key) && !isNumbered(key) && !ELSEWHERE.has(key));
  const ext = { ...(isObject(given.ext) ? given.ext : {}), ...Object.fromEntries(unknown) };
  return Object.keys(ext).length > 0 ? { ext } : {};
}

/**
 * Convert the specs of a data type to this product's form: words of an enumeration under `items`, unknown keys under
 * `ext`.
 */
function specsOf(type: string, given: unknown): Specs {
  if (type === 'struct' && Array.isArray(given)) return { fields: rowsOf(given).map(parameterOf) };
  if (!isObject(given)) return {};
  const maxLength = numberOf(given.maxLength ?? given.length);
  return {
    ...present(given, NUMBERS, numberOf),
    ...(maxLength !== undefined && { maxLength }),
    ...present(given, ['trueText', 'falseText', 'bits', 'format', 'coord'], (value) => value),
    ...(isObject(given.items) && { items: wordsByKey(given.items) }),
    ...numberedWords(type, given),
    ...(isObject(given.item) && { item: itemOf(given.item) }),
    ...(Array.isArray(given.fields) && { fields: rowsOf(given.fields).map(parameterOf) }),
    ...unknownIn(given),
  };
}

const itemOf = (given: Loose): NonNullable<Specs['item']> => {
  const dataType = textOf(given.dataType) ?? textOf(given.type) ?? 'int';
  return { dataType, ...(given.specs !== undefined && { specs: specsOf(dataType, given.specs) }) };
};

function typeOf(given: unknown): { type: string; specs: Specs; unit?: string } {
  if (!isObject(given)) return { type: textOf(given) ?? 'int', specs: {} };
  const type = textOf(given.type) ?? 'int';
  const unit = isObject(given.specs) ? textOf(given.specs.unit) : undefined;
  return { type, specs: specsOf(type, given.specs), ...(unit && { unit }) };
}

function parameterOf(given: Loose): AttributeParameter {
  const { type, specs } = typeOf(given.dataType);
  const own = given.specs === undefined ? specs : specsOf(type, given.specs);
  return {
    identifier: String(given.identifier ?? ''),
    name: textOf(given.name) ?? String(given.identifier ?? ''),
    ...(textOf(given.nameEn) && { nameEn: textOf(given.nameEn) }),
    dataType: type,
    ...(Object.keys(own).length > 0 && { specs: own }),
    ...(given.direction === 'in' || given.direction === 'out' ? { direction: given.direction } : {}),
    ...(given.required === true && { required: true }),
  };
}

const directed = (given: unknown, direction: 'in' | 'out'): AttributeParameter[] =>
  rowsOf(given).map((one) => ({ ...parameterOf(one), direction }));

/** Event levels of this product by the names used in TSL, here and in other formats. */
const LEVELS: Readonly<Record<string, string>> = { info: 'info', alert: 'warn', warn: 'warn', error: 'error' };

/** Readers of the fields that only one kind of attribute has. */
const byKind: Readonly<Record<keyof typeof OWN_GROUPS, (given: Loose) => Partial<SchemaAttribute>>> = {
  property(given) {
    const { type, specs, unit } = typeOf(given.dataType);
    const ownUnit = textOf(given.unit) ?? unit;
    return {
      dataType: type,
      ...(Object.keys(specs).length > 0 && { specs }),
      accessMode: textOf(given.accessMode) ?? 'r',
      ...(ownUnit && { unit: ownUnit }),
    };
  },
  event: (given) => ({ eventLevel: textOf(given.eventLevel) ?? LEVELS[String(given.type)] ?? 'info' }),
  service: (given) => ({ callMode: textOf(given.callMode) ?? textOf(given.callType) ?? 'async' }),
};

function attributeOf(attrType: keyof typeof OWN_GROUPS, given: Loose, sort: number): SchemaAttribute {
  const params = [
    ...rowsOf(given.params).map(parameterOf),
    ...directed(given.inputData, 'in'),
    ...directed(given.outputData, 'out'),
  ];
  const { dataType: _, params: __, ...rest } = given;
  return schemaAttribute({
    ...rest,
    attrType,
    identifier: String(given.identifier ?? ''),
    name: textOf(given.name) ?? String(given.identifier ?? ''),
    sort,
    ...byKind[attrType](given),
    ...(params.length > 0 && { params }),
  });
}

/**
 * Parse TSL in this product's format, or in another format that has the same three lists: properties, events and
 * services.
 */
export function readTsl(given: unknown): ReadTsl {
  if (!isObject(given)) return { problem: ['不是 JSON 对象', 'It is no JSON object'] };
  const profile = isObject(given.profile) ? given.profile : {};
  const attributes = (['property', 'event', 'service'] as const).flatMap((attrType) =>
    rowsOf(given[OWN_GROUPS[attrType]]).map((one) => ({ attrType, one })),
  );
  if (!attributes.length)
    return { problem: ['没有 properties、events 或 services', 'It has no properties, events or services'] };
  const read = attributes.map(({ attrType, one }, at) => attributeOf(attrType, one, at + 1));
  const names = read.map((one) => one.identifier);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) return { problem: [`${twice} 出现了两次`, `${twice} stands twice`] };
  return { profile, attributes: read };
}
