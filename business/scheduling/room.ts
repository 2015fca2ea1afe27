import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { leaveForm } from './leave/leave-form.paper.ts';
import { leaveStatistics } from './leave/statistics/leave-statistics.paper.ts';
import { calendarDay } from './calendar-day.paper.ts';
import { slaPolicy } from './sla/sla-policy.paper.ts';
import { slaClock } from './sla/sla-clock.paper.ts';

/** Working days, leave, and the clocks of service levels. */
export default {
  name: 'scheduling',
  title: ['日历与时效', 'Calendar and SLA'],
  needs: ['masterdata', 'messaging', 'customers'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [leaveForm, leaveStatistics, calendarDay, slaPolicy, slaClock],
  dictionaries: Object.values(dictionaries),
  groups: [],
  parameters: [
    {
      key: 'as.work.lunch',
      label: ['午休（不计工作时间）', 'Lunch, taken out of working time'],
      initial: '12:00-13:00',
    },
    {
      key: 'as.leave.longDays',
      label: ['请假超过多少天须说明原因', 'Days of a leave above which a reason is asked'],
      initial: '60',
    },
    {
      key: 'as.sla.pauseReasons',
      label: ['暂停时效的原因', 'Reasons that pause the clocks'],
      initial: 'hold: customer,partsMaker,construction,weather; delay: customer,site,weather',
    },
  ],
} satisfies Room;
