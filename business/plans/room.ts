import type { Room } from '#kernel/language/room.ts';
import { care } from './care/care.paper.ts';
import * as careDictionaries from './care/dictionaries.ts';
import * as dictionaries from './dictionaries.ts';
import { planOccurrence } from './occurrence/plan-occurrence.paper.ts';
import { schemePush } from './push/log/scheme-push.paper.ts';
import { pushRule } from './push/rule/push-rule.paper.ts';
import { pushSet } from './push/setting/push-set.paper.ts';
import * as remindDictionaries from './remind/dictionaries.ts';
import { reminder } from './remind/reminder.paper.ts';

/** Planned visits of service contracts: their days, the trips that serve several homes, and their work orders. */
export default {
  name: 'plans',
  title: ['保养计划', 'Maintenance plans'],
  needs: [
    'masterdata',
    'customers',
    'materials',
    'messaging',
    'scheduling',
    'iot',
    'intake',
    'dispatch',
    'completion',
    'billing',
    'contracts',
  ],
  load: 'later',
  topMenu: 'maintenance',
  papers: [planOccurrence, pushRule, pushSet, schemePush, reminder, care],
  dictionaries: [
    ...Object.values(dictionaries),
    ...Object.values(remindDictionaries),
    ...Object.values(careDictionaries),
  ],
  groups: [],
  pages: [
    {
      code: 'plan-calendar',
      label: ['保养日历', 'Calendar of plans'],
      group: 'schemes',
      icon: 'calendar',
      path: '/maintenance/planCalendar',
      sort: 18,
      roles: ['as_cs', 'as_cs_lead', 'as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
      wide: true,
    },
    {
      code: 'remind-warranty',
      label: ['提醒池·在保', 'Reminders: warranty'],
      group: 'schemes',
      icon: 'shield-check',
      path: '/maintenance/asremind/warranty',
      sort: 31,
      roles: ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'],
    },
    {
      code: 'remind-surrender',
      label: ['提醒池·脱保', 'Reminders: out of warranty'],
      group: 'schemes',
      icon: 'shield',
      path: '/maintenance/asremind/surrender',
      sort: 32,
      roles: ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'],
    },
    {
      code: 'remind-supplies',
      label: ['提醒池·耗材', 'Reminders: consumables'],
      group: 'schemes',
      icon: 'filter',
      path: '/maintenance/asremind/supplies',
      sort: 33,
      roles: ['as_cs', 'as_cs_lead', 'as_manager', 'as_admin'],
    },
  ],
  parameters: [
    {
      key: 'as.plan.horizonDays',
      label: ['保养计划提前生成天数', 'Days ahead for which visits are planned'],
      initial: '400',
    },
    {
      key: 'as.plan.loadPercent',
      label: ['排计划时班组负荷上限（%）', 'Load of a team above which plans move to another day (%)'],
      initial: '85',
    },
    {
      key: 'as.plan.registerDays',
      label: ['最多提前多少天登记保养', 'Days ahead within which planned visits are registered'],
      initial: '21',
    },
    {
      key: 'as.plan.escalateDays',
      label: ['保养逾期几天后升级（如 7,15）', 'Days after which overdue plans are escalated (such as 7,15)'],
      initial: '7,15',
    },
  ],
} satisfies Room;
