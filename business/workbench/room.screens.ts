import { besidePlace } from '#business/masterdata/piles/bench-place.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/**
 * Pages of this room by their address, its tiles of the workbench, and the counts of waiting work in the menu. Each is
 * loaded when it is needed.
 */
export default {
  pages: {
    '/wel/index': () => import('./work.screen.tsx'),
    '/maintenance/home/:id': () => import('./home/home.screen.tsx'),
    '/maintenance/chain/:id': () => import('./timeline/chain/chain.screen.tsx'),
    '/maintenance/print/:kind/:id': () => import('./timeline/prints/print.screen.tsx'),
  },
  lightPages: ['/wel/index'],
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
  places: [fills(besidePlace, () => import('./bench/crew-day.view.tsx'))],
  menuCounts: () => import('./menu-counts.screen.tsx'),
} satisfies RoomScreens;
