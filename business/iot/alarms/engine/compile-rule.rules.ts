import type { ClearRule, CreateRule, RuleNotify, RuleSchedule, RuleSuppression } from '../rules/rule-shape.rules.ts';
import { propertiesIn } from '../rules/rule-shape.rules.ts';
import { type Constants, type Test, compileCondition } from './condition.rules.ts';
import { isScheduled } from './schedule.rules.ts';

/** A rule as it is stored. */
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

/** What the trouble code of a rule adds to it. */
export interface RuleCode {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly autoRepair: string | null;
  readonly safety: boolean;
  readonly source: string | null;
  readonly faultDurationMin: number | null;
  /** Identifiers of the properties in which the fault shows, separated by commas. */ readonly lookAt?: string | null;
}

/** One level of a rule, the gravest first. */
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

/** What wakes a rule: values, an event, coming and going, or silence. */
export type RuleKind = 'values' | 'event' | 'presence' | 'flapping' | 'silence';

/** A rule made ready for messages. Durations are milliseconds. */
export interface CompiledRule {
  readonly id: string;
  readonly of: StoredRule;
  readonly kind: RuleKind;
  readonly levels: readonly CompiledLevel[];
  readonly clear: Test | null;
  readonly clearHoldMs: number;
  /** Over when nothing hit it for so long; null: by its condition. */ readonly quietMs: number | null;
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

/** What a trouble code is seen by: `faultBits.3` a bit, `state=4` a value, else an event. */
export function conditionOfSource(source: string): CreateRule['condition'] | { readonly event: string } {
  const bit = /^([a-zA-Z]\w*)\.(\d{1,2})$/.exec(source);
  if (bit) return { all: [{ prop: bit[1], op: 'bit', value: Number(bit[2]) }] };
  const value = /^([a-zA-Z]\w*)=(.+)$/.exec(source);
  return value ? { all: [{ prop: value[1], op: 'eq', value: value[2] }] } : { event: source };
}

/** A level of a rule about a trouble code asks for what the code is seen by, where it says nothing itself. */
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

/** How long nothing may hit a rule before it is over; null: its condition says so. */
function quietOf({ code, clearRule }: StoredRule, kind: RuleKind, levels: readonly CompiledLevel[]): number | null {
  if (kind === 'event') return (code?.faultDurationMin ?? 60) * 60_000;
  const windows = levels.filter((one) => one.mode === 'repeat').map((one) => one.windowMs);
  return windows.length > 0 && !clearRule?.condition ? Math.max(...windows) : null;
}

/** The conditions of a rule as it is stored. */
export const ruleConditions = ({ createRules, clearRule }: Pick<StoredRule, 'createRules' | 'clearRule'>) => [
  ...createRules.map((one) => one.condition),
  clearRule?.condition,
];

export function compileRule(of: StoredRule, constants: Constants): CompiledRule {
  const given = of.createRules.map((one) => completed(one, of.code));
  const kind: RuleKind = given.some((one) => one.event) ? 'event' : (KINDS[of.alarmType] ?? 'values');
  const levels = given.map((one) => levelOf(one, kind, constants));
  const clear = of.clearRule?.condition ? compileCondition(of.clearRule.condition, constants) : null;
  return {
    id: of.id,
    of,
    kind,
    levels,
    clear,
    clearHoldMs: (of.clearRule?.holdSec ?? 0) * 1000,
    quietMs: quietOf(of, kind, levels),
    properties: propertiesIn([...given.map((one) => one.condition), of.clearRule?.condition]).filter(
      (one) => !one.startsWith('params.'),
    ),
    isOpenAt: (ms, zone) => isScheduled(of.schedule, ms, zone),
  };
}
