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

/** How often a version of the rule would have fired, on how many devices, and how right it was; null: nothing to hold it against. */
const fired = record({
  times: anyNumber,
  devices: anyNumber,
  right: nullable(anyNumber),
  suspect: nullable(anyNumber),
  missed: nullable(anyNumber),
  /** Median of the minutes from the raise to what followed. */ leadMinutes: nullable(anyNumber),
});

/** What followed on a device: an alarm of the same trouble code by another rule, or an order. */
const followed = record({ at: anyNumber, no: anyText, to: anyText, words: bothLanguages });

/** A run of a rule over what is stored. Moments are milliseconds. */
export const dryRunOutcome = record({
  days: anyNumber,
  /** Days of values that there are; fewer than asked: say so. */ daysThere: anyNumber,
  devices: anyNumber,
  messages: anyNumber,
  /** Share of the messages that were due, 0 to 1. */ coverage: anyNumber,
  tookMs: anyNumber,
  /** Devices of the model that have a rule of their own in place of this one. */ ownRules: anyNumber,
  /** Faults that were there to be seen: orders and other alarms of the same code. */ faults: anyNumber,
  draft: fired,
  /** The version that runs now; null: there is none. */ running: nullable(fired),
  perDay: list(record({ day: anyText, draft: anyNumber, running: nullable(anyNumber) })),
  /** The newest first, at most 200. */
  firings: list(
    record({
      deviceId: anyText,
      deviceName: anyText,
      householdId: anyText,
      home: anyText,
      level: anyText,
      /** Since when the condition held. */ since: anyNumber,
      start: anyNumber,
      /** Null: it holds still. */ end: nullable(anyNumber),
      /** The value of the first property that the rule asks about, in words with its unit. */ value: bothLanguages,
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

/** What a rule would have done over the last days, judged as the running path judges. Long runs become a job, whose answer holds `outcome`. */
export const dryRunRule = call(alarmRule, '/iot/alarm-rule/dry-run', {
  method: 'POST',
  needs: 'view',
  title: ['规则试算', 'Dry run of an alarm rule'],
  body: {
    /** The rule that the draft changes; its stored version is run beside it. */ id: id(alarmRule.title),
    modelId: id(['物模型', 'Thing model']),
    deviceId: id(['设备', 'Device']),
    alarmType: dict(alarmType, ['告警类型', 'Kind'], { required: true }),
    createRules: structured<readonly CreateRule[], { rows: true; required: true }>(['触发', 'Raised when'], {
      rows: true,
      required: true,
    }),
    clearRule: structured<ClearRule>(['恢复', 'Clears when']),
    schedule: structured<RuleSchedule>(['生效时段', 'Works at']),
    troubleCodeId: id(['故障码', 'Trouble code']),
    days: integer(['天数', 'Days'], { min: '1', max: 31, initial: 7 }),
  },
  answer: record({
    /** Null: it runs as a job. */ outcome: nullable(dryRunOutcome),
    jobId: anyText,
  }),
});

export type DryRunAsked = CallInputOf<typeof dryRunRule>;
