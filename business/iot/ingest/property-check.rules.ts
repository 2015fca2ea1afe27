import { cutText } from './clean-text.rules.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';

/** What a property may be, as its thing model says. */
export interface PropertySchema {
  readonly identifier: string;
  readonly dataType: string;
  readonly specs: Readonly<Record<string, unknown>>;
  readonly storage: 'history' | 'latest' | 'none';
  /** A change smaller than this is no row of history. */ readonly deadband: number | null;
  /** But after so many seconds it is one all the same. */ readonly maxSilentSec: number;
  /** As the model says it, for whoever puts a value into words. */ readonly attribute?: SchemaAttribute;
}

export type ValidateMode = 'strict' | 'loose' | 'off';

/** Bits of a stored row: how far its values are to be trusted. */
export const QUALITY = { late: 1, clock: 2, range: 4 } as const;

/** A value that was taken, or why it was not. */
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

/** A number as sent, or one written as text where that is let pass. */
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

/** Outside of its range a value is refused or marked, as the model wishes. */
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

const TRUE = new Set<unknown>([true, 1, '1', 'true', 'on']);
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'off']);

const truth: Check['take'] = (value, mode) => {
  if (typeof value === 'boolean') return { value };
  if (TRUE.has(value)) return mode === 'strict' && value !== 1 ? refused('type') : { value: true };
  if (FALSE.has(value)) return mode === 'strict' && value !== 0 ? refused('type') : { value: false };
  return refused('type');
};

function choice({ specs }: PropertySchema): Check['take'] {
  const items = (typeof specs.items === 'object' && specs.items !== null ? specs.items : {}) as Record<string, unknown>;
  return (value, mode) => {
    const key = typeof value === 'number' ? String(value) : value;
    if (typeof key !== 'string' || key.length > 64) return refused('type');
    if (Object.hasOwn(items, key) || mode === 'off') return { value };
    return mode === 'strict' ? refused('range') : { value, isOutside: true };
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

const MOST_COMPOUND = 4096;

/** Lists, structures, places and files are kept as sent, where they are not too long. */
const compound =
  (isRight: (value: unknown) => boolean): Check['take'] =>
  (value) =>
    isRight(value) && JSON.stringify(value).length <= MOST_COMPOUND ? { value } : refused('type');

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

/** Every property of one version of a thing model, made ready once. */
export type CompiledModel = ReadonlyMap<string, Check>;

export const compileModel = (properties: readonly PropertySchema[]): CompiledModel =>
  new Map(properties.map((schema) => [schema.identifier, { schema, take: taker(schema) }]));

/** One value that was not taken. */
export interface RefusedValue {
  readonly identifier: string;
  readonly reason: 'unknown' | 'type' | 'range';
}

/** What is left of the values of one moment. */
export interface TakenValues {
  /** For the current state: everything taken that the model keeps. */ readonly latest: Record<string, unknown>;
  readonly refused: readonly RefusedValue[];
  readonly isOutside: boolean;
}

const MOST_PROPERTIES = 500;

/** Takes the values of one moment by the model; what the model does not know is never kept. */
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
    if (++seen > MOST_PROPERTIES) break;
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
