import type { Label } from '#kernel/language/label.ts';
import type { SchemaAttribute } from '../../../models/model-schema.rules.ts';
import { type ClearRule, type Comparison, type CreateRule, comparisonsOf } from '../../rules/rule-shape.rules.ts';
import { type PropertyOf, propertyName, unitOfProperty } from '../words/rule-words.rules.ts';

/**
 * Problems of a draft by their place. `0.1` is the second row of the first level, `0.hold` its hold time, `clear.0` the
 * first row of the clear condition.
 */
export type DraftProblems = ReadonlyMap<string, Label>;

interface Draft {
  readonly createRules: readonly CreateRule[];
  readonly clearRule?: ClearRule | null;
}

const isNumeric = (one: SchemaAttribute | undefined): boolean =>
  one !== undefined && ['int', 'long', 'float', 'double'].includes(one.dataType ?? '');

const numbersIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number');

function rangeProblem(one: SchemaAttribute, value: unknown): Label | null {
  const { min, max } = one.specs ?? {};
  const isOutside = numbersIn(value).some(
    (each) => (min !== undefined && each < min) || (max !== undefined && each > max),
  );
  if (!isOutside) return null;
  const unit = unitOfProperty(one);
  const range = `${min ?? '−∞'} – ${max ?? '∞'}`;
  return [`超出量程 ${range} ${unit[0]}`.trim(), `Outside its range ${range} ${unit[1]}`.trim()];
}

const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) &&
    (value.length === 0 || value.some((one) => one === null || one === undefined || one === '')));

/** Operators that compare by size, so that the property must be a number. */
const BY_FIGURE = ['lt', 'le', 'gt', 'ge', 'between', 'outside'];

function rowProblem(row: Comparison, propertyOf: PropertyOf, isKnown: boolean): Label | null {
  if (!row.prop) return ['选一个属性', 'Choose a property'];
  const one = propertyOf(row.prop);
  if (isKnown && !one && !row.prop.startsWith('params.'))
    return ['这个物模型没有这个属性', 'The thing model has no such property'];
  if (row.op === 'changed') return null;
  if (isMissing(row.value)) return ['填要比较的值', 'Fill in what it is compared with'];
  if (!one || !BY_FIGURE.includes(row.op)) return null;
  if (!isNumeric(one)) return ['这个属性不是数，不能比大小', 'This property is no number'];
  const [low, high] = numbersIn(row.value);
  if (['between', 'outside'].includes(row.op) && low >= high)
    return ['前一个数要小于后一个', 'The first number must be below the second'];
  return rangeProblem(one, row.value);
}

function holdProblem({ mode, holdSec, count, windowSec }: CreateRule): Label | null {
  if (mode === 'duration' && !(Number(holdSec) >= 1 && Number(holdSec) <= 604_800))
    return ['持续 1 秒到 7 天', 'A hold is 1 s to 7 days'];
  if (mode !== 'repeat') return null;
  return Number(count) >= 2 && Number(count) <= 1000 && Number(windowSec) >= 1 && Number(windowSec) <= 604_800
    ? null
    : ['2 到 1000 次，窗口 1 秒到 7 天', '2 to 1,000 times within 1 s to 7 days'];
}

const BELOW = ['lt', 'le'];
const ABOVE = ['gt', 'ge'];

/**
 * Return, for each property, how far the clear value is outside the range that raises the alarm. Negative: it is
 * inside, so the alarm would be raised again at once.
 */
export function hysteresis({
  createRules,
  clearRule,
}: Draft): readonly { readonly prop: string; readonly at: number; readonly by: number; readonly line: number }[] {
  const raises = createRules.flatMap((one) => comparisonsOf(one.condition));
  return comparisonsOf(clearRule?.condition ?? undefined).flatMap((clear, at) => {
    const isUp = ABOVE.includes(clear.op);
    if (typeof clear.value !== 'number' || !(isUp || BELOW.includes(clear.op))) return [];
    const lines = raises
      .filter((one) => one.prop === clear.prop && (isUp ? BELOW : ABOVE).includes(one.op))
      .flatMap((one) => (typeof one.value === 'number' ? [one.value] : []));
    if (lines.length === 0) return [];
    const line = isUp ? Math.max(...lines) : Math.min(...lines);
    const by = isUp ? clear.value - line : line - clear.value;
    return [{ prop: clear.prop, at, by: Math.round(by * 1e6) / 1e6, line }];
  });
}

/**
 * Return all problems of a draft by place. `isKnown`: the properties of the model are loaded, so that an unknown
 * property is a problem.
 */
export function draftProblems(draft: Draft, propertyOf: PropertyOf, isKnown: boolean): DraftProblems {
  const found = new Map<string, Label>();
  const note = (place: string, problem: Label | null): void => {
    if (problem) found.set(place, problem);
  };
  draft.createRules.forEach((level, at) => {
    comparisonsOf(level.condition).forEach((row, index) =>
      note(`${at}.${index}`, rowProblem(row, propertyOf, isKnown)),
    );
    note(`${at}.hold`, holdProblem(level));
  });
  comparisonsOf(draft.clearRule?.condition ?? undefined).forEach((row, index) =>
    note(`clear.${index}`, rowProblem(row, propertyOf, isKnown)),
  );
  for (const { prop, at, by, line } of hysteresis(draft)) {
    if (by >= 0) continue;
    const [zh, en] = propertyName(prop, propertyOf);
    note(`clear.${at}`, [
      `在触发线 ${line} 之内，${zh}会反复报`,
      `Inside the line ${line} that raises it: ${en} would be raised again and again`,
    ]);
  }
  return found;
}
