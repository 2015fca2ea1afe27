import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { kpiDay } from './kpi/kpi-day.paper.ts';

/** How the business does: figures of each day, and the page that compares them. */
export default {
  name: 'cockpit',
  title: ['经营驾驶舱', 'Cockpit'],
  needs: [
    'system',
    'masterdata',
    'materials',
    'scheduling',
    'intake',
    'dispatch',
    'completion',
    'billing',
    'piecework',
  ],
  load: 'later',
  topMenu: 'maintenance',
  papers: [kpiDay],
  dictionaries: Object.values(dictionaries),
  groups: [],
  pages: [
    {
      code: 'cockpit',
      label: ['经营驾驶舱', 'Cockpit'],
      group: 'desk',
      icon: 'activity',
      path: '/maintenance/cockpit',
      sort: 20,
      roles: ['as_leader', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
  ],
} satisfies Room;
