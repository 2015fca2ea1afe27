import Big from 'big.js';
import { ExpressionError } from './expression-error.rules.ts';
import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import type { VariableValue } from '../state/rows.rules.ts';

const DECIMAL = /^-?\d{1,40}(?:\.\d{1,40})?$/;

const isNumeric = (value: VariableValue): value is number | string =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && DECIMAL.test(value);

/** Return a decimal as a number, or as text if a number would lose digits. */
function numberOf(value: Big): VariableValue {
  const text = value.toFixed();
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** Return a value as part of a text; empty for null. */
export function valueText(value: VariableValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Return whether the value of a condition holds: `true`, or the text `true`. */
export const isTrue = (value: VariableValue): boolean => value === true || value === 'true';

/** Return whether a value is null, an empty text or list, or an object without properties. */
export const isEmptyValue = (value: VariableValue): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function compared(a: VariableValue, b: VariableValue): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (isNumeric(a) && isNumeric(b)) return new Big(a).cmp(b);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return undefined;
}

/**
 * Compare two values by an order operator. Numbers and numeric texts compare as numbers, other texts by code units; all
 * other pairs give false.
 */
export function isOrdered(sign: string, a: VariableValue, b: VariableValue): boolean {
  const order = compared(a, b);
  if (order === undefined) return false;
  if (sign === '<') return order < 0;
  if (sign === '>') return order > 0;
  return sign === '<=' ? order <= 0 : order >= 0;
}

export function isEqual(a: VariableValue, b: VariableValue): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'boolean' || typeof b === 'boolean') return String(a) === String(b);
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return compared(a, b) === 0;
}

const isSmall = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 90_000_000;

/**
 * Compute two numeric values with decimals. Null in either value gives null, and so does a division by zero. `+` joins
 * texts that are no numbers.
 */
export function arithmetic(sign: string, a: VariableValue, b: VariableValue): VariableValue {
  if (a === null || b === null) return null;
  if (!isNumeric(a) || !isNumeric(b)) return sign === '+' ? joined(a, b) : null;
  return small(sign, a, b) ?? decimal(sign, new Big(a), new Big(b));
}

/** Return the exact result for small integers in binary arithmetic; undefined if decimals are needed. */
function small(sign: string, a: number | string, b: number | string): number | undefined {
  if (typeof a !== 'number' || typeof b !== 'number' || !isSmall(a) || !isSmall(b)) return undefined;
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  return sign === '*' ? a * b : undefined;
}

function decimal(sign: string, a: Big, b: Big): VariableValue {
  if (sign === '+') return numberOf(a.plus(b));
  if (sign === '-') return numberOf(a.minus(b));
  if (sign === '*') return numberOf(a.times(b));
  if (b.eq(0)) return null;
  return numberOf(sign === '/' ? a.div(b) : a.mod(b));
}

/** Join texts; refuse as soon as the result is longer than a variable may be. */
export function joinTexts(texts: Iterable<string>): string {
  let all = '';
  for (const text of texts) {
    if (all.length + text.length > ENGINE_LIMITS.variableBytes) throw new ExpressionError('tooLarge', 0);
    all += text;
  }
  return all;
}

const joined = (a: VariableValue, b: VariableValue): string => joinTexts([valueText(a), valueText(b)]);

/** Return a property or list item of a value. Inherited properties count as missing. */
export function memberOf(value: VariableValue, name: VariableValue): VariableValue {
  if (value === null || typeof value !== 'object' || name === null || typeof name === 'object') return null;
  return Object.hasOwn(value, String(name))
    ? ((value as Readonly<Record<string, VariableValue>>)[String(name)] ?? null)
    : null;
}
