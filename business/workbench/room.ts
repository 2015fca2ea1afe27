import type { Room } from '#kernel/language/room.ts';
import masterdata from '#business/masterdata/room.ts';

/** The first page after login, and the timeline of an order. */
export default {
  name: 'workbench',
  title: ['工作台', 'Workbench'],
  needs: [
    'masterdata',
    'customers',
    'materials',
    'intake',
    'dispatch',
    'completion',
    'billing',
    'piecework',
    'operation',
  ],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [],
  dictionaries: [],
  groups: [{ code: 'desk', label: ['工作台', 'Desk'], icon: 'layout-dashboard', sort: 10 }],
  pages: [
    {
      code: 'work',
      label: ['工作台', 'Workbench'],
      group: 'desk',
      icon: 'house',
      path: '/wel/index',
      sort: 10,
      roles: masterdata.roles.map((role) => role.alias),
    },
  ],
} satisfies Room;
