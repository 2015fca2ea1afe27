import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
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
import { alarm } from '../alarm/alarm.paper.ts';

/** A constant that the alarm's rule compares with: its comparison raises (`raise`) or ends (`clear`) the alarm. */
const limit = record({
  kind: choice('raise', 'clear'),
  /** Level of the alarm that the limit raises; empty for `clear`. */ level: anyText,
  op: anyText,
  value: anyNumber,
});

/**
 * Values of the properties of an alarm's rule over time, from some minutes before the alarm until after it. Moments are
 * milliseconds.
 */
export const alarmCurve = call(alarm, 'curve', {
  method: 'GET',
  needs: 'view',
  title: ['告警前后的曲线', 'Values around an alarm'],
  query: {
    id: id(alarm.title, { required: true }),
    minutes: integer(['前后分钟', 'Minutes before and after'], { initial: 30, max: 1440 }),
  },
  answer: record({
    id: anyText,
    deviceId: anyText,
    from: anyNumber,
    until: anyNumber,
    startedAt: anyNumber,
    /** End of the alarm; null: its cause still holds. */ endedAt: nullable(anyNumber),
    /**
     * Hold times of the rule. `raise`: the condition held, but the alarm was not raised yet. `clear`: the condition was
     * over, but the alarm was not.
     */
    holds: list(record({ kind: choice('raise', 'clear'), from: anyNumber, until: anyNumber })),
    series: list(
      record({
        identifier: anyText,
        name: bothLanguages,
        unit: anyText,
        /** Longest silence of a property that comes on change, in seconds; null: it comes periodically. */
        silentSec: nullable(anyNumber),
        /** Pairs of moment and mean value; steps without a message are omitted. */
        points: list(list(nullable(anyNumber))),
        limits: list(limit),
      }),
    ),
  }),
});
export type AlarmCurve = AnswerOf<typeof alarmCurve.answer>;

/** Maximum of alarms in one request, as many as a list shows. */
export const MAX_SPARKS = 50;

/**
 * Small curves for a list of alarms: the first property of each rule in equal steps, from half an hour before the
 * raise.
 */
export const alarmSparks = call(alarm, 'sparks', {
  method: 'GET',
  needs: 'view',
  title: ['多条告警的小曲线', 'Sparks of several alarms'],
  query: { ids: refs('alarm', alarm.title, { required: true, max: MAX_SPARKS }) },
  answer: list(
    record({
      id: anyText,
      identifier: anyText,
      name: bothLanguages,
      unit: anyText,
      /** One value for each step; null: no message came in that step. */ points: list(nullable(anyNumber)),
      /** Index of the step in which the alarm was raised. */ raisedAt: anyNumber,
      limit: nullable(anyNumber),
    }),
  ),
});
export type AlarmSpark = AnswerOf<typeof alarmSparks.answer>[number];
