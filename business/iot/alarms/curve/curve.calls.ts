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

/** A limit that the rule of the alarm names: above or below it the alarm is raised, or over. */
const limit = record({
  kind: choice('raise', 'clear'),
  /** The level that it raises; empty: none. */ level: anyText,
  op: anyText,
  value: anyNumber,
});

/** The values of the properties that a rule asks about, from before the alarm until after it. Moments are milliseconds. */
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
    /** Null: it still holds. */ endedAt: nullable(anyNumber),
    /** Spans in which the condition held already but the alarm was not raised, or was gone but not over. */
    holds: list(record({ kind: choice('raise', 'clear'), from: anyNumber, until: anyNumber })),
    series: list(
      record({
        identifier: anyText,
        name: bothLanguages,
        unit: anyText,
        /** Pairs of moment and value; a span without a message is not there. */ points: list(
          list(nullable(anyNumber)),
        ),
        limits: list(limit),
      }),
    ),
  }),
});
export type AlarmCurve = AnswerOf<typeof alarmCurve.answer>;

/** So many alarms of a list at once. */
export const MOST_SPARKS = 50;

/** The shape of what raised each of several alarms: its first property in equal steps from half an hour before. */
export const alarmSparks = call(alarm, 'sparks', {
  method: 'GET',
  needs: 'view',
  title: ['多条告警的小曲线', 'Sparks of several alarms'],
  query: { ids: refs('alarm', alarm.title, { required: true, max: MOST_SPARKS }) },
  answer: list(
    record({
      id: anyText,
      identifier: anyText,
      name: bothLanguages,
      unit: anyText,
      /** Of each step one value; null: no message. */ points: list(nullable(anyNumber)),
      /** The step in which it was raised. */ raisedAt: anyNumber,
      limit: nullable(anyNumber),
    }),
  ),
});
export type AlarmSpark = AnswerOf<typeof alarmSparks.answer>[number];
