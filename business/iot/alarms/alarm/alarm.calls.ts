import { moment } from '#kernel/fields/moment/moment.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, bothLanguages, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { alarm } from './alarm.paper.ts';

const counted = list(record({ key: anyText, count: anyNumber }));
const named = list(record({ id: anyText, name: bothLanguages, count: anyNumber }));

/** Figures of the alarms that start in a span: counts, mean times, and the devices and rules with the most alarms. */
export const alarmStat = call(alarm, 'stat', {
  method: 'GET',
  needs: 'view',
  title: ['告警统计', 'Alarm counts, times and top lists'],
  query: { from: moment(['开始', 'From']), to: moment(['结束', 'Until']) },
  answer: record({
    total: anyNumber,
    byLevel: counted,
    byStatus: counted,
    byType: counted,
    byDay: counted,
    /** Mean seconds from the start of an alarm to its confirmation; null: none is confirmed. */
    mtta: nullable(anyNumber),
    /** Mean seconds from the start of an alarm to its recovery; null: none has recovered. */ mttr: nullable(anyNumber),
    topDevices: named,
    topRules: list(
      record({
        id: anyText,
        name: bothLanguages,
        count: anyNumber,
        /** Share of the rule's alarms that were released as false alarms, 0 to 1. */ falseRate: anyNumber,
      }),
    ),
  }),
});
