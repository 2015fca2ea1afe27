import type { Label } from '#kernel/language/label.ts';
import { FormulaFault, type ExpressionValue, compileExpression } from './expression.rules.ts';
import { type PointValue, isInvalid } from './value.rules.ts';

/** A stored mapping as these rules read it. */
export interface PointMapping {
  readonly direction: string;
  readonly scale: string | null;
  readonly shift: string | null;
  readonly valueMap: Readonly<Record<string, string | number | boolean>> | null;
  readonly expression: string | null;
  readonly filterMode: string | null;
  readonly invalidValues: readonly (number | string)[] | null;
}

/** A mapping with the code of its point (or the source field) and the identifier of its property. */
export interface PlacedMapping extends PointMapping {
  readonly source: string;
  readonly identifier: string;
  /** Range of the property for `clamp`. */ readonly range: { readonly min?: number; readonly max?: number };
}

/** The value after one rule of a mapping. */
export interface MappingStep {
  readonly rule: 'invalid' | 'scale' | 'valueMap' | 'expression' | 'clamp';
  readonly value: PointValue;
}

type Values = Readonly<Record<string, unknown>>;

const clean = (value: number): number => Number(value.toPrecision(12));
const isPlain = ({ scale, shift }: PointMapping): boolean => Number(scale ?? 1) === 1 && Number(shift ?? 0) === 0;

function hexOf(value: PointValue): string {
  if (typeof value === 'number') return value >= 0 && Number.isInteger(value) ? value.toString(16).toUpperCase() : '';
  return String(value).toUpperCase();
}

const dropsInvalid = (x: PointValue, { invalidValues }: PointMapping): PointValue =>
  isInvalid(invalidValues, typeof x === 'number' ? x : null, hexOf(x)) ? null : x;

const scales = (x: PointValue, { scale, shift }: PointMapping): PointValue =>
  typeof x === 'number' ? clean(x * Number(scale || 1) + Number(shift || 0)) : x;

const keyOf = (x: PointValue): string => (typeof x === 'boolean' ? String(Number(x)) : String(x));

function looksUp(x: PointValue, { valueMap }: PointMapping): PointValue {
  const map = valueMap ?? {};
  return (
    [keyOf(x), String(x)].map((key) => (Object.hasOwn(map, key) ? map[key] : null)).find((one) => one !== null) ?? null
  );
}

/** Compiled expressions by their text; the texts are those of stored mappings, and the store is bounded. */
const compiled = new Map<string, (names: Values) => ExpressionValue>();
const MAX_COMPILED = 2000;

function expressionOf(text: string): (names: Values) => ExpressionValue {
  const known = compiled.get(text);
  if (known) return known;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const made = compileExpression(text);
  compiled.set(text, made);
  return made;
}

const clamps = (x: PointValue, { min = -Infinity, max = Infinity }: PlacedMapping['range']): PointValue =>
  typeof x === 'number' ? Math.min(Math.max(x, min), max) : x;

/**
 * Convert the value `x` of a point by a mapping: invalid values, scale and offset, value map, expression, clamp. A value
 * of null ends it. `points` are the values of all points of the device, which an expression reads as `p.code`.
 */
export function mapUp(
  x: PointValue,
  mapping: PointMapping & Pick<PlacedMapping, 'range'>,
  points: Values,
): { value: PointValue; steps: MappingStep[] } {
  const rules: [MappingStep['rule'], boolean, (value: PointValue) => PointValue][] = [
    ['invalid', Boolean(mapping.invalidValues?.length), (value) => dropsInvalid(value, mapping)],
    ['scale', !isPlain(mapping), (value) => scales(value, mapping)],
    [
      'valueMap',
      mapping.valueMap !== null && Object.keys(mapping.valueMap).length > 0,
      (value) => looksUp(value, mapping),
    ],
    [
      'expression',
      Boolean(mapping.expression),
      (value) => expressionOf(mapping.expression ?? '')({ x: value, p: points }),
    ],
    ['clamp', mapping.filterMode === 'clamp', (value) => clamps(value, mapping.range)],
  ];
  const steps: MappingStep[] = [];
  let value = x;
  for (const [rule, applies, convert] of rules) {
    if (value === null) break;
    if (!applies) continue;
    value = convert(value);
    steps.push({ rule, value });
  }
  return { value, steps };
}

const keyFor = (value: PointValue, map: NonNullable<PointMapping['valueMap']>): number | string | null => {
  const key = Object.keys(map).find((one) => map[one] === value);
  return key === undefined ? null : /^-?\d+(?:\.\d+)?$/.test(key) ? Number(key) : key;
};

/** Convert the value of a property to that of its point: the inverse of `mapUp`. Null: the value has no point value. */
export function mapDown(value: PointValue, mapping: PointMapping): PointValue {
  const found = mapping.valueMap && Object.keys(mapping.valueMap).length ? keyFor(value, mapping.valueMap) : value;
  return typeof found === 'number' && !isPlain(mapping)
    ? clean((found - Number(mapping.shift || 0)) / Number(mapping.scale || 1))
    : found;
}

const goesUp = ({ direction }: PointMapping): boolean => direction !== 'down';

/**
 * Convert all values that a device sent, by code of the point or name of the field, to properties by identifier. A
 * source without a mapping is the property of the same name. Null values are dropped.
 */
export function mappedProperties(
  points: Readonly<Record<string, PointValue>>,
  mappings: readonly PlacedMapping[],
): Record<string, PointValue> {
  const mapped = mappings.filter(goesUp);
  const sources = new Set(mappings.map((one) => one.source));
  const plain = Object.entries(points).filter(([code]) => !sources.has(code));
  const converted = mapped
    .filter((one) => Object.hasOwn(points, one.source))
    .map((one): [string, PointValue] => [one.identifier, mapUp(points[one.source], one, points).value]);
  return Object.fromEntries([...plain, ...converted].filter(([, value]) => value !== null));
}

/** Convert a property to its point: the code of the point and the value, or null if the value has none. */
export function pointOf(
  identifier: string,
  value: PointValue,
  mappings: readonly PlacedMapping[],
): { readonly code: string; readonly value: PointValue } | null {
  const mapping = mappings.find((one) => one.identifier === identifier && one.direction !== 'up');
  if (!mapping) return mappings.some((one) => one.identifier === identifier) ? null : { code: identifier, value };
  const raw = mapDown(value, mapping);
  return raw === null ? null : { code: mapping.source, value: raw };
}

const isBijection = (map: PointMapping['valueMap']): boolean => {
  const values = Object.values(map ?? {});
  return new Set(values).size === values.length;
};

/** Return the field of a mapping that is wrong, with the reason, or null. */
export function mappingProblem(mapping: PointMapping): { readonly field: string; readonly words: Label } | null {
  const isCommand = mapping.direction !== 'up';
  if (mapping.scale !== null && Number(mapping.scale) === 0)
    return { field: 'scale', words: ['倍率不能为 0', 'The scale cannot be 0'] };
  if (isCommand && !isBijection(mapping.valueMap))
    return {
      field: 'valueMap',
      words: ['下行的值映射里，一个值只能出现一次', 'For commands each value of the map appears once only'],
    };
  if (!mapping.expression) return null;
  if (isCommand)
    return {
      field: 'expression',
      words: ['表达式没有逆运算，只能用于上行', 'An expression has no inverse: it is for the direction up only'],
    };
  try {
    compileExpression(mapping.expression);
    return null;
  } catch (error) {
    if (error instanceof FormulaFault) return { field: 'expression', words: error.words };
    throw error;
  }
}
