import { id } from '#kernel/fields/ref/ref.ts';
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
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** A value before the repair and now. Moments are milliseconds. */
const reading = record({
  identifier: anyText,
  name: bothLanguages,
  unit: anyText,
  before: bothLanguages,
  now: bothLanguages,
  /** Null: never reported. */ at: nullable(anyNumber),
  /** What is allowed, in words; empty: the rule does not ask about it. */ allowed: bothLanguages,
  /** Null: nothing says what is allowed. */ fits: nullable(yesOrNo),
});

/**
 * Does telemetry confirm the repair? Ten minutes without the fault at the door, as ten fields that fill, then two hours of watching. Asked of
 * a visit: one answer for each alarm of its order whose device has values; none: there is no such step.
 */
export const doorVerdict = call(alarm, '/iot/alarm/verdict', {
  method: 'GET',
  needs: 'view',
  title: ['遥测确认', 'What telemetry says of a repair'],
  query: { visitId: id(['派工任务', 'Visit']), alarmId: id(alarm.title) },
  answer: list(
    record({
      alarmId: anyText,
      alarmNo: anyText,
      title: bothLanguages,
      level: anyText,
      deviceId: anyText,
      deviceName: anyText,
      /** Does the fault hold by the last message? */ isHolding: yesOrNo,
      isConfirmed: yesOrNo,
      /** Of each of the ten minutes: over without the fault, or not yet. */ slots: list(yesOrNo),
      /** Since when the minutes count; null: the fault holds, or nothing comes. */ since: nullable(anyNumber),
      /** When ten minutes are over, if nothing happens; null: nobody knows. */ doneAt: nullable(anyNumber),
      /** Why counting began anew, the last time. */
      restart: nullable(record({ at: anyNumber, why: choice('fault', 'silence'), words: bothLanguages })),
      /** The newest message of the device. */ heardAt: nullable(anyNumber),
      readings: list(reading),
      after: record({
        state: choice('none', 'watching', 'fixed', 'unfixed', 'noData'),
        from: nullable(anyNumber),
        until: nullable(anyNumber),
      }),
    }),
  ),
});
export type DoorVerdict = AnswerOf<typeof doorVerdict.answer>[number];
