import {
  type AnswerOf,
  type AnswerShape,
  anyNumber,
  anyText,
  anything,
  choice,
  either,
  list,
  map,
  namedShape,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';

/**
 * Details of a data type: range, step and precision of numbers, words of keys or bits, maximal length, fields of
 * structures. Unknown keys are in `ext`.
 */
export interface Specs {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly precision?: number;
  readonly trueText?: Words;
  readonly falseText?: Words;
  readonly items?: Readonly<Record<string, Words>>;
  readonly bits?: Readonly<Record<string, Words & { readonly troubleCode?: string }>>;
  readonly maxLength?: number;
  readonly format?: string;
  readonly size?: number;
  readonly item?: { readonly dataType: string; readonly specs?: Specs };
  readonly fields?: readonly AttributeParameter[];
  readonly coord?: string;
  readonly maxSize?: number;
  readonly ext?: Readonly<Record<string, unknown>>;
}

/** Words for a value, in Chinese and optionally in English. */
export interface Words {
  readonly zh: string;
  readonly en?: string;
}

/** A parameter of an event or service, or a field of a structure. */
export interface AttributeParameter {
  readonly identifier: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly dataType: string;
  readonly specs?: Specs;
  readonly direction?: 'in' | 'out';
  readonly required?: boolean;
}

/** An attribute as stored in a version: empty fields are absent. Decimal numbers are texts, so that they stay exact. */
export interface SchemaAttribute {
  readonly propNo?: number | null;
  readonly attrType: string;
  readonly identifier: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly dataType?: string | null;
  readonly specs?: Specs | null;
  readonly unit?: string | null;
  readonly accessMode?: string | null;
  readonly reportMode?: string | null;
  readonly deadband?: string | null;
  readonly maxSilentSec?: number | null;
  readonly maxRate?: string | null;
  readonly storage?: string | null;
  readonly aggregation?: string | null;
  readonly counterWrap?: string | null;
  readonly required?: boolean | null;
  readonly screen?: boolean | null;
  readonly chart?: boolean | null;
  readonly alarmable?: boolean | null;
  readonly setting?: boolean | null;
  readonly eventLevel?: string | null;
  readonly params?: readonly AttributeParameter[] | null;
  readonly callMode?: string | null;
  readonly timeoutSec?: number | null;
  readonly sort?: number | null;
  readonly remark?: string | null;
  /** Risk of setting or calling it. It is read from the attribute itself, and no version stores it. */
  readonly risk?: string | null;
}

/** Content of a model version: its attributes. */
export interface ModelSchema {
  readonly attributes: readonly SchemaAttribute[];
}

/** Fields of an attribute that a version stores, in the order of output. */
export const schemaFields = [
  'propNo',
  'attrType',
  'identifier',
  'name',
  'nameEn',
  'dataType',
  'specs',
  'unit',
  'accessMode',
  'reportMode',
  'deadband',
  'maxSilentSec',
  'maxRate',
  'storage',
  'aggregation',
  'counterWrap',
  'required',
  'screen',
  'chart',
  'alarmable',
  'setting',
  'eventLevel',
  'params',
  'callMode',
  'timeoutSec',
  'sort',
  'remark',
] as const satisfies readonly (keyof SchemaAttribute)[];

/** Return an attribute without empty fields; a missing flag equals false. */
export const schemaAttribute = (row: SchemaAttribute): SchemaAttribute =>
  Object.fromEntries(
    schemaFields.flatMap((name) =>
      row[name] === null || row[name] === undefined || row[name] === false ? [] : [[name, row[name]]],
    ),
  ) as unknown as SchemaAttribute;

/** Maximal number of attributes of a model, so that a version can be read as a whole. */
export const MAX_ATTRIBUTES = 200;

const RESERVED = new Set(['id', 'ts', 'mac', 'sn', 'online', 'time', 'value']);
const IDENTIFIER = /^[A-Za-z]\w{0,49}$/;
const MODEL_CODE = /^[a-z][\d_a-z]{1,31}$/;

/** Return why a model code is invalid; null: it is valid. */
export const codeProblem = (code: string): Label | null =>
  MODEL_CODE.test(code)
    ? null
    : [
        '模型编码以小写字母开头，只含小写字母、数字和下划线，2 至 32 位',
        'A model code begins with a small letter and has 2 to 32 small letters, digits and underscores',
      ];

/** Return why an identifier is invalid; null: it is valid. */
export function identifierProblem(identifier: string): Label | null {
  if (RESERVED.has(identifier)) return [`${identifier} 是保留字`, `${identifier} is reserved`];
  return IDENTIFIER.test(identifier)
    ? null
    : [
        '标识符以字母开头，只含字母、数字和下划线，最多 50 位',
        'An identifier begins with a letter and has at most 50 letters, digits and underscores',
      ];
}

const NUMERIC = new Set(['int', 'long', 'float', 'double']);

/** Is it a numeric data type? */
export const isNumeric = (dataType: string | null | undefined): boolean => NUMERIC.has(dataType ?? '');

const isNumber = (value: unknown): boolean => value === undefined || value === null || Number.isFinite(Number(value));

/** Return why the specs of a data type are invalid; null: they are valid. */
export const specsProblem = (dataType: string, specs: Specs): Label | null =>
  (isNumeric(dataType) ? rangeProblem : problems[dataType])?.(specs) ?? null;

const problems: Readonly<Record<string, (specs: Specs) => Label | null>> = {
  enum: ({ items = {} }) =>
    Object.keys(items).length ? null : ['枚举至少要有一项', 'An enumeration needs at least one item'],
  bitmap: ({ bits = {} }) => bitsProblem(Object.keys(bits)),
  text: ({ maxLength = 1 }) => (maxLength > 2048 ? ['文本最长 2048', 'A text has at most 2048 characters'] : null),
  array: ({ size = 1, item }) =>
    size > 128 || !item ? ['数组要有元素类型，最多 128 个', 'An array needs the type of its items, 128 at most'] : null,
  struct: ({ fields = [] }) => (fields.length ? null : ['结构至少要有一个字段', 'A structure needs at least one part']),
};

function bitsProblem(bits: readonly string[]): Label | null {
  if (bits.length === 0) return ['位图至少要有一位', 'A bitmap needs at least one bit'];
  return bits.some((bit) => !/^\d{1,2}$/.test(bit) || Number(bit) > 52)
    ? ['位号是 0 至 52', 'Bits are numbered 0 to 52']
    : null;
}

function rangeProblem({ min, max, step, precision }: Specs): Label | null {
  if (![min, max, step, precision].every(isNumber))
    return ['范围、步长和精度是数字', 'Range, step and precision are numbers'];
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    return ['最小值不能大于最大值', 'The least value is above the greatest'];
  if (step !== undefined && Number(step) <= 0) return ['步长大于 0', 'A step is above 0'];
  return null;
}

/** Words of a value; a text alone is Chinese. */
const words = either(anyText, record({ zh: optional(anyText), en: optional(anyText), troubleCode: optional(anyText) }));
const number = optional(either(anyNumber, anyText));
const maybeText = optional(nullable(anyText));
const maybeNumber = optional(nullable(anyNumber));
const maybeFlag = optional(nullable(yesOrNo));

/** The shape of `Specs`. */
export const specsShape: AnswerShape<Specs> = namedShape('attributeSpecs', () =>
  record({
    min: number,
    max: number,
    step: number,
    precision: number,
    trueText: optional(words),
    falseText: optional(words),
    items: optional(map(words)),
    bits: optional(map(words)),
    maxLength: number,
    format: optional(anyText),
    size: number,
    item: optional(record({ dataType: anyText, specs: optional(specsShape) })),
    fields: optional(list(parameterShape)),
    coord: optional(anyText),
    maxSize: number,
    ext: optional(map(anything('extension'))),
  }),
) as AnswerShape<Specs>;

/** The shape of `AttributeParameter`. */
export const parameterShape: AnswerShape<AttributeParameter> = namedShape('attributeParameter', () =>
  record({
    identifier: anyText,
    name: anyText,
    nameEn: maybeText,
    dataType: anyText,
    specs: optional(nullable(specsShape)),
    direction: optional(nullable(choice('in', 'out'))),
    required: maybeFlag,
  }),
) as AnswerShape<AttributeParameter>;

const attributeParts = {
  identifier: anyText,
  name: anyText,
  nameEn: maybeText,
  unit: maybeText,
  accessMode: maybeText,
  reportMode: maybeText,
  deadband: maybeText,
  maxSilentSec: maybeNumber,
  maxRate: maybeText,
  storage: maybeText,
  aggregation: maybeText,
  counterWrap: maybeText,
  required: maybeFlag,
  screen: maybeFlag,
  chart: maybeFlag,
  alarmable: maybeFlag,
  setting: maybeFlag,
  eventLevel: maybeText,
  params: optional(nullable(list(parameterShape))),
  callMode: maybeText,
  timeoutSec: maybeNumber,
  remark: maybeText,
  risk: maybeText,
};

/** The shape of `SchemaAttribute`. */
export const attributeShape: AnswerShape<SchemaAttribute> = namedShape('schemaAttribute', () =>
  record({
    ...attributeParts,
    propNo: maybeNumber,
    attrType: anyText,
    dataType: maybeText,
    specs: optional(nullable(specsShape)),
    sort: maybeNumber,
  }),
) as AnswerShape<SchemaAttribute>;

const tslParts = {
  ...attributeParts,
  dataType: optional(record({ type: optional(nullable(anyText)), specs: specsShape })),
};

/** An attribute of a model as TSL writes it. */
export const tslAttribute = namedShape('tslAttribute', () => record(tslParts));
export type TslAttribute = AnswerOf<typeof tslAttribute>;
