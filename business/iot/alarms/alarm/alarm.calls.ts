import { moment } from '#kernel/fields/moment/moment.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, bothLanguages, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { alarm } from './alarm.paper.ts';

const counted = list(record({ key: anyText, count: anyNumber }));
const named = list(record({ id: anyText, name: bothLanguages, count: anyNumber }));

/** Alarms of a span in figures: how many of what, how soon somebody knew, how long they lasted. */
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
    /** Seconds until somebody confirmed, on average; null: nobody did. */ mtta: nullable(anyNumber),
    /** Seconds until it was over, on average. */ mttr: nullable(anyNumber),
    topDevices: named,
    topRules: list(
      record({
        id: anyText,
        name: bothLanguages,
        count: anyNumber,
        /** Share that was released as false, 0 to 1. */ falseRate: anyNumber,
      }),
    ),
  }),
});
