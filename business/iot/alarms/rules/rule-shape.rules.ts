/**
 * Operators of a comparison. `rising` and `falling` test the change since the previous value; `rate` tests the change
 * per minute in either direction.
 */
export const CONDITION_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'between',
  'outside',
  'in',
  'contains',
  'bit',
  'changed',
  'rising',
  'falling',
  'rate',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Prefix of a right side that names an extension value: a key in the field `extConfig` of the device. */
export const EXTENSION = '$ext.';

/**
 * One comparison. Its right side is a constant, another property (`{ prop }`), a bound of the model (`$min`, `$max`),
 * or an extension value (`$ext.limit`).
 */
export interface Comparison {
  readonly prop: string;
  readonly op: ConditionOperator;
  readonly value?: unknown;
}

/**
 * A group of comparisons or conditions. All elements of `all` must hold and, if `any` is not empty, at least one
 * element of `any`.
 */
export interface Condition {
  readonly all?: readonly (Comparison | Condition)[];
  readonly any?: readonly (Comparison | Condition)[];
}

/**
 * A level of a rule. It is raised at once, after a hold time (seconds by the device's clock), or at hit number `count`
 * within `windowSec` seconds.
 */
export interface CreateRule {
  readonly level: string;
  readonly condition?: Condition;
  /** Event that raises the level, for rules on events. */ readonly event?: string;
  readonly mode?: 'simple' | 'duration' | 'repeat';
  readonly holdSec?: number;
  readonly count?: number;
  readonly windowSec?: number;
  /** Template of the text with the causing values, for example `高压 ${pressHigh} MPa`. */ readonly detail?: string;
  readonly detailEn?: string;
}

/** When an alarm ends; without a condition, when its raise condition no longer holds. */
export interface ClearRule {
  readonly condition?: Condition;
  readonly holdSec?: number;
}

/** Hours of a week in which a rule works (1 is Monday), in the time zone of the company. Absent: always. */
export interface RuleSchedule {
  readonly weekly?: readonly {
    readonly days: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
}

/** Roles to notify at once, and roles to notify when the alarm is not confirmed within `escalateAfterMin` minutes. */
export interface RuleNotify {
  readonly roles?: readonly string[];
  readonly escalateAfterMin?: number;
  readonly escalateTo?: readonly string[];
}

/**
 * Causes that suppress alarms of a rule: an open alarm of the same device by one of these rule codes, or an offline
 * gateway.
 */
export interface RuleSuppression {
  readonly dependsOn?: readonly string[];
  readonly parent?: boolean;
}

/** Return the key of the extension value that a right side names; null: it names none. */
export const extensionKey = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(EXTENSION) ? value.slice(EXTENSION.length) : null;

export const isComparison = (one: Comparison | Condition): one is Comparison => 'prop' in one;

/** Return all comparisons of a condition and of its nested groups. */
export const comparisonsOf = (condition: Condition | undefined): Comparison[] =>
  [...(condition?.all ?? []), ...(condition?.any ?? [])].flatMap((one) =>
    isComparison(one) ? [one] : comparisonsOf(one),
  );

/** Return the properties that conditions name, on the left or right side, each once. */
export const propertiesIn = (conditions: readonly (Condition | undefined)[]): string[] => [
  ...new Set(
    conditions.flatMap((one) =>
      comparisonsOf(one).flatMap(({ prop, value }) => {
        const other = typeof value === 'object' && value !== null && 'prop' in value ? String(value.prop) : null;
        return other ? [prop, other] : [prop];
      }),
    ),
  ),
];

/** Do conditions name extension values? They differ by device, so each device needs its own compiled rule. */
export const asksExtensions = (conditions: readonly (Condition | undefined)[]): boolean =>
  conditions.some((one) => comparisonsOf(one).some(({ value }) => extensionKey(value) !== null));
