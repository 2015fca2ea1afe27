/** Operators of a comparison. `rising`, `falling`: against the value before, by so much at least; `rate`: change a minute, whichever way. */
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

/** Before the key of what is kept of a device. */
export const EXTENSION = '$ext.';

/** One comparison. The right side is a constant, another property (`{ prop }`), the bound of the model (`$min`, `$max`), or what is kept of the device (`$ext.limit`). */
export interface Comparison {
  readonly prop: string;
  readonly op: ConditionOperator;
  readonly value?: unknown;
}

/** All of several comparisons, or any of them. */
export interface Condition {
  readonly all?: readonly (Comparison | Condition)[];
  readonly any?: readonly (Comparison | Condition)[];
}

/** When a level is raised: at once, after a hold (seconds by the clock of the device), or at the n-th time within a window. */
export interface CreateRule {
  readonly level: string;
  readonly condition?: Condition;
  /** The event that counts, of rules about events. */ readonly event?: string;
  readonly mode?: 'simple' | 'duration' | 'repeat';
  readonly holdSec?: number;
  readonly count?: number;
  readonly windowSec?: number;
  /** Words with values: `高压 ${pressHigh} MPa`. */ readonly detail?: string;
  readonly detailEn?: string;
}

/** When it is over: absent, when what raised it is false. */
export interface ClearRule {
  readonly condition?: Condition;
  readonly holdSec?: number;
}

/** When a rule works: always, or at some hours of some days of the week (1 is Monday), in the zone of the company. */
export interface RuleSchedule {
  readonly weekly?: readonly {
    readonly days: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
}

/** Who is told, and who is told when nobody confirmed for so long. */
export interface RuleNotify {
  readonly roles?: readonly string[];
  readonly escalateAfterMin?: number;
  readonly escalateTo?: readonly string[];
}

/** What keeps alarms of a rule silent: an open alarm of the same device by one of these rules, an offline gateway. */
export interface RuleSuppression {
  readonly dependsOn?: readonly string[];
  readonly parent?: boolean;
}

/** The key of what is kept of a device, where the right side names one. */
export const extensionKey = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(EXTENSION) ? value.slice(EXTENSION.length) : null;

export const isComparison = (one: Comparison | Condition): one is Comparison => 'prop' in one;

/** The comparisons of a condition, however deep. */
export const comparisonsOf = (condition: Condition | undefined): Comparison[] =>
  [...(condition?.all ?? []), ...(condition?.any ?? [])].flatMap((one) =>
    isComparison(one) ? [one] : comparisonsOf(one),
  );

/** The properties that a rule asks about, on either side. */
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

/** Does a rule ask for what is kept of its device? Then no two devices of a model have the same one. */
export const asksExtensions = (conditions: readonly (Condition | undefined)[]): boolean =>
  conditions.some((one) => comparisonsOf(one).some(({ value }) => extensionKey(value) !== null));
