import { cutText } from './clean-text.rules.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';

/** A property as its thing model defines it. */
export interface PropertySchema {
  readonly identifier: string;
  readonly dataType: string;
  readonly specs: Readonly<Record<string, unknown>>;
  readonly storage: 'history' | 'latest' | 'none';
  /** Dead band: a smaller change is not stored in history. Null: every value is stored. */
  readonly deadband: number | null;
  /** Seconds after which a value within the dead band is stored nevertheless. */ readonly maxSilentSec: number;
  /** Definition of the property, needed to format values as text. */ readonly attribute?: SchemaAttribute;
}

export type ValidateMode = 'strict' | 'loose' | 'off';

/** Quality bits of a stored message: late, with a wrong clock, or with a value out of range. */
export const QUALITY = { late: 1, clock: 2, range: 4 } as const;

/** An accepted value, marked if out of range, or the reason of its refusal. */
type Taken = { readonly value: unknown; readonly isOutside?: true } | { readonly reason: 'type' | 'range' };

const refused = (reason: 'type' | 'range'): Taken => ({ reason });

interface Check {
  readonly schema: PropertySchema;
  readonly take: (value: unknown, mode: ValidateMode) => Taken;
}

const numberIn = (specs: PropertySchema['specs'], name: string): number | null => {
  const value = specs[name];
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Return a finite number; unless the mode is strict, also from a text. Null: it is none. */
function numberOf(value: unknown, mode: ValidateMode): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (
    mode === 'strict' ||
    typeof value !== 'string' ||
    !/^[-+]?\d{1,17}(?:\.\d{1,17})?(?:e[-+]?\d{1,3})?$/i.test(value.trim())
  )
    return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Accept a number. Outside the range, strict refuses it, loose marks it, and off ignores the range. */
const ranged = (value: number, low: number | null, high: number | null, mode: ValidateMode): Taken => {
  const isOutside = (low !== null && value < low) || (high !== null && value > high);
  if (!isOutside || mode === 'off') return { value };
  return mode === 'strict' ? refused('range') : { value, isOutside };
};

function numeric(schema: PropertySchema, isWhole: boolean): Check['take'] {
  const low = numberIn(schema.specs, 'min');
  const high = numberIn(schema.specs, 'max');
  return (value, mode) => {
    const number = numberOf(value, mode);
    if (number === null) return refused('type');
    if (isWhole && !Number.isInteger(number))
      return mode === 'strict' ? refused('type') : ranged(Math.round(number), low, high, mode);
    return ranged(number, low, high, mode);
  };
}

const TRUE = new Set<unknown>([1, '1', 'true', 'on']);
const FALSE = new Set<unknown>([0, '0', 'false', 'off']);
/** Texts of devices are compared in lower case up to this length. */
const MAX_WORD = 64;

const wordOf = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= MAX_WORD ? value.trim().toLowerCase() : value;

const truth: Check['take'] = (value, mode) => {
  if (typeof value === 'boolean') return { value };
  const word = mode === 'strict' ? value : wordOf(value);
  if (TRUE.has(word)) return mode === 'strict' && value !== 1 ? refused('type') : { value: true };
  if (FALSE.has(word)) return mode === 'strict' && value !== 0 ? refused('type') : { value: false };
  return refused('type');
};

function choice({ specs }: PropertySchema): Check['take'] {
  const items = (typeof specs.items === 'object' && specs.items !== null ? specs.items : {}) as Record<string, unknown>;
  const meant = Map.groupBy(Object.keys(items), wordOf);
  return (value, mode) => {
    const key = typeof value === 'number' ? String(value) : value;
    if (typeof key !== 'string' || key.length > MAX_WORD) return refused('type');
    if (Object.hasOwn(items, key)) return { value };
    if (mode === 'strict') return refused('range');
    // A word in another case is the item that it means, unless two items differ by case only.
    const found = meant.get(wordOf(key)) ?? [];
    if (found.length === 1) return { value: found[0] };
    return mode === 'off' ? { value } : { value, isOutside: true };
  };
}

function words({ specs }: PropertySchema): Check['take'] {
  const most = Math.min(numberIn(specs, 'maxLength') ?? 2048, 2048);
  return (value, mode) => {
    if (typeof value !== 'string') return refused('type');
    if (value.length <= most) return { value };
    return mode === 'strict' ? refused('range') : { value: cutText(value, most), isOutside: true };
  };
}

const moment: Check['take'] = (value, mode) => {
  if (typeof value === 'number' && Number.isFinite(value)) return { value };
  const ms = mode !== 'strict' && typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? refused('type') : { value: ms };
};

const MAX_COMPOUND = 4096;

/** Return a check for lists and structures: they are accepted unchanged up to a length of their JSON. */
const compound =
  (isRight: (value: unknown) => boolean): Check['take'] =>
  (value) =>
    isRight(value) && JSON.stringify(value).length <= MAX_COMPOUND ? { value } : refused('type');

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function taker(schema: PropertySchema): Check['take'] {
  switch (schema.dataType) {
    case 'int':
    case 'long':
    case 'bitmap':
      return numeric(schema, true);
    case 'float':
    case 'double':
      return numeric(schema, false);
    case 'bool':
      return truth;
    case 'enum':
      return choice(schema);
    case 'date':
      return moment;
    case 'array':
      return compound((value) => Array.isArray(value) && value.length <= 128);
    case 'struct':
    case 'geo':
      return compound(isPlain);
    default:
      return words(schema);
  }
}

/** The check of each property of a model version, compiled once. */
export type CompiledModel = ReadonlyMap<string, Check>;

export const compileModel = (properties: readonly PropertySchema[]): CompiledModel =>
  new Map(properties.map((schema) => [schema.identifier, { schema, take: taker(schema) }]));

/** A refused value and the reason. */
export interface RefusedValue {
  readonly identifier: string;
  readonly reason: 'unknown' | 'type' | 'range';
}

/** Result of checking the values of one message. */
export interface TakenValues {
  /** Accepted values that the model stores. */ readonly latest: Record<string, unknown>;
  readonly refused: readonly RefusedValue[];
  readonly isOutside: boolean;
}

const MAX_PROPERTIES = 500;

/** Check the values of one message against the model. Unknown properties are refused in every mode. */
export function checkValues(
  model: CompiledModel,
  mode: ValidateMode,
  params: Readonly<Record<string, unknown>>,
): TakenValues {
  const latest: Record<string, unknown> = {};
  const missed: RefusedValue[] = [];
  let isOutside = false;
  let seen = 0;
  for (const identifier in params) {
    if (!Object.hasOwn(params, identifier)) continue;
    if (++seen > MAX_PROPERTIES) break;
    const check = model.get(identifier);
    if (!check) {
      missed.push({ identifier: cutText(identifier, 50), reason: 'unknown' });
      continue;
    }
    const taken = check.take(params[identifier], mode);
    if ('reason' in taken) missed.push({ identifier, reason: taken.reason });
    else {
      if (check.schema.storage !== 'none') latest[identifier] = taken.value;
      isOutside ||= taken.isOutside === true;
    }
  }
  return { latest, refused: missed, isOutside };
}
