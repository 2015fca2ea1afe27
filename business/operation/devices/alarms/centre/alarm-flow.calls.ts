import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';

/**
 * Figures around the list of alarms: open alarms and the start of the oldest, new alarms in each minute, suppressed
 * alarms and their causes.
 */
export const alarmFlow = call(alarm, 'flow', {
  method: 'GET',
  needs: 'view',
  title: ['告警动态', 'Alarms as they come'],
  answer: record({
    /** Open alarms by state and level. */
    counts: list(
      record({
        status: anyText,
        level: anyText,
        count: anyNumber,
        oldest: nullable(anyText),
        /** Number of homes with such alarms. */ homes: anyNumber,
        /** How many of these alarms have a repair request. */ ordered: anyNumber,
      }),
    ),
    /**
     * Number of new alarms in each of the last sixty minutes, oldest first: `listed` and suppressed ones (`silent`).
     */
    perMinute: list(record({ listed: anyNumber, silent: anyNumber })),
    silent: list(
      record({ by: anyText, count: anyNumber, oldest: nullable(anyText), homes: anyNumber, until: nullable(anyText) }),
    ),
    /**
     * Figures since midnight: listed alarms (`told`), those that recovered before a confirmation, and the median time
     * to confirmation (seconds).
     */
    today: record({ told: anyNumber, overByItself: anyNumber, medianConfirmSec: nullable(anyNumber) }),
    /** The alarm that recovered last; null: none. */ lastOver: nullable(record({ id: anyText, at: anyText })),
  }),
});
export type AlarmFlow = AnswerOf<typeof alarmFlow.answer>;

/** Alarms that changed in the last minute. */
export const alarmRecent = call(alarm, 'recent', {
  method: 'GET',
  needs: 'view',
  title: ['最近一分钟的告警', 'Alarms of the last minute'],
  answer: list(of(alarm)),
});

/** State of the repair requests of alarms, restricted to those that the caller may see. */
export const alarmOrders = call(alarm, 'orders', {
  method: 'GET',
  needs: 'view',
  title: ['告警的报修单', 'Repair requests of alarms'],
  query: { ids: refs('alarm', alarm.title, { required: true, max: 500 }) },
  answer: list(of(repairForm, ['id', 'repairNo', 'repairStatus'])),
});
export type AlarmOrder = AnswerOf<typeof alarmOrders.answer>[number];
