import type { ClearRule, CreateRule, RuleNotify, RuleSchedule, RuleSuppression } from '../rules/rule-shape.rules.ts';
import { propertiesIn } from '../rules/rule-shape.rules.ts';
import { type Constants, type Test, compileCondition } from './condition.rules.ts';
import { isScheduled } from './schedule.rules.ts';

/** An alarm rule as stored in its row, with its trouble code. */
export interface StoredRule {
  readonly id: string;
  readonly ruleCode: string;
  readonly ruleName: string;
  readonly ruleNameEn: string | null;
  readonly scope: 'tenant' | 'model' | 'thing';
  readonly modelId: string | null;
  readonly deviceId: string | null;
  readonly alarmType: string;
  readonly createRules: readonly CreateRule[];
  readonly clearRule: ClearRule | null;
  readonly schedule: RuleSchedule | null;
  readonly suppression: RuleSuppression | null;
  readonly notify: RuleNotify | null;
  readonly autoRepair: string | null;
  readonly priority: number | null;
  readonly inheritRuleId: string | null;
  readonly disabled: boolean | null;
  readonly code: RuleCode | null;
}

/** Fields of the trouble code that a rule names. */
export interface RuleCode {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly autoRepair: string | null;
  readonly safety: boolean;
  readonly source: string | null;
  readonly faultDurationMin: number | null;
  /** Identifiers of the properties that show the fault, separated by commas. */ readonly lookAt?: string | null;
}

/** One level of a compiled rule. Levels are sorted by severity, the most severe first. */
export interface CompiledLevel {
  readonly level: string;
  readonly mode: 'simple' | 'duration' | 'repeat';
  readonly holdMs: number;
  readonly count: number;
  readonly windowMs: number;
  readonly test: Test;
  readonly event: string | null;
  readonly detail: readonly [zh: string, en: string];
}

/** The trigger of a rule: values, an event, presence, flapping, or silence. */
export type RuleKind = 'values' | 'event' | 'presence' | 'flapping' | 'silence';

/** A rule compiled for messages. Durations are milliseconds. */
export interface CompiledRule {
  readonly id: string;
  readonly of: StoredRule;
  readonly kind: RuleKind;
  readonly levels: readonly CompiledLevel[];
  readonly clear: Test | null;
  readonly clearHoldMs: number;
  /**
   * An alarm ends after this time (milliseconds) without another message or event that raises it; null: it ends by its
   * condition.
   */
  readonly quietMs: number | null;
  readonly properties: readonly string[];
  readonly isOpenAt: (ms: number, zone: string) => boolean;
}

const KINDS: Readonly<Record<string, RuleKind>> = {
  event: 'event',
  offline: 'presence',
  flapping: 'flapping',
  no_data: 'silence',
};

const DAY = 86_400_000;
const never: Test = () => false;
const always: Test = () => true;

/**
 * Return the condition for the source of a trouble code: `faultBits.3` is a bit, `state=4` a value, any other text an
 * event.
 */
export function conditionOfSource(source: string): CreateRule['condition'] | { readonly event: string } {
  const bit = /^([a-zA-Z]\w*)\.(\d{1,2})$/.exec(source);
  if (bit) return { all: [{ prop: bit[1], op: 'bit', value: Number(bit[2]) }] };
  const value = /^([a-zA-Z]\w*)=(.+)$/.exec(source);
  return value ? { all: [{ prop: value[1], op: 'eq', value: value[2] }] } : { event: source };
}

/** Return the level; if it has neither condition nor event, take them from the source of its trouble code. */
function completed(level: CreateRule, code: RuleCode | null): CreateRule {
  if (level.condition || level.event || !code?.source) return level;
  const seen = conditionOfSource(code.source);
  return seen && 'event' in seen ? { ...level, event: seen.event } : { ...level, condition: seen };
}

const levelOf = (one: CreateRule, kind: RuleKind, constants: Constants): CompiledLevel => ({
  level: one.level,
  mode: one.mode ?? 'simple',
  holdMs: (one.holdSec ?? 0) * 1000,
  count: one.count ?? 1,
  windowMs: one.windowSec ? one.windowSec * 1000 : DAY,
  test: one.condition ? compileCondition(one.condition, constants) : kind === 'values' ? never : always,
  event: one.event ?? null,
  detail: [one.detail ?? '', one.detailEn ?? one.detail ?? ''],
});

/**
 * Return the time after which an alarm ends without another message or event that raises it (milliseconds); null: it
 * ends by its condition.
 */
function quietOf({ code, clearRule }: StoredRule, kind: RuleKind, levels: readonly CompiledLevel[]): number | null {
  if (kind === 'event') return (code?.faultDurationMin ?? 60) * 60_000;
  const windows = levels.filter((one) => one.mode === 'repeat').map((one) => one.windowMs);
  return windows.length > 0 && !clearRule?.condition ? Math.max(...windows) : null;
}

/** Return the conditions of a stored rule: those of its levels and its clear condition. Absent ones are undefined. */
export const ruleConditions = ({ createRules, clearRule }: Pick<StoredRule, 'createRules' | 'clearRule'>) => [
  ...createRules.map((one) => one.condition),
  clearRule?.condition,
];

export function compileRule(of: StoredRule, constants: Constants): CompiledRule {
  const raising = of.createRules.map((one) => completed(one, of.code));
  const kind: RuleKind = raising.some((one) => one.event) ? 'event' : (KINDS[of.alarmType] ?? 'values');
  const levels = raising.map((one) => levelOf(one, kind, constants));
  const clear = of.clearRule?.condition ? compileCondition(of.clearRule.condition, constants) : null;
  return {
    id: of.id,
    of,
    kind,
    levels,
    clear,
    clearHoldMs: (of.clearRule?.holdSec ?? 0) * 1000,
    quietMs: quietOf(of, kind, levels),
    properties: propertiesIn([...raising.map((one) => one.condition), of.clearRule?.condition]).filter(
      (one) => !one.startsWith('params.'),
    ),
    isOpenAt: (ms, zone) => isScheduled(of.schedule, ms, zone),
  };
}
