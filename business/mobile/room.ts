import type { Room } from '#kernel/language/room.ts';

/** The technician's day on a phone. */
export default {
  name: 'mobile',
  title: ['技师端', 'Mobile'],
  needs: ['system', 'masterdata', 'customers', 'scheduling', 'dispatch', 'completion', 'billing', 'piecework'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [],
  dictionaries: [],
  groups: [],
  pages: [
    {
      code: 'technician-day',
      label: ['技师的一天', 'My day'],
      group: 'desk',
      icon: 'hard-hat',
      path: '/maintenance/day',
      sort: 25,
      roles: ['as_technician'],
      landing: ['as_technician'],
    },
  ],
} satisfies Room;
