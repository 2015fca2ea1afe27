import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room, by name of the paper and by address; each is fetched when it is opened. */
export default {
  pages: {
    '/wel/index': () => import('./work.screen.tsx'),
    '/maintenance/home/:id': () => import('./home/home.screen.tsx'),
    '/maintenance/chain/:id': () => import('./timeline/chain/chain.screen.tsx'),
    '/maintenance/print/:kind/:id': () => import('./timeline/prints/print.screen.tsx'),
  },
  tiles: [
    {
      name: 'calls',
      title: ['今天的报修', 'Calls today'],
      sort: 20,
      wide: true,
      buttons: ['asrepairform_edit'],
      load: () => import('./tiles/calls.screen.tsx'),
    },
    {
      name: 'teamLoad',
      title: ['班组负荷', 'Team load'],
      sort: 30,
      buttons: ['asrepairform_accept', 'asdispatchform_save', 'as_kpi_day_look'],
      load: () => import('./tiles/team-load.screen.tsx'),
    },
  ],
  menuCounts: () => import('./menu-counts.screen.tsx'),
} satisfies RoomScreens;
