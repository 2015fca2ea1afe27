import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, record } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** What stands beside the list of alarms: how many came each minute, what is silent and why, and how far the repairs are. */
export const alarmFlow = call(alarm, 'flow', {
  method: 'GET',
  needs: 'view',
  title: ['告警动态', 'Alarms as they come'],
  answer: record({
    /** Of each of the last sixty minutes, the oldest first. */
    perMinute: list(record({ listed: anyNumber, silent: anyNumber })),
    silent: list(record({ by: anyText, count: anyNumber, oldest: anyText })),
    repairs: list(record({ id: anyText, repairNo: anyText, repairStatus: anyText })),
  }),
});
export type AlarmFlow = AnswerOf<typeof alarmFlow.answer>;
