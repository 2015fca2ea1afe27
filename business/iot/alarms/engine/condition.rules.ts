import { type Comparison, type Condition, extensionKey, isComparison } from '../rules/rule-shape.rules.ts';

/** Values of a device, by property. */
export type PropertyValues = Readonly<Record<string, unknown>>;

/** Inputs of a comparison: present values, previous values, and the milliseconds between them. */
export interface Sight {
  readonly now: PropertyValues;
  readonly before: PropertyValues;
  readonly passedMs: number;
}

/** Does the condition hold for these values? A comparison with a missing value is false. */
export type Test = (sight: Sight) => boolean;

/**
 * Constants that a comparison may name: a bound of the model (`$min`, `$max`), or a key in the device's `extConfig`
 * (`$ext.limit`).
 */
export interface Constants {
  readonly boundsOf: (property: string) => { readonly min?: number; readonly max?: number };
  readonly extension: (key: string) => unknown;
}

export const NO_CONSTANTS: Constants = { boundsOf: () => ({}), extension: () => undefined };

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN;

type Right = (sight: Sight) => unknown;

/**
 * Return the right side of a comparison, with a named constant replaced by its value. NaN: the constant is not defined.
 */
export function namedConstant({ prop, value }: Comparison, { boundsOf, extension }: Constants): unknown {
  if (value === '$min') return boundsOf(prop).min ?? Number.NaN;
  if (value === '$max') return boundsOf(prop).max ?? Number.NaN;
  const key = extensionKey(value);
  return key === null ? value : (extension(key) ?? Number.NaN);
}

function rightOf(one: Comparison, constants: Constants): Right {
  const { value } = one;
  if (typeof value === 'object' && value !== null && 'prop' in value) {
    const other = String(value.prop);
    return ({ now }) => now[other];
  }
  return constant(namedConstant(one, constants));
}

const constant =
  (value: unknown): Right =>
  () =>
    value;

/** Compare as equal across types: a key of an enumeration may be a number or a text, and true equals 1. */
const isSame = (left: unknown, right: unknown): boolean =>
  left === right ||
  (left !== undefined && left !== null && typeof left !== 'object' && String(left) === String(right)) ||
  (typeof left === 'boolean' && numberOf(left) === right);

const compared =
  (prop: string, right: Right, fits: (left: number, right: number) => boolean): Test =>
  (sight) =>
    fits(numberOf(sight.now[prop]), numberOf(right(sight)));

/** Return the rise since the previous value; NaN without one. */
const risenBy = ({ now, before }: Sight, prop: string): number => numberOf(now[prop]) - numberOf(before[prop]);

const MINUTE = 60_000;

function compareTest(one: Comparison, constants: Constants): Test {
  const { prop, op, value } = one;
  const right = rightOf(one, constants);
  switch (op) {
    case 'eq':
      return (sight) => isSame(sight.now[prop], right(sight));
    case 'ne':
      return (sight) => sight.now[prop] !== undefined && !isSame(sight.now[prop], right(sight));
    case 'gt':
      return compared(prop, right, (left, limit) => left > limit);
    case 'ge':
      return compared(prop, right, (left, limit) => left >= limit);
    case 'lt':
      return compared(prop, right, (left, limit) => left < limit);
    case 'le':
      return compared(prop, right, (left, limit) => left <= limit);
    default:
      return shapeTest(prop, op, value);
  }
}

/**
 * Return the test of an operator that compares with a range, a list, a contained text or item, a bit, or an amount of
 * change.
 */
function shapeTest(prop: string, op: Comparison['op'], value: unknown): Test {
  const some = Array.isArray(value) ? value : [];
  const [low, high] = some.map(numberOf);
  const by = value === undefined || value === null ? 0 : numberOf(value);
  switch (op) {
    case 'between':
      return ({ now }) => numberOf(now[prop]) >= low && numberOf(now[prop]) <= high;
    case 'outside':
      return ({ now }) => numberOf(now[prop]) < low || numberOf(now[prop]) > high;
    case 'in':
      return ({ now }) => some.some((one) => isSame(now[prop], one));
    case 'contains':
      return ({ now }) => containsIn(now[prop], value);
    case 'bit':
      return ({ now }) => (Math.floor(numberOf(now[prop]) / 2 ** by) & 1) === 1;
    case 'changed':
      return ({ now, before }) => before[prop] !== undefined && !isSame(now[prop], before[prop]);
    case 'rising':
      return (sight) => (by === 0 ? risenBy(sight, prop) > 0 : risenBy(sight, prop) >= by);
    case 'falling':
      return (sight) => (by === 0 ? risenBy(sight, prop) < 0 : risenBy(sight, prop) <= -by);
    default:
      return (sight) => sight.passedMs > 0 && (Math.abs(risenBy(sight, prop)) / sight.passedMs) * MINUTE >= by;
  }
}

const containsIn = (held: unknown, part: unknown): boolean =>
  typeof held === 'string' ? held.includes(String(part)) : Array.isArray(held) && held.some((one) => isSame(one, part));

/** Compile a condition into a test, with named constants resolved. */
export function compileCondition(condition: Condition, constants: Constants): Test {
  const all = (condition.all ?? []).map((one) =>
    isComparison(one) ? compareTest(one, constants) : compileCondition(one, constants),
  );
  const any = (condition.any ?? []).map((one) =>
    isComparison(one) ? compareTest(one, constants) : compileCondition(one, constants),
  );
  if (any.length === 0 && all.length === 1) return all[0];
  return (sight) => {
    for (const test of all) if (!test(sight)) return false;
    if (any.length === 0) return true;
    for (const test of any) if (test(sight)) return true;
    return false;
  };
}
