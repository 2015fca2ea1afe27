import type { ExpressionFunctions } from '../state/host.rules.ts';
import type { VariableValue } from '../state/rows.rules.ts';
import { isEmptyValue, isEqual, memberOf, valueText } from './values.rules.ts';

type Method = (value: VariableValue, argument: VariableValue) => VariableValue;

const isList = (value: VariableValue): value is readonly VariableValue[] => Array.isArray(value);

const size: Method = (value) => {
  if (typeof value === 'string') return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : 0;
};

const contains: Method = (value, one) =>
  isList(value)
    ? value.some((each) => isEqual(each, one))
    : value !== null && valueText(value).includes(valueText(one));

/** Methods that expressions may call on a value; the value may be null. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['contains', contains],
  ['size', size],
  ['length', size],
  ['isEmpty', isEmptyValue],
  ['startsWith', (value, start) => value !== null && valueText(value).startsWith(valueText(start))],
  ['endsWith', (value, end) => value !== null && valueText(value).endsWith(valueText(end))],
  ['equals', isEqual],
  ['toLowerCase', (value) => (value === null ? null : valueText(value).toLowerCase())],
  ['trim', (value) => (value === null ? null : valueText(value).trim())],
  ['get', memberOf],
]);

/** Variables, clock and functions that an expression can read and call. */
export interface ExpressionScope {
  /** Return the value of a variable; null if there is none. */
  read(name: string): VariableValue;
  now(): number;
  readonly starterId: string;
  readonly functions: ExpressionFunctions;
}

type BuiltIn = (scope: ExpressionScope, values: readonly VariableValue[]) => VariableValue;

/** Functions that expressions call by name, such as `now()`, unlike the methods of a value. */
export const FUNCTIONS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['now', (scope) => scope.now()],
  ['days', (scope, [from = null, to = null]) => scope.functions.days(from, to)],
  ['hasRole', (scope, [role = null]) => scope.functions.hasRole(scope.starterId, valueText(role))],
]);
