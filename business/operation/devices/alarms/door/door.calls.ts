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

/** A value at the time of the alarm (`before`) and now. Moments are milliseconds. */
const reading = record({
  identifier: anyText,
  name: bothLanguages,
  unit: anyText,
  before: bothLanguages,
  now: bothLanguages,
  /** Moment of the current value; null: never reported. */ at: nullable(anyNumber),
  /** Normal values in words; empty: the rule does not check this property. */ allowed: bothLanguages,
  /** Is the current value normal? Null: unknown. */ fits: nullable(yesOrNo),
});

/**
 * Does telemetry confirm the repair of a visit? It does after ten minutes without the fault; then the device is watched
 * for two hours. One answer for each device and fault with values.
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
      /** Does the fault still hold by the newest message? */ isHolding: yesOrNo,
      isConfirmed: yesOrNo,
      /** For each of the ten minutes: true if it has passed without the fault. */ slots: list(yesOrNo),
      /** When the ten minutes began; null: the fault holds, or the device is silent. */ since: nullable(anyNumber),
      /** When the ten minutes end if the fault stays away; null: they have not begun. */ doneAt: nullable(anyNumber),
      /** Why the ten minutes last began again; null: they did not. */
      restart: nullable(record({ at: anyNumber, why: choice('fault', 'silence'), words: bothLanguages })),
      /** Moment of the newest message; null: none. */ heardAt: nullable(anyNumber),
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
