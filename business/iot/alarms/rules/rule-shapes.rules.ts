import {
  type AnswerShape,
  anyNumber,
  anyText,
  anything,
  choice,
  either,
  list,
  namedShape,
  nullable,
  optional,
  orEmpty,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { CONDITION_OPERATORS, type Condition } from './rule-shape.rules.ts';

const number = optional(nullable(either(anyNumber, anyText)));

/** A comparison; `value` is a constant of the type of its property, another property, a bound, or an extension value. */
const comparison = record({
  prop: anyText,
  op: choice(...CONDITION_OPERATORS),
  value: optional(anything('deviceValue')),
});

const condition: AnswerShape<Condition> = namedShape('alarmCondition', () => {
  const each = either(comparison, condition);
  return record({ all: optional(list(each)), any: optional(list(each)) });
}) as AnswerShape<Condition>;

export const createRuleShape = record({
  level: anyText,
  condition: optional(nullable(condition)),
  event: optional(nullable(anyText)),
  mode: optional(nullable(choice('simple', 'duration', 'repeat'))),
  holdSec: number,
  count: number,
  windowSec: number,
  detail: optional(nullable(anyText)),
  detailEn: optional(nullable(anyText)),
});

export const clearRuleShape = record({ condition: optional(nullable(condition)), holdSec: number });

export const scheduleShape = record({
  weekly: optional(list(record({ days: list(anyNumber), from: anyText, to: anyText }))),
});

export const notifyShape = record({
  roles: optional(list(anyText)),
  escalateAfterMin: number,
  escalateTo: optional(list(anyText)),
});

export const suppressionShape = record({ dependsOn: optional(list(anyText)), parent: optional(yesOrNo) });

const text = nullable(anyText);

/** The shape of a rule as an alarm keeps it; empty of alarms that are older than the field. */
export const storedRuleShape = orEmpty(
  record({
    id: anyText,
    ruleCode: anyText,
    ruleName: anyText,
    ruleNameEn: text,
    scope: choice('tenant', 'model', 'thing'),
    modelId: text,
    deviceId: text,
    alarmType: anyText,
    createRules: list(createRuleShape),
    clearRule: nullable(clearRuleShape),
    schedule: nullable(scheduleShape),
    suppression: nullable(suppressionShape),
    notify: nullable(notifyShape),
    autoRepair: text,
    priority: nullable(anyNumber),
    inheritRuleId: text,
    disabled: nullable(yesOrNo),
    code: nullable(
      record({
        id: anyText,
        code: anyText,
        name: anyText,
        nameEn: text,
        autoRepair: text,
        safety: yesOrNo,
        source: text,
        faultDurationMin: nullable(anyNumber),
        lookAt: optional(text),
      }),
    ),
  }),
);
