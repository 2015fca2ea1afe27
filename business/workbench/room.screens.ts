import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room, by name of the paper and by address; each is fetched when it is opened. */
export default {
  pages: {
    '/wel/index': () => import('./work.screen.tsx'),
    '/maintenance/home/:id': () => import('./home/home.screen.tsx'),
    '/maintenance/chain/:id': () => import('./timeline/chain/chain.screen.tsx'),
    '/maintenance/print/:kind/:id': () => import('./timeline/prints/print.screen.tsx'),
  },
} satisfies RoomScreens;
