import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The page of figures, and its tiles on the workbench; each is loaded when it is opened. */
export default {
  pages: {
    '/maintenance/cockpit': () => import('./page/cockpit.screen.tsx'),
  },
  tiles: [
    {
      name: 'figures',
      title: ['经营指标', 'Figures of the business'],
      sort: 10,
      wide: true,
      buttons: ['as_kpi_day_look'],
      load: () => import('./page/figures-tile.screen.tsx'),
    },
    {
      name: 'ownFigures',
      title: ['我的指标', 'My figures'],
      sort: 15,
      wide: true,
      buttons: ['dispatchlist_depart'],
      roles: ['as_technician'],
      load: () => import('./page/own-figures.screen.tsx'),
    },
  ],
} satisfies RoomScreens;
