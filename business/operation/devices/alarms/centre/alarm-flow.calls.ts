import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';

/** What stands around the list of alarms: how many wait and since when, how many came each minute, what is silent and why. */
export const alarmFlow = call(alarm, 'flow', {
  method: 'GET',
  needs: 'view',
  title: ['告警动态', 'Alarms as they come'],
  answer: record({
    /** Of those that are not over, by state and level. */
    counts: list(
      record({
        status: anyText,
        level: anyText,
        count: anyNumber,
        oldest: nullable(anyText),
        /** Homes they are in. */ homes: anyNumber,
        /** With a repair request. */ ordered: anyNumber,
      }),
    ),
    /** Of each of the last sixty minutes, the oldest first. */
    perMinute: list(record({ listed: anyNumber, silent: anyNumber })),
    silent: list(
      record({ by: anyText, count: anyNumber, oldest: nullable(anyText), homes: anyNumber, until: nullable(anyText) }),
    ),
    /** Since midnight: how many were told, how many of them were over before anybody confirmed, and how soon half were confirmed (seconds). */
    today: record({ told: anyNumber, overByItself: anyNumber, medianConfirmSec: nullable(anyNumber) }),
    /** The newest that is over; null: none yet. */ lastOver: nullable(record({ id: anyText, at: anyText })),
  }),
});
export type AlarmFlow = AnswerOf<typeof alarmFlow.answer>;

/** Alarms to which something happened in the last minute. */
export const alarmRecent = call(alarm, 'recent', {
  method: 'GET',
  needs: 'view',
  title: ['最近一分钟的告警', 'Alarms of the last minute'],
  answer: list(of(alarm)),
});

/** How far the repair requests of some alarms are; those that the asking person may not see are left off. */
export const alarmOrders = call(alarm, 'orders', {
  method: 'GET',
  needs: 'view',
  title: ['告警的报修单', 'Repair requests of alarms'],
  query: { ids: refs('alarm', alarm.title, { required: true, max: 500 }) },
  answer: list(of(repairForm, ['id', 'repairNo', 'repairStatus'])),
});
export type AlarmOrder = AnswerOf<typeof alarmOrders.answer>[number];
