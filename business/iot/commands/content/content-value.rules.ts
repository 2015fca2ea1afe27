import type { Label } from '#kernel/language/label.ts';
import type { Specs } from '../../models/model-schema.rules.ts';

const MAX_TEXT = 2048;
const MAX_COMPOUND = 4096;

const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Is a number a whole multiple of the step above its base, up to rounding of decimals? */
function isOnStep(value: number, base: number, step: number): boolean {
  const steps = (value - base) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

function rangeProblem(specs: Specs, value: number): Label | null {
  const [min, max] = [numberIn(specs.min), numberIn(specs.max)];
  const isInside = (min === null || value >= min) && (max === null || value <= max);
  return isInside ? null : [`应在 ${min ?? '…'} 至 ${max ?? '…'} 之间`, `is between ${min ?? '…'} and ${max ?? '…'}`];
}

function stepProblem(specs: Specs, value: number): Label | null {
  const step = numberIn(specs.step);
  return step === null || step <= 0 || isOnStep(value, numberIn(specs.min) ?? 0, step)
    ? null
    : [`的步长是 ${step}`, `changes in steps of ${step}`];
}

const numericProblem =
  (isWhole: boolean) =>
  (specs: Specs, value: unknown): Label | null => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return ['应是数字', 'is a number'];
    if (isWhole && !Number.isInteger(value)) return ['应是整数', 'is a whole number'];
    return rangeProblem(specs, value) ?? stepProblem(specs, value);
  };

function textProblem({ maxLength }: Specs, value: unknown): Label | null {
  const most = Math.min(numberIn(maxLength) ?? MAX_TEXT, MAX_TEXT);
  return typeof value === 'string' && value.length <= most
    ? null
    : [`应是最长 ${most} 的文本`, `is a text of at most ${most} characters`];
}

function choiceProblem({ items = {} }: Specs, value: unknown): Label | null {
  return (typeof value === 'string' || typeof value === 'number') && Object.hasOwn(items, String(value))
    ? null
    : [`只能是 ${Object.keys(items).join('、')}`, `is one of ${Object.keys(items).join(', ')}`];
}

const compoundProblem = (isRight: boolean, value: unknown): Label | null =>
  isRight && JSON.stringify(value).length <= MAX_COMPOUND ? null : ['的结构不对', 'has a wrong structure'];

const truthProblem = (_specs: Specs, value: unknown): Label | null =>
  typeof value === 'boolean' || value === 0 || value === 1 ? null : ['只能是真或假', 'is true or false'];

const listProblem = (_specs: Specs, value: unknown): Label | null =>
  compoundProblem(Array.isArray(value) && value.length <= 128, value);

const structureProblem = (_specs: Specs, value: unknown): Label | null =>
  compoundProblem(typeof value === 'object' && value !== null && !Array.isArray(value), value);

const PROBLEMS: Readonly<Record<string, (specs: Specs, value: unknown) => Label | null>> = {
  int: numericProblem(true),
  long: numericProblem(true),
  bitmap: numericProblem(true),
  float: numericProblem(false),
  double: numericProblem(false),
  date: (_specs, value) => numericProblem(false)({}, value),
  bool: truthProblem,
  enum: choiceProblem,
  array: listProblem,
  struct: structureProblem,
  geo: structureProblem,
};

/** Return why a value to set does not fit a data type, to be read after the name of the property; null: it fits. */
export const valueProblem = (dataType: string, specs: Specs, value: unknown): Label | null =>
  (PROBLEMS[dataType] ?? textProblem)(specs, value);

/** Are a reported and a wanted value equal: numbers within half a step, booleans also as 0 and 1? */
export function isReported(specs: Specs, reported: unknown, wanted: unknown): boolean {
  const [one, other] = [asComparable(reported), asComparable(wanted)];
  if (typeof one === 'number' && typeof other === 'number') {
    const step = numberIn(specs.step);
    return Math.abs(one - other) <= (step !== null && step > 0 ? step / 2 : 1e-6);
  }
  return typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : String(one) === String(other);
}

const asComparable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/** Does a reported value fulfil the comparison of a verification? */
export function fulfils(specs: Specs, op: string, reported: unknown, wanted: unknown): boolean {
  if (reported === undefined || reported === null) return false;
  if (op === 'eq') return isReported(specs, reported, wanted);
  if (op === 'ne') return !isReported(specs, reported, wanted);
  const [one, other] = [numberIn(asComparable(reported)), numberIn(asComparable(wanted))];
  if (one === null || other === null) return false;
  return { gt: one > other, ge: one >= other, lt: one < other, le: one <= other }[op] ?? false;
}
