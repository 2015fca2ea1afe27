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
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/**
 * Help to judge an alarm: meaning and remedy, probable causes, similar alarms, its repair request, and the verdict of
 * telemetry.
 */
export const alarmInsight = call(alarm, 'insight', {
  method: 'GET',
  needs: 'view',
  title: ['告警研判', 'What is known of an alarm'],
  query: { id: id(alarm.title, { required: true }) },
  answer: record({
    /** The trouble code of the alarm; null: it has none. */
    fault: nullable(
      record({
        id: anyText,
        code: anyText,
        name: bothLanguages,
        cause: anyText,
        solution: bothLanguages,
        /** Parts that the code names. The name is empty if no material has the code. */
        parts: list(record({ materialCode: anyText, name: anyText, qty: anyNumber })),
      }),
    ),
    /** Causes that completed repairs of the same model and code found, most frequent first; `share` is 0 to 1. */
    likely: list(record({ cause: anyText, words: bothLanguages, n: anyNumber, share: anyNumber })),
    /** Alarms of the same fault in the last thirty days, first of the device, then of its model. */
    similar: list(of(alarm)),
    order: nullable(
      record({
        repairFormId: anyText,
        repairNo: anyText,
        repairStatus: anyText,
        /** Work order of the request, to link to its timeline; empty: none, or not visible to the caller. */
        registrationId: anyText,
        registrationNo: anyText,
      }),
    ),
    verdict: record({
      state: choice('none', 'watching', 'fixed', 'unfixed', 'noData'),
      from: anyText,
      until: anyText,
      /** Number of messages since the repair was finished. */ messages: anyNumber,
      /** Time of the verdict; empty: none yet. */ judgedAt: anyText,
      /** Moment of the first message since then that shows the fault (milliseconds); null: none. */ faultAt:
        nullable(anyNumber),
      /** May the caller request a rework now? */ mayRework: yesOrNo,
      reworkId: anyText,
      reworkNo: anyText,
    }),
  }),
});
export type AlarmInsight = AnswerOf<typeof alarmInsight.answer>;
