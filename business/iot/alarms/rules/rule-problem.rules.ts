import type { Label } from '#kernel/language/label.ts';
import { alarmLevel } from '../../devices/dictionaries.ts';
import {
  CONDITION_OPERATORS,
  type Comparison,
  type Condition,
  type CreateRule,
  type RuleSchedule,
  comparisonsOf,
  extensionKey,
} from './rule-shape.rules.ts';

const MAX_COMPARISONS = 50;
const MAX_LEVELS = 4;
const MAX_DEPTH = 4;
const MAX_SECONDS = 7 * 86_400;
const MAX_COUNT = 1000;
const LEVELS = Object.keys(alarmLevel.items);

/**
 * Kinds of rules that must have a condition. The others are triggered by an event, presence, silence, or their trouble
 * code.
 */
const BY_VALUES = ['threshold', 'state', 'rate', 'anomaly'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithin = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;

const isScalar = (value: unknown): boolean => ['number', 'boolean', 'string'].includes(typeof value);

const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');
const isStep = (value: unknown): boolean => value === undefined || value === null || isWithin(value, 0, 1e12);
/** Does a text name an extension value with a valid key (`$ext.key`)? */
const isExtension = (value: string): boolean => /^[a-zA-Z]\w{0,49}$/.test(extensionKey(value) ?? 'none');
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' ? isExtension(value) : isScalar(value)) ||
  (isObject(value) && typeof value.prop === 'string');

/** Checks of the right side, for the operators that accept neither a named constant nor another property. */
const rightSides: Partial<Record<Comparison['op'], (value: unknown) => boolean>> = {
  changed: () => true,
  between: isRange,
  outside: isRange,
  in: (value) => Array.isArray(value) && value.length > 0 && value.length <= 50 && value.every(isScalar),
  bit: (value) => isWithin(value, 0, 30) && Number.isInteger(value),
  rising: isStep,
  falling: isStep,
  rate: (value) => isWithin(value, 0, 1e12),
};

const isRightSide = ({ op, value }: Comparison): boolean => (rightSides[op] ?? isPlain)(value);

function conditionProblem(condition: unknown, depth = 0): Label | null {
  if (!isObject(condition) || depth > MAX_DEPTH) return ['条件的结构不对', 'A condition is malformed'];
  const parts = [condition.all, condition.any].filter((one) => one !== undefined && one !== null);
  if (parts.length === 0 || !parts.every((one) => Array.isArray(one) && one.length > 0))
    return ['条件要有 all 或 any', 'A condition has all or any'];
  for (const one of parts.flat() as unknown[]) {
    const problem =
      isObject(one) && 'prop' in one
        ? comparisonProblem(one as unknown as Comparison)
        : conditionProblem(one, depth + 1);
    if (problem) return problem;
  }
  return comparisonsOf(condition as Condition).length > MAX_COMPARISONS
    ? [`一条规则最多 ${MAX_COMPARISONS} 个比较`, `A rule has at most ${MAX_COMPARISONS} comparisons`]
    : null;
}

function comparisonProblem(one: Comparison): Label | null {
  if (typeof one.prop !== 'string' || !/^[a-zA-Z][\w.]{0,60}$/.test(one.prop))
    return ['条件要写明属性', 'A comparison names its property'];
  if (!CONDITION_OPERATORS.includes(one.op))
    return [
      `${one.prop}：不认识的比较 ${String(one.op).slice(0, 20)}`,
      `${one.prop}: unknown operator ${String(one.op).slice(0, 20)}`,
    ];
  return isRightSide(one) ? null : [`${one.prop}：比较的值不对`, `${one.prop}: what it is compared with is malformed`];
}

function timesProblem({ mode, holdSec, count, windowSec }: CreateRule): Label | null {
  if (mode !== undefined && mode !== null && !['simple', 'duration', 'repeat'].includes(mode))
    return ['方式只能是 simple、duration、repeat', 'A mode is simple, duration or repeat'];
  if (mode === 'duration' && !isWithin(holdSec, 1, MAX_SECONDS))
    return ['持续的秒数应在 1 到 604800 之间', 'A hold is between 1 and 604,800 seconds'];
  if (mode === 'repeat' && !(isWithin(count, 2, MAX_COUNT) && isWithin(windowSec, 1, MAX_SECONDS)))
    return ['次数应在 2 到 1000 之间，窗口在 1 到 604800 秒之间', 'A count is 2 to 1,000 within 1 to 604,800 seconds'];
  return null;
}

/** Return why a level lacks something that its kind of rule requires, such as a hold time; null: nothing. */
function kindProblem(rule: CreateRule, alarmType: string): Label | null {
  if (alarmType === 'event' && !/^[a-zA-Z]\w{0,49}$/.test(String(rule.event ?? '')))
    return ['要写明事件', 'It names its event'];
  if (['no_data', 'offline'].includes(alarmType) && rule.mode !== 'duration')
    return ['离线和无数据要写明持续多久', 'Offline and no data need a hold'];
  return alarmType === 'flapping' && rule.mode !== 'repeat'
    ? ['频繁掉线要写明次数和窗口', 'Flapping needs a count and a window']
    : null;
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

function levelProblem(one: unknown, alarmType: string): Label | null {
  if (!isObject(one)) return ['触发的结构不对', 'What raises it is malformed'];
  const rule = one as unknown as CreateRule;
  if (!LEVELS.includes(rule.level)) return ['级别不存在', 'There is no such level'];
  if (!isSaid(rule.condition) && BY_VALUES.includes(alarmType)) return ['要有触发条件', 'It needs a condition'];
  return (
    (isSaid(rule.condition) ? conditionProblem(rule.condition) : null) ??
    kindProblem(rule, alarmType) ??
    timesProblem(rule)
  );
}

/**
 * Return a problem if the levels are not sorted by severity. Of two reached levels the first applies, so a lesser one
 * in front would hide a more severe one.
 */
function orderProblem(rules: readonly CreateRule[]): Label | null {
  const ranks = rules.map(({ level }) => LEVELS.indexOf(level));
  return ranks.some((rank, at) => at > 0 && rank <= ranks[at - 1])
    ? ['级别要从重到轻，每级一条', 'Levels stand the most severe first, each once']
    : null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

function scheduleProblem(schedule: RuleSchedule | null): Label | null {
  if (!schedule?.weekly) return null;
  const isRight =
    Array.isArray(schedule.weekly) &&
    schedule.weekly.length <= 20 &&
    schedule.weekly.every(
      (one) =>
        isObject(one) &&
        Array.isArray(one.days) &&
        one.days.every((day) => isWithin(day, 1, 7)) &&
        TIME.test(String(one.from)) &&
        TIME.test(String(one.to)),
    );
  return isRight ? null : ['生效时段不对', 'When it works is malformed'];
}

function levelsProblem(createRules: unknown, alarmType: string): Label | null {
  if (!Array.isArray(createRules) || createRules.length === 0 || createRules.length > MAX_LEVELS)
    return ['要有 1 到 4 级触发', 'It has one to four levels'];
  for (const one of createRules) {
    const problem = levelProblem(one, alarmType);
    if (problem) return problem;
  }
  return orderProblem(createRules as CreateRule[]);
}

function clearProblem(clearRule: unknown): Label | null {
  if (!isSaid(clearRule)) return null;
  if (!isObject(clearRule)) return ['恢复条件的结构不对', 'When it is over is malformed'];
  const problem = isSaid(clearRule.condition) ? conditionProblem(clearRule.condition) : null;
  if (problem) return problem;
  return isSaid(clearRule.holdSec) && !isWithin(clearRule.holdSec, 0, MAX_SECONDS)
    ? ['恢复的持续秒数不对', 'The hold of its end is malformed']
    : null;
}

/** Return the first problem of a rule, whatever its scope; null: none. */
export function ruleProblem(rule: {
  readonly alarmType: string;
  readonly createRules: unknown;
  readonly clearRule: unknown;
  readonly schedule: unknown;
}): Label | null {
  if (rule.alarmType === 'storm') return ['风暴由系统合并，不能配置', 'Storms are joined by the product'];
  return (
    levelsProblem(rule.createRules, rule.alarmType) ??
    clearProblem(rule.clearRule) ??
    scheduleProblem(rule.schedule as RuleSchedule | null)
  );
}
