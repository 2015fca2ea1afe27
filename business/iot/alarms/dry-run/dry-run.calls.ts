import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { type CallInputOf, call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  record,
} from '#kernel/language/calls/shape.ts';
import { alarmType } from '../dictionaries.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import type { ClearRule, CreateRule, RuleSchedule } from '../rules/rule-shape.rules.ts';
import { clearRuleShape, createRuleShape, scheduleShape } from '../rules/rule-shapes.rules.ts';

/**
 * Number of firings of a rule version over the span, and how many were right. The latter is null if no faults are known
 * to compare with.
 */
const fired = record({
  times: anyNumber,
  devices: anyNumber,
  right: nullable(anyNumber),
  suspect: nullable(anyNumber),
  missed: nullable(anyNumber),
  /** Median of the minutes from a firing to the fault that followed it; null: no fault followed. */
  leadMinutes: nullable(anyNumber),
});

/** A fault that followed a firing: an alarm of the same trouble code by another rule, or an order. */
const followed = record({ at: anyNumber, no: anyText, to: anyText, words: bothLanguages });

/** Result of a dry run: a rule evaluated over stored messages. Moments are milliseconds. */
export const dryRunOutcome = record({
  days: anyNumber,
  /** Days for which stored values exist; may be fewer than the requested `days`. */ daysThere: anyNumber,
  devices: anyNumber,
  messages: anyNumber,
  /** Share of the expected messages, by the report interval of the models, that are stored, 0 to 1. */
  coverage: anyNumber,
  tookMs: anyNumber,
  /** Number of device rules that replace this rule. */ ownRules: anyNumber,
  /** Number of faults to detect: orders and other alarms of the same code. */ faults: anyNumber,
  draft: fired,
  /** Firings of the stored version of the rule over the same messages; null: the rule is new. */
  running: nullable(fired),
  perDay: list(record({ day: anyText, draft: anyNumber, running: nullable(anyNumber) })),
  /** Firings of the draft, newest first, at most 200. */
  firings: list(
    record({
      deviceId: anyText,
      deviceName: anyText,
      householdId: anyText,
      home: anyText,
      level: anyText,
      /** The moment from which the condition held; the firing came after the hold time. */ since: anyNumber,
      start: anyNumber,
      /** End of the firing; null: it still holds. */ end: nullable(anyNumber),
      /** The value of the rule's first property, in words with its unit. */ value: bothLanguages,
      verdict: choice('right', 'suspect', 'open'),
      followed: nullable(followed),
    }),
  ),
  missed: list(
    record({
      deviceId: anyText,
      deviceName: anyText,
      householdId: anyText,
      home: anyText,
      followed,
    }),
  ),
});
export type DryRunOutcome = AnswerOf<typeof dryRunOutcome>;

/**
 * Replay a draft of a rule over the messages of the last days, with the code that judges live messages. A long run
 * becomes a job, whose answer has the same `outcome`.
 */
export const dryRunRule = call(alarmRule, '/iot/alarm-rule/dry-run', {
  method: 'POST',
  needs: 'view',
  title: ['规则试算', 'Dry run of an alarm rule'],
  body: {
    /** The rule that the draft changes; its stored version runs too for comparison. */ id: id(alarmRule.title),
    modelId: id(['物模型', 'Thing model']),
    deviceId: id(['设备', 'Device']),
    alarmType: dict(alarmType, ['告警类型', 'Kind'], { required: true }),
    createRules: structured<readonly CreateRule[], { rows: true; required: true }>(['触发', 'Raised when'], {
      rows: true,
      shape: list(createRuleShape),
      required: true,
    }),
    clearRule: structured<ClearRule>(['恢复', 'Clears when'], { shape: clearRuleShape }),
    schedule: structured<RuleSchedule>(['生效时段', 'Works at'], { shape: scheduleShape }),
    troubleCodeId: id(['故障码', 'Trouble code']),
    days: integer(['天数', 'Days'], { min: '1', max: 31, initial: 7 }),
  },
  answer: record({
    /** Null: the run became a job, see `jobId`. */ outcome: nullable(dryRunOutcome),
    jobId: anyText,
  }),
});

export type DryRunAsked = CallInputOf<typeof dryRunRule>;
