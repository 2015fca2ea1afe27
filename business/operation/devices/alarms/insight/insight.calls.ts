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

/** What helps to judge an alarm: what its code means, which parts it takes, what it was before, and what became of it. */
export const alarmInsight = call(alarm, 'insight', {
  method: 'GET',
  needs: 'view',
  title: ['告警研判', 'What is known of an alarm'],
  query: { id: id(alarm.title, { required: true }) },
  answer: record({
    /** What its trouble code means; null: it has none. */
    fault: nullable(
      record({
        id: anyText,
        code: anyText,
        name: bothLanguages,
        cause: anyText,
        solution: bothLanguages,
        /** The name is empty where no such material is registered. */
        parts: list(record({ materialCode: anyText, name: anyText, qty: anyNumber })),
      }),
    ),
    /** Causes that completions of the same model and code found, the most frequent first; the share is 0 to 1. */
    likely: list(record({ cause: anyText, words: bothLanguages, n: anyNumber, share: anyNumber })),
    /** The same fault within thirty days: of the device, then of its model. */
    similar: list(
      of(alarm, [
        'id',
        'alarmNo',
        'deviceId',
        'householdId',
        'level',
        'alarmStatus',
        'title',
        'startTime',
        'recoverTime',
        'durationSec',
        'releaseType',
        'repairFormId',
        'verdict',
      ]),
    ),
    order: nullable(
      record({
        repairFormId: anyText,
        repairNo: anyText,
        repairStatus: anyText,
        /** The work order whose chain is shown; empty: none yet. */ registrationId: anyText,
        registrationNo: anyText,
      }),
    ),
    verdict: record({
      state: choice('none', 'watching', 'fixed', 'unfixed', 'noData'),
      from: anyText,
      until: anyText,
      /** Messages since the watch began. */ messages: anyNumber,
      /** When the verdict was said; empty: not yet. */ judgedAt: anyText,
      /** The first message since that shows the fault (milliseconds); null: none does. */ faultAt: nullable(anyNumber),
      /** May a rework be asked for now, by whoever asks? */ mayRework: yesOrNo,
      reworkId: anyText,
      reworkNo: anyText,
    }),
  }),
});
export type AlarmInsight = AnswerOf<typeof alarmInsight.answer>;
