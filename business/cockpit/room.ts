import type { Room } from '#kernel/language/room.ts';
import { kpiDay } from './kpi/kpi-day.paper.ts';

/** The room of daily figures, and of the page that compares them. */
export default {
  name: 'cockpit',
  title: ['经营驾驶舱', 'Cockpit'],
  needs: ['system', 'masterdata', 'dispatch'],
  load: 'later',
  topMenu: 'maintenance',
  papers: [kpiDay],
  dictionaries: [],
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
